/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions over polynomials, on the host's side: into how many chunks of rows they are cut, and their memory. */
#ifndef TCUI_POLYNOMIAL_CHUNKS_CUH
#define TCUI_POLYNOMIAL_CHUNKS_CUH

#include <algorithm>

#include "primitives/context/workspace.h"
#include "primitives/pipeline/launch.cuh"
#include "reduction.cuh"
#include "tuning.h"

namespace tcu
{

struct row_chunks {
    uint64_t count, rows; /* rows of a chunk, the last of which may have fewer */
};

/* Points of a block, by which chunks are counted: those of the path plain for 32-bit points, whatever type and path. */
constexpr uint64_t chunk_block_points =
    static_cast<uint64_t>(TCUI_POLYNOMIAL_PLAIN_THREADS) * TCUI_POLYNOMIAL_PLAIN_POINTS;

/* As many chunks as occupy the device, of a multiple of 16 rows (a tile of the matrix unit), and of not too many. */
inline row_chunks chunk_rows(const tcu_context *context, uint64_t n, uint64_t rows)
{
    constexpr uint64_t tile = 16, most_rows = TCUI_POLYNOMIAL_CHUNK_ROWS;
    const uint64_t blocks = divide_up(n, chunk_block_points);
    const uint64_t wanted =
        divide_up(static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_POLYNOMIAL_REDUCE_BLOCKS, blocks);
    uint64_t chunk = divide_up(divide_up(rows, std::max<uint64_t>(wanted, 1)), tile) * tile;
    chunk = std::min(std::max(chunk, tile), most_rows);
    return {std::max<uint64_t>(divide_up(rows, chunk), 1), chunk};
}

/*
 * Values of all chunks, at most: a bound that never decreases with growing n, and the same for every path. There are no
 * more chunks than tiles of rows; and where there are several to occupy the device, their values are fewer than twice
 * the points of all its blocks. (`most_rows`: of a chunk, whatever n is, where shared memory or 32-bit numbers limit
 * it.)
 */
inline uint64_t chunk_values(const tcu_context *context, uint64_t n, uint64_t rows, uint64_t most_rows)
{
    const uint64_t tiles = divide_up(rows, 16);
    if (tiles <= 1) {
        return 0;
    }
    const uint64_t of_blocks = 2 * static_cast<uint64_t>(context->properties.multiprocessors) *
                               TCUI_POLYNOMIAL_REDUCE_BLOCKS * chunk_block_points;
    const uint64_t of_rows = n < of_blocks / tiles ? n * tiles : of_blocks;
    const uint64_t least_chunks = divide_up(rows, most_rows);
    const uint64_t of_limit = n > UINT64_MAX / least_chunks ? UINT64_MAX : least_chunks * n;
    return std::max(of_rows, least_chunks > 1 ? of_limit : 0);
}

inline void reserve_chunks(tcui_layout *layout, uint64_t values, size_t value_bytes)
{
    tcui_layout_reserve(layout, values, value_bytes);
    tcui_layout_reserve(layout, values, sizeof(uint64_t));
}

/* The results of a derivative; `workspace` is what was reserved. */
template <class Compute, class Out>
reduced_results<Compute, Out> results_of_plane(const tcui_polynomial_task *task, const row_chunks &chunks,
                                               uint64_t plane, void *workspace)
{
    reduced_results<Compute, Out> results = {};
    results.n = task->n;
    results.length = task->polynomials.num_points;
    results.rows_a_chunk = chunks.rows;
    results.sign = task->reduction == TCU_POLYNOMIAL_MIN ? 0x80000000u : 0;
    if (task->out != nullptr) {
        results.out = static_cast<Out *>(task->out) + plane * task->out_stride;
    }
    if (task->which != nullptr) {
        results.which = task->which + plane * task->out_stride;
    }
    if (chunks.count > 1) {
        tcui_layout layout = {};
        results.chunk_values = place<Compute>(&layout, workspace, chunks.count * task->n);
        results.chunk_which = place<uint64_t>(&layout, workspace, task->which != nullptr ? chunks.count * task->n : 0);
    }
    return results;
}

template <class Reduction, class Compute, class Out>
tcu_status reduce_chunks(tcu_context *context, const reduced_results<Compute, Out> &results, const row_chunks &chunks)
{
    if (chunks.count <= 1) {
        return TCU_SUCCESS;
    }
    return launch(context,
                  results.length != nullptr ? polynomial_reduce_chunks<Reduction, Compute, Out, true>
                                            : polynomial_reduce_chunks<Reduction, Compute, Out, false>,
                  divide_up(results.n, reduce_chunks_threads), reduce_chunks_threads, 0, results,
                  static_cast<uint32_t>(chunks.count));
}

/* function(Reduction()) */
template <class Function>
tcu_status dispatch_reduction(const tcui_polynomial_task *task, Function function)
{
    if (task->reduction == TCU_POLYNOMIAL_SUM) {
        return function(keep_sum());
    }
    return task->which != nullptr ? function(keep_largest_row()) : function(keep_largest());
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_CHUNKS_CUH */
