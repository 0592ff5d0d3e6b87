/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one thread does at a time in a host scan; included by scan_template.h for each accumulator and level. The functions
 * become kernels, one for each pair of types, in scan.c.
 *
 * A chunk is cut into blocks. Halves become accumulators in a buffer, and results that are narrower than the
 * accumulator stand there first: these loops vectorise. Its sum is formed without what comes before it. So sums of
 * reals are within the bound of scan.h: a block is 128 additions long, a chunk has 8 blocks, and what comes before a
 * chunk is kept in twice the width.
 */
#include "neighbours.h"

/* Elements first ... first + n - 1, n <= TCUI_SCAN_BLOCK: segments of `size` elements, the last of which may be shorter,
 * with `base` before the first. Returns the sum of the last one. Results are written from the first to the last one, and
 * what stands behind them in `out`, before element `free_end`, may be written too. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(scan_block)(tcui_sum_types types, bool exclusive, const void *in, void *out,
                                                    uint64_t first, uint64_t n, uint64_t size, uint64_t free_end,
                                                    TCUI_ACC_TYPE base)
{
    const bool widens = types.in == TCU_TYPE_F16 || types.in == TCU_TYPE_BF16;
    const bool narrows = types.out != (tcu_type)TCUI_T(tcui_element) && types.out != TCU_TYPE_F32;
    const tcui_sum_types inside = {widens ? (tcu_type)TCUI_T(tcui_element) : types.in,
                                   narrows ? (tcu_type)TCUI_T(tcui_element) : types.out};
    const uint64_t in_first = widens ? 0 : first, out_first = narrows ? 0 : first;
    const uint64_t out_free_end = !narrows ? free_end
                                  : widens ? 0
                                           : TCUI_SCAN_BLOCK; /* (in one buffer results replace what is read) */
    TCUI_ACC_TYPE buffer[TCUI_SCAN_BLOCK];
    TCUI_ACC_TYPE sum = 0;
    for (uint64_t i = 0; i < n && widens; i++) {
        buffer[i] = TCUI_T(tcui_element_load)(types.in, in, first + i);
    }
    for (uint64_t i = 0; i < n; i += size) {
        sum = TCUI_V(scan_neighbours)(inside, exclusive, widens ? buffer : in, in_first + i, narrows ? buffer : out,
                                      out_first + i, n - i < size ? n - i : size, out_free_end, base);
        base = 0;
    }
    for (uint64_t i = 0; i < n && narrows; i++) {
        TCUI_T(tcui_element_store)(types.out, out, first + i, buffer[i]);
    }
    return sum;
}

/* Of a thread that writes the elements before `end`, one after the other: where it may write before their turn comes. In
 * place it may not, since they are still to be read. */
TCUI_ALWAYS_INLINE uint64_t TCUI_V(scan_free_end)(const tcui_scan_task *task, uint64_t end)
{
    return task->in == task->out ? 0 : end;
}

/* Segments first ... last-1 of one small size, as many at a time as a block has room for. */
TCUI_ALWAYS_INLINE void TCUI_V(scan_small)(tcui_sum_types types, bool exclusive, const tcui_scan_task *task,
                                           uint64_t first, uint64_t last)
{
    const uint64_t size = task->segments.size, end = tcui_segment_end(&task->segments, last - 1);
    const uint64_t step = TCUI_SCAN_BLOCK / size * size, free_end = TCUI_V(scan_free_end)(task, end);
    for (uint64_t i = first * size; i < end; i += step) {
        const uint64_t n = end - i < step ? end - i : step;
        TCUI_V(scan_block)(types, exclusive, task->in, task->out, i, n, size, free_end, 0);
    }
}

/* The sum of what the chunk has of the segment that it leaves open. In place another thread may be writing what stands in
 * front of the chunk, which sums of few elements would load (reals.h): there the array is said to begin with them. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(scan_sum)(tcui_sum_types types, const tcui_scan_task *task,
                                                  const tcui_chunk *chunk)
{
    const uint64_t begin = tcui_chunk_open_begin(&task->segments, chunk);
    const bool in_place = task->in == task->out;
    const char *in = (const char *)task->in + (in_place ? begin * tcu_type_size(types.in) : 0);
    return TCUI_T(tcui_sum)(types, in, in_place ? 0 : begin, chunk->end - begin);
}

/* Elements begin ... end - 1 of one segment, with `base` before them, block after block; the last block is the first one
 * that is not whole, and may be empty. Returns their sum; with `sums` what scan_sum() does: of reals, whose sums depend on
 * the order of additions, each block is added up as there, just before it is scanned, so that one thread that does both
 * reads the array from memory once. (One loop for all, as compilers take some seconds for each copy of scan_block().) */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(scan_segment)(tcui_sum_types types, bool exclusive, const tcui_scan_task *task,
                                                      uint64_t begin, uint64_t end, uint64_t free_end,
                                                      TCUI_ACC_TYPE base, bool sums)
{
    TCUI_ACC_TYPE sum = 0;
#if TCUI_ACC_IS_FLOAT
    const bool pays_for_columns = end - begin >= TCUI_SUM_LEAST;
    double V[TCUI_SUM_COLUMNS], all = 0;
    if (sums && pays_for_columns) {
        tcui_clear_columns(V);
    }
#endif
    for (uint64_t n = TCUI_SCAN_BLOCK; n == TCUI_SCAN_BLOCK; begin += n) {
        n = end - begin < TCUI_SCAN_BLOCK ? end - begin : TCUI_SCAN_BLOCK;
#if TCUI_ACC_IS_FLOAT
        if (sums && n == TCUI_SUM_TILE) {
            tcui_sum_rows(types.in, task->in, begin, TCUI_SUM_ROWS, V);
        } else if (sums) {
            all = tcui_sum_rest(types.in, task->in, begin, n, pays_for_columns, V);
        }
#endif
        sum += TCUI_V(scan_block)(types, exclusive, task->in, task->out, begin, n, n, free_end, base + sum);
    }
#if TCUI_ACC_IS_FLOAT
    return sums ? all : sum;
#else
    (void)sums;
    return sum;
#endif
}

/* The scan of one chunk: its first segment goes on from `base`, the others start anew. Returns what scan_sum() does, if
 * that is asked for. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(scan_chunk)(tcui_sum_types types, bool exclusive, const tcui_scan_task *task,
                                                    const tcui_chunk *chunk, TCUI_ACC_TYPE base, bool sums)
{
    const uint64_t free_end = TCUI_V(scan_free_end)(task, chunk->end);
    /* Short segments whose elements need no buffer take so little time that what is asked about sums counts. */
    const bool has_own_loop = types.in != TCU_TYPE_F16 && types.in != TCU_TYPE_BF16 &&
                              (types.out == (tcu_type)TCUI_T(tcui_element) || types.out == TCU_TYPE_F32);
    uint64_t begin = chunk->begin, k = chunk->first;
    for (; has_own_loop && k < chunk->last; k++) {
        const uint64_t end = tcui_segment_end(&task->segments, k);
        TCUI_V(scan_segment)(types, exclusive, task, begin, end, free_end, base, false);
        begin = end;
        base = 0;
    }
    for (;; k++) {
        /* (What stands behind a chunk whose sum is asked for is another chunk's.) */
        const bool is_open = k == chunk->last, summed = is_open && sums;
        const uint64_t end = is_open ? chunk->end : tcui_segment_end(&task->segments, k);
        const TCUI_ACC_TYPE sum =
            TCUI_V(scan_segment)(types, exclusive, task, begin, end, summed ? 0 : free_end, base, summed);
        if (is_open) {
            return sum;
        }
        begin = end;
        base = 0;
    }
}
