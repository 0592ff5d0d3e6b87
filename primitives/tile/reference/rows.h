/* SPDX-License-Identifier: Apache-2.0 */
/* How the reference backend lays segments, and the parts of long ones, into matrices. */
#ifndef TCUI_TILE_REFERENCE_ROWS_H
#define TCUI_TILE_REFERENCE_ROWS_H

#include "matrix.h"
#include "primitives/threads/chunks.h"

static inline uint64_t tcui_segment_length(const tcui_segments *segments, uint64_t k)
{
    return tcui_segment_end(segments, k) - tcui_segment_begin(segments, k);
}

/* Segments k ... k + 15, or to the last one: how many there are. */
static inline uint64_t tcui_rows_of_segments(const tcui_segments *segments, uint64_t k)
{
    return segments->count - k < TCUI_M ? segments->count - k : TCUI_M;
}

/* Whether none of these has more than 16 elements, so that each can be a row of one matrix. */
static inline bool tcui_segments_are_rows(const tcui_segments *segments, uint64_t k)
{
    for (uint64_t r = 0; r < tcui_rows_of_segments(segments, k); r++) {
        if (tcui_segment_length(segments, k + r) > TCUI_M) {
            return false;
        }
    }
    return true;
}

/* The matrix that has them as its rows, with zeros behind each. */
static inline tcui_matrix tcui_matrix_load_segments(tcu_type type, const void *array, const tcui_segments *segments,
                                                    uint64_t k)
{
    tcui_matrix A = tcui_matrix_zero(tcui_is_real(type));
    for (uint64_t r = 0; r < tcui_rows_of_segments(segments, k); r++) {
        tcui_matrix_load_row(&A, r, type, array, tcui_segment_begin(segments, k + r),
                             tcui_segment_length(segments, k + r));
    }
    return A;
}

/* The size of the parts that `count` elements are cut into: least * 256^j, the first with which there are no more than
 * 256 parts, so that their sums are the numbers of one matrix. */
static inline uint64_t tcui_part_size(uint64_t count, uint64_t least)
{
    uint64_t size = least;
    while (size < (count - 1) / TCUI_MM + 1) {
        size *= TCUI_MM;
    }
    return size;
}

/* The length of the part that begins at element `begin` of `count`: the last one is shorter. */
static inline uint64_t tcui_part_length(uint64_t count, uint64_t begin, uint64_t size)
{
    return count - begin < size ? count - begin : size;
}

#endif /* TCUI_TILE_REFERENCE_ROWS_H */
