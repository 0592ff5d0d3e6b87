/* SPDX-License-Identifier: Apache-2.0 */
/* The points that a tile reads and writes, and how its input comes to shared memory: point by point, with the channels of
 * a tile side by side, so that a row of a matrix (8 channels of a point) is 16 bytes whatever tap is read. */
#ifndef TCUI_CONVOLUTION_LAYER_MATRIX_WINDOWS_CUH
#define TCUI_CONVOLUTION_LAYER_MATRIX_WINDOWS_CUH

#include "algorithms/convolution_layer/cuda/axis.cuh"
#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/lanes.h"
#include "shape.cuh"

namespace tcu
{

/* A layer, as the kernel sees it. */
template <class T>
struct matrix_layer {
    const T *in, *filters, *bias; /* filters packed; bias or NULL */
    T *out;
    int64_t batch, channels, out_channels, in_plane, out_plane; /* planes: points of a channel */
    layer_axis y, x;
    layer_tiling tiling;
    int64_t channel_tiles, taps;
    int vector; /* neighbouring results that can be stored as one: 1, 2, 4 or 8 */
};

/* A tap, and its distance from the first in the patch. */
struct layer_tap {
    int64_t r, s;
};

/* Where a tile is. */
struct layer_place {
    int64_t filter_tile, point_tile; /* the latter of rows of points */
    int64_t image, y, x;             /* of patches: the image, the first point */
};

template <class T>
__device__ layer_place place_of(const matrix_layer<T> &layer, uint64_t tile)
{
    const layer_tiling &tiling = layer.tiling;
    layer_place place = {};
    place.filter_tile = static_cast<int64_t>(tile % tiling.filter_tiles);
    const uint64_t point_tile = tile / tiling.filter_tiles;
    place.point_tile = static_cast<int64_t>(point_tile);
    if (tiling.by_patches) {
        place.x = static_cast<int64_t>(point_tile % tiling.tiles_x) * tiling.columns;
        place.y = static_cast<int64_t>(point_tile / tiling.tiles_x % tiling.tiles_y) * tiling.rows;
        place.image = static_cast<int64_t>(point_tile / tiling.tiles_x / tiling.tiles_y);
    }
    return place;
}

/* Offset of an input point's first channel; -1 where it is outside. */
template <class T>
__device__ __forceinline__ int64_t source_at(const matrix_layer<T> &layer, int64_t image_offset, int64_t y, int64_t x)
{
    return y >= 0 && y < layer.y.in && x >= 0 && x < layer.x.in ? image_offset + y * layer.x.in + x : -1;
}

/* Offsets of the tile's results of filter 0, -1 where there is none; and of rows of points their windows. */
template <class Shape, class T>
__device__ void find_targets(const matrix_layer<T> &layer, const layer_place &place, int64_t *targets,
                             layer_window *windows)
{
    const layer_tiling &tiling = layer.tiling;
    for (int point = static_cast<int>(threadIdx.x); point < Shape::points; point += Shape::threads) {
        int64_t image, y, x;
        bool is_inside;
        if (tiling.by_patches) {
            image = place.image;
            y = place.y + point / tiling.columns;
            x = place.x + point % tiling.columns;
            is_inside = point < tiling.rows * tiling.columns && y < layer.y.out && x < layer.x.out;
        } else {
            const int64_t number = place.point_tile * Shape::points + point, of_image = number % layer.out_plane;
            image = number / layer.out_plane;
            y = of_image / layer.x.out;
            x = of_image % layer.x.out;
            is_inside = image < layer.batch;
            windows[point] = {is_inside ? image * layer.channels * layer.in_plane : -1,
                              y * layer.y.stride - layer.y.padding, x * layer.x.stride - layer.x.padding};
        }
        targets[point] = is_inside ? image * layer.out_channels * layer.out_plane + y * layer.x.out + x : -1;
    }
}

/* Offsets of the points that come to shared memory: the patch, or, of rows of points, those of a tap. */
template <class Shape, class T>
__device__ void find_sources(const matrix_layer<T> &layer, const layer_place &place, const layer_tap &tap,
                             int64_t *sources, const layer_window *windows)
{
    const layer_tiling &tiling = layer.tiling;
    for (int point = static_cast<int>(threadIdx.x); point < tiling.patch_points; point += Shape::threads) {
        if (tiling.by_patches) {
            const int64_t y = place.y * layer.y.stride - layer.y.padding + point / tiling.patch_columns;
            const int64_t x = place.x * layer.x.stride - layer.x.padding + point % tiling.patch_columns;
            sources[point] = source_at(layer, place.image * layer.channels * layer.in_plane, y, x);
        } else {
            const layer_window window = windows[point];
            sources[point] = window.image < 0 ? -1
                                              : source_at(layer, window.image, window.y + tap.r * layer.y.dilation,
                                                          window.x + tap.s * layer.x.dilation);
        }
    }
}

/* Channels [first, first + Channels) of all points. A warp takes 32 neighbouring points, so that what it reads of a channel
 * is mostly one row. */
template <class Shape, int Channels, class T>
__device__ void load_points(const matrix_layer<T> &layer, int64_t first, const int64_t *sources, T *patch)
{
    constexpr int octets = Channels / 8, groups = octets < Shape::warps ? octets : Shape::warps;
    constexpr int octets_of_group = octets / groups, step = TCUI_WARP_LANES * (Shape::warps / groups);
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    const int warp = static_cast<int>(threadIdx.x) / TCUI_WARP_LANES;
    const int64_t own = first + warp % groups * (octets_of_group * 8), channels_left = layer.channels - own;
    const auto *const in = reinterpret_cast<const unsigned short *>(layer.in) + own * layer.in_plane;
#pragma unroll 2
    for (int point = lane + warp / groups * TCUI_WARP_LANES; point < layer.tiling.patch_points; point += step) {
        const int64_t source = sources[point];
        const unsigned short *from = in + source;
#pragma unroll
        for (int octet = 0; octet < octets_of_group; octet++) {
            unsigned short bits[8];
#pragma unroll
            for (int c = 0; c < 8; c++, from += layer.in_plane) {
                bits[c] = source >= 0 && octet * 8 + c < channels_left ? __ldg(from) : 0;
            }
            element_vector<T, 8> channels;
#pragma unroll
            for (int i = 0; i < 4; i++) {
                channels.words[i] = bits[2 * i] | static_cast<uint32_t>(bits[2 * i + 1]) << 16;
            }
            store_whole(patch + point * channel_stride<Channels> + (warp % groups * octets_of_group + octet) * 8,
                        channels);
        }
    }
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_MATRIX_WINDOWS_CUH */
