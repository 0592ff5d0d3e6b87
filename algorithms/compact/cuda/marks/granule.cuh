/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The marks of a granule, made by one warp. Items of 1 and 2 bytes and flags are loaded 16 bytes a lane; wider items
 * one a lane, and the votes are the words. Either way loads are coalesced and need no alignment but the items' own,
 * since positions begin at a boundary (cuda/paths.h).
 */
#ifndef TCUI_COMPACT_CUDA_MARKS_GRANULE_CUH
#define TCUI_COMPACT_CUDA_MARKS_GRANULE_CUH

#include "algorithms/compact/cuda/paths.h"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"
#include "range.cuh"

namespace tcu
{

constexpr int granule_words = TCUI_COMPACT_GRANULE / 32;
constexpr int granule_lane_words = granule_words / TCUI_WARP_LANES;
static_assert(granule_lane_words == 2, "the marks of a granule are two words a lane");

/* What is asked of an item. */
enum class mark_rule {
    set,      /* it is a flag, and not 0 */
    in_range, /* its key is in a range */
    head      /* it differs from the item before it */
};

/* Items of `Bytes` bytes, the first one being position `phase`. */
template <int Bytes>
struct mark_source {
    const void *items;
    int64_t n;
    int phase;
    key_range<key_word<Bytes>> range;

    /* Of positions from `first` on, up to 32, those that are items. */
    __device__ __forceinline__ uint32_t inside(int64_t first, int positions) const
    {
        const int from = static_cast<int>(min(max(phase - first, int64_t(0)), int64_t(positions)));
        const int to = static_cast<int>(min(max(phase + n - first, int64_t(0)), int64_t(positions)));
        /* Masks of as many low bits. */
        return ~__funnelshift_lc(~0u, 0u, from) & __funnelshift_lc(~0u, 0u, to);
    }

    /* What becomes of the bits that `rule` gave: bits of no item are cut off, the first item begins a run. */
    template <mark_rule Rule>
    __device__ __forceinline__ uint32_t finish(uint32_t bits, int64_t first, int positions) const
    {
        if (Rule == mark_rule::in_range && range.complement) {
            bits = ~bits;
        }
        if (Rule == mark_rule::head && first <= phase && phase < first + positions) {
            bits |= 1u << (phase - static_cast<int>(first));
        }
        return bits & inside(first, positions);
    }
};

/* The highest bits of those fields of `Bytes` bytes of a word that are not 0. */
template <int Bytes>
__device__ __forceinline__ uint32_t fields_set(uint32_t word)
{
    constexpr uint32_t highest = Bytes == 1 ? 0x80808080u : 0x80008000u;
    return (((word & ~highest) + ~highest) | word) & highest;
}

/* Bit i: the highest bit of field i, and there is no other. */
template <int Bytes>
__device__ __forceinline__ uint32_t gather_fields(uint32_t highest_bits)
{
    if constexpr (Bytes == 1) { /* copies moved by 24, 17, 10 and 3, of which no two meet */
        return ((highest_bits >> 7) * 0x01020408u) >> 24;
    } else {
        return (highest_bits >> 15 | highest_bits >> 30) & 3u;
    }
}

/* The bits in which each item of 1 or 2 bytes in a word differs from the one before it; `before`: the word before. */
template <int Bytes>
__device__ __forceinline__ uint32_t differences(uint32_t word, uint32_t before)
{
    return word ^ __funnelshift_l(before, word, 8 * Bytes);
}

/* An item of so many bytes as one value. */
template <int Bytes>
using item_of = std::conditional_t<
    Bytes == 1, uint8_t,
    std::conditional_t<Bytes == 2, uint16_t,
                       std::conditional_t<Bytes == 4, uint32_t, std::conditional_t<Bytes == 8, uint64_t, uint4>>>>;

template <class Item>
__device__ __forceinline__ bool differs(const Item &x, const Item &before)
{
    if constexpr (sizeof(Item) == 16) {
        return ((x.x ^ before.x) | (x.y ^ before.y) | (x.z ^ before.z) | (x.w ^ before.w)) != 0;
    } else {
        return x != before;
    }
}

/* Items of 1 and 2 bytes, as vectors. */
template <int Bytes>
class vector_marker
{
    using Item = item_of<Bytes>;
    using vector = element_vector<Item>;
    static constexpr int V = vector_elements<Item>;
    static constexpr int vectors = TCUI_COMPACT_GRANULE / (V * TCUI_WARP_LANES); /* of a lane */
    static constexpr int pieces = vectors / granule_lane_words;                  /* of one of its words */
    using Piece = std::conditional_t<V == 16, uint16_t, uint8_t>;

  public:
    /* Stores the granule's marks; `own` are a lane's, not its neighbouring ones. */
    template <mark_rule Rule>
    __device__ __forceinline__ static void run(const mark_source<Bytes> &source, uint32_t *bits, int64_t granule,
                                               uint32_t (&own)[granule_lane_words])
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const Item *items = static_cast<const Item *>(source.items);
        const cache_policy policy = evict_first_if(false);
        const int64_t begin = granule * TCUI_COMPACT_GRANULE;
        vector x[vectors];
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            x[v] = load_vector_inside(items, begin + (v * TCUI_WARP_LANES + lane) * V - source.phase,
                                      static_cast<uint64_t>(source.n), policy);
        }
        /* By the warp, in the order of positions. */
        Piece *to = reinterpret_cast<Piece *>(bits) + begin / V + lane;
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            const int64_t first = begin + (v * TCUI_WARP_LANES + lane) * V;
            if (Rule == mark_rule::head) {
                make_differences(x[v], items, first - source.phase, source.n);
            }
            uint32_t marks = 0;
#pragma unroll
            for (int w = 0; w < 4; w++) {
                marks |= bits_of<Rule>(source, x[v].words[w]) << (w * V / 4);
            }
            marks = source.template finish<Rule>(marks, first, V);
            to[v * TCUI_WARP_LANES] = static_cast<Piece>(marks);
            own[v / pieces] |= marks << (v % pieces * V);
        }
    }

  private:
    template <mark_rule Rule>
    __device__ __forceinline__ static uint32_t bits_of(const mark_source<Bytes> &source, uint32_t word)
    {
        if constexpr (Rule == mark_rule::in_range) {
            return gather_fields<Bytes>(packed_key_range<Bytes>(source.range).fields_inside(word));
        } else {
            return gather_fields<Bytes>(fields_set<Bytes>(word));
        }
    }

    /* Each item becomes its bits that differ from the item before, which may be another lane's. */
    __device__ __forceinline__ static void make_differences(vector &x, const Item *items, int64_t first, int64_t n)
    {
        uint32_t before = __shfl_up_sync(all_lanes, x.words[3], 1);
        if (threadIdx.x % TCUI_WARP_LANES == 0 && first > 0 && first <= n) {
            before = static_cast<uint32_t>(items[first - 1]) << (32 - 8 * Bytes);
        }
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const uint32_t word = x.words[w];
            x.words[w] = differences<Bytes>(word, before);
            before = word;
        }
    }
};

/* Items of 4, 8 and 16 bytes, one a lane. */
template <int Bytes>
class item_marker
{
    using Item = item_of<Bytes>;
    static constexpr int batch = Bytes == 4 ? 16 : 8; /* words whose loads are in flight together */

  public:
    template <mark_rule Rule>
    __device__ __forceinline__ static void run(const mark_source<Bytes> &source, uint32_t *bits, int64_t granule,
                                               uint32_t (&own)[granule_lane_words])
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const Item *items = static_cast<const Item *>(source.items);
        const int64_t begin = granule * TCUI_COMPACT_GRANULE;
#pragma unroll
        for (int h = 0; h < granule_lane_words; h++) {
            const int64_t first = begin + h * TCUI_WARP_LANES * TCUI_WARP_LANES;
#pragma unroll 1
            for (int w = 0; w < TCUI_WARP_LANES; w += batch) {
                const int64_t own_item = first + w * TCUI_WARP_LANES + lane - source.phase;
                Item x[batch], before[batch];
#pragma unroll
                for (int b = 0; b < batch; b++) {
                    const int64_t item = own_item + b * TCUI_WARP_LANES;
                    x[b] = before[b] = Item();
                    if (item >= 0 && item < source.n) {
                        x[b] = items[item];
                    }
                    /* Another lane's, from L1. */
                    if (Rule == mark_rule::head && item > 0 && item < source.n) {
                        before[b] = items[item - 1];
                    }
                }
#pragma unroll
                for (int b = 0; b < batch; b++) {
                    const uint32_t votes = __ballot_sync(all_lanes, holds<Rule>(source, x[b], before[b]));
                    if (w + b == lane) {
                        own[h] = votes;
                    }
                }
            }
            const int64_t own_first = first + lane * TCUI_WARP_LANES;
            own[h] = source.template finish<Rule>(own[h], own_first, 32);
            bits[own_first / 32] = own[h];
        }
    }

  private:
    template <mark_rule Rule>
    __device__ __forceinline__ static bool holds(const mark_source<Bytes> &source, const Item &x, const Item &before)
    {
        if constexpr (Rule == mark_rule::in_range) {
            return source.range.has(x);
        } else {
            return differs(x, before);
        }
    }
};

/* Flags that are bits already, by words of four bytes. */
struct bits_marker {
    __device__ __forceinline__ static void run(const mark_source<1> &source, uint32_t *bits, int64_t granule,
                                               uint32_t (&own)[granule_lane_words])
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const unsigned char *flags = static_cast<const unsigned char *>(source.items);
        const int64_t bytes = (source.n + 7) / 8;
#pragma unroll
        for (int h = 0; h < granule_lane_words; h++) {
            const int64_t word = granule * granule_words + h * TCUI_WARP_LANES + lane;
            const int64_t first_byte = word * 4 - source.phase / 8;
            uint32_t loaded = 0;
            if (first_byte >= 0 && first_byte + 4 <= bytes) {
                loaded = *reinterpret_cast<const uint32_t *>(flags + first_byte);
            } else {
                for (int b = 0; b < 4; b++) {
                    if (first_byte + b >= 0 && first_byte + b < bytes) {
                        loaded |= static_cast<uint32_t>(flags[first_byte + b]) << (8 * b);
                    }
                }
            }
            own[h] = source.finish<mark_rule::set>(loaded, word * 32, 32);
            bits[word] = own[h];
        }
    }
};

/* The bits set in all lanes' words. */
__device__ __forceinline__ unsigned count_of(const uint32_t (&own)[granule_lane_words])
{
    return __reduce_add_sync(all_lanes, static_cast<unsigned>(__popc(own[0]) + __popc(own[1])));
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_MARKS_GRANULE_CUH */
