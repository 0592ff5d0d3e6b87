/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MIN and MAX of all types of a width: the greatest of unsigned codes, of which 0 is the operator's neutral element.
 *
 * Order bits (as in radix sorts) are unsigned integers in the order of the values, -0 before +0; MIN takes their
 * complement. Of reals the code of -infinity (of MIN: +infinity) is subtracted. It is then 0; the codes of NaN with a
 * negative sign, which were below it, wrap around to the top, where the others are: so every NaN is greater than every
 * number, and wins. Where NaN are no elements, codes above that of infinity become 0.
 *
 * Codes of 1 and 2 bytes are combined in the upper bits of 32: what is below them changes no maximum.
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_MIN_MAX_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_MIN_MAX_CUH

#include "bits.cuh"
#include "primitives/context/types.h"
#include "primitives/reduce/backend.h"

namespace tcu
{

template <class Bits>
class min_max
{
  public:
    using in = Bits;
    using acc = std::conditional_t<sizeof(Bits) == 8, u64, u32>;
    using wide = acc;
    static constexpr bool is_plain = false;

    explicit min_max(const tcui_reduce_task *task) : out(static_cast<Bits *>(task->out))
    {
        const tcui_reduction &reduction = task->reduction;
        const bool is_absolute = reduction.map == TCU_MAP_ABSOLUTE, is_real = tcui_is_real(task->in_type);
        flip = tcui_is_unsigned(task->in_type) ? 0 : sign;
        flip ^= reduction.op == TCU_OPERATOR_MIN ? all : 0;
        keep = negative = result_negative = 0;
        if (is_real) {
            const Bits infinity = infinity_of(task->in_type);
            result_negative = all ^ sign;
            quiet_nan = static_cast<Bits>(infinity | infinity >> 1);
            least = acc(infinity ^ (all >> shift >> 1)) << shift;
            last_number = ((acc(infinity) << shift | sign) - least) | below;
        }
        limit = reduction.nan_mode == TCU_NAN_IGNORE ? last_number : ~acc(0);
        keep = ~acc(0);
        negative = result_negative;
        initial = reduction.has_initial ? code_of(acc(reduction.initial) << shift) & all : 0;
        absolute = is_absolute && !is_real && !tcui_is_unsigned(task->in_type);
        if (is_absolute && is_real) {
            keep = ~sign;
            negative = 0;
        }
    }

    __device__ __forceinline__ element_vector<Bits> encode(element_vector<Bits> x) const
    {
        if (absolute) {
            x = absolute_integers(x);
        }
#pragma unroll
        for (int w = 0; w < 4; w++) {
            if constexpr (sizeof(Bits) == 1) {
                x.words[w] ^= static_cast<u32>(flip >> 24) * 0x01010101u; /* integers alone have one byte */
            } else if constexpr (sizeof(Bits) == 2) {
                x.words[w] = (code_of(x.words[w]) & 0xffff0000u) | code_of(x.words[w] << 16) >> 16;
            } else if constexpr (sizeof(Bits) == 4) {
                x.words[w] = code_of(x.words[w]);
            } else if (w % 2 == 0) {
                const u64 code = code_of(x.at(w / 2));
                x.words[w] = static_cast<u32>(code);
                x.words[w + 1] = static_cast<u32>(code >> 32);
            }
        }
        return x;
    }

    __device__ __forceinline__ Bits encode(Bits x) const { return encode_element(*this, x); }

    template <int V>
    __device__ __forceinline__ acc of_vector(const element_vector<Bits, V> &x) const
    {
        acc greatest = 0;
        if constexpr (sizeof(Bits) == 8) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                greatest = max(greatest, acc(x.at(i)));
            }
        } else {
#pragma unroll
            for (int w = 0; w < element_vector<Bits, V>::bytes / 4; w++) {
#pragma unroll
                for (int left = 0; left < 32; left += 8 * static_cast<int>(sizeof(Bits))) {
                    greatest = max(greatest, x.words[w] << left);
                }
            }
        }
        return greatest;
    }

    __device__ __forceinline__ acc of_element(Bits x) const { return acc(x) << shift; }
    __device__ __forceinline__ acc combine(acc a, acc b) const { return max(a, b); }
    __device__ __forceinline__ acc widen(acc code) const { return code; }

    const min_max &of_parts() const { return *this; }
    __device__ __forceinline__ acc total(acc code) const
    {
        if constexpr (sizeof(acc) == 4) {
            return __reduce_max_sync(all_lanes, code);
        } else {
            return shuffle_total(*this, code);
        }
    }

    __device__ __forceinline__ min_max from(uint64_t first) const
    {
        min_max other = *this;
        other.out += first;
        return other;
    }

    __device__ __forceinline__ void store(uint64_t k, acc code) const { out[k] = value_of(code); }

    __device__ __forceinline__ void store_streaming(uint64_t k, acc code) const
    {
        store_result(out + k, value_of(code));
    }

  private:
    static constexpr int bits = 8 * static_cast<int>(sizeof(Bits)), shift = 8 * static_cast<int>(sizeof(acc)) - bits;
    static constexpr acc all = ~acc(0) << shift, below = ~all, sign = acc(1) << (bits + shift - 1);

    static Bits infinity_of(tcu_type type)
    {
        return static_cast<Bits>(type == TCU_TYPE_F16    ? 0x7c00u
                                 : type == TCU_TYPE_BF16 ? 0x7f80u
                                 : type == TCU_TYPE_F32  ? 0x7f800000u
                                                         : UINT64_C(0x7ff0000000000000));
    }

    __host__ __device__ __forceinline__ static acc if_negative(acc x, acc mask)
    {
        return mask & (0 - (x >> (bits + shift - 1)));
    }

    /* Of an element in the upper bits. */
    __host__ __device__ __forceinline__ acc code_of(acc x) const
    {
        const acc code = ((x & keep) ^ flip ^ if_negative(x, negative)) - least;
        return code > limit ? 0 : code;
    }

    __device__ __forceinline__ Bits value_of(acc code) const
    {
        code = max(code, initial);
        const acc x = ((code & all) + least) ^ flip;
        const Bits value = static_cast<Bits>((x ^ if_negative(x, result_negative)) >> shift);
        return code > last_number ? quiet_nan : value;
    }

    Bits *out;
    bool absolute; /* of signed integers */
    Bits quiet_nan = 0;
    acc keep, flip, negative; /* of elements: & this, ^ this, ^ this where the sign bit is set */
    acc result_negative;
    acc least = 0;             /* subtracted from order bits */
    acc limit;                 /* greater codes become 0 */
    acc last_number = ~acc(0); /* greater codes are NaN */
    acc initial;
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_MIN_MAX_CUH */
