/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of short segments on tiles, in the paper's notation; included once for each accumulator TCUI_ACC. `types` are
 * constants in every caller. */

/* Algorithm 1 of Dakkak et al. (ICS 2019), Reduction_16: 16 segments of up to 16 elements. V = P * A, where segment k
 * is column k of A: the 16 * size elements are consecutive, so a column is the next `size` numbers of them. */
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
