/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans on tiles, algorithms 5 and 6 of Dakkak et al. (ICS 2019), in the paper's notation; included once for each
 * accumulator TCUI_ACC. Every element of a tile is read before one is written, so out may be in.
 *
 * The exclusive result at i is the inclusive one at i - 1, bit for bit: it is the same tile, shifted by one.
 */

/* Scan_16: 16 segments of up to 16 elements, A * U where segment r is row r of A. The 16 * size elements are
 * consecutive and stay so: a row is the next `size` numbers of the run. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_16)(tcui_sum_types types, tcu_scan_kind kind, const void *in, void *out,
                                             uint64_t first, int size)
{
    TCUI_T(tcui_tile) A, R;
    TCUI_ACC_TYPE sums[TCUI_TILE_EDGE] = {0};
    const TCUI_ACC_TYPE *a = A.at[0];
    TCUI_ACC_TYPE *result = R.at[0];
    TCUI_T(tcui_tile_load_run)(&A, types.in, in, first, TCUI_TILE_EDGE * size);
    TCUI_KEEP_LOOP
    for (int c = 0; c < size; c++) {
        for (int r = 0; r < TCUI_TILE_EDGE; r++) {
            TCUI_ACC_TYPE before = sums[r];
            sums[r] += a[r * size + c];
            result[r * size + c] = kind == TCU_SCAN_EXCLUSIVE ? before : sums[r];
        }
    }
    TCUI_T(tcui_tile_store_run)(&R, types.out, out, first, TCUI_TILE_EDGE * size);
}

/* Algorithm 5, Scan_16N: 16 segments of `size` elements, one in each row. Rows of A are `size` apart in memory;
 * R = A * U + S over ceil(size / 16) tiles, S the last column of the R before. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_16n)(tcui_sum_types types, tcu_scan_kind kind, const void *in, void *out,
                                              uint64_t first, uint64_t size)
{
    TCUI_T(tcui_tile) A, R;
    TCUI_ACC_TYPE S[TCUI_TILE_EDGE] = {0};
    for (uint64_t i = 0; i < size; i += TCUI_TILE_EDGE) {
        int columns = size - i < TCUI_TILE_EDGE ? (int)(size - i) : TCUI_TILE_EDGE;
        TCUI_T(tcui_tile_load)(&A, types.in, in, first + i, TCUI_ROW_MAJOR, size, TCUI_TILE_EDGE, columns);
        TCUI_T(tcui_tile_scan_rows)(&R, &A, S, TCUI_TILE_EDGE);
        if (kind == TCU_SCAN_EXCLUSIVE) {
            TCUI_T(tcui_tile_shift_right)(&A, &R, S, TCUI_TILE_EDGE);
        }
        TCUI_T(tcui_tile_store)
        (kind == TCU_SCAN_EXCLUSIVE ? &A : &R, types.out, out, first + i, TCUI_ROW_MAJOR, size, TCUI_TILE_EDGE,
         columns);
        for (int r = 0; r < TCUI_TILE_EDGE; r++) {
            S[r] = R.at[r][TCUI_TILE_EDGE - 1];
        }
    }
}

/* Scan_16 of one segment of up to 16 elements, after `base`: one row of A * U. Returns the sum of the elements. */
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

/*
 * One step of algorithm 6 on `count` (up to 256) elements: R = A * U + ((L * A) * 1 + S), in the order in which the
 * result needs no addition afterwards.
 *
 * V holds P * A_i + V over the tiles up to this one, so base + V * P^T is the sum up to here, formed in the same way as
 * tcui_reduction_256n does: the reductions of whole chunks and the scans inside them agree bit for bit. It is the
 * next S, which is returned. What comes before a row is the last element of the row above, and S of the tile above.
 */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_scan_256)(tcui_sum_types types, tcu_scan_kind kind, const void *in,
                                                       void *out, uint64_t first, int count,
                                                       TCUI_ACC_TYPE V[TCUI_TILE_EDGE], TCUI_ACC_TYPE base,
                                                       TCUI_ACC_TYPE S)
{
    TCUI_T(tcui_tile) A, R;
    TCUI_ACC_TYPE G[TCUI_TILE_EDGE] = {0};
    int rows = TCUI_T(tcui_tile_load_run)(&A, types.in, in, first, count);
    TCUI_T(tcui_tile_add_columns)(V, &A, rows);
    TCUI_ACC_TYPE next_S = base + TCUI_T(tcui_tile_sum_row)(V);

    TCUI_T(tcui_tile_sum_rows_before)(G, &A, rows);
    for (int r = 0; r < rows; r++) {
        G[r] += S;
    }
    TCUI_T(tcui_tile_scan_rows)(&R, &A, G, rows);
    for (int r = 1; r < rows; r++) {
        R.at[r - 1][TCUI_TILE_EDGE - 1] = G[r];
    }
    R.at[rows - 1][(count - 1) % TCUI_TILE_EDGE] = next_S;
    if (kind == TCU_SCAN_EXCLUSIVE) {
        TCUI_T(tcui_tile_shift_right)(&A, &R, G, rows);
    }
    TCUI_T(tcui_tile_store_run)(kind == TCU_SCAN_EXCLUSIVE ? &A : &R, types.out, out, first, count);
    return next_S;
}

/* Scan_256 and algorithm 6, Scan_256N: one segment, or a part of one with the sum `base` before it; the last tile is
 * padded with zeros. Returns the sum of the elements, without base. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_scan_256n)(tcui_sum_types types, tcu_scan_kind kind, const void *in,
                                                        void *out, uint64_t first, uint64_t count, TCUI_ACC_TYPE base)
{
    TCUI_ACC_TYPE V[TCUI_TILE_EDGE] = {0};
    TCUI_ACC_TYPE S = base;
    for (uint64_t i = 0; i < count; i += TCUI_TILE_ELEMENTS) {
        int elements = count - i < TCUI_TILE_ELEMENTS ? (int)(count - i) : TCUI_TILE_ELEMENTS;
        S = TCUI_T(tcui_scan_256)(types, kind, in, out, first + i, elements, V, base, S);
    }
    return TCUI_T(tcui_tile_sum_row)(V);
}

/* The scan of `count` consecutive elements by the algorithm for that many; tcui_reduction() returns the same sum. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_scan_run)(tcui_sum_types types, tcu_scan_kind kind, const void *in,
                                                       void *out, uint64_t first, uint64_t count, TCUI_ACC_TYPE base)
{
    return count <= TCUI_TILE_EDGE ? TCUI_T(tcui_scan_row)(types, kind, in, out, first, count, base)
                                   : TCUI_T(tcui_scan_256n)(types, kind, in, out, first, count, base);
}
