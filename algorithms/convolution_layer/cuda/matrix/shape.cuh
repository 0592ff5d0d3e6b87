/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of blocks, what a block's shared memory holds, and how a layer's results are cut into tiles. */
#ifndef TCUI_CONVOLUTION_LAYER_MATRIX_SHAPE_CUH
#define TCUI_CONVOLUTION_LAYER_MATRIX_SHAPE_CUH

#include "algorithms/convolution_layer/backend.h"
#include "algorithms/convolution_layer/cuda/tuning.h"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/* Warps of a block, along filters and points, and what each of them has: tiles of 16 filters and of 8 points. */
struct layer_warps {
    int along_filters, along_points, rows, columns;
};

inline constexpr layer_warps large_layer_warps = {.along_filters = 1, .along_points = 4, .rows = 4, .columns = 8};
inline constexpr layer_warps small_layer_warps = {.along_filters = 2, .along_points = 2, .rows = 2, .columns = 4};

template <const layer_warps &Warps>
struct layer_shape {
    static constexpr int warps_p = Warps.along_points, rows = Warps.rows, columns = Warps.columns;
    static constexpr int warps = Warps.along_filters * Warps.along_points, threads = warps * 32;
    static constexpr int filters = Warps.along_filters * rows * 16, points = Warps.along_points * columns * 8;
};

using large_layer_shape = layer_shape<large_layer_warps>;
using small_layer_shape = layer_shape<small_layer_warps>;

constexpr int layer_filters = large_layer_shape::filters; /* of a block, in every shape */
static_assert(layer_filters == small_layer_shape::filters, "packed filters do for both shapes");

/* Elements between rows of channels, and between rows of results, in shared memory: a multiple of 16 bytes, with which
 * eight neighbouring rows are in different banks. */
template <int Channels>
constexpr int channel_stride = Channels + 8;
template <class Shape>
constexpr int result_stride = Shape::points + 8;

/*
 * A tile of results. By patches: `rows` x `columns` points of one image, whose windows are one patch of the input, from
 * which all taps read. Else: a row of points of all images one after the other; each tap has points of its own.
 */
struct layer_tiling {
    bool by_patches;
    int rows, columns;             /* by patches */
    int patch_rows, patch_columns; /* by patches */
    int patch_points;              /* that are in shared memory at a time */
    uint64_t tiles_y, tiles_x;     /* by patches: of an image */
    uint64_t point_tiles, filter_tiles;
};

/* What a point of a tile is in the input, when patches are not used. */
struct layer_window {
    int64_t image, y, x; /* offset of the image's first channel; of the window's first point */
};

/* Offsets in a block's shared memory. */
struct layer_memory {
    size_t sources, targets, windows, slabs, patch, bytes;
};

template <class Shape, int Channels>
__host__ __device__ inline layer_memory memory_of(int patch_points)
{
    constexpr size_t alignment = 128, element_bytes = 2;
    const auto after = [](size_t begin, size_t bytes) {
        return (begin + bytes + alignment - 1) / alignment * alignment;
    };
    const auto larger = [](size_t a, size_t b) { return a > b ? a : b; };
    layer_memory memory = {};
    memory.targets = after(memory.sources, sizeof(int64_t) * larger(patch_points, Shape::points));
    memory.windows = after(memory.targets, sizeof(int64_t) * Shape::points);
    memory.slabs = after(memory.windows, sizeof(layer_window) * Shape::points);
    const size_t slabs = TCUI_LAYER_MATRIX_SLABS * element_bytes * Shape::filters * channel_stride<Channels>;
    memory.patch = after(memory.slabs, slabs);
    /* (Results take the place of slabs and patch.) */
    const size_t end = memory.patch + element_bytes * patch_points * channel_stride<Channels>;
    const size_t results = memory.slabs + element_bytes * Shape::filters * result_stride<Shape>;
    memory.bytes = after(larger(end, results), 0);
    return memory;
}

inline uint64_t taps_of(const tcui_convolution_layer_task *task)
{
    return task->axes[0].kernel * task->axes[1].kernel;
}

/* The patch of `points` windows along an axis; saturates far beyond what fits. */
inline uint64_t patch_extent(const tcui_layer_axis &axis, uint64_t points)
{
    constexpr uint64_t most = 1 << 20;
    const uint64_t kernel = axis.kernel > most || axis.dilation > most ? most : (axis.kernel - 1) * axis.dilation;
    return kernel >= most || axis.stride > most ? most : (points - 1) * axis.stride + kernel + 1;
}

/* The tiling of the least cost: products, in points times taps, and loads. */
template <class Shape, int Channels>
layer_tiling find_tiling(const tcu_context *context, const tcui_convolution_layer_task *task)
{
    const tcui_layer_axis &y = task->axes[0], &x = task->axes[1];
    const uint64_t taps = taps_of(task);
    layer_tiling best = {};
    best.patch_points = Shape::points;
    best.filter_tiles = divide_up(task->out_channels, Shape::filters);
    best.point_tiles = divide_up(task->batch * y.out * x.out, Shape::points);
    if (taps == 1) {
        return best;
    }
    const auto cost_of = [&](uint64_t tiles, uint64_t loads) {
        return static_cast<double>(tiles) *
               (static_cast<double>(taps) * Shape::points + TCUI_LAYER_MATRIX_LOAD_COST * static_cast<double>(loads));
    };
    double least = cost_of(best.point_tiles, taps > (uint64_t{1} << 32) ? ~uint64_t{0} : taps * Shape::points);
    const size_t most_bytes = context->properties.shared_memory_per_block / TCUI_LAYER_MATRIX_BLOCKS - 1024;
    for (uint64_t most = 1; most <= Shape::points && most <= x.out; most++) {
        layer_tiling tiling = best;
        tiling.by_patches = true;
        tiling.tiles_x = divide_up(x.out, most);
        const uint64_t columns = divide_up(x.out, tiling.tiles_x);
        tiling.tiles_y = divide_up(y.out, min(y.out, Shape::points / columns));
        const uint64_t rows = divide_up(y.out, tiling.tiles_y);
        const uint64_t patch_rows = patch_extent(y, rows), patch_columns = patch_extent(x, columns);
        if (patch_rows * patch_columns > most_bytes ||
            memory_of<Shape, Channels>(static_cast<int>(patch_rows * patch_columns)).bytes > most_bytes) {
            continue;
        }
        tiling.rows = static_cast<int>(rows);
        tiling.columns = static_cast<int>(columns);
        tiling.patch_rows = static_cast<int>(patch_rows);
        tiling.patch_columns = static_cast<int>(patch_columns);
        tiling.patch_points = tiling.patch_rows * tiling.patch_columns;
        tiling.point_tiles = task->batch * tiling.tiles_y * tiling.tiles_x;
        const double cost = cost_of(tiling.point_tiles, patch_rows * (patch_columns + TCUI_LAYER_MATRIX_ROW_COST));
        if (cost < least) {
            best = tiling;
            least = cost;
        }
    }
    return best;
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_MATRIX_SHAPE_CUH */
