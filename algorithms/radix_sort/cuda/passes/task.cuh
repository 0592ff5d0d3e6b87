/* SPDX-License-Identifier: Apache-2.0 */
/* A pass's kernel parameters, the shapes of its blocks, and their shared memory. */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_TASK_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_TASK_CUH

#include "algorithms/radix_sort/cuda/order.cuh"
#include "digit.cuh"
#include "primitives/pipeline/bulk_copy.cuh"
#include "primitives/tile/row_tile.cuh"
#include "tiles.cuh"
#include "tuning.h"

namespace tcu
{

/* What moves with the keys. */
enum class sort_carried {
    nothing, /* no payload, but tagged all the same where equal keys must stay in order */
    values,  /* through shared memory */
    wide_values,
    indices, /* made here: the first pass of an argsort */
};

template <class Key>
struct sort_pass {
    sort_tiles tiles;
    const void *keys_in;
    void *keys_out; /* NULL: only the payload is requested */
    const void *values_in;
    void *values_out;
    const uint64_t *starts; /* of each digit's keys in the first run; other runs' follow */
    uint32_t starts_stride;
    uint32_t *slots, *next_slots; /* of the look-back */
    uint64_t slot_rows;           /* a power of two, unless that is more than there are tiles */
    int log2_slot_rows;
    sort_order<Key> order_in, order_out; /* keys are stored as order bits between the first pass and the last */
    sort_digit digit;                    /* times 4 */
    int bits_above;                      /* bits of a register above the digit */
    int key_bytes, value_bytes;
    sort_carried carried;
    bool documented; /* TCU_RANKING_DOCUMENTED */
    bool is_wide;    /* places beyond 32 bits */
};

template <int Threads, bool IsTagged>
constexpr int sort_staged_at_once = !IsTagged                      ? TCUI_SORT_STAGED_AT_ONCE
                                    : Threads == TCUI_SORT_THREADS ? TCUI_SORT_TAGGED_AT_ONCE
                                                                   : TCUI_SORT_MORE_TAGGED_AT_ONCE;

/*
 * Key: the register that holds a key; ValueRoom: bytes of shared memory for a value, 0 without tags. A thread's keys
 * are 32 apart: rows of a warp's part of the tile.
 */
template <class Key, int ValueRoom, int Threads, int Keys, int Blocks, int LookBack>
struct sort_shape {
    using key_type = Key;
    static constexpr int threads = Threads, warps = threads / TCUI_WARP_LANES;
    static constexpr int parts = threads / sort_bins; /* threads that have a digit */
    static constexpr int keys = Keys, items = threads * Keys, blocks = Blocks;
    static constexpr int value_room = ValueRoom, look_back = LookBack;
    static constexpr bool is_tagged = ValueRoom > 0;
    static constexpr int staged_at_once = sort_staged_at_once<Threads, is_tagged>;
    static_assert(items <= 1 << 16, "tags and counts have 16 bits");
};

template <class Key, int ValueRoom>
constexpr int sort_large_keys = sizeof(Key) == 4 ? (ValueRoom == 0   ? TCUI_SORT_LARGE_4
                                                    : ValueRoom == 4 ? TCUI_SORT_LARGE_4_VALUES_4
                                                                     : TCUI_SORT_LARGE_4_VALUES_8)
                                                 : (ValueRoom == 0   ? TCUI_SORT_LARGE_8
                                                    : ValueRoom == 4 ? TCUI_SORT_LARGE_8_VALUES_4
                                                                     : TCUI_SORT_LARGE_8_VALUES_8);

template <class Key, int ValueRoom>
constexpr int sort_large_threads = sizeof(Key) == 4 && ValueRoom == 4 ? TCUI_SORT_LARGE_4_VALUES_4_THREADS
                                                                      : TCUI_SORT_THREADS;

template <class Key, int ValueRoom>
using sort_large_shape = sort_shape<Key, ValueRoom, sort_large_threads<Key, ValueRoom>, sort_large_keys<Key, ValueRoom>,
                                    1, TCUI_SORT_LARGE_LOOK_BACK>;
template <class Key, int ValueRoom>
using sort_small_shape =
    sort_shape<Key, ValueRoom, TCUI_SORT_THREADS, TCUI_SORT_SMALL, TCUI_SORT_SMALL_BLOCKS, TCUI_SORT_SMALL_LOOK_BACK>;

/* Element i of an array behind 16 bytes, of which the last are element -1: zero, which nothing is less than. */
template <class T, int Count>
struct array_behind_zero {
    static constexpr int before = 16 / sizeof(T);
    alignas(16) T all[before + Count];

    __device__ __forceinline__ T *elements() { return all + before; }
};

template <class Shape>
struct pass_shared {
    uint32_t counters[Shape::warps][sort_bins]; /* each row at a multiple of its size */
    uint32_t sums[Shape::parts][sort_bins];
    uint32_t warp_sums[Shape::warps];
    uint64_t before[sort_bins]; /* keys of the digit before the block's last tile, in its run */
    uint32_t start_low[sort_bins], start_high[sort_bins]; /* a key's place is this and its place in the tile */
    array_behind_zero<typename Shape::key_type, Shape::items> keys;
    array_behind_zero<uint16_t, Shape::is_tagged ? Shape::items : 0> tags;
    alignas(16) unsigned char values[Shape::value_room * Shape::items + 16]; /* in the order of the input */
    barrier values_are_here;
    /* The tile that the staged keys, tags and values are of; in shared memory, since registers are full of the next
     * one's keys. */
    sort_tile staged;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_TASK_CUH */
