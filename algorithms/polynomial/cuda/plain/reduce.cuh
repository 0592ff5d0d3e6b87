/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same, reduced over the rows: a block keeps one value a point of the rows that it has evaluated. Where one chunk
 * of rows for each block would leave most of the device idle, chunks leave their values in the workspace for
 * polynomial_reduce_chunks (../reduction.cuh).
 */
#ifndef TCUI_POLYNOMIAL_PLAIN_REDUCE_CUH
#define TCUI_POLYNOMIAL_PLAIN_REDUCE_CUH

#include "algorithms/polynomial/cuda/reduction.cuh"
#include "kernel.cuh"

namespace tcu
{

template <class In, class Out>
struct plain_reduce_task {
    staged_rows<computed<In>> staged; /* of one derivative */
    reduced_results<computed<In>, Out> results;
    const In *points;
    uint64_t rows, rows_a_chunk;
    variable map;
    computed<In> one; /* 1 */
    bool vectors_in;
    uint32_t point_blocks;
};

/* Counted: the device knows how many points there are. */
template <class Reduction, tcu_basis Basis, class In, class Out, bool Counted>
__global__ void __launch_bounds__(plain_threads) polynomial_plain_reduce_kernel(plain_reduce_task<In, Out> task)
{
    using compute = computed<In>;
    using shape = plain_many<In, Out>;
    constexpr int R = shape::points, V = shape::vector;
    compute *shared = reinterpret_cast<compute *>(dynamic_shared_memory());
    const uint32_t chunk = blockIdx.x / task.point_blocks, block = blockIdx.x - chunk * task.point_blocks;
    const uint64_t first_row = chunk * task.rows_a_chunk, last_row = min(first_row + task.rows_a_chunk, task.rows);

    series<Basis, compute, R> series;
    /* (Of no rows points are not read, and may be NULL.) */
    const uint64_t n = task.results.template points<Counted>();
    const plain_piece piece = plain_piece_of<shape>(block, n);
    load_plain_points<shape>(series.t, task.points, {piece.first, task.rows > 0 ? piece.count : 0}, task.vectors_in,
                             task.map, task.one);
    typename Reduction::template state<compute> best[R];
#pragma unroll
    for (int r = 0; r < R; r++) {
        best[r].clear();
    }
    for (uint64_t group = first_row; group < last_row; group += task.staged.rows_a_block) {
        const uint32_t rows = static_cast<uint32_t>(min(last_row - group, uint64_t{task.staged.rows_a_block}));
        __syncthreads();
        stage_whole_rows(task.staged, shared, group, rows);
        for (uint32_t row = 0; row < rows; row++) {
            evaluate_row(series, task.staged, shared, group, row);
#pragma unroll
            for (int r = 0; r < R; r++) {
                best[r].take(flip_sign(series.b[r], task.results.sign), static_cast<uint32_t>(group - first_row) + row);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < R; r++) {
        store_reduced(task.results, best[r], piece.first + plain_offset<V>(r / V) + r % V, n, chunk, first_row);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PLAIN_REDUCE_CUH */
