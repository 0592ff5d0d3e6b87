/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one thread does at a time in a host scan; included once for each accumulator TCUI_ACC. The functions become
 * kernels, one for each pair of types and instruction set, in scan.c.
 */

/* Segments first ... last-1 of one small size: 16 at a time while there are 16 of full size. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_small)(tcui_sum_types types, const tcui_scan_task *task, uint64_t first,
                                                uint64_t last)
{
    uint64_t size = task->segments.size;
    /* Tiles for 16-bit results even of short rows: their rounding vectorises there. */
    bool whole_tiles = size <= TCUI_TILE_EDGE && (types.out == TCU_TYPE_F16 || types.out == TCU_TYPE_BF16);
    uint64_t k = first;
    for (; last - k >= TCUI_TILE_EDGE && (k + TCUI_TILE_EDGE) * size <= task->segments.n; k += TCUI_TILE_EDGE) {
        if (whole_tiles) {
            TCUI_T(tcui_scan_16)(types, task->kind, task->in, task->out, k * size, (int)size);
        } else {
            TCUI_T(tcui_scan_16n)(types, task->kind, task->in, task->out, k * size, size);
        }
    }
    for (; k < last; k++) {
        uint64_t count = tcui_segment_end(&task->segments, k) - k * size;
        TCUI_T(tcui_scan_row)(types, task->kind, task->in, task->out, k * size, count, 0);
    }
}

/* Algorithm 7's partial sum of one chunk: what the chunk has of the segment that it leaves open. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_partial)(tcui_sum_types types, const tcui_scan_task *task,
                                                  tcui_scan_partial *partial)
{
    uint64_t begin = tcui_chunk_open_begin(&task->segments, &partial->chunk);
    partial->open.TCUI_ACC = TCUI_T(tcui_reduction)(types, task->in, begin, partial->chunk.end - begin);
}

/* The scan of one chunk: its first segment goes on from `before`, the others start anew. Finds partial->open anew. */
TCUI_ALWAYS_INLINE void TCUI_T(tcui_scan_chunk)(tcui_sum_types types, const tcui_scan_task *task,
                                                tcui_scan_partial *partial)
{
    const tcui_chunk *chunk = &partial->chunk;
    TCUI_ACC_TYPE base = partial->before.TCUI_ACC;
    TCUI_ACC_TYPE sum = 0;
    uint64_t begin = chunk->begin;
    for (uint64_t k = chunk->first; k <= chunk->last; k++) {
        uint64_t end = k < chunk->last ? tcui_segment_end(&task->segments, k) : chunk->end;
        sum = TCUI_T(tcui_scan_256n)(types, task->kind, task->in, task->out, begin, end - begin, base);
        begin = end;
        base = 0;
    }
    partial->open.TCUI_ACC = sum;
}

/* The sum that the segment left open by this chunk has up to the chunk's end: what comes before the next chunk. */
TCUI_ALWAYS_INLINE tcui_host_sum TCUI_T(tcui_scan_carry)(const tcui_scan_partial *partial)
{
    tcui_host_sum carry = partial->open;
    if (partial->chunk.first == partial->chunk.last) {
        carry.TCUI_ACC = partial->before.TCUI_ACC + partial->open.TCUI_ACC;
    }
    return carry;
}
