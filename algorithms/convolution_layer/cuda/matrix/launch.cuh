/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the kernels: channels of a tile, shape of the blocks, packed filters in the workspace. */
#ifndef TCUI_CONVOLUTION_LAYER_MATRIX_LAUNCH_CUH
#define TCUI_CONVOLUTION_LAYER_MATRIX_LAUNCH_CUH

#include "algorithms/convolution_layer/cuda/paths.h"
#include "filters.cuh"
#include "kernel.cuh"

namespace tcu
{

/* function(std::integral_constant<int, Channels>()): the most channels of a tile that lengthen the sum by little. */
template <class Function>
auto with_channels(const tcui_convolution_layer_task *task, Function function)
{
    const uint64_t least = divide_up(task->in_channels, 16) * 16;
    const uint64_t most =
        least + least / 100 * TCUI_LAYER_MATRIX_PADDING_PERCENT + least % 100 * TCUI_LAYER_MATRIX_PADDING_PERCENT / 100;
    if (divide_up(task->in_channels, 64) * 64 <= most) {
        return function(std::integral_constant<int, 64>());
    }
    return divide_up(task->in_channels, 32) * 32 <= most ? function(std::integral_constant<int, 32>())
                                                         : function(std::integral_constant<int, 16>());
}

/* Slabs of all filters. */
template <int Channels>
uint64_t slabs_of(const tcui_convolution_layer_task *task)
{
    return divide_up(task->out_channels, layer_filters) * divide_up(task->in_channels, Channels) * taps_of(task);
}

template <class T, int Channels>
tcu_status pack_filters(tcu_context *context, const tcui_convolution_layer_task *task, T *packed)
{
    pack_filters_task<T> pack = {};
    pack.filters = static_cast<const T *>(task->filters);
    pack.packed = packed;
    pack.out_channels = task->out_channels;
    pack.channels = task->in_channels;
    pack.taps = taps_of(task);
    pack.channel_tiles = divide_up(task->in_channels, Channels);
    pack.vectors = slabs_of<Channels>(task) * (layer_filters * Channels / 8);
    const uint64_t most = TCUI_LAYER_MOST_BLOCKS;
    return launch(context, convolution_layer_pack_kernel<T, Channels>,
                  min(divide_up(pack.vectors, TCUI_LAYER_PACK_THREADS), most), TCUI_LAYER_PACK_THREADS, 0, pack);
}

/* Of 8, 4, 2, 1 the most results that are neighbours, and aligned, wherever in a tile they begin. */
inline int stored_together(const tcui_convolution_layer_task *task, const layer_tiling &tiling)
{
    constexpr size_t element_bytes = 2;
    const tcui_layer_axis &y = task->axes[0], &x = task->axes[1];
    for (int vector = 8; vector > 1; vector /= 2) {
        if (reinterpret_cast<uintptr_t>(task->out) % (vector * element_bytes) == 0 &&
            (tiling.by_patches ? x.out % vector == 0 && tiling.columns % vector == 0 : y.out * x.out % vector == 0)) {
            return vector;
        }
    }
    return 1;
}

template <class T, class Shape, int Channels>
tcu_status launch_shape_of_layer(tcu_context *context, const tcui_convolution_layer_task *task,
                                 const layer_tiling &tiling, const T *packed)
{
    matrix_layer<T> layer = {};
    layer.in = static_cast<const T *>(task->in);
    layer.filters = packed;
    layer.bias = static_cast<const T *>(task->bias);
    layer.out = static_cast<T *>(task->out);
    layer.batch = static_cast<int64_t>(task->batch);
    layer.channels = static_cast<int64_t>(task->in_channels);
    layer.out_channels = static_cast<int64_t>(task->out_channels);
    layer.y = layer_axis_of(task->axes[0]);
    layer.x = layer_axis_of(task->axes[1]);
    layer.in_plane = layer.y.in * layer.x.in;
    layer.out_plane = layer.y.out * layer.x.out;
    layer.tiling = tiling;
    layer.channel_tiles = static_cast<int64_t>(divide_up(task->in_channels, Channels));
    layer.taps = static_cast<int64_t>(taps_of(task));
    layer.vector = stored_together(task, tiling);
    const uint64_t most = TCUI_LAYER_MOST_BLOCKS;
    return launch_as(launch_kind::overlapping, context, convolution_layer_matrix_kernel<T, Shape, Channels>,
                     min(tiling.point_tiles * tiling.filter_tiles, most), Shape::threads,
                     memory_of<Shape, Channels>(tiling.patch_points).bytes, layer);
}

template <class T>
tcu_status launch_matrix_layer(tcu_context *context, const tcui_convolution_layer_task *task, void *workspace)
{
    T *const packed = static_cast<T *>(workspace);
    return with_channels(task, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        const tcu_status status = pack_filters<T, Channels>(context, task, packed);
        if (status != TCU_SUCCESS) {
            return status;
        }
        const layer_tiling large = find_tiling<large_layer_shape, Channels>(context, task);
        const uint64_t enough = static_cast<uint64_t>(TCUI_LAYER_MATRIX_TILES_A_MULTIPROCESSOR) *
                                static_cast<uint64_t>(context->properties.multiprocessors);
        if (large.point_tiles * large.filter_tiles >= enough) {
            return launch_shape_of_layer<T, large_layer_shape, Channels>(context, task, large, packed);
        }
        return launch_shape_of_layer<T, small_layer_shape, Channels>(
            context, task, find_tiling<small_layer_shape, Channels>(context, task), packed);
    });
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_MATRIX_LAUNCH_CUH */
