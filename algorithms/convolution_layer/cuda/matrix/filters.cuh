/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filters in the order in which blocks take them: a slab is 64 filters x Channels channels of one tap, with zeros where
 * the layer has less of either, and follows that of the tap before, of the channels before, of the filters before.
 */
#ifndef TCUI_CONVOLUTION_LAYER_MATRIX_FILTERS_CUH
#define TCUI_CONVOLUTION_LAYER_MATRIX_FILTERS_CUH

#include "primitives/tile/element_vector.cuh"
#include "shape.cuh"

namespace tcu
{

template <class T>
struct pack_filters_task {
    const T *filters;
    T *packed;
    uint64_t out_channels, channels, taps, channel_tiles, vectors;
};

/* A thread a vector of eight channels. */
template <class T, int Channels>
__global__ void __launch_bounds__(TCUI_LAYER_PACK_THREADS) convolution_layer_pack_kernel(pack_filters_task<T> task)
{
    constexpr int octets = Channels / 8;
    let_next_kernel_begin();
    for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * TCUI_LAYER_PACK_THREADS + threadIdx.x; i < task.vectors;
         i += static_cast<uint64_t>(gridDim.x) * TCUI_LAYER_PACK_THREADS) {
        const uint64_t octet = i % octets, filter_of_slab = i / octets % layer_filters;
        const uint64_t slab = i / (octets * layer_filters), tap = slab % task.taps;
        const uint64_t channel_tile = slab / task.taps % task.channel_tiles;
        const uint64_t filter_tile = slab / task.taps / task.channel_tiles;
        const uint64_t filter = filter_tile * layer_filters + filter_of_slab;
        const uint64_t first = channel_tile * Channels + octet * 8;
        T elements[8];
#pragma unroll
        for (uint64_t c = 0; c < 8; c++) {
            elements[c] = filter < task.out_channels && first + c < task.channels
                              ? task.filters[(filter * task.channels + first + c) * task.taps + tap]
                              : from_accumulator<T>(0.0f);
        }
        element_vector<T, 8> packed;
        memcpy(packed.words, elements, sizeof packed.words);
        store_whole(task.packed + 8 * i, packed);
    }
}

} // namespace tcu

#endif /* TCUI_CONVOLUTION_LAYER_MATRIX_FILTERS_CUH */
