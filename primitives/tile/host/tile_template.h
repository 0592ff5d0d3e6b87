/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles with the accumulator TCUI_ACC (C type TCUI_ACC_TYPE); included by tile.h once for each. Rows and columns
 * are counted from 0. Functions with a `rows` parameter look at the first `rows` rows of the tile only; where it is the
 * constant 16 the compiler unrolls them.
 *
 * Zeros of the constant tiles are left out, not multiplied with: 0 * infinity is NaN, and the row scan A * U must not
 * show an infinity in the columns before it.
 */

typedef struct TCUI_T(tcui_tile) {
    _Alignas(64) TCUI_ACC_TYPE at[TCUI_TILE_EDGE][TCUI_TILE_EDGE];
} TCUI_T(tcui_tile);

/* in[i] as an accumulator. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_element_load)(tcu_type type, const void *in, uint64_t i)
{
    switch (type) {
#if TCUI_ACC_IS_FLOAT
    case TCU_TYPE_F16:
        return (TCUI_ACC_TYPE)tcui_f32_from_f16(((const uint16_t *)in)[i]);
    case TCU_TYPE_BF16:
        return (TCUI_ACC_TYPE)tcui_f32_from_bf16(((const uint16_t *)in)[i]);
    case TCU_TYPE_F32:
        return (TCUI_ACC_TYPE)((const float *)in)[i];
    case TCU_TYPE_F64:
        return (TCUI_ACC_TYPE)((const double *)in)[i];
#else
    case TCU_TYPE_I8:
        return (TCUI_ACC_TYPE)((const int8_t *)in)[i];
    case TCU_TYPE_U8:
        return (TCUI_ACC_TYPE)((const uint8_t *)in)[i];
    case TCU_TYPE_I16:
        return (TCUI_ACC_TYPE)((const int16_t *)in)[i];
    case TCU_TYPE_U16:
        return (TCUI_ACC_TYPE)((const uint16_t *)in)[i];
    case TCU_TYPE_I32:
        return (TCUI_ACC_TYPE)((const int32_t *)in)[i];
    case TCU_TYPE_U32:
        return (TCUI_ACC_TYPE)((const uint32_t *)in)[i];
    case TCU_TYPE_I64:
        return (TCUI_ACC_TYPE)((const int64_t *)in)[i];
    case TCU_TYPE_U64:
        return (TCUI_ACC_TYPE)((const uint64_t *)in)[i];
#endif
    default:
        return 0;
    }
}

/* out[i] = value, rounded once or modulo 2^w. Signed outputs have the bits of the unsigned ones. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_element_store)(tcu_type type, void *out, uint64_t i, TCUI_ACC_TYPE value)
{
    switch (type) {
#if TCUI_ACC_IS_FLOAT
    case TCU_TYPE_F16:
        ((uint16_t *)out)[i] = tcui_f16_from_f64((double)value);
        break;
    case TCU_TYPE_BF16:
        ((uint16_t *)out)[i] = tcui_bf16_from_f64((double)value);
        break;
    case TCU_TYPE_F32:
        ((float *)out)[i] = (float)value;
        break;
    case TCU_TYPE_F64:
        ((double *)out)[i] = (double)value;
        break;
#else
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        ((uint8_t *)out)[i] = (uint8_t)value;
        break;
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        ((uint16_t *)out)[i] = (uint16_t)value;
        break;
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        ((uint32_t *)out)[i] = (uint32_t)value;
        break;
    case TCU_TYPE_I64:
    case TCU_TYPE_U64:
        ((uint64_t *)out)[i] = (uint64_t)value;
        break;
#endif
    default:
        break;
    }
}

/* LoadTile: `rows` x `columns` elements from in[first] on, with zeros to the right of them. The rows below keep what
 * they held: products are given how many rows count. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_load)(TCUI_T(tcui_tile) * tile, tcu_type type, const void *in, uint64_t first,
                                               tcui_tile_layout layout, uint64_t stride, int rows, int columns)
{
    uint64_t row_stride = layout == TCUI_ROW_MAJOR ? stride : 1;
    uint64_t column_stride = layout == TCUI_ROW_MAJOR ? 1 : stride;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            uint64_t i = first + (uint64_t)r * row_stride + (uint64_t)c * column_stride;
            tile->at[r][c] = TCUI_T(tcui_element_load)(type, in, i);
        }
        for (int c = columns; c < TCUI_TILE_EDGE; c++) {
            tile->at[r][c] = 0;
        }
    }
}

/* StoreTile: the first `rows` x `columns` elements to out[first] on. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_store)(const TCUI_T(tcui_tile) * tile, tcu_type type, void *out,
                                                uint64_t first, tcui_tile_layout layout, uint64_t stride, int rows,
                                                int columns)
{
    uint64_t row_stride = layout == TCUI_ROW_MAJOR ? stride : 1;
    uint64_t column_stride = layout == TCUI_ROW_MAJOR ? 1 : stride;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            uint64_t i = first + (uint64_t)r * row_stride + (uint64_t)c * column_stride;
            TCUI_T(tcui_element_store)(type, out, i, tile->at[r][c]);
        }
    }
}

/* LoadTile and StoreTile of `rows` rows of 16 that are consecutive in memory: the papers' default layout. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_load_rows)(TCUI_T(tcui_tile) * tile, tcu_type type, const void *in,
                                                    uint64_t first, int rows)
{
    TCUI_T(tcui_tile_load)(tile, type, in, first, TCUI_ROW_MAJOR, TCUI_TILE_EDGE, rows, TCUI_TILE_EDGE);
}

TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_store_rows)(const TCUI_T(tcui_tile) * tile, tcu_type type, void *out,
                                                     uint64_t first, int rows)
{
    TCUI_T(tcui_tile_store)(tile, type, out, first, TCUI_ROW_MAJOR, TCUI_TILE_EDGE, rows, TCUI_TILE_EDGE);
}

/* D = A * B + C: the definition of what a matrix unit does. D may be C. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_mma)(TCUI_T(tcui_tile) * d, const TCUI_T(tcui_tile) * a,
                                              const TCUI_T(tcui_tile) * b, const TCUI_T(tcui_tile) * c)
{
    for (int row = 0; row < TCUI_TILE_EDGE; row++) {
        for (int column = 0; column < TCUI_TILE_EDGE; column++) {
            TCUI_ACC_TYPE sum = c->at[row][column];
            for (int k = 0; k < TCUI_TILE_EDGE; k++) {
                sum += a->at[row][k] * b->at[k][column];
            }
            d->at[row][column] = sum;
        }
    }
}

/* V = P * A + V, of which only row 0 is kept: column sums. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_add_columns)(TCUI_ACC_TYPE v[TCUI_TILE_EDGE], const TCUI_T(tcui_tile) * a,
                                                      int rows)
{
    TCUI_ACC_TYPE sums[TCUI_TILE_EDGE] = {0};
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < TCUI_TILE_EDGE; c++) {
            sums[c] += a->at[r][c];
        }
    }
    for (int c = 0; c < TCUI_TILE_EDGE; c++) {
        v[c] += sums[c];
    }
}

/* V * P^T, of which only entry (0, 0) is kept; also a row of A * 1. The sum of 16 numbers as a tree. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_T(tcui_tile_sum_row)(const TCUI_ACC_TYPE v[TCUI_TILE_EDGE])
{
    TCUI_ACC_TYPE sums[TCUI_TILE_EDGE / 2];
    for (int c = 0; c < 8; c++) {
        sums[c] = v[c] + v[c + 8];
    }
    for (int c = 0; c < 4; c++) {
        sums[c] += sums[c + 4];
    }
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

/*
 * D = A * U + S, S having the same number s[r] in all of row r: row scans. Column c of A * U is column c - 1 plus
 * column c of A, so rows are independent chains of additions; eight side by side hide the additions' latency. Where
 * `exclusive`, U is the strict upper tile: the same numbers, one column later. In s[r] it leaves the last sum of row r.
 */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_scan_rows)(TCUI_T(tcui_tile) * d, const TCUI_T(tcui_tile) * a,
                                                    TCUI_ACC_TYPE s[TCUI_TILE_EDGE], int rows, bool exclusive)
{
    enum { SIDE_BY_SIDE = 8 };
    int r = 0;
    TCUI_KEEP_LOOP
    for (; r + SIDE_BY_SIDE <= rows; r += SIDE_BY_SIDE) {
        TCUI_ACC_TYPE sums[SIDE_BY_SIDE];
        for (int k = 0; k < SIDE_BY_SIDE; k++) {
            sums[k] = s[r + k];
        }
        TCUI_KEEP_LOOP
        for (int c = 0; c < TCUI_TILE_EDGE; c++) {
            for (int k = 0; k < SIDE_BY_SIDE; k++) {
                if (exclusive) {
                    d->at[r + k][c] = sums[k];
                }
                sums[k] += a->at[r + k][c];
                if (!exclusive) {
                    d->at[r + k][c] = sums[k];
                }
            }
        }
        for (int k = 0; k < SIDE_BY_SIDE; k++) {
            s[r + k] = sums[k];
        }
    }
    for (; r < rows; r++) {
        TCUI_KEEP_LOOP
        for (int c = 0; c < TCUI_TILE_EDGE; c++) {
            TCUI_ACC_TYPE before = s[r];
            s[r] += a->at[r][c];
            d->at[r][c] = exclusive ? before : s[r];
        }
    }
}

/* G = (L * A) * 1, of which one column is kept: the sum of all rows before each row. It is L * (A * 1): row sums, and
 * their exclusive scan. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_sum_rows_before)(TCUI_ACC_TYPE g[TCUI_TILE_EDGE], const TCUI_T(tcui_tile) * a,
                                                          int rows)
{
    g[0] = 0;
    for (int r = 1; r < rows; r++) {
        g[r] = g[r - 1] + TCUI_T(tcui_tile_sum_row)(a->at[r - 1]);
    }
}

#undef TCUI_ACC
