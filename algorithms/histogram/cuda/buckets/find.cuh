/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Samples to slots. Tiles of samples of 32 bits and one channel of even bins are found in registers, by finders without
 * a branch; all others by the definition (bins/exact.cuh).
 *
 * Reals: let edge r be (B lower + r (upper - lower)) / B. The estimate (x - lower) scale in double precision is nowhere
 * near half a bin off, so rounded to an integer r it names the edge next to the sample, and the bin is r or r - 1: the
 * latter where B x < B lower + r (upper - lower). Where lower and upper are multiples of a unit, of which B times the
 * larger one has 2^52 at most, the right side is a double, and one multiply-add, which is rounded once, has the
 * difference's sign.
 */
#ifndef TCUI_HISTOGRAM_CUDA_BUCKETS_FIND_CUH
#define TCUI_HISTOGRAM_CUDA_BUCKETS_FIND_CUH

#include "algorithms/histogram/cuda/bins/keys.cuh"
#include "algorithms/histogram/cuda/bins/words.cuh"

namespace tcu
{

/* Of samples that no bin counts: of channels without bins, and where a tile has none. */
constexpr uint32_t no_slot = ~0u;

struct edge_bins {
    f64 lower, upper, scale;
    f64 factor, first, width; /* edge r is (first + r * width) / factor */
    uint32_t num_bins;
};

/* false where the task's bins are others. */
bool edge_bins_of(const tcui_histogram_task *task, edge_bins *edges);

union found_bins {
    word_bins words;
    edge_bins edges;
};

struct word_finder {
    using in = u32;
    static constexpr bool in_registers = true;
    const word_bins &bins;

    __device__ __forceinline__ word_finder(const found_bins &found) : bins(found.words) {}
    __device__ __forceinline__ uint32_t slot_of(uint32_t bits) const { return bin_of_word(bins, bits); }
};

struct edge_finder {
    using in = f32;
    static constexpr bool in_registers = true;
    const edge_bins &bins;

    __device__ __forceinline__ edge_finder(const found_bins &found) : bins(found.edges) {}

    __device__ __forceinline__ uint32_t slot_of(uint32_t bits) const
    {
        constexpr f64 to_integer = 6755399441055744.0; /* 1.5 * 2^52: sums are rounded to integers */
        const f64 x = __uint_as_float(bits), sum = (x - bins.lower) * bins.scale + to_integer, r = sum - to_integer;
        const bool is_below = fma(bins.factor, x, -fma(r, bins.width, bins.first)) < 0;
        const uint32_t bin = static_cast<uint32_t>(__double2loint(sum)) - is_below;
        return x >= bins.lower && x < bins.upper ? bin : bins.num_bins;
    }
};

/* By the definition, one sample after another. */
template <class In>
struct any_finder {
    using in = In;
    static constexpr bool in_registers = false;
    __device__ __forceinline__ any_finder(const found_bins &) {}
};

/* The slot of an element of a row. */
template <class In>
__device__ __forceinline__ uint32_t slot_by_definition(const task_bins &bins, In x, uint64_t element)
{
    const uint32_t channel =
        bins.num_channels == 1 ? 0 : static_cast<uint32_t>(element % static_cast<uint32_t>(bins.num_channels));
    const channel_bins &of_channel = bins.channels[channel];
    return of_channel.num_bins == 0 ? no_slot : static_cast<uint32_t>(bins.first_slot[channel]) + bin_of(of_channel, x);
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BUCKETS_FIND_CUH */
