/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums on tiles, algorithms 1 to 3 of Dakkak et al. (ICS 2019), in the paper's notation; included once for each
 * accumulator TCUI_ACC that the host backend sums in: f64 (all floating-point types), u32, u64. `types` are constants
 * in every caller.
 */

/* Algorithm 1, Reduction_16: 16 segments of up to 16 elements. V = P * A, where segment k is column k of A: the 16 *
 * size elements are consecutive, so a column is the next `size` numbers of them. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_reduction_16)(tcui_sum_types types, const void *in, uint64_t first, int size,
                                                  void *out, uint64_t segment)
{
    TCUI_T(tcui_tile) A;
    TCUI_ACC_TYPE V[TCUI_TILE_EDGE] = {0};
    const TCUI_ACC_TYPE *elements = A.at[0];
    TCUI_T(tcui_tile_load_rows)(&A, types.in, in, first, size);
    TCUI_KEEP_LOOP
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < TCUI_TILE_EDGE; k++) {
            V[k] += elements[k * size + i];
        }
    }
    for (int k = 0; k < TCUI_TILE_EDGE; k++) {
        TCUI_T(tcui_element_store)(types.out, out, segment + (uint64_t)k, V[k]);
    }
}

/* Up to 16 elements: one row, a chain of additions. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_reduction_row)(tcui_sum_types types, const void *in, uint64_t first,
                                                            uint64_t count)
{
    TCUI_ACC_TYPE sum = 0;
    TCUI_KEEP_LOOP
    for (uint64_t i = first; i < first + count; i++) {
        sum += TCUI_T(tcui_element_load)(types.in, in, i);
    }
    return sum;
}

/*
 * One segment of any size: algorithm 2, Reduction_256, V = P * A, R = V * P^T; beyond 256 elements figure 7, the
 * work-efficient Reduction_256N, V = P * A_i + V over the tiles and one R = V * P^T at the end; and as in algorithm 3,
 * the coalesced Reduction_16N, what is left behind the last full tile are rows of 16. (A last row of fewer elements is
 * added as it is instead of padded.) All elements go into one sum, so A may be loaded by rows and P * A adds rows of
 * consecutive elements.
 */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_reduction)(tcui_sum_types types, const void *in, uint64_t first,
                                                        uint64_t count)
{
    TCUI_T(tcui_tile) A;
    TCUI_ACC_TYPE V[TCUI_TILE_EDGE] = {0};
    uint64_t i = 0;
    if (count < TCUI_TILE_EDGE) {
        return TCUI_T(tcui_reduction_row)(types, in, first, count);
    }
    for (; count - i >= TCUI_TILE_ELEMENTS; i += TCUI_TILE_ELEMENTS) {
        TCUI_T(tcui_tile_load_rows)(&A, types.in, in, first + i, TCUI_TILE_EDGE);
        TCUI_T(tcui_tile_add_columns)(V, &A, TCUI_TILE_EDGE);
    }
    int rows = (int)((count - i) / TCUI_TILE_EDGE);
    TCUI_T(tcui_tile_load_rows)(&A, types.in, in, first + i, rows);
    TCUI_T(tcui_tile_add_columns)(V, &A, rows);
    i += (uint64_t)rows * TCUI_TILE_EDGE;
    return TCUI_T(tcui_tile_sum_row)(V) + TCUI_T(tcui_reduction_row)(types, in, first + i, count - i);
}
