/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of one lane as a sorted list, from whose front they are taken. A lane has every 32nd key of its segment.
 * Behind the list's end is padding: bits that are all set, and places that are behind those of all keys.
 */
#ifndef TCUI_SELECTION_CUDA_WARPS_LISTS_CUH
#define TCUI_SELECTION_CUDA_WARPS_LISTS_CUH

#include "algorithms/selection/cuda/rows/rows.cuh"
#include "primitives/pipeline/network/network.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

/* A result of a warp, as it goes through shared memory. */
template <class Key>
struct alignas(sizeof(Key) == 8 ? 16 : 8) warp_result {
    key_register<Key> bits;
    u32 place;
};

/* The number of a lane's key is its place divided by the lanes; each takes 4 bits of a register, in the order of
 * the list. */
template <class Key, int Items>
class numbered_list
{
    static_assert(Items <= 8, "numbers have room for no more");
    static constexpr int number_bits = 4;
    static constexpr u32 number_mask = (1u << number_bits) - 1;

  public:
    using Bits = key_register<Key>;
    static constexpr bool has_ties = true; /* lists of several lanes may begin with the same bits */

    /* Key i is there if i < count. */
    __device__ __forceinline__ numbered_list(const selection_rows<Key> &rows, const Key (&keys)[Items], int count, int)
    {
        u32 number[Items];
#pragma unroll
        for (int i = 0; i < Items; i++) {
            bits[i] = i < count ? rows.bits_of(keys[i]) : ~Bits(0);
            number[i] = i;
        }
        sort(number);
        /* (Numbers of padding are less than Items, but of places that are behind the segment's last.) */
        numbers = ~u32(0) << 1 << (number_bits * Items - 1);
#pragma unroll
        for (int i = 0; i < Items; i++) {
            numbers |= number[i] << (number_bits * i);
        }
    }

    __device__ __forceinline__ Bits first() const { return bits[0]; }
    __device__ __forceinline__ u32 first_place(int lane) const
    {
        return (numbers & number_mask) * TCUI_WARP_LANES + lane;
    }

    /* (Selections: a branch would cost more than they do.) */
    __device__ __forceinline__ void take_first_if(bool takes)
    {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            const Bits next = i + 1 < Items ? bits[i + 1] : ~Bits(0);
            bits[i] = takes ? next : bits[i];
        }
        const u32 rest = __funnelshift_r(numbers, ~0u, number_bits);
        numbers = takes ? rest : numbers;
    }

    static __device__ __forceinline__ void store_if(bool wanted, u32 address, Bits bits, u32 place)
    {
        if constexpr (sizeof(Bits) == 8) {
            store_shared_if(wanted, address,
                            make_uint4(static_cast<u32>(bits), static_cast<u32>(bits >> 32), place, 0));
        } else {
            store_shared_if(wanted, address, static_cast<uint64_t>(place) << 32 | bits);
        }
    }

  private:
    /* Neighbours change places until all are in order (odd-even transposition sort): equal keys keep theirs. */
    __device__ __forceinline__ void sort(u32 (&number)[Items])
    {
#pragma unroll
        for (int round = 0; round < Items; round++) {
#pragma unroll
            for (int i = round % 2; i + 1 < Items; i += 2) {
                const bool swap = bits[i + 1] < bits[i];
                const Bits less = swap ? bits[i + 1] : bits[i];
                bits[i + 1] = swap ? bits[i] : bits[i + 1];
                bits[i] = less;
                const u32 first = swap ? number[i + 1] : number[i];
                number[i + 1] = swap ? number[i] : number[i + 1];
                number[i] = first;
            }
        }
    }

    Bits bits[Items];
    u32 numbers;
};

/* Keys of up to 16 bits: with its place below them a key's bits are a word that no other key has. */
template <class Key, int Items>
class placed_list
{
    static constexpr int place_bits = 16;

  public:
    using Bits = u32;
    static constexpr bool has_ties = false;

    __device__ __forceinline__ placed_list(const selection_rows<Key> &rows, const Key (&keys)[Items], int count,
                                           int lane)
    {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            const u32 bits = rows.bits_of(keys[i]);
            words[i] = i < count ? bits << place_bits | static_cast<u32>(lane + i * TCUI_WARP_LANES) : ~u32(0);
        }
        sort_in_thread(words);
    }

    __device__ __forceinline__ Bits first() const { return words[0]; }
    __device__ __forceinline__ u32 first_place(int) const { return words[0] & ((1u << place_bits) - 1); }

    __device__ __forceinline__ void take_first_if(bool takes)
    {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            const u32 next = i + 1 < Items ? words[i + 1] : ~u32(0);
            words[i] = takes ? next : words[i];
        }
    }

    static __device__ __forceinline__ void store_if(bool wanted, u32 address, Bits word, u32 place)
    {
        store_shared_if(wanted, address, static_cast<uint64_t>(place) << 32 | word >> place_bits);
    }

  private:
    u32 words[Items];
};

template <class Key, int Items>
using lane_list = std::conditional_t<(sizeof(Key) > 2), numbered_list<Key, Items>, placed_list<Key, Items>>;

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_WARPS_LISTS_CUH */
