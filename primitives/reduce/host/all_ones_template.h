/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of groups at a level. (Of AVX-512 there is no measurement.) */
#if TCUI_LEVEL_NUMBER < 2

/* M of the group that begins at element `begin`, zeros behind element n: D = A * 1 + 0, D' = 1 * D + 0. All columns of
 * D are equal and all entries of D' are, so one of each is formed. */
TCUI_ALWAYS_INLINE double TCUI_L(tcui_all_ones_group)(tcu_type type, const void *in, uint64_t n, uint64_t begin)
{
    tcui_tile_f64 A;
    double D[TCUI_TILE_EDGE] = {0};
    uint64_t count = n - begin < TCUI_TILE_ELEMENTS ? n - begin : TCUI_TILE_ELEMENTS;
    int rows = (int)(count / TCUI_TILE_EDGE);
    uint64_t rest = count % TCUI_TILE_EDGE;
    tcui_tile_load_rows_f64(&A, type, in, begin, rows);
    for (int r = 0; r < rows; r++) {
        D[r] = tcui_tile_sum_row_f64(A.at[r]);
    }
    if (rest > 0) {
        D[rows] = tcui_sum_few(type, in, begin + count - rest, rest);
    }
    return tcui_tile_sum_row_f64(D);
}

#define TCUI_ALL_ONES(in_type)                                                                                         \
    static void TCUI_L(tcui_all_ones_##in_type)(const void *in, uint64_t n, double *out, uint64_t first,               \
                                                uint64_t last)                                                         \
    {                                                                                                                  \
        for (uint64_t group = first; group < last; group++) {                                                          \
            out[group] =                                                                                               \
                TCUI_L(tcui_all_ones_group)((tcu_type)tcui_element_##in_type, in, n, group * TCUI_TILE_ELEMENTS);      \
        }                                                                                                              \
    }
TCUI_ALL_ONES(f16)
TCUI_ALL_ONES(bf16)
TCUI_ALL_ONES(f32)
TCUI_ALL_ONES(f64)
#undef TCUI_ALL_ONES

#endif
