/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of short segments on tiles, in the paper's notation; included once for each accumulator TCUI_ACC. `types` are
 * constants in every caller. */

typedef TCUI_ACC_TYPE TCUI_T(tcui_sum_four) __attribute__((vector_size(4 * sizeof(TCUI_ACC_TYPE))));
typedef TCUI_ACC_TYPE TCUI_T(tcui_sum_two) __attribute__((vector_size(2 * sizeof(TCUI_ACC_TYPE))));

/* The sum of 9 to 16 numbers: four columns side by side, these as a tree, and what is behind the last four. (Of arrays
 * compilers add some columns one by one.) */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_sum_row)(const TCUI_ACC_TYPE *row, int size)
{
    enum { COLUMNS = 4 };
    TCUI_T(tcui_sum_four) sums, next;
    TCUI_ACC_TYPE rest = 0;
    memcpy(&sums, row, sizeof sums);
    memcpy(&next, row + COLUMNS, sizeof next);
    sums += next;
    int i = 2 * COLUMNS;
    if (size >= 3 * COLUMNS) {
        memcpy(&next, row + i, sizeof next);
        sums += next;
        i += COLUMNS;
    }
    if (size >= 4 * COLUMNS) {
        memcpy(&next, row + i, sizeof next);
        sums += next;
        i += COLUMNS;
    }
    TCUI_KEEP_LOOP
    for (; i < size; i++) {
        rest += row[i];
    }
    const TCUI_T(tcui_sum_two) twos =
        (TCUI_T(tcui_sum_two)){sums[0], sums[1]} + (TCUI_T(tcui_sum_two)){sums[2], sums[3]};
    return (twos[0] + twos[1]) + rest;
}

/* Algorithm 1 of Dakkak et al. (ICS 2019), Reduction_16: 16 segments of up to 16 elements. V = P * A, where segment k is
 * column k of A: the 16 * size elements are consecutive, so a column is the next `size` numbers of them. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_reduction_16)(tcui_sum_types types, const void *in, uint64_t first, int size,
                                                  void *out, uint64_t segment)
{
    TCUI_T(tcui_tile) A;
    TCUI_ACC_TYPE V[TCUI_TILE_EDGE] = {0};
    const TCUI_ACC_TYPE *elements = A.at[0];
    TCUI_T(tcui_tile_load_rows)(&A, types.in, in, first, size);
    const TCUI_ACC_TYPE *row = elements;
    TCUI_KEEP_LOOP
    for (int k = 0; k < TCUI_TILE_EDGE && size >= TCUI_T(tcui_least_row); k++) {
        V[k] = TCUI_T(tcui_sum_row)(row, size);
        row += size;
    }
    TCUI_KEEP_LOOP
    for (int i = 0; i < size && size < TCUI_T(tcui_least_row); i++) {
        for (int k = 0; k < TCUI_TILE_EDGE; k++) {
            V[k] += elements[k * size + i];
        }
    }
    for (int k = 0; k < TCUI_TILE_EDGE; k++) {
        TCUI_T(tcui_element_store)(types.out, out, segment + (uint64_t)k, V[k]);
    }
}
