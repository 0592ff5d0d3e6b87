/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same sums as products of tiles, C = C + A B over runs: 16 rows of 16 neighbouring results are
 *
 *     A[r][k] = in[16 r + k]            16 windows of the line, which overlap,
 *     B[k][c] = w[k - c]                the band matrix of the run's taps, k < count + 15,
 *     C[r][c] = result 16 r + c.
 *
 * A is read where the line is, B where tcui_stencil_program has its rows. Zeros of B are multiplied with: where that
 * could matter, an infinity or a NaN, the tile is not finite, and is summed anew without them.
 */

enum { TCUI_V(band_rows) = TCUI_LEVEL_NUMBER == 2 ? 8 : 4, TCUI_V(band_vectors) = TCUI_TILE_EDGE / TCUI_LANES };

/* Rows row ... row + band_rows - 1 of C, whose first result is at element `x`; neighbours are `distance` apart. */
TCUI_ALWAYS_INLINE void TCUI_V(band_product)(const tcui_stencil_sum *s, TCUI_V(tcui_tile) * C, int row, int64_t x,
                                             int64_t distance)
{
    TCUI_V(tcui_vector) sums[8][16];
    const TCUI_ACC_TYPE *band = s->bands;
    const int rows = TCUI_V(band_rows), vectors = TCUI_V(band_vectors);
    TCUI_UNROLL
    for (int r = 0; r < rows; r++) {
        TCUI_UNROLL
        for (int v = 0; v < vectors; v++) {
            sums[r][v] = TCUI_V(tcui_vector_zero)();
        }
    }
    for (int64_t run = 0; run < s->num_runs; run++) {
        const TCUI_ACC_TYPE *A = (const TCUI_ACC_TYPE *)s->at[run] + x + (int64_t)row * TCUI_TILE_EDGE * distance;
        const int64_t depth = (int64_t)s->runs[run].count + TCUI_TILE_EDGE - 1;
        const TCUI_ACC_TYPE *B = band + depth - 1; /* row k begins k elements before */
        for (int64_t k = 0; k < depth; k++) {
            TCUI_UNROLL
            for (int r = 0; r < rows; r++) {
                const TCUI_V(tcui_vector) a = TCUI_V(tcui_vector_set)(A[((int64_t)r * TCUI_TILE_EDGE + k) * distance]);
                TCUI_UNROLL
                for (int v = 0; v < vectors; v++) {
                    const TCUI_V(tcui_vector) b = TCUI_V(tcui_vector_load)(B - k + v * TCUI_LANES);
                    sums[r][v] = TCUI_V(tcui_vector_multiply_add)(a, b, sums[r][v]);
                }
            }
        }
        band += depth + TCUI_TILE_EDGE - 1;
    }
    TCUI_UNROLL
    for (int r = 0; r < rows; r++) {
        TCUI_UNROLL
        for (int v = 0; v < vectors; v++) {
            TCUI_V(tcui_vector_store)(&C->at[row + r][v * TCUI_LANES], sums[r][v]);
        }
    }
}

TCUI_ALWAYS_INLINE bool TCUI_V(is_finite)(const TCUI_ACC_TYPE *values, int n)
{
    TCUI_ACC_TYPE zeros = 0;
    for (int i = 0; i < n; i++) {
        zeros += values[i] * 0;
    }
    return zeros == 0;
}

/* The tile of results of elements x ... of the input. */
TCUI_ALWAYS_INLINE void TCUI_V(band_tile)(const tcui_stencil_sum *s, TCUI_ACC_TYPE *out, int64_t x, int64_t distance)
{
    TCUI_V(tcui_tile) C;
    TCUI_KEEP_LOOP
    for (int row = 0; row < TCUI_TILE_EDGE; row += TCUI_V(band_rows)) {
        TCUI_V(band_product)(s, &C, row, x, distance);
    }
    for (int i = 0; i < TCUI_TILE_ELEMENTS; i++) {
        out[i * distance] = C.at[i / TCUI_TILE_EDGE][i % TCUI_TILE_EDGE];
    }
    if (!TCUI_V(is_finite)(C.at[0], TCUI_TILE_ELEMENTS)) {
        for (int i = 0; i < TCUI_TILE_ELEMENTS; i++) {
            out[i * distance] = TCUI_V(sum_one)(s, x + i * distance);
        }
    }
}

TCUI_ALWAYS_INLINE void TCUI_V(band_row)(const tcui_stencil_sum *s, TCUI_ACC_TYPE *out, int64_t x, int64_t n)
{
    const int64_t tile = TCUI_TILE_ELEMENTS * s->distance;
    int64_t e = 0;
    for (; e + tile <= n; e += tile) {
        if (s->distance == 1) {
            TCUI_V(band_tile)(s, out + e, x + e, 1);
            continue;
        }
        for (int64_t c = 0; c < s->distance; c++) {
            TCUI_V(band_tile)(s, out + e + c, x + e + c, s->distance);
        }
    }
    if (e < n) {
        TCUI_V(sum_row)(s, out + e, x + e, n - e);
    }
}

static void TCUI_V(sum_by_bands)(const tcui_stencil_sum *s, void *out, int64_t n)
{
    for (int64_t row = 0; row < s->rows; row++) {
        TCUI_V(band_row)(s, (TCUI_ACC_TYPE *)out + row * s->out_pitch, row * s->in_pitch, n);
    }
}
