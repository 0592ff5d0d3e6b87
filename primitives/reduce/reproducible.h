/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of additions of reproducible sums, on every backend: reduce.h states it. Each 4096 elements of a segment, a
 * chunk, are a matrix of 16 rows of 256 columns. With the notation of Dakkak et al. (ICS 2019) V = P A has the sums of its
 * columns, each added from the first row to the last one, and V P^T adds these by halves, column c and c + 128 first. The
 * chunks' sums are the elements of the next level, until there is one.
 *
 * Columns, and not neighbours, are what is added, since then a lane or a vector keeps the sums of some columns while it goes
 * down the rows: one addition an element, wherever the array begins. Every column begins as +0, so that no sum is -0, and
 * +0 can stand wherever there is no element.
 */
#ifndef TCUI_REDUCE_REPRODUCIBLE_H
#define TCUI_REDUCE_REPRODUCIBLE_H

#include "primitives/context/segments.h"
#include "tcu/types.h"

enum {
    TCUI_REPRODUCIBLE_COLUMNS = 256,
    TCUI_REPRODUCIBLE_ROWS = 16,
    TCUI_REPRODUCIBLE_CHUNK = TCUI_REPRODUCIBLE_COLUMNS * TCUI_REPRODUCIBLE_ROWS
};

/* The type that additions are done in. */
static inline tcu_type tcui_reproducible_type(tcu_type in_type, tcu_type out_type)
{
    return in_type == TCU_TYPE_F64 || out_type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
}

TCUI_SEGMENTS_FUNCTION uint64_t tcui_reproducible_chunks(uint64_t elements)
{
    return elements / TCUI_REPRODUCIBLE_CHUNK + (elements % TCUI_REPRODUCIBLE_CHUNK != 0);
}

/*
 * Where the sums of a long segment's chunks lie, side by side, one slot each, from the slot of the segment's first element
 * on. Segments of more than one chunk do not share a slot: their m > 1 chunks have more than (m - 1) 4096 elements, so at
 * least 2 (m - 1) >= m multiples of 2048 lie between where such a segment begins and where the next one does.
 */
TCUI_SEGMENTS_FUNCTION uint64_t tcui_reproducible_slot(uint64_t first)
{
    return first / (TCUI_REPRODUCIBLE_CHUNK / 2);
}

/* Of an array of n elements. */
TCUI_SEGMENTS_FUNCTION uint64_t tcui_reproducible_slots(uint64_t n)
{
    return tcui_reproducible_slot(n) + 1;
}

/* Whether segments may have more than one chunk. */
static inline bool tcui_reproducible_may_be_long(const tcui_segments *segments)
{
    return segments->n > TCUI_REPRODUCIBLE_CHUNK && (segments->size == 0 || segments->size > TCUI_REPRODUCIBLE_CHUNK);
}

#endif /* TCUI_REDUCE_REPRODUCIBLE_H */
