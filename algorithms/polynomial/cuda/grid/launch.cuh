/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the three kernels of the path: the points' range, packing, products. */
#ifndef TCUI_POLYNOMIAL_GRID_LAUNCH_CUH
#define TCUI_POLYNOMIAL_GRID_LAUNCH_CUH

#include "algorithms/polynomial/cuda/chunks.cuh"
#include "algorithms/polynomial/cuda/paths.h"
#include "elements.cuh"
#include "kernel.cuh"
#include "policy.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/* What the workspace holds. The rows are those of all planes, or of a reduction's one plane. */
struct grid_schedule {
    uint64_t rows, tiles, tiles_a_block, point_tiles; /* tiles of 16 rows, and of points of a block's warps */
    int tiles_k;                                      /* tiles of 16 coefficients of a row */
    size_t tile_bytes;
    size_t largest, vectors, numbers, least, scale; /* offsets */
};

/* Tiles of 16 coefficients of a row: of whole giant steps, or fewer. */
template <class Operands, class Shape>
int grid_tiles_k(const tcui_polynomial_task *task)
{
    const uint64_t coefficients = std::max<uint64_t>(task->polynomials.degree + 1 - Operands::first_power, 1);
    constexpr int together = Operands::has_partial_steps ? 1 : Shape::K;
    return static_cast<int>(divide_up(coefficients, tile_powers * together)) * together;
}

/* Of the coefficients of 16 rows. */
template <class Operands, class Shape>
size_t grid_tile_bytes(const tcui_polynomial_task *task)
{
    return static_cast<size_t>(grid_tiles_k<Operands, Shape>(task)) * Operands::vectors * sizeof(uint4);
}

/* Whether a block's shared memory holds a tile of rows, and results besides. Reductions keep none there, but have the
 * same limit of the degree. */
template <class Operands, class Shape>
bool holds_a_tile(const tcu_context *context, const tcui_polynomial_task *task)
{
    return grid_shared_bytes<typename Operands::compute>(1, grid_tile_bytes<Operands, Shape>(task)) +
               grid_most_stage_bytes <=
           context->properties.shared_memory_per_block;
}

/* So many that two blocks of Hopper's multiprocessors fit, but one in any case. */
template <class Operands>
uint64_t most_tiles_a_block(const tcu_context *context, const grid_schedule &schedule)
{
    const size_t bytes = std::min<size_t>(TCUI_POLYNOMIAL_GRID_SHARED_BYTES,
                                          context->properties.shared_memory_per_block - grid_most_stage_bytes);
    return std::max<uint64_t>(bytes / grid_shared_bytes<typename Operands::compute>(1, schedule.tile_bytes), 1);
}

template <class Operands, class Shape>
grid_schedule schedule_of(const tcu_context *context, const tcui_polynomial_task *task, tcui_layout *layout)
{
    constexpr size_t compute_bytes = sizeof(typename Operands::compute);
    const bool reduced = task->form == TCUI_POLYNOMIAL_REDUCE;
    grid_schedule schedule = {};
    schedule.rows = task->polynomials.count * (reduced ? 1 : task->polynomials.planes);
    schedule.tiles = divide_up(schedule.rows, tile_rows);
    schedule.tiles_k = grid_tiles_k<Operands, Shape>(task);
    schedule.tile_bytes = grid_tile_bytes<Operands, Shape>(task);
    schedule.point_tiles = divide_up(task->n, static_cast<uint64_t>(grid_warps) * tile_points * Shape::N);
    /* As many blocks as occupy the device. */
    const uint64_t wanted = static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_POLYNOMIAL_GRID_BLOCKS;
    const uint64_t chunks = std::max<uint64_t>(wanted / schedule.point_tiles, 1);
    schedule.tiles_a_block = std::min(most_tiles_a_block<Operands>(context, schedule),
                                      divide_up(schedule.tiles, std::min(chunks, schedule.tiles)));
    schedule.largest = tcui_layout_reserve(layout, TCUI_POLYNOMIAL_RANGE_MOST_BLOCKS, compute_bytes);
    schedule.vectors = tcui_layout_reserve(layout, schedule.tiles, schedule.tile_bytes);
    schedule.numbers = tcui_layout_reserve(layout, schedule.tiles * tile_rows, 2 * compute_bytes);
    schedule.least = tcui_layout_reserve(layout, schedule.tiles, sizeof(int));
    schedule.scale = tcui_layout_reserve(layout, 1, sizeof(int));
    return schedule;
}

inline row_chunks chunks_of(const grid_schedule &schedule)
{
    return {divide_up(schedule.tiles, schedule.tiles_a_block), schedule.tiles_a_block * tile_rows};
}

template <class Compute>
tcu_status find_range(tcu_context *context, const tcui_polynomial_task *task, Compute *largest, int *blocks)
{
    const variable map = variable_of(task->polynomials);
    const auto launch_range = [&](auto element) {
        using In = decltype(element);
        const uint64_t batches = divide_up(task->n, range_threads * range_vectors * vector_elements<In>);
        const uint64_t resident =
            static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * TCUI_POLYNOMIAL_RANGE_BLOCKS;
        *blocks = static_cast<int>(std::min<uint64_t>({batches, resident, TCUI_POLYNOMIAL_RANGE_MOST_BLOCKS}));
        const uint64_t *const length = task->polynomials.num_points;
        return launch(context,
                      length != nullptr ? polynomial_range_kernel<In, true> : polynomial_range_kernel<In, false>,
                      *blocks, range_threads, 0, static_cast<const In *>(task->points), task->n,
                      are_whole_vectors(task->points, 0, sizeof(In), 16), map, largest, length);
    };
    if constexpr (sizeof(Compute) == 8) {
        return launch_range(f64());
    } else {
        return task->type == TCU_TYPE_F32 ? launch_range(f32())
                                          : (task->type == TCU_TYPE_F16 ? launch_range(f16()) : launch_range(bf16()));
    }
}

template <class Operands, class Shape, class Results>
tcu_status launch_grid_kernel(tcu_context *context, const grid_schedule &schedule,
                              grid_task<typename Operands::compute> grid, const Results &results)
{
    const uint64_t chunks = divide_up(schedule.tiles, schedule.tiles_a_block);
    const uint64_t wanted =
        static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_POLYNOMIAL_GRID_BLOCKS_IN_ALL;
    grid.point_tiles_a_block = static_cast<uint32_t>(std::min<uint64_t>(
        std::max<uint64_t>(schedule.point_tiles * chunks / wanted, 1), TCUI_POLYNOMIAL_GRID_POINT_TILES));
    const uint64_t point_blocks = divide_up(schedule.point_tiles, grid.point_tiles_a_block);
    grid.point_blocks = static_cast<uint32_t>(point_blocks); /* (A launch of more fails.) */
    constexpr size_t stage_bytes = static_cast<size_t>(grid_warps) * Results::template stage_bytes<Shape::N>;
    static_assert(stage_bytes <= grid_most_stage_bytes, "there is room for stages");
    const auto launch_it = [&](auto counted) {
        using compute = typename Operands::compute;
        return launch(context, polynomial_grid_kernel<Operands, Shape, Results, counted.value>, point_blocks * chunks,
                      grid_threads,
                      grid_shared_bytes<compute>(schedule.tiles_a_block, schedule.tile_bytes) + stage_bytes,
                      grid_call<compute, counted.value>{grid}, results);
    };
    return grid.length != nullptr ? launch_it(std::true_type()) : launch_it(std::false_type());
}

template <class Operands, class Shape, class Out>
tcu_status launch_written(tcu_context *context, const grid_schedule &schedule,
                          grid_task<typename Operands::compute> grid, const tcui_polynomial_task *task)
{
    Out *const out = static_cast<Out *>(task->out);
    if (task->order == TCU_ORDER_COLUMN_MAJOR) {
        const written_elements<Out> results = {{}, out, 1, task->out_stride};
        return launch_grid_kernel<Operands, Shape>(context, schedule, grid, results);
    }
    const uint64_t degree = task->polynomials.degree;
    const uint64_t below = in_step_below(policy_of_operands<Operands>, task->out_type);
    if (!are_whole_rows(task)) {
        grid.in_step = degree < TCUI_POLYNOMIAL_GRID_ELEMENTS_IN_STEP * below;
        const written_elements<Out> results = {{}, out, task->out_stride, 1};
        return launch_grid_kernel<Operands, Shape>(context, schedule, grid, results);
    }
    grid.in_step = degree < below;
    const written_vectors<Out> results = {{}, out, task->out_stride};
    return launch_grid_kernel<Operands, Shape>(context, schedule, grid, results);
}

/* One plane of a reduction, or all rows. */
template <class Operands, class Shape, class Out>
tcu_status launch_grid(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    using compute = typename Operands::compute;
    const tcui_polynomials &polynomials = task->polynomials;
    tcui_layout layout = {};
    const grid_schedule schedule = schedule_of<Operands, Shape>(context, task, &layout);
    char *const memory = static_cast<char *>(workspace);
    compute *const largest = reinterpret_cast<compute *>(memory + schedule.largest);
    int range_blocks;
    tcu_status status = find_range(context, task, largest, &range_blocks);

    grid_task<compute> grid = {};
    grid.points = task->points;
    grid.type = task->type;
    grid.map = variable_of(polynomials);
    grid.n = task->n;
    grid.length = polynomials.num_points;
    grid.rows = schedule.rows;
    grid.stride = polynomials.stride;
    grid.degree = static_cast<int>(polynomials.degree);
    grid.tiles_k = schedule.tiles_k;
    grid.giant_steps = (schedule.tiles_k + Shape::K - 1) / Shape::K;
    grid.packed = {reinterpret_cast<uint4 *>(memory + schedule.vectors),
                   reinterpret_cast<row_numbers<compute> *>(memory + schedule.numbers),
                   reinterpret_cast<int *>(memory + schedule.least), reinterpret_cast<int *>(memory + schedule.scale)};
    grid.tiles = schedule.tiles;
    grid.tiles_a_block = schedule.tiles_a_block;
    pack_task<compute> pack = {nullptr,          grid.stride, schedule.rows, grid.degree,
                               schedule.tiles_k, largest,     range_blocks,  grid.packed};

    const uint64_t planes = task->form == TCUI_POLYNOMIAL_REDUCE ? polynomials.planes : 1;
    for (uint64_t plane = 0; plane < planes && status == TCU_SUCCESS; plane++) {
        grid.coefficients =
            static_cast<const compute *>(polynomials.coefficients) + plane * polynomials.count * polynomials.stride;
        pack.coefficients = grid.coefficients;
        status = launch(context, polynomial_pack_kernel<Operands>, schedule.tiles, pack_threads, 0, pack);
        if (status != TCU_SUCCESS) {
            break;
        }
        if (task->form == TCUI_POLYNOMIAL_GRID) {
            status = launch_written<Operands, Shape, Out>(context, schedule, grid, task);
        } else {
            const row_chunks chunks = chunks_of(schedule);
            const auto kept = results_of_plane<compute, Out>(task, chunks, plane, memory + layout.bytes);
            status = dispatch_reduction(task, [&](auto reduction) {
                using Reduction = decltype(reduction);
                const kept_results<Reduction, compute, Out> results = {kept};
                const tcu_status launched = launch_grid_kernel<Operands, Shape>(context, schedule, grid, results);
                return launched == TCU_SUCCESS ? reduce_chunks<Reduction>(context, kept, chunks) : launched;
            });
        }
    }
    return status;
}

template <class Operands, class Out>
tcu_status launch_grid_in_shape(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    return in_shape<Operands>(
        task, [&](auto shape) { return launch_grid<Operands, decltype(shape), Out>(context, task, workspace); });
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_LAUNCH_CUH */
