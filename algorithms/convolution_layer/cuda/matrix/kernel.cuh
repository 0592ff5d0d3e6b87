/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolution layers as products on the matrix unit, without the windows' matrix in memory (implicit im2col; S. Chetlur et
 * al.: "cuDNN: Efficient Primitives for Deep Learning", 2014):
 *
 *     out(k, point) = bias(k) + sum over tiles of channels, taps (r, s) of
 *                     filters(k, tile, r, s) * in(tile, point's window at (r, s))
 *
 * A block has 64 filters and a tile of points. The input of a tile of channels, a patch with its halo, is loaded once
 * for all taps and lies in shared memory with the channels of a point side by side: tap (r, s) is the same rows of
 * matrices some rows further on. Filters come in slabs of one tap through a ring of asynchronous copies. While a block
 * loads a patch the multiprocessor's other block multiplies.
 */
#ifndef TCUI_CONVOLUTION_LAYER_MATRIX_KERNEL_CUH
#define TCUI_CONVOLUTION_LAYER_MATRIX_KERNEL_CUH

#include "primitives/tile/element_mma.cuh"
#include "windows.cuh"

namespace tcu
{

using result_layout = device::fragment_layout<device::use::accumulator, device::m16n8k16, 32>;

/* Where a lane reads rows of matrices: of 16 filters, or 16 points, and 16 channels. */
struct layer_lane {
    int lane, first_filter, first_point; /* of the warp's results */

    template <class Shape>
    __device__ static __forceinline__ layer_lane of()
    {
        const int warp = static_cast<int>(threadIdx.x) / TCUI_WARP_LANES;
        return {static_cast<int>(threadIdx.x) % TCUI_WARP_LANES, warp / Shape::warps_p * Shape::rows * 16,
                warp % Shape::warps_p * Shape::columns * 8};
    }

    /* A: matrices are filters 0-7 and 8-15 of channels 0-7, then of channels 8-15. */
    __device__ __forceinline__ int filter() const { return lane % 16; }
    __device__ __forceinline__ int filter_octet() const { return lane / 16; }
    /* B: matrices are channels 0-7 and 8-15 of points 0-7, then of points 8-15. */
    __device__ __forceinline__ int point() const { return lane / 16 * 8 + lane % 8; }
    __device__ __forceinline__ int point_octet() const { return lane / 8 % 2; }
};

/* sums += slab * points of a tap. Addresses are those of the lane's rows. */
template <class Shape, int Channels, class T>
__device__ __forceinline__ void multiply_slab(f32 (&sums)[Shape::rows][Shape::columns][4], uint32_t slab,
                                              const uint32_t (&points)[Shape::columns / 2], uint32_t tap_bytes)
{
    constexpr uint32_t step_bytes = 16 * sizeof(T);
#pragma unroll
    for (int step = 0; step < Channels / 16; step++) {
        uint32_t a[Shape::rows][4], b[Shape::columns / 2][4];
#pragma unroll
        for (int row = 0; row < Shape::rows; row++) {
            load_matrices(a[row], slab + row * 16 * channel_stride<Channels> * sizeof(T) + step * step_bytes);
        }
#pragma unroll
        for (int pair = 0; pair < Shape::columns / 2; pair++) {
            load_matrices(b[pair], points[pair] + tap_bytes + step * step_bytes);
        }
#pragma unroll
        for (int column = 0; column < Shape::columns; column++) {
            const uint32_t of_column[2] = {b[column / 2][column % 2 * 2], b[column / 2][column % 2 * 2 + 1]};
#pragma unroll
            for (int row = 0; row < Shape::rows; row++) {
                operands<T>::multiply(sums[row][column], a[row], of_column);
            }
        }
    }
}

/* Adds the bias, rounds, and brings results to shared memory, a row a filter. */
template <class Shape, class T>
__device__ __forceinline__ void round_results(const matrix_layer<T> &layer, int64_t first_filter, const layer_lane &at,
                                              const f32 (&sums)[Shape::rows][Shape::columns][4], T *results)
{
#pragma unroll
    for (int row = 0; row < Shape::rows; row++) {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            const device::position position = result_layout::at(at.lane, 2 * half, 0);
            const int filter = at.first_filter + row * 16 + position.row;
            const f32 bias = layer.bias != nullptr && first_filter + filter < layer.out_channels
                                 ? to_accumulator<f32>(layer.bias[first_filter + filter])
                                 : 0.0f;
#pragma unroll
            for (int column = 0; column < Shape::columns; column++) {
                const f32 *const sum = &sums[row][column][2 * half];
                *reinterpret_cast<uint32_t *>(results + filter * result_stride<Shape> + at.first_point + column * 8 +
                                              position.column) =
                    pack(from_accumulator<T>(sum[0] + bias), from_accumulator<T>(sum[1] + bias));
            }
        }
    }
}

/* Stores V neighbouring results at a time. */
template <class Shape, int V, class T>
__device__ __forceinline__ void store_results(const matrix_layer<T> &layer, int64_t first_filter,
                                              const int64_t *targets, const T *results)
{
    constexpr int vectors = Shape::points / V;
    for (int i = static_cast<int>(threadIdx.x); i < Shape::filters * vectors; i += Shape::threads) {
        const int filter = i / vectors, point = i % vectors * V;
        const int64_t target = targets[point];
        if (target < 0 || first_filter + filter >= layer.out_channels) {
            continue;
        }
        T *const to = layer.out + target + (first_filter + filter) * layer.out_plane;
        const T *const from = results + filter * result_stride<Shape> + point;
        if constexpr (V == 1) {
            *to = *from;
        } else {
            store_whole(to, load_whole<V>(from));
        }
    }
}

/* The ring of slabs of one tile of filters, which lie one after the other. */
template <class Shape, int Channels, class T>
struct slab_ring {
    static constexpr int vectors = Shape::filters * Channels / 8, stride = channel_stride<Channels>;
    static constexpr int slots = TCUI_LAYER_MATRIX_SLABS;
    T *slabs;
    const T *from;
    int64_t count;

    /* Slab `slab`, if there is one, into its slot. */
    __device__ __forceinline__ void fetch(int64_t slab, int slot) const
    {
        if (slab < count) {
            const T *const packed = from + slab * (Shape::filters * Channels);
#pragma unroll
            for (int i = static_cast<int>(threadIdx.x); i < vectors; i += Shape::threads) {
                copy_vector_async(slabs + slot * Shape::filters * stride + i / (Channels / 8) * stride +
                                      i % (Channels / 8) * 8,
                                  packed + 8 * i);
            }
        }
        commit_vector_copies();
    }
};

template <class T, class Shape, int Channels>
__global__ void __launch_bounds__(Shape::threads, TCUI_LAYER_MATRIX_BLOCKS)
    convolution_layer_matrix_kernel(const __grid_constant__ matrix_layer<T> layer)
{
    using ring_of_slabs = slab_ring<Shape, Channels, T>;
    constexpr int slots = ring_of_slabs::slots;
    constexpr uint32_t row_bytes = channel_stride<Channels> * sizeof(T);
    const layer_tiling &tiling = layer.tiling;
    const layer_memory memory = memory_of<Shape, Channels>(tiling.patch_points);
    unsigned char *const shared = dynamic_shared_memory();
    int64_t *const sources = reinterpret_cast<int64_t *>(shared + memory.sources);
    int64_t *const targets = reinterpret_cast<int64_t *>(shared + memory.targets);
    layer_window *const windows = reinterpret_cast<layer_window *>(shared + memory.windows);
    T *const slabs = reinterpret_cast<T *>(shared + memory.slabs), *const patch =
                                                                       reinterpret_cast<T *>(shared + memory.patch);
    const layer_lane at = layer_lane::of<Shape>();

    uint32_t points[Shape::columns / 2];
#pragma unroll
    for (int pair = 0; pair < Shape::columns / 2; pair++) {
        int point = at.first_point + pair * 16 + at.point();
        if (tiling.by_patches) {
            point = point >= tiling.rows * tiling.columns
                        ? 0
                        : point / tiling.columns * static_cast<int>(layer.y.stride) * tiling.patch_columns +
                              point % tiling.columns * static_cast<int>(layer.x.stride);
        }
        points[pair] = shared_address(patch) + point * row_bytes + at.point_octet() * 8 * sizeof(T);
    }
    const uint32_t first_slab =
        shared_address(slabs) + (at.first_filter + at.filter()) * row_bytes + at.filter_octet() * 8 * sizeof(T);
    wait_for_previous_kernel();

    const uint64_t tiles = tiling.point_tiles * tiling.filter_tiles;
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const layer_place place = place_of(layer, tile);
        const int64_t first_filter = place.filter_tile * Shape::filters, slab_count = layer.channel_tiles * layer.taps;
        const ring_of_slabs ring = {slabs, layer.filters + place.filter_tile * slab_count * (Shape::filters * Channels),
                                    slab_count};
#pragma unroll
        for (int slot = 0; slot < slots - 1; slot++) {
            ring.fetch(slot, slot);
        }
        find_targets<Shape>(layer, place, targets, windows);
        __syncthreads();

        f32 sums[Shape::rows][Shape::columns][4] = {};
        layer_tap tap = {};
        int64_t channel_tile = 0;
        int slot = 0;
        for (int64_t slab = 0; slab < slab_count; slab++) {
            const bool is_first_tap = tap.r == 0 && tap.s == 0;
            if (tiling.by_patches ? slab == 0 : true) {
                find_sources<Shape>(layer, place, tap, sources, windows);
            }
            wait_for_vector_groups<slots - 2>();
            __syncthreads(); /* This slab is here; no thread still reads the one before, or its points. */
            ring.fetch(slab + slots - 1, slot == 0 ? slots - 1 : slot - 1);
            if (is_first_tap || !tiling.by_patches) {
                load_points<Shape, Channels>(layer, channel_tile * Channels, sources, patch);
                __syncthreads();
            }
            const int shift = tiling.by_patches ? static_cast<int>(tap.r * layer.y.dilation) * tiling.patch_columns +
                                                      static_cast<int>(tap.s * layer.x.dilation)
                                                : 0;
            multiply_slab<Shape, Channels, T>(sums, first_slab + slot * (Shape::filters * row_bytes), points,
                                              shift * row_bytes);
            slot = slot + 1 == slots ? 0 : slot + 1;
            if (++tap.s == layer.x.kernel) {
                tap.s = 0;
                if (++tap.r == layer.y.kernel) {
                    tap.r = 0;
                    channel_tile++;
                }
            }
        }
        wait_for_vector_copies();
        __syncthreads();
        T *const results = slabs;
        round_results<Shape>(layer, first_filter, at, sums, results);
        __syncthreads();
        if (layer.vector == 8) {
            store_results<Shape, 8>(layer, first_filter, targets, results);
        } else if (layer.vector == 4) {
            store_results<Shape, 4>(layer, first_filter, targets, results);
        } else if (layer.vector == 2) {
            store_results<Shape, 2>(layer, first_filter, targets, results);
        } else {
            store_results<Shape, 1>(layer, first_filter, targets, results);
        }
        __syncthreads();
    }
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_MATRIX_KERNEL_CUH */
