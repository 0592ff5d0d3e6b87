/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes counted on the matrix unit (mma.cuh) by one block a multiprocessor, whose warps take pieces of the array in
 * turn. What a piece has outside the array is loaded as zeros, which are counted with the others and taken off the
 * count of zeros at the end: no sample is counted by itself.
 */
#include "mma.h"

#include <algorithm>

#include "mma.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

/* On an H200, over 2 GiB, on any data: 58% of the read roof (a prototype: 62%; by two blocks of 512 60%, by four of 256
 * 57%). By their number, accesses to shared memory take four fifths of that time. */
constexpr int mma_threads = 1024;
constexpr int mma_warps = mma_threads / TCUI_WARP_LANES;
constexpr int lane_vectors = 4;
constexpr int vector_bytes = vector_elements<u8>;
constexpr int piece_bytes = lane_vectors * TCUI_WARP_LANES * vector_bytes;

/* `phase`: bytes from the 16-byte boundary before the samples, where the first piece begins. */
uint64_t pieces_of(uint64_t phase, uint64_t n)
{
    return n == 0 ? 0 : (n - 1 + phase) / piece_bytes + 1;
}

/* Of the vector at `place`, those that are not among the samples. */
__device__ __forceinline__ uint32_t bytes_outside(int64_t place, int64_t end)
{
    const int64_t inside = min(place + vector_bytes, end) - max(place, int64_t(0));
    return vector_bytes - static_cast<uint32_t>(max(inside, int64_t(0)));
}

__global__ void __launch_bounds__(mma_threads, 1)
    count_bytes(const uint8_t *samples, int phase, uint64_t n, uint64_t pieces, uint32_t *counts)
{
    __shared__ nibble_planes planes[mma_warps];
    __shared__ uint32_t sums[TCUI_HISTOGRAM_MMA_VALUES];
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    for (int value = threadIdx.x; value < TCUI_HISTOGRAM_MMA_VALUES; value += mma_threads) {
        sums[value] = 0;
    }
    __syncthreads();

    nibble_products products;
    uint32_t zeros_outside = 0;
    const cache_policy policy = evict_first_if(true);
    const int64_t end = static_cast<int64_t>(n);
    for (uint64_t piece = static_cast<uint64_t>(blockIdx.x) * mma_warps + warp; piece < pieces;
         piece += static_cast<uint64_t>(gridDim.x) * mma_warps) {
        const int64_t first = static_cast<int64_t>(piece * piece_bytes) - phase;
        const auto place = [&](int v) { return first + (v * TCUI_WARP_LANES + lane) * vector_bytes; };
        if (first >= 0 && first + piece_bytes <= end) {
            element_vector<u8> x[lane_vectors];
#pragma unroll
            for (int v = 0; v < lane_vectors; v++) {
                x[v] = load_vector(samples + place(v), policy);
            }
#pragma unroll
            for (int v = 0; v < lane_vectors; v += 2) {
                products.add(planes[warp], x[v], x[v + 1]);
            }
        } else {
            for (int v = 0; v < lane_vectors; v += 2) {
                products.add(planes[warp], load_vector_inside(samples, place(v), n, policy),
                             load_vector_inside(samples, place(v + 1), n, policy));
                zeros_outside += bytes_outside(place(v), end) + bytes_outside(place(v + 1), end);
            }
        }
    }
    products.add_to(sums);
    if (zeros_outside != 0) {
        atomicAdd(sums, 0u - zeros_outside);
    }
    __syncthreads();
    for (int value = threadIdx.x; value < TCUI_HISTOGRAM_MMA_VALUES; value += mma_threads) {
        counts[static_cast<uint64_t>(blockIdx.x) * TCUI_HISTOGRAM_MMA_VALUES + value] = sums[value];
    }
}

} // namespace

uint64_t tcui_histogram_mma_blocks(const tcu_context *context, uint64_t n)
{
    /* Blocks' shares differ by less than this leaves of 2^32. */
    constexpr uint64_t most_samples = uint64_t(1) << 31;
    const uint64_t pieces = n / piece_bytes + 2; /* at any phase */
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    return std::max(std::min((pieces + mma_warps - 1) / mma_warps, multiprocessors), n / most_samples + 1);
}

tcu_status tcui_histogram_mma_execute(tcu_context *context, const uint8_t *samples, uint64_t n, uint32_t *counts)
{
    const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(samples) % vector_bytes);
    return launch(context, count_bytes, tcui_histogram_mma_blocks(context, n), mma_threads, 0, samples, phase, n,
                  pieces_of(static_cast<uint64_t>(phase), n), counts);
}
