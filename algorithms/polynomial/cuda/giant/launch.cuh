/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the kernel's task, for one pair of types; instances/ compiles them side by side. */
#ifndef TCUI_POLYNOMIAL_GIANT_LAUNCH_CUH
#define TCUI_POLYNOMIAL_GIANT_LAUNCH_CUH

#include <algorithm>

#include "algorithms/polynomial/cuda/paths.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

template <class Operands>
int giant_chunks(const tcui_polynomial_task *task)
{
    return static_cast<int>(
        divide_up(std::max<uint64_t>(task->polynomials.degree + 1 - Operands::first_power, 1), chunk_terms));
}

/* Of a row in dynamic shared memory. */
template <class Operands>
size_t giant_row_bytes(const tcui_polynomial_task *task)
{
    return giant_chunks<Operands>(task) * chunk_products * giant_operands<Operands>::vectors * sizeof(uint4) +
           bytes_beside_chunks<typename Operands::compute>;
}

/* Whether a block's shared memory holds a row. */
template <class Operands>
bool holds_a_row(const tcu_context *context, const tcui_polynomial_task *task)
{
    using compute = typename Operands::compute;
    constexpr size_t beside = giant_warps * (sizeof(warp_powers<compute>) + sizeof(compute));
    return giant_row_bytes<Operands>(task) + beside <= context->properties.shared_memory_per_block;
}

/* Parts of n points for each of so many groups of rows: as many blocks as occupy the device, and more where each still
 * has so many points that packing takes little of its time. */
inline uint64_t giant_parts(const tcu_context *context, uint64_t n, uint64_t groups)
{
    const uint64_t resident = static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_POLYNOMIAL_GIANT_BLOCKS;
    const uint64_t most = divide_up(resident * TCUI_POLYNOMIAL_GIANT_BLOCKS_IN_ALL, groups);
    const uint64_t occupying = std::min(divide_up(resident, groups), divide_up(n, giant_threads));
    return std::max(std::min(divide_up(n, TCUI_POLYNOMIAL_GIANT_POINTS), most), occupying);
}

template <class Operands, class In, class Out>
tcu_status launch_giant(tcu_context *context, const tcui_polynomial_task *task)
{
    const tcui_polynomials &polynomials = task->polynomials;
    const bool batched = task->form == TCUI_POLYNOMIAL_BATCHED;
    const bool by_columns = !batched && task->order == TCU_ORDER_COLUMN_MAJOR;
    giant_task<In, Out> giant = {};
    giant.points = static_cast<const In *>(task->points);
    giant.out = static_cast<Out *>(task->out);
    giant.coefficients = static_cast<const computed<In> *>(polynomials.coefficients);
    giant.n = task->n;
    giant.point_stride = task->point_stride;
    /* (Of a batch, the rows are its polynomial's derivatives.) */
    giant.batches = batched ? polynomials.count : 1;
    giant.rows = batched ? polynomials.planes : polynomials.planes * polynomials.count;
    giant.batch_stride = polynomials.stride;
    giant.row_stride = giant.batches * polynomials.stride;
    giant.batch_step = task->out_stride;
    giant.row_step = by_columns ? 1 : giant.batches * task->out_stride;
    giant.point_step = by_columns ? task->out_stride : 1;
    giant.map = variable_of(polynomials);
    giant.degree = static_cast<int>(polynomials.degree);
    giant.chunks = giant_chunks<Operands>(task);
    const size_t row_bytes = giant_row_bytes<Operands>(task);
    const size_t most_rows = std::max<size_t>(TCUI_POLYNOMIAL_GIANT_SHARED_BYTES / row_bytes, 1);
    giant.row_groups = divide_up(giant.rows, most_rows);
    giant.rows_a_block = static_cast<uint32_t>(divide_up(giant.rows, giant.row_groups));
    const uint64_t groups = giant.batches * giant.row_groups;
    giant.points_a_part = std::min<uint64_t>(
        divide_up(divide_up(giant.n, giant_parts(context, giant.n, groups)), giant_threads) * giant_threads,
        TCUI_POLYNOMIAL_GIANT_MOST_POINTS);
    giant.parts = divide_up(giant.n, giant.points_a_part);
    giant.items = giant.parts * groups;
    const bool single = giant.rows_a_block * giant.chunks == 1;
    return launch(context,
                  single ? polynomial_giant_kernel<Operands, true, In, Out>
                         : polynomial_giant_kernel<Operands, false, In, Out>,
                  std::min(giant.items, most_grid_blocks), giant_threads, giant.rows_a_block * row_bytes, giant);
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GIANT_LAUNCH_CUH */
