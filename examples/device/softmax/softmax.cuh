/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Softmax of rows: y[j] = exp(x[j] - max x) / sum over k of exp(x[k] - max x), elements f32 or f16, sums f32. A block
 * takes a row, in chunks of Threads * softmax_items elements, of which each thread reads vectors of 16 bytes: thread by
 * thread the greatest elements and the sums of exponentials, and then both of the block by `Collectives`. A row of one
 * chunk is read once and stays in registers; longer ones are read again, mostly from caches.
 *
 * A row of minus infinities is NaN in all places, and so is one that holds NaN or infinity, as in PyTorch: there is no
 * finite maximum to subtract. In a row with other elements minus infinity gives 0.
 *
 * The sums of Items * Threads numbers on the matrix unit: Dakkak et al., "Accelerating Reduction and Scan Using Tensor
 * Core Units", ICS'19.
 */
#ifndef TCU_EXAMPLES_DEVICE_SOFTMAX_CUH
#define TCU_EXAMPLES_DEVICE_SOFTMAX_CUH

#include <cstdint>

#include <tcu/device/collectives.cuh>

#include "row.cuh"

namespace example
{

constexpr int softmax_items = 8; /* of a thread: a vector of f16, two of f32 */

/* The block's maximum by plain instructions, its sum on the matrix unit; in every thread. */
template <int Threads>
struct tcu_collectives {
    tcu::device::block_storage<float, Threads> of_maximum, of_sum; /* (Two: so no barrier is needed between them.) */

    __device__ __forceinline__ float maximum(float (&items)[softmax_items])
    {
        return tcu::device::plain::block_reduce<Threads>(items, of_maximum, tcu::device::plain::maximum{});
    }
    __device__ __forceinline__ float sum(float (&items)[softmax_items])
    {
        return tcu::device::block_reduce<Threads>(items, of_sum);
    }
};

template <template <int> class Collectives, int Threads, bool Aligned, class T>
__global__ void __launch_bounds__(Threads) softmax(const T *all_x, T *all_y, int columns)
{
    __shared__ Collectives<Threads> collectives;
    const tcu::device::plain::maximum greater; /* (NaN, if one of them is, which fmaxf() would drop) */
    const T *x = all_x + static_cast<int64_t>(blockIdx.x) * columns;
    T *y = all_y + static_cast<int64_t>(blockIdx.x) * columns;
    constexpr int chunk = Threads * softmax_items;
    float part[softmax_items], greatest[softmax_items], sums[softmax_items];
#pragma unroll
    for (int i = 0; i < softmax_items; i++) {
        greatest[i] = -INFINITY;
        sums[i] = 0;
    }

    for (int first = 0; first < columns; first += chunk) {
        load_part<Threads, Aligned>(part, x, first, columns);
#pragma unroll
        for (int i = 0; i < softmax_items; i++) {
            greatest[i] = greater(greatest[i], part[i]);
        }
    }
    const float largest = collectives.maximum(greatest);
    for (int first = 0; first < columns; first += chunk) {
        if (columns > chunk) {
            load_part<Threads, Aligned>(part, x, first, columns);
        }
#pragma unroll
        for (int i = 0; i < softmax_items; i++) {
            part[i] = expf(part[i] - largest);
            sums[i] += part[i];
        }
    }
    const float factor = 1 / collectives.sum(sums);
    for (int first = 0; first < columns; first += chunk) {
        if (columns > chunk) {
            load_part<Threads, Aligned>(part, x, first, columns);
        }
#pragma unroll
        for (int i = 0; i < softmax_items; i++) {
            part[i] = (columns > chunk ? expf(part[i] - largest) : part[i]) * factor;
        }
        store_part<Threads, Aligned>(part, y, first, columns);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_SOFTMAX_CUH */
