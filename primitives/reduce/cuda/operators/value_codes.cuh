/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Codes of values, for MIN and MAX of all types of a width: unsigned integers, of which the greater one wins and 0 is
 * the operator's neutral element.
 *
 * Order bits (as in radix sorts) are unsigned integers in the order of the values, -0 before +0; MIN takes their
 * complement. Of reals the code of -infinity (of MIN: +infinity) is subtracted. It is then 0; the codes of NaN with a
 * negative sign, which were below it, wrap around to the top, where the others are: so every NaN is greater than every
 * number, and wins. Where NaN are no elements, codes above that of infinity become 0.
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_VALUE_CODES_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_VALUE_CODES_CUH

#include "bits.cuh"
#include "primitives/context/types.h"
#include "primitives/reduce/backend.h"

namespace tcu
{

template <class Bits>
class value_codes
{
  public:
    value_codes(tcu_type type, const tcui_reduction &reduction)
    {
        const bool is_absolute = reduction.map == TCU_MAP_ABSOLUTE;
        flip = tcui_is_unsigned(type) ? 0 : sign;
        flip ^= reduction.op == TCU_OPERATOR_MIN ? all : 0;
        if (tcui_is_real(type)) {
            const Bits infinity = infinity_of(type);
            result_negative = all ^ sign;
            quiet_nan = infinity | infinity >> 1;
            least = infinity ^ result_negative;
            last_number = (infinity | sign) - least;
            ignores_nan = reduction.nan_mode == TCU_NAN_IGNORE;
            last_element = ignores_nan ? last_number : all;
            keep = is_absolute ? all ^ sign : all;
            negative = is_absolute ? 0 : result_negative;
        }
        absolute = is_absolute && tcui_is_signed(type) && !tcui_is_real(type);
    }

    __device__ __forceinline__ element_vector<Bits> encode(element_vector<Bits> x) const
    {
        if (absolute) {
            x = absolute_integers(x);
        }
        if constexpr (sizeof(Bits) == 1) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                x.words[w] ^= flip * 0x01010101u; /* integers alone have one byte */
            }
        } else if constexpr (sizeof(Bits) == 2) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                x.words[w] = codes_of_pair(x.words[w]);
            }
        } else {
#pragma unroll
            for (int i = 0; i < vector_elements<Bits>; i++) {
                const Bits code = code_of(x.at(i));
                memcpy(x.words + i * (sizeof(Bits) / 4), &code, sizeof code);
            }
        }
        return x;
    }

    /* encode() of elements without a map, and without a branch: that would depend on the vector, so a warp would wait
     * there for the vector's load before it begins the next one. */
    __device__ __forceinline__ element_vector<Bits> encode_unmapped(element_vector<Bits> x) const
    {
        x = encode_numbers(x);
        if constexpr (sizeof(Bits) == 2) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                x.words[w] &= ~halves_above(last_element, x.words[w]);
            }
        } else if constexpr (sizeof(Bits) > 2) {
#pragma unroll
            for (int i = 0; i < vector_elements<Bits>; i++) {
                const Bits code = x.at(i) > last_element ? Bits(0) : x.at(i);
                memcpy(x.words + i * (sizeof(Bits) / 4), &code, sizeof code);
            }
        }
        return x;
    }

    /* Of a value that is taken as it is, such as the initial one. */
    Bits code_of_result(Bits x) const
    {
        const Bits code = (x ^ flip ^ (x & sign ? result_negative : 0)) - least;
        return ignores_nan && code > last_number ? 0 : code;
    }

    __device__ __forceinline__ Bits value_of(Bits code) const
    {
        const Bits x = (code + least) ^ flip, value = x ^ (x & sign ? result_negative : 0);
        return code > last_number ? quiet_nan : value;
    }

    /* Of two neighbours in a word. */
    __device__ __forceinline__ u32 values_of_pair(u32 pair) const
    {
        constexpr u32 lowest = 0x00010001u, signs = sign * lowest;
        const u32 addend = least * lowest;
        const u32 sum = ((pair & ~signs) + (addend & ~signs)) ^ ((pair ^ addend) & signs); /* of each half */
        const u32 x = sum ^ (flip * lowest), sign_bits = x & signs;
        const u32 values = x ^ ((sign_bits - (sign_bits >> 15)) & (result_negative * lowest));
        const u32 nans = halves_above(last_number, pair);
        return (values & ~nans) | (nans & (quiet_nan * lowest));
    }

    /* encode() without map and NaN mode: NaN have codes above the numbers'. */
    __device__ __forceinline__ element_vector<Bits> encode_numbers(element_vector<Bits> x) const
    {
        if constexpr (sizeof(Bits) <= 2) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                x.words[w] = sizeof(Bits) == 1 ? x.words[w] ^ flip * 0x01010101u : ordered_pair(x.words[w], x.words[w]);
            }
        } else {
#pragma unroll
            for (int i = 0; i < vector_elements<Bits>; i++) {
                const Bits y = x.at(i), negatives = negative & (0 - (y >> (8 * sizeof(Bits) - 1)));
                const Bits code = (y ^ flip ^ negatives) - least;
                memcpy(x.words + i * (sizeof(Bits) / 4), &code, sizeof code);
            }
        }
        return x;
    }

    /* The code of the greatest number; greater codes are NaN. */
    Bits code_of_last_number() const { return last_number; }

  private:
    static constexpr Bits all = static_cast<Bits>(~Bits(0)), sign = static_cast<Bits>(all ^ all >> 1);

    static Bits infinity_of(tcu_type type)
    {
        return static_cast<Bits>(type == TCU_TYPE_F16    ? 0x7c00u
                                 : type == TCU_TYPE_BF16 ? 0x7f80u
                                 : type == TCU_TYPE_F32  ? 0x7f800000u
                                                         : UINT64_C(0x7ff0000000000000));
    }

    __device__ __forceinline__ Bits code_of(Bits x) const
    {
        const Bits negatives = negative & (0 - (x >> (8 * sizeof(Bits) - 1)));
        const Bits code = ((x & keep) ^ flip ^ negatives) - least;
        return ignores_nan && code > last_number ? 0 : code;
    }

    /* All bits of the halves that are greater. */
    __device__ __forceinline__ static u32 halves_above(Bits last, u32 pair)
    {
        constexpr u32 lowest = 0x00010001u, signs = sign * lowest;
        const u32 rest = __vminu2(pair, last * lowest) ^ pair; /* not zero there */
        const u32 high = (((rest & ~signs) + ~signs) | rest) & signs;
        return high | (high - (high >> 15));
    }

    /* The same of two neighbours in a word; `kept`: what a map leaves of them. */
    __device__ __forceinline__ u32 ordered_pair(u32 x, u32 kept) const
    {
        constexpr u32 lowest = 0x00010001u, signs = sign * lowest;
        const u32 sign_bits = x & signs, negatives = (sign_bits - (sign_bits >> 15)) & (negative * lowest);
        const u32 y = kept ^ (flip * lowest) ^ negatives;
        /* (The sign bits keep the differences from borrowing of each other.) */
        return ((y | signs) - least * lowest) ^ (~y & signs);
    }

    __device__ __forceinline__ u32 codes_of_pair(u32 x) const
    {
        const u32 codes = ordered_pair(x, x & (keep * 0x00010001u));
        if (!ignores_nan) {
            return codes;
        }
        const u32 low = codes & 0xffffu, high = codes >> 16;
        return (low > last_number ? 0 : low) | (high > last_number ? 0 : high) << 16;
    }

    bool ignores_nan = false;
    bool absolute;     /* of signed integers */
    Bits keep = all;   /* of an element: & this, */
    Bits flip;         /* ^ this, */
    Bits negative = 0; /* ^ this where its sign bit is set, */
    Bits least = 0;    /* - this */
    Bits result_negative =
        0; /* as `negative`, of results: where a map makes elements positive, an initial value may not be */
    Bits last_number = all;  /* greater codes are NaN */
    Bits last_element = all; /* and greater ones than this are of no element */
    Bits quiet_nan = 0;
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_VALUE_CODES_CUH */
