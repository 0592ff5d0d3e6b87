/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans on tiles, algorithms 5 and 6 of Dakkak et al. (ICS 2019), in the paper's notation; included once for each
 * accumulator TCUI_ACC. Every element of a tile is read before one is written, so out may be in.
 *
 * The exclusive result at i is the inclusive one at i - 1, bit for bit: it is the same chain of additions, stored one
 * place later.
 */

/* Scan_16: 16 segments of up to 16 elements, A * U, where segment r is row r of A: the 16 * size elements are
 * consecutive, so a row is the next `size` numbers of them. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_16)(tcui_sum_types types, tcu_scan_kind kind, const void *in, void *out,
                                             uint64_t first, int size)
{
    TCUI_T(tcui_tile) A, R;
    TCUI_ACC_TYPE sums[TCUI_TILE_EDGE] = {0};
    const TCUI_ACC_TYPE *a = A.at[0];
    TCUI_ACC_TYPE *result = R.at[0];
    TCUI_T(tcui_tile_load_rows)(&A, types.in, in, first, size);
    TCUI_KEEP_LOOP
    for (int c = 0; c < size; c++) {
        for (int r = 0; r < TCUI_TILE_EDGE; r++) {
            TCUI_ACC_TYPE before = sums[r];
            sums[r] += a[r * size + c];
            result[r * size + c] = kind == TCU_SCAN_EXCLUSIVE ? before : sums[r];
        }
    }
    TCUI_T(tcui_tile_store_rows)(&R, types.out, out, first, size);
}

/* Up to 16 elements of one segment, after `base`: one row of A * U. Returns the sum of the elements. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_scan_row)(tcui_sum_types types, tcu_scan_kind kind, const void *in,
                                                       void *out, uint64_t first, uint64_t count, TCUI_ACC_TYPE base)
{
    TCUI_ACC_TYPE sum = 0;
    TCUI_KEEP_LOOP
    for (uint64_t i = first; i < first + count; i++) {
        TCUI_ACC_TYPE before = sum;
        sum += TCUI_T(tcui_element_load)(types.in, in, i);
        TCUI_T(tcui_element_store)(types.out, out, i, base + (kind == TCU_SCAN_EXCLUSIVE ? before : sum));
    }
    return sum;
}

/* Algorithm 5, Scan_16N: 16 segments of `size` elements, one in each row. Rows of A are `size` apart in memory; R =
 * A * U + S, S the last column of the R before. Where `size` is no multiple of 16, short rows are left at the end. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_16n)(tcui_sum_types types, tcu_scan_kind kind, const void *in, void *out,
                                              uint64_t first, uint64_t size)
{
    TCUI_T(tcui_tile) A, R;
    TCUI_ACC_TYPE S[TCUI_TILE_EDGE] = {0};
    uint64_t i = 0;
    for (; size - i >= TCUI_TILE_EDGE; i += TCUI_TILE_EDGE) {
        TCUI_T(tcui_tile_load)
        (&A, types.in, in, first + i, TCUI_ROW_MAJOR, size, TCUI_TILE_EDGE, TCUI_TILE_EDGE);
        TCUI_T(tcui_tile_scan_rows)(&R, &A, S, TCUI_TILE_EDGE, kind == TCU_SCAN_EXCLUSIVE);
        TCUI_T(tcui_tile_store)
        (&R, types.out, out, first + i, TCUI_ROW_MAJOR, size, TCUI_TILE_EDGE, TCUI_TILE_EDGE);
    }
    for (uint64_t r = 0; r < TCUI_TILE_EDGE; r++) {
        TCUI_T(tcui_scan_row)(types, kind, in, out, first + r * size + i, size - i, S[r]);
    }
}

/*
 * One step of algorithm 6 on up to 16 rows: R = A * U + ((L * A) * 1 + S), in the order in which the result needs no
 * addition afterwards.
 *
 * V holds P * A_i + V over the tiles up to this one, so base + V * P^T is the sum up to here, formed in the same way as
 * tcui_reduction does: the reductions of whole chunks and the scans inside them agree bit for bit. It is the next S,
 * which is returned. What comes before a row, or a tile, is the last inclusive result of the one above.
 */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_scan_256)(tcui_sum_types types, tcu_scan_kind kind, const void *in,
                                                       void *out, uint64_t first, int rows,
                                                       TCUI_ACC_TYPE V[TCUI_TILE_EDGE], TCUI_ACC_TYPE base,
                                                       TCUI_ACC_TYPE S)
{
    TCUI_T(tcui_tile) A, R;
    TCUI_ACC_TYPE before[TCUI_TILE_EDGE] = {0};
    TCUI_ACC_TYPE sums[TCUI_TILE_EDGE];
    TCUI_T(tcui_tile_load_rows)(&A, types.in, in, first, rows);
    TCUI_T(tcui_tile_add_columns)(V, &A, rows);
    TCUI_ACC_TYPE next_S = base + TCUI_T(tcui_tile_sum_row)(V);

    TCUI_T(tcui_tile_sum_rows_before)(before, &A, rows);
    for (int r = 0; r < TCUI_TILE_EDGE; r++) {
        before[r] += S;
        sums[r] = before[r];
    }
    TCUI_T(tcui_tile_scan_rows)(&R, &A, sums, rows, kind == TCU_SCAN_EXCLUSIVE);
    if (kind == TCU_SCAN_INCLUSIVE) {
        for (int r = 0; r < rows; r++) {
            R.at[r][TCUI_TILE_EDGE - 1] = r + 1 < rows ? before[r + 1] : next_S;
        }
    }
    TCUI_T(tcui_tile_store_rows)(&R, types.out, out, first, rows);
    return next_S;
}

/* Scan_256 and algorithm 6, Scan_256N: one segment, or a part of one with the sum `base` before it, of any size: tiles,
 * the rows of the last tile, and the last row if it is short. Returns the sum of the elements, without base, formed as
 * tcui_reduction forms it. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_scan_256n)(tcui_sum_types types, tcu_scan_kind kind, const void *in,
                                                        void *out, uint64_t first, uint64_t count, TCUI_ACC_TYPE base)
{
    TCUI_ACC_TYPE V[TCUI_TILE_EDGE] = {0};
    TCUI_ACC_TYPE S = base;
    TCUI_ACC_TYPE sum = 0;
    uint64_t i = 0;
    if (count >= TCUI_TILE_EDGE) {
        for (; count - i >= TCUI_TILE_ELEMENTS; i += TCUI_TILE_ELEMENTS) {
            S = TCUI_T(tcui_scan_256)(types, kind, in, out, first + i, TCUI_TILE_EDGE, V, base, S);
        }
        int rows = (int)((count - i) / TCUI_TILE_EDGE);
        if (rows > 0) {
            S = TCUI_T(tcui_scan_256)(types, kind, in, out, first + i, rows, V, base, S);
            i += (uint64_t)rows * TCUI_TILE_EDGE;
        }
        sum = TCUI_T(tcui_tile_sum_row)(V);
    }
    return sum + TCUI_T(tcui_scan_row)(types, kind, in, out, first + i, count - i, S);
}
