/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pass: every key to the place of its digit, behind the equal digits before it, in one read and one write (A.
 * Adinets, D. Merrill, "Onesweep", 2022). Persistent blocks, all resident, take tiles round-robin. A block holds a
 * tile's keys in registers, and for each tile
 *
 *     count     each warp its keys' digits, in a row of counters of its own
 *     scan      the matrix of counters, to the place in the tile of each warp's first key of each digit; publish how
 * many keys the tile has of each rank      a second addition to the same counter, with the value it had: the key's
 * place in the tile stage     the key at its place in shared memory, while some warps look back for the keys in earlier
 * tiles load      the next tile store     runs of equal digits, and check their order (radix_sort_pass_store.cuh)
 *
 * Additions of lanes with equal digits are served one by one. Where a warp has many of those, and in tiles that are not
 * full (so that what pads them comes last), it ranks by masks of the lanes with equal digits instead: MATCH.ANY, about
 * two times slower than additions without conflicts, and in order by what is documented. So TCU_RANKING_DOCUMENTED is
 * this branch alone.
 */
#ifndef TCUI_RADIX_SORT_PASS_CUH
#define TCUI_RADIX_SORT_PASS_CUH

#include "radix_sort_look_back.cuh"
#include "radix_sort_pass_counters.cuh"
#include "radix_sort_pass_store.cuh"

namespace tcu
{

/* Lanes with equal digits from which on masks are faster than additions. */
constexpr int sort_crowd = 13;

template <class Shape>
class pass_block
{
    using key_type = typename Shape::key_type;
    static constexpr int lanes = TCUI_WARP_LANES;

  public:
    __device__ pass_block(const sort_pass<key_type> &pass, pass_shared<Shape> &shared)
        : pass(pass), shared(shared), counters(shared), stores(pass, shared),
          look_back(pass.slots, threadIdx.x % sort_bins),
          own_begin(threadIdx.x / lanes * lanes * Shape::keys + threadIdx.x % lanes),
          row(shared_address(shared.counters[threadIdx.x / lanes]))
    {
    }

    __device__ __forceinline__ void run()
    {
        const uint32_t tiles = pass.tiles.count();
        prepare();
        uint32_t index = blockIdx.x;
        sort_tile tile = {}, stored = {};
        if (index < tiles) {
            tile = pass.tiles.at(index);
            load(tile);
        }
        bool is_wrong = false;
        while (index < tiles) {
            const uint32_t next_index = index + gridDim.x;
            const sort_tile next = next_index < tiles ? pass.tiles.at(next_index) : sort_tile{};
            count();
            if (__syncthreads_or(is_wrong))
                stores.repair(stored);
            if (Shape::is_tagged && pass.carried == sort_carried::values)
                stores.values.start(pass.values_in, pass.value_bytes, tile);
            place_digits(index, tile);
            stage(tile);
            __syncwarp();
            counters.clear();
            if (next_index < tiles)
                load(next);
            if (Shape::is_tagged && pass.carried == sort_carried::values)
                stores.values.finish_own();
            __syncthreads();
#ifdef TCU_INJECT_WRONG_ORDER
            stores.inject_wrong_order(tile);
#endif
            if (Shape::is_tagged && pass.carried == sort_carried::values)
                stores.values.wait();
            is_wrong = stores.store(tile);
            stored = tile;
            tile = next;
            index = next_index;
        }
        if (__syncthreads_or(is_wrong))
            stores.repair(stored);
    }

  private:
    __device__ __forceinline__ void prepare()
    {
        counters.clear();
        if (threadIdx.x == 0) {
            shared.keys.elements()[-1] = 0;
            shared.tags.elements()[-1] = 0;
            if (Shape::is_tagged)
                stores.values.init();
        }
        __syncthreads();
    }

    /* Into registers. Those behind the tile's end come last. */
    __device__ __forceinline__ void load(const sort_tile &tile)
    {
        if (sizeof(key_type) == 4 && pass.key_bytes == 1)
            load_as<uint8_t>(tile);
        else if (sizeof(key_type) == 4 && pass.key_bytes == 2)
            load_as<uint16_t>(tile);
        else
            load_as<key_type>(tile);
    }

    template <class Stored>
    __device__ __forceinline__ void load_as(const sort_tile &tile)
    {
        const Stored *from = static_cast<const Stored *>(pass.keys_in) + tile.begin + own_begin;
        if (tile.items == Shape::items) {
#pragma unroll
            for (int k = 0; k < Shape::keys; ++k)
                keys[k] = __ldcs(from + lanes * k);
        } else {
#pragma unroll
            for (int k = 0; k < Shape::keys; ++k)
                keys[k] = own_begin + lanes * k < tile.items ? key_type(from[lanes * k]) : pass.padding;
        }
    }

    __device__ __forceinline__ void count()
    {
        if (pass.order_in.changes) {
#pragma unroll
            for (int k = 0; k < Shape::keys; ++k)
                keys[k] = pass.order_in.bits_of(keys[k]);
        }
#pragma unroll
        for (int k = 0; k < Shape::keys; ++k)
            count_shared(row | pass.digit.in(keys[k]));
    }

    /* From counts to places, in the tile and in the output. */
    __device__ __forceinline__ void place_digits(uint32_t index, const sort_tile &tile)
    {
        const int bin = counters.bin();
        const uint32_t own = counters.add_up();
        if (counters.half() == 0) {
            look_back.publish(pass.slots, bin, index, tile, own);
            pass.next_slots[static_cast<uint64_t>(index) * sort_bins + bin] = 0;
        }
        const uint32_t first = counters.scan(own);
        if (counters.half() == 1) {
            const uint64_t start = pass.starts[static_cast<uint64_t>(tile.run()) * pass.starts_stride + bin] +
                                   look_back.next(index, tile, own) - first;
            shared.start_low[bin] = static_cast<uint32_t>(start);
            shared.start_high[bin] = static_cast<uint32_t>(start >> 32);
        }
    }

    __device__ __forceinline__ bool is_crowded(sort_digit digit) const
    {
        const int first = __popc(__match_any_sync(all_lanes, digit.in(keys[0])));
        const int last = __popc(__match_any_sync(all_lanes, digit.in(keys[Shape::keys - 1])));
        return __reduce_max_sync(all_lanes, static_cast<unsigned>(max(first, last))) >= sort_crowd;
    }

    __device__ __forceinline__ void stage(const sort_tile &tile)
    {
        /* Or all digits of the tile's keys would be kept from when they were counted, on the stack. */
        const sort_digit digit = {opaque(pass.digit.rotation), opaque(pass.digit.mask)};
        const uint32_t own_row = opaque(row);
        if (pass.documented || tile.items < Shape::items || is_crowded(digit))
            stage_by<true>(digit, own_row);
        else
            stage_by<false>(digit, own_row);
    }

    template <bool Masks>
    __device__ __forceinline__ void stage_by(sort_digit digit, uint32_t own_row)
    {
        constexpr int batch = Shape::is_tagged ? 4 : 8;
        key_type *staged = shared.keys.elements();
        uint16_t *tags = shared.tags.elements();
#pragma unroll
        for (int k = 0; k < Shape::keys; k += batch) {
            uint32_t place[batch];
#pragma unroll
            for (int j = 0; j < batch; ++j)
                if (k + j < Shape::keys)
                    place[j] = Masks ? rank_by_mask(own_row | digit.in(keys[k + j]))
                                     : take_number_shared(own_row | digit.in(keys[k + j]));
#pragma unroll
            for (int j = 0; j < batch; ++j)
                if (k + j < Shape::keys) {
                    staged[place[j]] = keys[k + j];
                    if constexpr (Shape::is_tagged)
                        tags[place[j]] = static_cast<uint16_t>(own_begin + lanes * (k + j));
                }
        }
    }

    /* All lanes of a row; `counter` is the same where digits are. */
    __device__ __forceinline__ uint32_t rank_by_mask(uint32_t counter)
    {
        const uint32_t equal = __match_any_sync(all_lanes, counter);
        const uint32_t place = load_shared(counter) + __popc(equal & lanes_before());
        __syncwarp();
        if (equal >> (threadIdx.x % lanes) == 1) /* the last of them */
            store_shared(counter, place + 1);
        __syncwarp();
        return place;
    }

    const sort_pass<key_type> &pass;
    pass_shared<Shape> &shared;
    pass_counters<Shape> counters;
    pass_store<Shape> stores;
    digit_look_back<Shape::look_back> look_back;
    const uint32_t own_begin; /* in the tile */
    const uint32_t row;
    key_type keys[Shape::keys];
};

template <class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    sort_pass_kernel(const __grid_constant__ sort_pass<typename Shape::key_type> pass)
{
    pass_block<Shape>(pass, pass_shared_memory<Shape>()).run();
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_PASS_CUH */
