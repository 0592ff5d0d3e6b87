/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles with the accumulator TCUI_ACC (C type TCUI_ACC_TYPE); included by tile_host.h once for each. Rows and columns
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

/* One row of `count` consecutive elements, zeros behind them. A short row passes through a padded copy, so that there is
 * one conversion loop, of 16 steps. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_load_row)(TCUI_ACC_TYPE row[TCUI_TILE_EDGE], tcu_type type, const void *in,
                                                   uint64_t first, int count)
{
    _Alignas(64) unsigned char padded[TCUI_TILE_EDGE * sizeof(uint64_t)];
    if (count < TCUI_TILE_EDGE) {
        size_t bytes = tcui_element_size(type);
        memset(padded, 0, sizeof padded);
        memcpy(padded, (const unsigned char *)in + first * bytes, (size_t)count * bytes);
        in = padded;
        first = 0;
    }
    for (int c = 0; c < TCUI_TILE_EDGE; c++) {
        row[c] = TCUI_T(tcui_element_load)(type, in, first + (uint64_t)c);
    }
}

/* The first `count` numbers of a row to consecutive elements. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_store_row)(const TCUI_ACC_TYPE row[TCUI_TILE_EDGE], tcu_type type, void *out,
                                                    uint64_t first, int count)
{
    _Alignas(64) unsigned char padded[TCUI_TILE_EDGE * sizeof(uint64_t)];
    void *to = count < TCUI_TILE_EDGE ? padded : out;
    uint64_t at = count < TCUI_TILE_EDGE ? 0 : first;
    for (int c = 0; c < TCUI_TILE_EDGE; c++) {
        TCUI_T(tcui_element_store)(type, to, at + (uint64_t)c, row[c]);
    }
    if (count < TCUI_TILE_EDGE) {
        size_t bytes = tcui_element_size(type);
        memcpy((unsigned char *)out + first * bytes, padded, (size_t)count * bytes);
    }
}

/* LoadTile: `rows` x `columns` elements from in[first] on, with zeros to the right of them. The rows below keep what
 * they held: products are told how many rows count. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_load)(TCUI_T(tcui_tile) * tile, tcu_type type, const void *in, uint64_t first,
                                               tcui_tile_layout layout, uint64_t stride, int rows, int columns)
{
    for (int r = 0; r < rows; r++) {
        if (layout == TCUI_ROW_MAJOR) {
            TCUI_T(tcui_tile_load_row)(tile->at[r], type, in, first + (uint64_t)r * stride, columns);
            continue;
        }
        for (int c = 0; c < TCUI_TILE_EDGE; c++) {
            uint64_t i = first + (uint64_t)c * stride + (uint64_t)r;
            tile->at[r][c] = c < columns ? TCUI_T(tcui_element_load)(type, in, i) : 0;
        }
    }
}

/* StoreTile: the first `rows` x `columns` elements to out[first] on. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_store)(const TCUI_T(tcui_tile) * tile, tcu_type type, void *out,
                                                uint64_t first, tcui_tile_layout layout, uint64_t stride, int rows,
                                                int columns)
{
    for (int r = 0; r < rows; r++) {
        if (layout == TCUI_ROW_MAJOR) {
            TCUI_T(tcui_tile_store_row)(tile->at[r], type, out, first + (uint64_t)r * stride, columns);
            continue;
        }
        for (int c = 0; c < columns; c++) {
            TCUI_T(tcui_element_store)(type, out, first + (uint64_t)c * stride + (uint64_t)r, tile->at[r][c]);
        }
    }
}

/* LoadTile of `count` consecutive elements, row by row, the last row padded with zeros. Returns the number of rows; the
 * others keep what they held. */
TCUI_ALWAYS_INLINE int TCUI_T(tcui_tile_load_run)(TCUI_T(tcui_tile) * tile, tcu_type type, const void *in,
                                                  uint64_t first, int count)
{
    int rows = (count + TCUI_TILE_EDGE - 1) / TCUI_TILE_EDGE;
    for (int r = 0; r < rows; r++) {
        TCUI_T(tcui_tile_load_row)
        (tile->at[r], type, in, first + (uint64_t)(r * TCUI_TILE_EDGE), count - r * TCUI_TILE_EDGE);
    }
    return rows;
}

/* StoreTile of `count` consecutive elements, row by row. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_store_run)(const TCUI_T(tcui_tile) * tile, tcu_type type, void *out,
                                                    uint64_t first, int count)
{
    for (int i = 0; i < count; i += TCUI_TILE_EDGE) {
        TCUI_T(tcui_tile_store_row)(tile->at[i / TCUI_TILE_EDGE], type, out, first + (uint64_t)i, count - i);
    }
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
 * column c of A, so a full tile is 16 independent chains of additions side by side. D may be A.
 */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_scan_rows)(TCUI_T(tcui_tile) * d, const TCUI_T(tcui_tile) * a,
                                                    const TCUI_ACC_TYPE s[TCUI_TILE_EDGE], int rows)
{
    TCUI_ACC_TYPE sums[TCUI_TILE_EDGE];
    if (rows == TCUI_TILE_EDGE) {
        for (int r = 0; r < TCUI_TILE_EDGE; r++) {
            sums[r] = s[r];
        }
        TCUI_KEEP_LOOP
        for (int c = 0; c < TCUI_TILE_EDGE; c++) {
            for (int r = 0; r < TCUI_TILE_EDGE; r++) {
                sums[r] += a->at[r][c];
                d->at[r][c] = sums[r];
            }
        }
        return;
    }
    for (int r = 0; r < rows; r++) {
        TCUI_ACC_TYPE sum = s[r];
        TCUI_KEEP_LOOP
        for (int c = 0; c < TCUI_TILE_EDGE; c++) {
            sum += a->at[r][c];
            d->at[r][c] = sum;
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

/* The tile one column to the right, `before` as its column 0: from an inclusive row scan to an exclusive one. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_tile_shift_right)(TCUI_T(tcui_tile) * d, const TCUI_T(tcui_tile) * a,
                                                      const TCUI_ACC_TYPE before[TCUI_TILE_EDGE], int rows)
{
    for (int r = 0; r < rows; r++) {
        d->at[r][0] = before[r];
        for (int c = 1; c < TCUI_TILE_EDGE; c++) {
            d->at[r][c] = a->at[r][c - 1];
        }
    }
}

#undef TCUI_ACC
#undef TCUI_ACC_TYPE
#undef TCUI_ACC_IS_FLOAT
