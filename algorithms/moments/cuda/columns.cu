/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of the columns of a row-major matrix: a thread goes down V neighbouring columns, 16 bytes a row (of bytes 8:
 * sums of 16 columns are more than its registers), or one column where alignment asks for that.
 *
 *     threads of a block:  `across` of them side by side, and where the matrix is narrower than a block, `slots` rows at a
 *                          time
 *     column_parts:        each block goes down a range of rows; the moments of its slots are joined in shared memory
 *     join_columns:        joins the ranges' moments of each column, in their order
 */
#include <algorithm>

#include "column_sums.cuh"
#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"

namespace
{

using namespace tcu;

constexpr int column_threads = TCUI_MOMENTS_COLUMNS_THREADS, join_threads = TCUI_MOMENTS_JOIN_THREADS;
constexpr int batch_rows = TCUI_MOMENTS_COLUMNS_BATCH, join_across = TCUI_MOMENTS_JOIN_COLUMNS;

/* Columns of a thread where alignment lets it have several. */
constexpr uint64_t several_columns(size_t element_bytes)
{
    return std::min<uint64_t>(16 / element_bytes, 8);
}

/* Each block has up to `across` * V columns and `rows` rows. */
struct column_cut {
    tcui_moments_matrix matrix;
    uint64_t blocks_across;
    uint64_t ranges, rows;
    int across, slots;
};

/* Of one column and a range of rows; how many these are is known. */
struct column_part {
    f64 mean, squares;
};

/* Counted: the device knows how many rows there are. */
template <class In, class Real, class Out, int V, bool Counted>
__global__ void __launch_bounds__(column_threads, TCUI_MOMENTS_COLUMNS_RESIDENT)
    column_parts(const In *in, const moment_results<Out> results, column_part *parts, const column_cut cut)
{
    __shared__ moments of_threads[column_threads];
    const int slot = threadIdx.x / cut.across;
    const uint64_t range = blockIdx.x / cut.blocks_across, across = blockIdx.x - range * cut.blocks_across;
    const uint64_t column = (across * cut.across + threadIdx.x % cut.across) * V;
    const bool is_inside = column < cut.matrix.columns;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const uint64_t matrix_rows = length_now<Counted>(cut.matrix.rows, cut.matrix.row_count);
    const uint64_t end = min((range + 1) * cut.rows, matrix_rows);
    column_moments<V> all;
    uint64_t row = range * cut.rows + slot;
    const uint64_t step = static_cast<uint64_t>(cut.slots) * cut.matrix.row_stride;
    const In *from = in + row * cut.matrix.row_stride + column;
    while (is_inside && row < end) {
        column_sums<In, Real, V> sums;
        int count = 0;
#pragma unroll 1
        for (int b = 0; b < column_sums<In, Real, V>::run_batches && row < end; b++) {
            column_elements<In, V> x[batch_rows] = {};
            const uint64_t left = (end - row + cut.slots - 1) / cut.slots;
            const int rows = static_cast<int>(min(left, static_cast<uint64_t>(batch_rows)));
#pragma unroll
            for (int r = 0; r < batch_rows; r++) {
                if (r < rows) {
                    x[r].load(from + r * step);
                }
            }
            if (b == 0) {
                sums.start(x, rows);
            }
            if (rows == batch_rows) {
                sums.add(x, batch_rows);
            } else {
                sums.add(x, rows);
            }
            count += rows;
            row += static_cast<uint64_t>(batch_rows) * cut.slots;
            from += batch_rows * step;
        }
        sums.finish(all, count);
    }
    for (int i = 0; i < V; i++) {
        moments own = all.at(0);
#pragma unroll
        for (int j = 1; j < V; j++) {
            own = i == j ? all.at(j) : own;
        }
        for (int distance = cut.slots / 2; distance > 0; distance /= 2) {
            __syncthreads();
            of_threads[threadIdx.x] = own;
            __syncthreads();
            if (slot < distance) {
                own = join(own, of_threads[threadIdx.x + distance * cut.across]);
            }
        }
        if (slot == 0 && is_inside) {
            if (cut.ranges == 1) {
                results.store(column + i, matrix_rows, own);
            } else {
                parts[range * cut.matrix.columns + column + i] = {own.mean, own.squares};
            }
        }
    }
}

/* A block joins `join_across` columns: threads of the same column take turns with the ranges. */
template <class Out, bool Counted>
__global__ void __launch_bounds__(join_threads)
    join_columns(const moment_results<Out> results, const column_part *parts, const column_cut cut)
{
    constexpr int turns = join_threads / join_across;
    __shared__ moments of_threads[turns][join_across];
    const int turn = threadIdx.x / join_across, place = threadIdx.x % join_across;
    const uint64_t columns = cut.matrix.columns, column = static_cast<uint64_t>(blockIdx.x) * join_across + place;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const uint64_t matrix_rows = length_now<Counted>(cut.matrix.rows, cut.matrix.row_count);
    moments own = {};
    if (column < columns) {
#pragma unroll 4
        for (uint64_t range = turn; range < cut.ranges && (!Counted || range * cut.rows < matrix_rows);
             range += turns) {
            const column_part part = parts[range * columns + column];
            const uint64_t rows = min(cut.rows, matrix_rows - range * cut.rows);
            own = join(own, {static_cast<f64>(rows), part.mean, part.squares});
        }
    }
    of_threads[turn][place] = own;
    __syncthreads();
    for (int distance = turns / 2; distance > 0; distance /= 2) {
        if (turn < distance) {
            own = join(own, of_threads[turn + distance][place]);
            of_threads[turn][place] = own;
        }
        __syncthreads();
    }
    if (turn == 0 && column < columns) {
        results.store(column, matrix_rows, own);
    }
}

/* With V columns a thread. */
column_cut cut_of(const tcu_context *context, const tcui_moments_matrix &matrix, uint64_t V)
{
    const uint64_t vectors = matrix.columns / V;
    column_cut cut = {};
    cut.matrix = matrix;
    cut.across = 1;
    while (static_cast<uint64_t>(cut.across) < vectors && cut.across < column_threads) {
        cut.across *= 2;
    }
    cut.slots = column_threads / cut.across;
    cut.blocks_across = divide_up(vectors, cut.across);
    const uint64_t blocks = static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_MOMENTS_COLUMNS_BLOCKS;
    const uint64_t least_rows = static_cast<uint64_t>(cut.slots) * TCUI_MOMENTS_COLUMNS_LEAST_ROWS;
    const uint64_t most_ranges = std::max<uint64_t>(divide_up(matrix.rows, least_rows), 1);
    const uint64_t ranges = std::min(std::max<uint64_t>(blocks / cut.blocks_across, 1), most_ranges);
    cut.rows = std::max<uint64_t>(divide_up(matrix.rows, ranges), 1);
    cut.ranges = std::max<uint64_t>(divide_up(matrix.rows, cut.rows), 1);
    return cut;
}

template <class In, class Real, class Out, int V>
tcu_status by_columns(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    const column_cut cut = cut_of(context, task->matrix, V);
    const moment_results<Out> results = results_of<Out>(task, cut.matrix.rows);
    column_part *const parts = static_cast<column_part *>(workspace);
    const bool is_counted = cut.matrix.row_count != nullptr;
    const tcu_status status = launch_as(
        launch_kind::overlapping, context,
        is_counted ? column_parts<In, Real, Out, V, true> : column_parts<In, Real, Out, V, false>,
        cut.blocks_across * cut.ranges, column_threads, 0, static_cast<const In *>(task->in), results, parts, cut);
    if (status != TCU_SUCCESS || cut.ranges == 1) {
        return status;
    }
    return launch_as(launch_kind::overlapping, context, is_counted ? join_columns<Out, true> : join_columns<Out, false>,
                     divide_up(cut.matrix.columns, join_across), join_threads, 0, results,
                     static_cast<const column_part *>(parts), cut);
}

uint64_t parts_of(const tcu_context *context, const tcui_moments_matrix &matrix, uint64_t V)
{
    const uint64_t ranges = cut_of(context, matrix, V).ranges;
    return ranges > 1 ? ranges * matrix.columns : 0;
}

} // namespace

/* Enough for any alignment of the array. */
tcu_status tcui_moments_columns_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout)
{
    const uint64_t V = several_columns(tcu_type_size(task->in_type));
    uint64_t parts = parts_of(context, task->matrix, 1);
    if (task->matrix.columns % V == 0) {
        parts = std::max(parts, parts_of(context, task->matrix, V));
    }
    if (parts > 0) {
        tcui_layout_reserve(layout, parts, sizeof(column_part));
    }
    return TCU_SUCCESS;
}

tcu_status tcui_moments_columns_execute(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    return dispatch_moments(context, task, [&](auto types) {
        using type = decltype(types);
        using In = typename type::in;
        constexpr int V = several_columns(sizeof(In));
        const tcui_moments_matrix &matrix = task->matrix;
        const bool aligned = matrix.columns % V == 0 && matrix.row_stride % V == 0 &&
                             reinterpret_cast<uintptr_t>(task->in) % (V * sizeof(In)) == 0;
        return aligned ? by_columns<In, typename type::real, typename type::out, V>(context, task, workspace)
                       : by_columns<In, typename type::real, typename type::out, 1>(context, task, workspace);
    });
}
