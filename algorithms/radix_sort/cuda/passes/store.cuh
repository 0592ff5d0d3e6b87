/* SPDX-License-Identifier: Apache-2.0 */
/* From a staged tile to the output. While a tile is stored its order is looked at, too (staged_order.cuh). */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_STORE_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_STORE_CUH

#include "staged_order.cuh"
#include "values.cuh"

namespace tcu
{

template <class Shape>
class pass_store
{
    using key_type = typename Shape::key_type;
    static constexpr bool makes_indices = Shape::value_room < 16; /* the others are given values */
    using value_type = std::conditional_t<Shape::value_room == 16, uint4,
                                          std::conditional_t<Shape::value_room == 8, uint64_t, uint32_t>>;

  public:
    pass_values<Shape> values;
    pass_order<Shape> order;

    __device__ pass_store(const sort_pass<key_type> &pass, pass_shared<Shape> &shared)
        : values(shared), order(shared), pass(pass), shared(shared), keys(shared.keys.elements())
    {
    }

    /* Stores the tile; whether this thread has seen a wrong order. Call by all threads. */
    __device__ __forceinline__ bool store(const sort_tile &tile)
    {
        const bool is_plain = tile.items % Shape::threads == 0 && pass.key_bytes == sizeof(key_type) &&
                              shared.step.carried != sort_carried::wide_values &&
                              (!Shape::is_tagged || shared.step.carried == sort_carried::nothing ||
                               pass.value_bytes == sizeof(value_type));
        if (!is_plain) {
            return store_any(tile);
        }
        return pass.is_wide ? store_plain<true>(tile) : store_plain<false>(tile);
    }

    /* Repairs the staged tile and stores it again. Call by all threads when all have stored; ends with a barrier. */
    __device__ __forceinline__ void repair(const sort_tile &tile)
    {
        order.repair(tile);
        store_any(tile);
        __syncthreads();
    }

  private:
    /* Where key i of the tile, of a digit (times 4), belongs. */
    template <bool Wide>
    __device__ __forceinline__ auto place_of(uint32_t i, uint32_t digit) const
    {
        const auto start = [digit](const uint32_t *of_zero) {
            return *reinterpret_cast<const uint32_t *>(reinterpret_cast<const char *>(of_zero) + digit);
        };
        if constexpr (Wide) {
            return (static_cast<uint64_t>(start(shared.start_high)) << 32 | start(shared.start_low)) + i;
        } else {
            return start(shared.start_low) + i;
        }
    }

    /* Tiles of whole rows whose keys and values have the kernel's own sizes: what is the same for all of them is decided
     * before. */
    template <bool Wide>
    __device__ __forceinline__ bool store_plain(const sort_tile &tile)
    {
        if constexpr (makes_indices && Shape::is_tagged) {
            if (shared.step.carried == sort_carried::indices) {
                return store_keys_as<Wide, sort_carried::indices>(tile);
            }
        }
        if constexpr (Shape::is_tagged) {
            if (shared.step.carried == sort_carried::values) {
                return store_keys_as<Wide, sort_carried::values>(tile);
            }
        }
        return store_keys_as<Wide, sort_carried::nothing>(tile);
    }

    template <bool Wide, sort_carried Carried>
    __device__ __forceinline__ bool store_keys_as(const sort_tile &tile)
    {
        if (Shape::is_tagged && !shared.step.writes_keys) {
            return store_all<Wide, Carried, false, false>(tile);
        }
        return shared.step.changes_keys_out ? store_all<Wide, Carried, true, true>(tile)
                                            : store_all<Wide, Carried, true, false>(tile);
    }

    template <bool Wide, sort_carried Carried, bool HasKeys, bool Changes>
    __device__ __forceinline__ bool store_all(const sort_tile &tile)
    {
        key_type *const keys_out = static_cast<key_type *>(pass.keys_out);
        value_type *const values_out = static_cast<value_type *>(pass.values_out);
        const sort_digit digit = shared.step.digit;
        const key_type sorted = shared.step.sorted_bits;
        bool is_wrong = false;
        const auto store_row = [&](int k) {
            const int i = static_cast<int>(threadIdx.x) + k * Shape::threads;
            const key_type key = keys[i];
            const uint32_t tag = order.tag_of(i);
            const auto place = place_of<Wide>(i, digit.in(key));
            if constexpr (HasKeys) {
                keys_out[place] = Changes ? pass.order.template key_of<8 * sizeof(key_type)>(key) : key;
            }
            if constexpr (Carried == sort_carried::values) {
                values_out[place] = values.template at<value_type>(tag);
            }
            if constexpr (Carried == sort_carried::indices) {
                values_out[place] = static_cast<value_type>(tile.begin + tag);
            }
            is_wrong |=
                order.rank(keys[i - 1], order.tag_of(i - 1), digit, sorted) > order.rank(key, tag, digit, sorted);
        };
        const int rows = static_cast<int>(tile.items) / Shape::threads;
        if (rows == Shape::keys) {
#pragma unroll 4
            for (int k = 0; k < Shape::keys; k++) {
                store_row(k);
            }
        } else {
#pragma unroll 4
            for (int k = 0; k < rows; k++) {
                store_row(k);
            }
        }
        return is_wrong;
    }

    /* Any tile. */
    __device__ __forceinline__ bool store_any(const sort_tile &tile)
    {
        const sort_digit digit = shared.step.digit;
        const bool changes = shared.step.changes_keys_out;
        bool is_wrong = false;
#pragma unroll 1
        for (uint32_t i = threadIdx.x; i < tile.items; i += Shape::threads) {
            const key_type key = keys[i];
            const uint32_t tag = order.tag_of(i);
            const uint64_t place = pass.is_wide ? place_of<true>(i, digit.in(key)) : place_of<false>(i, digit.in(key));
            if (shared.step.writes_keys) {
                store_key(place, changes ? pass.order.key_of(key) : key);
            }
            if constexpr (Shape::is_tagged) {
                store_value(place, tag, tile.begin);
            }
            is_wrong |= order.rank_of(static_cast<int>(i) - 1) > order.rank_of(static_cast<int>(i));
        }
        return is_wrong;
    }

    __device__ __forceinline__ void store_key(uint64_t place, key_type key) const
    {
        switch (pass.key_bytes) {
        case 1:
            static_cast<uint8_t *>(pass.keys_out)[place] = static_cast<uint8_t>(key);
            break;
        case 2:
            static_cast<uint16_t *>(pass.keys_out)[place] = static_cast<uint16_t>(key);
            break;
        default:
            static_cast<key_type *>(pass.keys_out)[place] = key;
        }
    }

    template <class Value>
    __device__ __forceinline__ void store_value_as(uint64_t place, uint32_t tag) const
    {
        static_cast<Value *>(pass.values_out)[place] = values.template at<Value>(tag);
    }

    __device__ __forceinline__ void store_value(uint64_t place, uint32_t tag, uint64_t tile_begin) const
    {
        switch (shared.step.carried) {
        case sort_carried::nothing:
            break;
        case sort_carried::indices:
            if constexpr (makes_indices) {
                static_cast<value_type *>(pass.values_out)[place] = static_cast<value_type>(tile_begin + tag);
            }
            break;
        case sort_carried::wide_values:
            static_cast<uint4 *>(pass.values_out)[place] = static_cast<const uint4 *>(
                shared.step.reads_input ? pass.input_values : pass.values_in)[tile_begin + tag];
            break;
        case sort_carried::values:
            if (pass.value_bytes == 1) {
                store_value_as<uint8_t>(place, tag);
            } else if (pass.value_bytes == 2) {
                store_value_as<uint16_t>(place, tag);
            } else {
                store_value_as<value_type>(place, tag);
            }
        }
    }

    const sort_pass<key_type> &pass;
    pass_shared<Shape> &shared;
    key_type *keys;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_STORE_CUH */
