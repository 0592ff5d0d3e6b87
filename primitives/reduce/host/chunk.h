/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one thread does at a time in a host reduction; included once for each accumulator TCUI_ACC. The functions become
 * kernels, one for each pair of types and instruction set, in reduce.c.
 */
#include "tile.h"

/* Segment k, of no more elements than a chunk has. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_reduce_one)(tcui_sum_types types, const tcui_reduce_task *task, uint64_t k,
                                                uint64_t first, uint64_t count)
{
    TCUI_T(tcui_element_store)(types.out, task->out, k, TCUI_T(tcui_sum)(types, task->in, first, count));
}

/* Segments first ... last-1 of one size up to 16: 16 at a time while there are 16 of full size, the rest by `one`, the
 * kernel for one segment, which would take long to compile once more. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_reduce_small)(tcui_sum_types types, const tcui_reduce_task *task, uint64_t first,
                                                  uint64_t last,
                                                  void (*one)(const tcui_reduce_task *, uint64_t, uint64_t, uint64_t))
{
    uint64_t size = task->segments.size;
    uint64_t k = first;
    for (; last - k >= TCUI_TILE_EDGE && (k + TCUI_TILE_EDGE) * size <= task->segments.n; k += TCUI_TILE_EDGE) {
        TCUI_T(tcui_reduction_16)(types, task->in, k * size, (int)size, task->out, k);
    }
    for (; k < last; k++) {
        one(task, k, k * size, tcui_segment_end(&task->segments, k) - k * size);
    }
}

/* One chunk: the sums of the segments that lie in it; `head`, what it has of the first one that ends in it, and `tail`,
 * what it has of the one that it leaves open, are put together below. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_reduce_chunk)(tcui_sum_types types, const tcui_reduce_task *task,
                                                  tcui_reduce_partial *partial)
{
    const tcui_chunk *chunk = &partial->chunk;
    uint64_t begin = chunk->begin;
    for (uint64_t k = chunk->first; k <= chunk->last; k++) {
        uint64_t end = k < chunk->last ? tcui_segment_end(&task->segments, k) : chunk->end;
        TCUI_ACC_TYPE sum = TCUI_T(tcui_sum)(types, task->in, begin, end - begin);
        begin = end;
        if (k == chunk->last) {
            partial->tail.TCUI_ACC = sum;
        } else if (k == chunk->first) {
            partial->head.TCUI_ACC = sum;
        } else {
            TCUI_T(tcui_element_store)(types.out, task->out, k, sum);
        }
    }
}

/* Algorithm 4's last step, across chunks: a segment's sum is what chunks left open of it, and the head of the chunk
 * where it ends. Chunks may be many, so of reals what rounding loses is summed too. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_reduce_combine)(tcui_sum_types types, const tcui_reduce_task *task,
                                                    const tcui_reduce_partial *partials, uint64_t count)
{
    TCUI_ACC_TYPE open = 0, lost = 0;
    for (const tcui_reduce_partial *partial = partials; partial < partials + count; partial++) {
        if (partial->chunk.first < partial->chunk.last) {
            TCUI_T(tcui_add)(&open, &lost, partial->head.TCUI_ACC);
            TCUI_T(tcui_element_store)(types.out, task->out, partial->chunk.first, open + lost);
            open = lost = 0;
        }
        TCUI_T(tcui_add)(&open, &lost, partial->tail.TCUI_ACC);
    }
}
