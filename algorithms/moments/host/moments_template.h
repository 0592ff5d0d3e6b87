/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels of the host's moments at a level. Elements become f64, a tile of some hundred at a time, which stays in the first
 * cache: its mean is the shift about which it is summed a second time.
 */

/* in[i]; `type` is a constant. */
TCUI_ALWAYS_INLINE double TCUI_L(tcui_load_one_f64)(tcu_type type, const void *in, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return ((const int8_t *)in)[i];
    case TCU_TYPE_U8:
        return ((const uint8_t *)in)[i];
    case TCU_TYPE_I16:
        return ((const int16_t *)in)[i];
    case TCU_TYPE_U16:
        return ((const uint16_t *)in)[i];
    default:
        return tcui_element_load_f64(type, in, i);
    }
}

/* x[i] = in[first + i * stride] for i < n; `type` is a constant. */
TCUI_ALWAYS_INLINE void TCUI_L(tcui_load_type_f64)(tcu_type type, const void *in, uint64_t first, uint64_t stride,
                                                   uint64_t n, double *x)
{
    uint64_t i = 0;
#if TCUI_LEVEL_NUMBER > 0
    for (; type == TCU_TYPE_F16 && stride == 1 && i + 8 <= n; i += 8) {
        const void *from = (const uint16_t *)in + first + i;
        const __m256 eight = _mm256_cvtph_ps(_mm_loadu_si128(from));
        _mm256_storeu_pd(x + i, _mm256_cvtps_pd(_mm256_castps256_ps128(eight)));
        _mm256_storeu_pd(x + i + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(eight, 1)));
    }
#endif
    for (; stride == 1 && i < n; i++) {
        x[i] = TCUI_L(tcui_load_one_f64)(type, in, first + i);
    }
    for (; i < n; i++) {
        x[i] = TCUI_L(tcui_load_one_f64)(type, in, first + i * stride);
    }
}

/* The same of any type, each by a loop of its own: all that is done with elements afterwards is compiled once. */
static void TCUI_L(tcui_load_f64)(tcu_type type, const void *in, uint64_t first, uint64_t stride, uint64_t n, double *x)
{
#define TCUI_LOAD_TYPE(name)                                                                                           \
    case tcui_element_##name:                                                                                          \
        TCUI_L(tcui_load_type_f64)((tcu_type)tcui_element_##name, in, first, stride, n, x);                            \
        break;
    switch ((int)type) {
        TCUI_MOMENTS_TYPES(TCUI_LOAD_TYPE)
    default:
        break; /* no type of moments */
    }
#undef TCUI_LOAD_TYPE
}

/* The sums of d = x[i] - shift and d^2, for i < count, a multiple of the lanes, which are vectors. */
TCUI_ALWAYS_INLINE void TCUI_L(tcui_sums_about)(const double *x, uint64_t count, double shift, double *sum,
                                                double *squares)
{
    double d[TCUI_MOMENTS_LANES] = {0}, q[TCUI_MOMENTS_LANES] = {0};
    for (uint64_t i = 0; i < count; i += TCUI_MOMENTS_LANES) {
        for (int l = 0; l < TCUI_MOMENTS_LANES; l++) {
            const double deviation = x[i + (uint64_t)l] - shift;
            d[l] += deviation;
            q[l] += deviation * deviation;
        }
    }
    for (int half = TCUI_MOMENTS_LANES / 2; half > 0; half /= 2) {
        for (int l = 0; l < half; l++) {
            d[l] += d[l + half];
            q[l] += q[l + half];
        }
    }
    *sum = d[0];
    *squares = q[0];
}

/* The sum of x, likewise. */
TCUI_ALWAYS_INLINE double TCUI_L(tcui_sum_of_lanes)(const double *x, uint64_t count)
{
    double sum[TCUI_MOMENTS_LANES] = {0};
    for (uint64_t i = 0; i < count; i += TCUI_MOMENTS_LANES) {
        for (int l = 0; l < TCUI_MOMENTS_LANES; l++) {
            sum[l] += x[i + (uint64_t)l];
        }
    }
    for (int half = TCUI_MOMENTS_LANES / 2; half > 0; half /= 2) {
        for (int l = 0; l < half; l++) {
            sum[l] += sum[l + half];
        }
    }
    return sum[0];
}

/* Of x[0] ... x[count - 1], one or more. */
TCUI_ALWAYS_INLINE tcui_moments_cell TCUI_L(tcui_moments_two_passes)(const double *x, uint64_t count)
{
    const uint64_t whole = count / TCUI_MOMENTS_LANES * TCUI_MOMENTS_LANES;
    double sum = TCUI_L(tcui_sum_of_lanes)(x, whole), deviations, squares;
    for (uint64_t i = whole; i < count; i++) {
        sum += x[i];
    }
    const double mean = sum / (double)count, shift = isfinite(mean) ? mean : 0;
    TCUI_L(tcui_sums_about)(x, whole, shift, &deviations, &squares);
    for (uint64_t i = whole; i < count; i++) {
        deviations += x[i] - shift;
        squares += (x[i] - shift) * (x[i] - shift);
    }
    return tcui_cell_about(shift, deviations, squares, count);
}

/* The same of few elements, by two sums of each kind: more would take longer to add than they gain. */
TCUI_ALWAYS_INLINE tcui_moments_cell TCUI_L(tcui_moments_of_few)(tcu_type type, const void *in, uint64_t first,
                                                                 uint64_t count)
{
    double x[TCUI_MOMENTS_MANY], even = 0, odd = 0, d_even = 0, d_odd = 0, q_even = 0, q_odd = 0;
    TCUI_L(tcui_load_f64)(type, in, first, 1, count, x);
    x[count] = 0; /* completes a pair; then its deviation is 0 */
    for (uint64_t i = 0; i < count; i += 2) {
        even += x[i];
        odd += x[i + 1];
    }
    const double mean = (even + odd) / (double)count, shift = mean - mean == 0 ? mean : 0;
    x[count] = shift;
    for (uint64_t i = 0; i < count; i += 2) {
        const double a = x[i] - shift, b = x[i + 1] - shift;
        d_even += a;
        d_odd += b;
        q_even += a * a;
        q_odd += b * b;
    }
    return tcui_cell_about(shift, d_even + d_odd, q_even + q_odd, count);
}

/* Of 1 to TCUI_TILE_ELEMENTS elements. */
TCUI_ALWAYS_INLINE tcui_moments_cell TCUI_L(tcui_moments_tile)(tcu_type type, const void *in, uint64_t first,
                                                               uint64_t count)
{
    double x[TCUI_TILE_ELEMENTS];
    if (count < TCUI_MOMENTS_MANY) {
        return TCUI_L(tcui_moments_of_few)(type, in, first, count);
    }
    TCUI_L(tcui_load_f64)(type, in, first, 1, count, x);
    return TCUI_L(tcui_moments_two_passes)(x, count);
}

/* Of up to a chunk's elements. */
TCUI_ALWAYS_INLINE tcui_moments_cell TCUI_L(tcui_moments_range)(tcu_type type, const void *in, uint64_t first,
                                                                uint64_t count)
{
    if (count <= TCUI_TILE_ELEMENTS) {
        return count > 0 ? TCUI_L(tcui_moments_tile)(type, in, first, count) : (tcui_moments_cell){0, 0, 0};
    }
    tcui_moments_tree tree;
    tree.parts = 0;
    for (uint64_t i = 0; i < count; i += TCUI_TILE_ELEMENTS) {
        const uint64_t left = count - i;
        tcui_tree_add(&tree, TCUI_L(tcui_moments_tile)(type, in, first + i,
                                                       left < TCUI_TILE_ELEMENTS ? left : TCUI_TILE_ELEMENTS));
    }
    return tcui_tree_total(&tree);
}

/* One chunk: the moments of the segments that lie in it; `head`, what it has of the first one that ends in it, and `tail`,
 * what it has of the one that it leaves open, are put together in segments.c. */
static void TCUI_L(tcui_moments_chunk)(const tcui_moments_task *task, tcui_moments_partial *partial)
{
    const tcui_chunk *chunk = &partial->chunk;
    uint64_t begin = chunk->begin;
    for (uint64_t k = chunk->first; k <= chunk->last; k++) {
        const uint64_t end = k < chunk->last ? tcui_segment_end(&task->segments, k) : chunk->end;
        const tcui_moments_cell cell = TCUI_L(tcui_moments_range)(task->in_type, task->in, begin, end - begin);
        begin = end;
        if (k == chunk->last) {
            partial->tail = cell;
        } else if (k == chunk->first) {
            partial->head = cell;
        } else {
            tcui_moments_store(task, k, cell);
        }
    }
}

/* b becomes what a and b are together, of as many columns; neither is empty. Choices are masks, so that columns are vectors:
 * see tcui_cells_join(). */
static void TCUI_L(tcui_moments_join)(const tcui_moments_columns *a, tcui_moments_columns *b, uint64_t columns)
{
    const double count = (double)(a->count + b->count), share_a = (double)a->count;
    const double weight = a->count == b->count ? 0.5 : (double)b->count / count, both = share_a * weight;
    for (uint64_t c = 0; c < columns; c++) {
        const double delta = b->mean[c] - a->mean[c], moved = a->mean[c] + delta * weight,
                     sum = a->mean[c] + b->mean[c];
        b->mean[c] = delta - delta == 0 ? moved : sum;
        b->squares[c] = a->squares[c] + b->squares[c] + delta * delta * both;
    }
    b->count += a->count;
}

/* Of up to TCUI_MOMENTS_ROWS rows: the same sums column by column, side by side. */
TCUI_ALWAYS_INLINE void TCUI_L(tcui_moments_wide_block)(tcu_type type, const void *in, uint64_t first, uint64_t stride,
                                                        uint64_t rows, uint64_t columns, tcui_moments_columns *of)
{
    double x[TCUI_MOMENTS_ROWS][TCUI_MOMENTS_WIDTH], shift[TCUI_MOMENTS_WIDTH] = {0};
    double sum[TCUI_MOMENTS_WIDTH] = {0}, squares[TCUI_MOMENTS_WIDTH] = {0};
    const double count = (double)rows, unit = DBL_EPSILON / 2;
    for (uint64_t r = 0; r < rows; r++) {
        TCUI_L(tcui_load_f64)(type, in, first + r * stride, 1, columns, x[r]);
        for (uint64_t c = 0; c < columns; c++) {
            shift[c] += x[r][c];
        }
    }
    for (uint64_t c = 0; c < columns; c++) {
        const double mean = shift[c] / count;
        shift[c] = mean - mean == 0 ? mean : 0;
    }
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t c = 0; c < columns; c++) {
            const double deviation = x[r][c] - shift[c];
            sum[c] += deviation;
            squares[c] += deviation * deviation;
        }
    }
    of->count = rows;
    for (uint64_t c = 0; c < columns; c++) { /* as tcui_cell_about() */
        const double offset = sum[c] / count, rest = squares[c] - sum[c] * offset;
        const bool cancels = rest <= 64 * unit * squares[c], is_rounding = fabs(offset) <= 32 * unit * fabs(shift[c]);
        const double kept = cancels & is_rounding ? 0 : rest;
        of->mean[c] = shift[c] + offset;
        of->squares[c] = kept < 0 ? 0 : kept;
    }
}

/* Of up to TCUI_TILE_ELEMENTS rows: one column after the other. */
TCUI_ALWAYS_INLINE void TCUI_L(tcui_moments_narrow_block)(tcu_type type, const void *in, uint64_t first,
                                                          uint64_t stride, uint64_t rows, uint64_t columns,
                                                          tcui_moments_columns *of)
{
    double x[TCUI_TILE_ELEMENTS];
    of->count = rows;
    for (uint64_t c = 0; c < columns; c++) {
        TCUI_L(tcui_load_f64)(type, in, first + c, stride, rows, x);
        const tcui_moments_cell cell = TCUI_L(tcui_moments_two_passes)(x, rows);
        of->mean[c] = cell.mean;
        of->squares[c] = cell.squares;
    }
}

static void TCUI_L(tcui_moments_block)(tcu_type type, const void *in, uint64_t first, uint64_t stride, uint64_t rows,
                                       uint64_t columns, tcui_moments_columns *of)
{
    if (columns <= TCUI_MOMENTS_NARROW) {
        TCUI_L(tcui_moments_narrow_block)(type, in, first, stride, rows, columns, of);
    } else {
        TCUI_L(tcui_moments_wide_block)(type, in, first, stride, rows, columns, of);
    }
}

static const tcui_moments_kernels TCUI_L(tcui_moments_kernels) = {
    TCUI_L(tcui_moments_chunk), TCUI_L(tcui_moments_block), TCUI_L(tcui_moments_join)};
