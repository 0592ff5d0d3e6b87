/* SPDX-License-Identifier: Apache-2.0 */
/* A pass's kernel parameters, the shapes of its blocks, and their shared memory. */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_TASK_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_TASK_CUH

#include "algorithms/radix_sort/cuda/ranking/digit.cuh"
#include "primitives/pipeline/bulk_copy.cuh"
#include "primitives/pipeline/key_order.cuh"
#include "primitives/tile/lanes.h"
#include "schedule.cuh"
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
    const void *input, *keys_in; /* of a step that reads the input, and of others */
    void *keys_out;
    const void *input_values, *values_in;
    void *values_out;
    const sort_schedule *schedule; /* or NULL: then `step` is what the pass does */
    sort_digit_step step;
    int number;
    const uint64_t *starts, *starts_of_runs; /* of each digit's keys */
    uint32_t *slots, *next_slots;            /* of the look-back */
    sort_slot_rows slot_rows, slot_rows_of_runs;
    sort_order<Key> order;
    int key_bytes, value_bytes;
    bool discards_keys;                  /* only the payload is requested */
    sort_carried carried_first, carried; /* by a step that reads the input, and by others */
    bool documented;                     /* TCU_RANKING_DOCUMENTED */
    bool is_wide;                        /* places beyond 32 bits */
};

/* The step of a pass, in shared memory: registers are full of keys. */
template <class Key>
struct sort_pass_step {
    sort_digit digit; /* times 4 */
    Key sorted_bits;  /* a one for each by which keys are sorted when the pass is done */
    sort_carried carried;
    bool reads_input, of_runs, changes_keys_in, changes_keys_out, writes_keys;
    uint64_t elements; /* of the whole array */
    uint32_t tiles;
    uint32_t row, rows; /* of starts: the digit's, and a run's */
    int log2_slot_rows;

    /* By one thread. */
    __device__ __forceinline__ void take(const sort_pass<Key> &pass)
    {
        const sort_digit_step step = pass.schedule == nullptr ? pass.step : pass.schedule->steps[pass.number];
        constexpr int register_bits = 8 * static_cast<int>(sizeof(Key));
        const int end_bit = step.begin_bit + step.bits;
        digit = sort_digit::of(register_bits, step.begin_bit, step.bits, 2);
        sorted_bits = end_bit > step.lowest_bit
                          ? Key(~Key(0)) >> (register_bits - end_bit + step.lowest_bit) << step.lowest_bit
                          : 0;
        carried = step.reads_input ? pass.carried_first : pass.carried;
        reads_input = step.reads_input;
        of_runs = step.scope == sort_scope::runs;
        changes_keys_in = step.reads_keys && pass.order.changes;
        changes_keys_out = step.writes_keys && pass.order.changes;
        elements = pass.tiles.elements();
        tiles = step.scope == sort_scope::nothing ? 0 : pass.tiles.count(of_runs, elements);
        row = step.row;
        rows = step.rows;
        writes_keys = !step.is_last || !pass.discards_keys;
        log2_slot_rows = (of_runs ? pass.slot_rows_of_runs : pass.slot_rows).log2;
    }
};

/*
 * Key: the register that holds a key; ValueRoom: bytes of shared memory for a value, without which keys have no tags. A
 * thread's keys are 32 apart: rows of a warp's part of the tile.
 */
template <class Key, int ValueRoom, bool IsSmall>
struct sort_shape {
    using key_type = Key;
    static constexpr tcui_sort_tile_policy policy = sort_tile_policy_of(sizeof(Key), ValueRoom, IsSmall);
    static constexpr int threads = policy.threads, warps = threads / TCUI_WARP_LANES;
    static constexpr int parts = threads / sort_bins; /* threads that have a digit */
    static constexpr int keys = policy.keys, items = threads * keys, blocks = policy.blocks;
    static constexpr int value_room = ValueRoom, look_back = policy.look_back, staged_at_once = policy.staged_at_once;
    static constexpr bool is_tagged = ValueRoom > 0;
    static_assert(items <= 1 << 16, "tags and counts have 16 bits");
};

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
    sort_pass_step<typename Shape::key_type> step;
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
