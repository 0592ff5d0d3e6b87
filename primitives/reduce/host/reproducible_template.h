/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of a chunk, at a level and in TCUI_ACC: loops over columns, of which compilers make vectors. */
#include "primitives/tile/host/widen_template.h"

enum { TCUI_V(row) = TCUI_REPRODUCIBLE_COLUMNS, TCUI_V(rows) = 4 * TCUI_V(row) };

/* `n` elements from `first` on, mapped: where they lie, or in `room`. */
TCUI_ALWAYS_INLINE const TCUI_ACC_TYPE *TCUI_V(load_terms)(tcu_type type, const reproducible_source *from,
                                                           uint64_t first, uint64_t n, TCUI_ACC_TYPE *room)
{
    const bool is_wide = type == TCU_TYPE_F32 ? TCUI_ACC_BYTES == 4 : type == TCU_TYPE_F64;
    if (is_wide && from->map == TCU_MAP_NONE) {
        return (const TCUI_ACC_TYPE *)from->array + first;
    }
    TCUI_V(widen_row)(type, from->array, first, n, room);
    if (from->map == TCU_MAP_SQUARE) {
        for (uint64_t c = 0; c < n; c++) {
            room[c] *= room[c];
        }
    } else if (from->map == TCU_MAP_ABSOLUTE) {
        for (uint64_t c = 0; c < n; c++) {
            room[c] = room[c] < 0 ? -room[c] : room[c] + 0; /* (0 for -0) */
        }
    }
    return room;
}

/* Rows are added four at a time, each column by itself: so its sum is loaded and stored once for four elements. */
TCUI_ALWAYS_INLINE double TCUI_V(sum_chunk)(tcu_type type, const reproducible_source *from, uint64_t first,
                                            uint64_t count)
{
    const int row = TCUI_V(row);
    TCUI_ACC_TYPE V[TCUI_V(row)], room[TCUI_V(rows)];
    uint64_t i = count < TCUI_V(row) ? count : TCUI_V(row);
    const TCUI_ACC_TYPE *x = TCUI_V(load_terms)(type, from, first, i, room);
    for (uint64_t c = 0; c < i; c++) {
        V[c] = 0 + x[c];
    }
    /* Columns without elements, up to a power of two: further ones would add nothing but zeros. */
    int columns = 1;
    while ((uint64_t)columns < i) {
        columns *= 2;
    }
    for (uint64_t c = i; c < (uint64_t)columns; c++) {
        V[c] = 0;
    }
    for (; count - i >= TCUI_V(rows); i += TCUI_V(rows)) {
        x = TCUI_V(load_terms)(type, from, first + i, TCUI_V(rows), room);
        for (int c = 0; c < row; c++) {
            V[c] = (((V[c] + x[c]) + x[c + row]) + x[c + 2 * row]) + x[c + 3 * row];
        }
    }
    for (uint64_t n; i < count; i += n) {
        n = count - i < TCUI_V(row) ? count - i : TCUI_V(row);
        x = TCUI_V(load_terms)(type, from, first + i, n, room);
        for (uint64_t c = 0; c < n; c++) {
            V[c] += x[c];
        }
    }
    for (int half = columns / 2; half > 0; half /= 2) {
        for (int c = 0; c < half; c++) {
            V[c] += V[c + half];
        }
    }
    return V[0];
}

/* (A number of TCUI_ACC is one of f64, too.) */
static double TCUI_V(sum_of_chunk)(const reproducible_source *from, uint64_t first, uint64_t count)
{
    switch (from->type) {
#if TCUI_ACC_BYTES == 4
    case TCU_TYPE_F16:
        return TCUI_V(sum_chunk)(TCU_TYPE_F16, from, first, count);
    case TCU_TYPE_BF16:
        return TCUI_V(sum_chunk)(TCU_TYPE_BF16, from, first, count);
#else
    case TCU_TYPE_F64:
        return TCUI_V(sum_chunk)(TCU_TYPE_F64, from, first, count);
#endif
    default:
        return TCUI_V(sum_chunk)(TCU_TYPE_F32, from, first, count);
    }
}
