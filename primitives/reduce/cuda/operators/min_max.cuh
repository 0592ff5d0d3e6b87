/* SPDX-License-Identifier: Apache-2.0 */
/* MIN and MAX of all types of a width: the greatest of unsigned codes (value_codes.cuh). */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_MIN_MAX_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_MIN_MAX_CUH

#include "primitives/tile/instructions.cuh"
#include "value_codes.cuh"

namespace tcu
{

template <class Bits>
class min_max
{
    static constexpr int bytes = static_cast<int>(sizeof(Bits));

  public:
    using in = Bits;
    /* Of 2 bytes two codes side by side, which one instruction combines. Of 1 byte a code in the upper bits: what is
     * below it changes no maximum. */
    using acc = std::conditional_t<bytes == 8, u64, u32>;
    using wide = acc;
    using results = type_list<Bits>;
    static constexpr bool is_plain = false;

    explicit min_max(const tcui_reduce_task *task)
        : out(static_cast<Bits *>(task->out)), codes(task->in_type, task->reduction)
    {
        const tcui_reduction &reduction = task->reduction;
        initial = reduction.has_initial ? codes.code_of_result(static_cast<Bits>(reduction.initial))
                                        : codes.code_of_first_number();
    }

    __device__ __forceinline__ element_vector<Bits> encode(const element_vector<Bits> &x) const
    {
        return codes.encode(x);
    }

    __device__ __forceinline__ element_vector<Bits> encode_unmapped(const element_vector<Bits> &x) const
    {
        return codes.encode_unmapped(x);
    }

    __device__ __forceinline__ Bits encode(Bits x) const { return encode_element(*this, x); }

    template <int V>
    __device__ __forceinline__ acc of_vector(const element_vector<Bits, V> &x) const
    {
        acc greatest = 0;
        if constexpr (bytes == 8) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                greatest = combine(greatest, x.at(i));
            }
        } else {
#pragma unroll
            for (int w = 0; w < V * bytes / 4; w++) {
#pragma unroll
                for (int left = 0; left < (bytes == 1 ? 32 : 8); left += 8) {
                    greatest = combine(greatest, x.words[w] << left);
                }
            }
        }
        return greatest;
    }

    __device__ __forceinline__ acc of_element(Bits x) const { return bytes == 1 ? acc(x) << 24 : x; }

    __device__ __forceinline__ acc combine(acc a, acc b) const
    {
        if constexpr (bytes == 2) {
            return __vmaxu2(a, b);
        } else {
            return max(a, b);
        }
    }

    __device__ __forceinline__ acc widen(acc codes_of_part) const { return codes_of_part; }
    __device__ __forceinline__ acc narrow(acc codes_of_part) const { return codes_of_part; }
    const min_max &of_parts() const { return *this; }

    __device__ __forceinline__ acc total(acc x) const
    {
        if constexpr (bytes == 8) {
            return shuffle_total(*this, x);
        } else if constexpr (bytes == 2) {
            return __reduce_max_sync(all_lanes, static_cast<u32>(code_of(x)));
        } else {
            return __reduce_max_sync(all_lanes, x);
        }
    }

    __device__ __forceinline__ min_max from(uint64_t first) const
    {
        min_max other = *this;
        other.out += first;
        return other;
    }

    __device__ __forceinline__ void store(uint64_t k, acc x) const { out[k] = result_of(x); }
    __device__ __forceinline__ void store_streaming(uint64_t k, acc x) const { store_result(out + k, result_of(x)); }

    template <class Out>
    __device__ __forceinline__ Out result(acc x) const
    {
        return result_of(x);
    }

    /* The results of two neighbours as in memory, each from a code in the lower half. */
    __device__ __forceinline__ u32 result_pair(acc first, acc second) const
    {
        static_assert(bytes == 2, "of two bytes");
        const u32 pair = permute_bytes(first, second, 0x5410u);
        return codes.values_of_pair(__vmaxu2(pair, initial * 0x00010001u));
    }

  private:
    __device__ __forceinline__ Bits code_of(acc x) const
    {
        if constexpr (bytes == 2) {
            return static_cast<Bits>(max(x & 0xffffu, x >> 16));
        } else {
            return static_cast<Bits>(bytes == 1 ? x >> 24 : x);
        }
    }

    __device__ __forceinline__ Bits result_of(acc x) const
    {
        const Bits code = code_of(x);
        return codes.value_of(code > initial ? code : initial);
    }

    Bits *out;
    value_codes<Bits> codes;
    Bits initial; /* its code, or that of the neutral element */
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_MIN_MAX_CUH */
