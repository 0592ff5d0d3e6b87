/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pass: every key to the place of its digit, behind the equal digits before it, in one read and one write (A.
 * Adinets, D. Merrill, "Onesweep", 2022). Persistent blocks, all resident, take tiles round-robin. A block holds a
 * tile's keys in registers, and for each tile
 *
 *     count   each warp its keys' digits, in a row of counters of its own
 *     scan    the matrix of counters, to the place in the tile of each warp's first key of each digit; publish how many
 *             keys the tile has of each
 *     rank    a second addition to the same counter, with the value it had: the key's place in the tile
 *             (rank.cuh: or by masks)
 *     stage   the key at its place in shared memory, while some warps look back for the keys in earlier tiles
 *     load    the next tile
 *     store   runs of equal digits, and check their order (store.cuh, staged_order.cuh)
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_KERNEL_CUH

#include "algorithms/radix_sort/cuda/ranking/rank.cuh"
#include "counters.cuh"
#include "look_back.cuh"
#include "store.cuh"

namespace tcu
{

template <class Shape>
class pass_block
{
    using key_type = typename Shape::key_type;
    static constexpr int lanes = TCUI_WARP_LANES, batch = Shape::staged_at_once;

  public:
    __device__ pass_block(const sort_pass<key_type> &pass, pass_shared<Shape> &shared)
        : pass(pass), shared(shared), counters(shared), stores(pass, shared),
          row(shared_address(shared.counters[threadIdx.x / lanes]))
    {
    }

    __device__ __forceinline__ void run()
    {
        bool has_staged = false, is_wrong = false;
        prepare();
        const uint32_t tiles = shared.step.tiles;
        for (uint32_t index = blockIdx.x;; index += gridDim.x) {
            const bool has_next = index < tiles;
            sort_tile tile = {};
            if (has_next) {
                tile = pass.tiles.at(index, shared.step.of_runs, elements());
                load(tile);
            }
            if (has_staged) {
                is_wrong = store_staged();
            }
            if (has_next) {
                count(tile);
            }
            if (__syncthreads_or(is_wrong)) {
                stores.repair(shared.staged);
            }
            if (!has_next) {
                break;
            }
            if (carries_values()) {
                stores.values.start(shared.step.reads_input ? pass.input_values : pass.values_in, pass.value_bytes,
                                    tile);
            }
            place_digits(index, tile);
            stage(tile);
            __syncwarp();
            counters.clear();
            has_staged = true;
            is_wrong = false;
        }
    }

  private:
    __device__ __forceinline__ void prepare()
    {
        counters.clear();
        if (threadIdx.x == 0) {
            shared.step.take(pass);
            shared.keys.elements()[-1] = 0;
            shared.tags.elements()[-1] = 0;
            if (Shape::is_tagged) {
                stores.values.init();
            }
        }
        __syncthreads();
        const uint64_t rows = shared.step.of_runs || shared.step.tiles == 0 ? shared.step.tiles : pass.slot_rows.count;
        for (uint64_t slots = blockIdx.x; slots < rows; slots += gridDim.x) {
            if (threadIdx.x < sort_bins) {
                pass.next_slots[slots * sort_bins + threadIdx.x] = 0;
            }
        }
    }

    /* (Those that the host knows are no load.) */
    __device__ __forceinline__ uint64_t elements() const
    {
        return pass.tiles.length == nullptr ? pass.tiles.n : shared.step.elements;
    }

    __device__ __forceinline__ bool carries_values() const
    {
        return Shape::is_tagged && shared.step.carried == sort_carried::values;
    }

    __device__ __forceinline__ bool store_staged()
    {
        if (carries_values()) {
            stores.values.finish_own();
        }
        __syncthreads();
#ifdef TCU_INJECT_WRONG_ORDER
        stores.order.inject(shared.staged);
#endif
        if (carries_values()) {
            stores.values.wait();
        }
        return stores.store(shared.staged);
    }

    /* Calls function(rows); of full tiles all is known when this is compiled. */
    template <class Function>
    __device__ __forceinline__ static void with_rows_of(const sort_tile &tile, Function function)
    {
        if (tile.items == Shape::items) {
            function(radix_rows::all<Shape>());
        } else {
            function(radix_rows::of<Shape>(tile.items));
        }
    }

    /* Into registers. */
    __device__ __forceinline__ void load(const sort_tile &tile)
    {
        if (sizeof(key_type) == 4 && pass.key_bytes == 1) {
            load_as<uint8_t>(tile);
        } else if (sizeof(key_type) == 4 && pass.key_bytes == 2) {
            load_as<uint16_t>(tile);
        } else {
            load_as<key_type>(tile);
        }
    }

    template <class Stored>
    __device__ __forceinline__ void load_as(const sort_tile &tile)
    {
        const void *const all = shared.step.reads_input ? pass.input : pass.keys_in;
        const Stored *from = static_cast<const Stored *>(all) + tile.begin;
        with_rows_of(tile, [&](const radix_rows &rows) {
            const Stored *own = from + rows.first;
            rows.in_batches<Shape::keys, batch>([&](int k, auto has) {
#pragma unroll
                for (int j = 0; j < batch; j++) {
                    if (k + j < Shape::keys) {
                        keys[k + j] = has(j) ? key_type(__ldcs(own + lanes * (k + j))) : key_type(0);
                    }
                }
            });
        });
    }

    /* To order bits. Of a key that fills its register the sign's place is known to the compiler, and an integer's order
     * bits are the key with bits flipped. */
    __device__ __forceinline__ void change_keys()
    {
        constexpr int bits = 8 * sizeof(key_type);
        if (pass.key_bytes != sizeof(key_type)) {
#pragma unroll
            for (int k = 0; k < Shape::keys; k++) {
                keys[k] = pass.order.bits_of(keys[k]);
            }
        } else if (pass.order.negative == 0) {
#pragma unroll
            for (int k = 0; k < Shape::keys; k++) {
                keys[k] ^= pass.order.flip;
            }
        } else {
#pragma unroll
            for (int k = 0; k < Shape::keys; k++) {
                keys[k] = pass.order.template bits_of<bits>(keys[k]);
            }
        }
    }

    __device__ __forceinline__ void count(const sort_tile &tile)
    {
        const sort_digit digit = shared.step.digit;
        if (shared.step.changes_keys_in) {
            change_keys();
        }
        with_rows_of(tile, [&](const radix_rows &rows) {
            rows.in_batches<Shape::keys, batch>([&](int k, auto has) {
#pragma unroll
                for (int j = 0; j < batch; j++) {
                    if (has(j)) {
                        count_shared(row | digit.in(keys[k + j]));
                    }
                }
            });
        });
    }

    /* From counts to places, in the tile and in the output. */
    __device__ __forceinline__ void place_digits(uint32_t index, const sort_tile &tile)
    {
        const int bin = counters.bin();
        const slot_ring ring = {pass.slots + bin, shared.step.log2_slot_rows};
        const uint32_t own = counters.add_up();
        if (counters.part() == 0) {
            ring.publish(index, tile, own);
        }
        const uint32_t first = counters.scan(own);
        if (threadIdx.x == 0) {
            shared.staged = tile;
        }
        if (counters.part() == Shape::parts - 1) {
            const uint64_t row = static_cast<uint64_t>(tile.run()) * shared.step.rows + shared.step.row;
            const uint64_t *const starts = (shared.step.of_runs ? pass.starts_of_runs : pass.starts) + row * sort_bins;
            const uint64_t start = starts[bin] + look_back.next(ring, shared.before[bin], index, tile, own) - first;
            shared.start_low[bin] = static_cast<uint32_t>(start);
            shared.start_high[bin] = static_cast<uint32_t>(start >> 32);
        }
    }

    __device__ __forceinline__ void stage(const sort_tile &tile)
    {
        /* opaque() prevents hoisting: else all digits of the tile's keys, computed when they were counted, would
         * spill. */
        const sort_digit digit = {opaque(shared.step.digit.rotation), opaque(shared.step.digit.mask)};
        const uint32_t own_row = opaque(row);
        with_rows_of(tile, [&](const radix_rows &rows) {
            if (pass.documented || are_crowded(keys, rows, digit)) {
                stage_by<true>(digit, own_row, rows);
            } else {
                stage_by<false>(digit, own_row, rows);
            }
        });
    }

    template <bool Masks>
    __device__ __forceinline__ void stage_by(sort_digit digit, uint32_t own_row, const radix_rows &rows)
    {
        key_type *staged = shared.keys.elements();
        uint16_t *tags = shared.tags.elements();
        rows.in_batches<Shape::keys, batch>([&](int k, auto has) {
            uint32_t place[batch];
#pragma unroll
            for (int j = 0; j < batch; j++) {
                if constexpr (Masks) {
                    if (k + j < Shape::keys) {
                        place[j] = rank_by_mask(own_row | digit.in(keys[k + j]), has(j));
                    }
                } else if (has(j)) {
                    place[j] = take_number_shared(own_row | digit.in(keys[k + j]));
                }
            }
#pragma unroll
            for (int j = 0; j < batch; j++) {
                if (has(j)) {
                    staged[place[j]] = keys[k + j];
                    if constexpr (Shape::is_tagged) {
                        tags[place[j]] = static_cast<uint16_t>(rows.at(k + j));
                    }
                }
            }
        });
    }

    const sort_pass<key_type> &pass;
    pass_shared<Shape> &shared;
    pass_counters<Shape> counters;
    pass_store<Shape> stores;
    digit_look_back<Shape::look_back> look_back;
    const uint32_t row;
    key_type keys[Shape::keys];
};

template <class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    sort_pass_kernel(const __grid_constant__ sort_pass<typename Shape::key_type> pass)
{
    pass_block<Shape>(pass, *reinterpret_cast<pass_shared<Shape> *>(dynamic_shared_rows())).run();
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_KERNEL_CUH */
