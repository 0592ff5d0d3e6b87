/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of mapped elements and products at a level. Elements become f64 or u64, some hundred at a time, by a loop for
 * each type; what is done with them afterwards is compiled once.
 */

/* Elements of a tile, and products side by side, which do not wait for each other. */
enum { TCUI_L(tcui_arithmetic_tile) = 1024, TCUI_L(tcui_product_lanes) = 16 };

/* x[i] = from[i], mapped, for i < count. */
static void TCUI_L(tcui_load_reals)(tcu_type type, tcu_map map, const void *from, uint64_t count, double *x)
{
    uint64_t i = 0;
#if TCUI_LEVEL_NUMBER > 0
    for (; type == TCU_TYPE_F16 && i + 8 <= count; i += 8) {
        const __m256 eight = _mm256_cvtph_ps(_mm_loadu_si128((const void *)((const uint16_t *)from + i)));
        _mm256_storeu_pd(x + i, _mm256_cvtps_pd(_mm256_castps256_ps128(eight)));
        _mm256_storeu_pd(x + i + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(eight, 1)));
    }
#endif
#define TCUI_LOAD(name)                                                                                                \
    case tcui_element_##name:                                                                                          \
        for (; i < count; i++) {                                                                                       \
            x[i] = tcui_element_load_f64((tcu_type)tcui_element_##name, from, i);                                      \
        }                                                                                                              \
        break;
    switch ((int)type) {
        TCUI_LOAD(f16)
        TCUI_LOAD(bf16)
        TCUI_LOAD(f32)
        TCUI_LOAD(f64)
    }
#undef TCUI_LOAD
    for (i = 0; map == TCU_MAP_SQUARE && i < count; i++) {
        x[i] *= x[i];
    }
    for (i = 0; map == TCU_MAP_ABSOLUTE && i < count; i++) {
        x[i] = fabs(x[i]);
    }
}

static void TCUI_L(tcui_load_integers)(tcu_type type, tcu_map map, const void *from, uint64_t count, uint64_t *x)
{
#define TCUI_LOAD(name)                                                                                                \
    case tcui_element_##name:                                                                                          \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            x[i] = tcui_element_load_u64((tcu_type)tcui_element_##name, from, i);                                      \
        }                                                                                                              \
        break;
    switch ((int)type) {
        TCUI_LOAD(i8)
        TCUI_LOAD(u8)
        TCUI_LOAD(i16)
        TCUI_LOAD(u16)
        TCUI_LOAD(i32)
        TCUI_LOAD(u32)
        TCUI_LOAD(i64)
        TCUI_LOAD(u64)
    }
#undef TCUI_LOAD
    for (uint64_t i = 0; map == TCU_MAP_SQUARE && i < count; i++) {
        x[i] *= x[i];
    }
    for (uint64_t i = 0; map == TCU_MAP_ABSOLUTE && tcui_is_signed(type) && i < count; i++) {
        x[i] = (int64_t)x[i] < 0 ? 0 - x[i] : x[i];
    }
}

/* The product of x[0] ... x[count - 1]: of each lane, then of these. */
#define TCUI_PRODUCT_OF(type)                                                                                          \
    enum { LANES = TCUI_L(tcui_product_lanes) };                                                                       \
    type lanes[LANES], rest = 1;                                                                                       \
    uint64_t i = 0;                                                                                                    \
    for (int l = 0; l < LANES; l++) {                                                                                  \
        lanes[l] = 1;                                                                                                  \
    }                                                                                                                  \
    for (; i + LANES <= count; i += LANES) {                                                                           \
        for (int l = 0; l < LANES; l++) {                                                                              \
            lanes[l] *= x[i + (uint64_t)l];                                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    for (; i < count; i++) {                                                                                           \
        rest *= x[i];                                                                                                  \
    }                                                                                                                  \
    for (int l = 0; l < LANES; l++) {                                                                                  \
        rest *= lanes[l];                                                                                              \
    }                                                                                                                  \
    return rest;

static double TCUI_L(tcui_product_of_reals)(const double *x, uint64_t count)
{
    TCUI_PRODUCT_OF(double)
}

static uint64_t TCUI_L(tcui_product_of_integers)(const uint64_t *x, uint64_t count)
{
    TCUI_PRODUCT_OF(uint64_t)
}
#undef TCUI_PRODUCT_OF

/* Tile after tile. Of sums what rounding loses is summed too. */
static double TCUI_L(tcui_combine_reals)(const tcui_reduce_task *task, const void *from, uint64_t count)
{
    enum { TILE = TCUI_L(tcui_arithmetic_tile) };
    const bool is_sum = task->reduction.op == TCU_OPERATOR_SUM;
    const size_t bytes = tcu_type_size(task->in_type);
    const char *const second = task->reduction.map == TCUI_MAP_TIMES
                                   ? (const char *)task->second + ((const char *)from - (const char *)task->in)
                                   : NULL;
    double x[TILE], y[TILE], all = is_sum ? 0 : 1, lost = 0;
    for (uint64_t i = 0, n; i < count; i += n) {
        n = count - i < TILE ? count - i : TILE;
        TCUI_L(tcui_load_reals)(task->in_type, task->reduction.map, (const char *)from + i * bytes, n, x);
        if (second != NULL) {
            TCUI_L(tcui_load_reals)(task->in_type, TCU_MAP_NONE, second + i * bytes, n, y);
            for (uint64_t j = 0; j < n; j++) {
                x[j] *= y[j];
            }
        }
        if (is_sum) {
            tcui_add_f64(&all, &lost, tcui_sum_reals(TCU_TYPE_F64, x, 0, n));
        } else {
            all *= TCUI_L(tcui_product_of_reals)(x, n);
        }
    }
    return is_sum ? all + lost : all; /* (-0 + 0 is not -0) */
}

static uint64_t TCUI_L(tcui_combine_integers)(const tcui_reduce_task *task, const void *from, uint64_t count)
{
    enum { TILE = TCUI_L(tcui_arithmetic_tile) };
    const bool is_sum = task->reduction.op == TCU_OPERATOR_SUM;
    const size_t bytes = tcu_type_size(task->in_type);
    const char *const second = task->reduction.map == TCUI_MAP_TIMES
                                   ? (const char *)task->second + ((const char *)from - (const char *)task->in)
                                   : NULL;
    uint64_t x[TILE], y[TILE], all = is_sum ? 0 : 1;
    for (uint64_t i = 0, n; i < count; i += n) {
        n = count - i < TILE ? count - i : TILE;
        TCUI_L(tcui_load_integers)(task->in_type, task->reduction.map, (const char *)from + i * bytes, n, x);
        if (second != NULL) {
            TCUI_L(tcui_load_integers)(task->in_type, TCU_MAP_NONE, second + i * bytes, n, y);
            for (uint64_t j = 0; j < n; j++) {
                x[j] *= y[j];
            }
        }
        if (is_sum) {
            all += tcui_sum_modulo_64(x, n, 0);
        } else {
            all *= TCUI_L(tcui_product_of_integers)(x, n);
        }
    }
    return all;
}
