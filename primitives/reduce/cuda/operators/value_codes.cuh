/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Codes of values, for MIN and MAX of all types of a width: unsigned integers, of which the greater one wins and 0 is
 * neutral.
 *
 * Order bits (as in radix sorts) are unsigned integers in the order of the values, -0 before +0; MIN takes their
 * complement. NaN are at both ends, by their signs. Of reals a number is subtracted, modulo 2^w, that brings all NaN to
 * one end:
 *
 *     NaN propagates   the order bits of -infinity (of MIN: +infinity): the codes of numbers begin with 0, those of NaN
 *                      are greater
 *     NaN is ignored   one more than those of +infinity (of MIN: -infinity): all NaN have lesser codes than numbers. If
 *                      the greatest code is that of a NaN, or 0, there was no number: the result is the neutral
 *                      element
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_VALUE_CODES_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_VALUE_CODES_CUH

#include "bits.cuh"
#include "primitives/context/types.h"
#include "primitives/reduce/backend.h"
#include "primitives/tile/instructions.cuh"

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
            const Bits first = infinity ^ (all ^ sign), last = infinity | sign; /* order bits of the infinities */
            const bool ignores_nan = reduction.nan_mode == TCU_NAN_IGNORE;
            result_negative = all ^ sign;
            negative = is_absolute ? 0 : result_negative;
            keep = is_absolute ? all ^ sign : all;
            origin = ignores_nan ? last + 1 : first;
            first_number = first - origin;
            last_number = last - origin;
            quiet_nan = infinity | infinity >> 1;
        }
        absolute = is_absolute && tcui_is_signed(type) && !tcui_is_real(type);
    }

    __device__ __forceinline__ element_vector<Bits> encode(element_vector<Bits> x) const
    {
        if (absolute) {
            x = absolute_integers(x);
        }
        return codes_of(x, keep);
    }

    /* encode() of elements without a map, and without a branch: that would depend on the vector, so a warp would wait
     * there for the vector's load before it begins the next one. */
    __device__ __forceinline__ element_vector<Bits> encode_unmapped(element_vector<Bits> x) const
    {
        return codes_of(x, all);
    }

    /* Of a value that is taken as it is, such as the initial one. */
    Bits code_of_result(Bits x) const { return (x ^ flip ^ (x & sign ? result_negative : 0)) - origin; }

    __device__ __forceinline__ Bits value_of(Bits code) const
    {
        return code > last_number ? quiet_nan : number_of(code);
    }

    /* Of two neighbours in a word. */
    __device__ __forceinline__ u32 values_of_pair(u32 pair) const
    {
        static_assert(sizeof(Bits) == 2, "of two bytes");
        /* All NaN become the first code behind the last number's, which is one more than the other halves' greatest. */
        const u32 last = last_number * ones;
        const u32 codes = __vminu2(pair, (last_number < all ? last_number + 1u : all) * ones);
        const u32 is_nan = __vmaxu2(codes, last) - last;
        const u32 change = (number_of(last_number + 1) ^ quiet_nan) & 0xffffu;
        const u32 x = __vadd2(codes, origin * ones) ^ (flip * ones);
        return x ^ of_negative_halves(x, result_negative) ^ (is_nan * change);
    }

    /* Codes of the least and the greatest number; greater codes are NaN. */
    Bits code_of_first_number() const { return first_number; }
    Bits code_of_last_number() const { return last_number; }

  private:
    static constexpr Bits all = static_cast<Bits>(~Bits(0)), sign = static_cast<Bits>(all ^ all >> 1);
    static constexpr u32 ones = 0x00010001u; /* times this: the same in both halves of a word */

    static Bits infinity_of(tcu_type type)
    {
        return static_cast<Bits>(type == TCU_TYPE_F16    ? 0x7c00u
                                 : type == TCU_TYPE_BF16 ? 0x7f80u
                                 : type == TCU_TYPE_F32  ? 0x7f800000u
                                                         : UINT64_C(0x7ff0000000000000));
    }

    /* `kept`: what a map leaves of an element's bits. */
    __device__ __forceinline__ element_vector<Bits> codes_of(element_vector<Bits> x, Bits kept) const
    {
        if constexpr (sizeof(Bits) <= 2) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                x.words[w] = sizeof(Bits) == 1 ? x.words[w] ^ flip * 0x01010101u /* integers alone have one byte */
                                               : codes_of_pair(x.words[w], kept * ones);
            }
        } else {
#pragma unroll
            for (int i = 0; i < vector_elements<Bits>; i++) {
                const Bits y = x.at(i), negatives = negative & (0 - (y >> (8 * sizeof(Bits) - 1)));
                const Bits code = ((y & kept) ^ flip ^ negatives) - origin;
                memcpy(x.words + i * (sizeof(Bits) / 4), &code, sizeof code);
            }
        }
        return x;
    }

    __device__ __forceinline__ u32 codes_of_pair(u32 x, u32 kept) const
    {
        const u32 order = (x & kept) ^ (flip * ones) ^ of_negative_halves(x, negative);
        return __vadd2(order, static_cast<Bits>(0 - origin) * ones);
    }

    __device__ __forceinline__ Bits number_of(Bits code) const
    {
        const Bits x = (code + origin) ^ flip;
        return x ^ (x & sign ? result_negative : 0);
    }

    /* `bits` of the halves whose sign bit is set, and 0 of the others. */
    __device__ __forceinline__ static u32 of_negative_halves(u32 x, Bits bits)
    {
        return permute_bytes(x, 0, 0xbb99u) & (bits * ones); /* (each byte the sign of its half) */
    }

    bool absolute;     /* of signed integers */
    Bits keep = all;   /* of an element: & this, */
    Bits flip;         /* ^ this, */
    Bits negative = 0; /* ^ this where its sign bit is set, */
    Bits origin = 0;   /* - this */
    /* As `negative`, of results: where a map makes elements positive, an initial value may not be. */
    Bits result_negative = 0;
    Bits first_number = 0;
    Bits last_number = all; /* greater codes are NaN */
    Bits quiet_nan = 0;
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_VALUE_CODES_CUH */
