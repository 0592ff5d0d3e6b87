/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions on registers, and what keeps the compiler from moving them. Included by instructions.cuh alone. */
#ifndef TCUI_INSTRUCTIONS_ARITHMETIC_CUH
#define TCUI_INSTRUCTIONS_ARITHMETIC_CUH

#include "primitives/tile/element.cuh"
#include "tcu/device/instructions.cuh"

namespace tcu
{

/*
 * x, opaque to the compiler, which forgets how it was computed. So what follows from it is computed where it is used, and
 * is not kept in registers, or spilled, from before a loop on; x itself is kept, and is not computed again at each use.
 */
template <class T>
__device__ __forceinline__ T opaque(T x)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "one register or two");
    if constexpr (sizeof(T) == 4) {
        asm volatile("" : "+r"(x));
    } else {
        asm volatile("" : "+l"(x));
    }
    return x;
}

/* Where a branch is seldom taken, by all lanes together: in it, keeps the compiler from computing both sides and
 * selecting. */
__device__ __forceinline__ void keep_branch()
{
    asm volatile("");
}

/*
 * sum += factor * addend where a < b, or a <= b: a multiplication that is executed or not. Multipliers work beside the
 * units that compare, add and combine bits, of which there are half as many as lanes; so where these limit a kernel, and
 * compilers do not know that the factor is 1, sums are formed in no time of their own.
 */
#define TCUI_MULTIPLY_ADD_WHERE(NAME, COMPARISON, KEY, LETTER)                                                         \
    __device__ __forceinline__ void NAME(uint32_t &sum, KEY a, KEY b, uint32_t factor, uint32_t addend)                \
    {                                                                                                                  \
        asm("{\n"                                                                                                      \
            ".reg .pred is_so;\n"                                                                                      \
            "setp." COMPARISON " is_so, %1, %2;\n"                                                                     \
            "@is_so mad.lo.u32 %0, %3, %4, %0;\n"                                                                      \
            "}"                                                                                                        \
            : "+r"(sum)                                                                                                \
            : LETTER(a), LETTER(b), "r"(factor), "r"(addend));                                                         \
    }
TCUI_MULTIPLY_ADD_WHERE(multiply_add_where_less, "lt.u32", uint32_t, "r")
TCUI_MULTIPLY_ADD_WHERE(multiply_add_where_less, "lt.u64", uint64_t, "l")
TCUI_MULTIPLY_ADD_WHERE(multiply_add_where_not_greater, "le.u32", uint32_t, "r")
TCUI_MULTIPLY_ADD_WHERE(multiply_add_where_not_greater, "le.u64", uint64_t, "l")
#undef TCUI_MULTIPLY_ADD_WHERE

/* The place of the highest bit; -1 if there is none. (31 - __clz() takes two instructions more.) */
__device__ __forceinline__ int highest_bit(uint32_t bits)
{
    int place;
    asm("bfind.u32 %0, %1;" : "=r"(place) : "r"(bits));
    return place;
}

/* prmt: byte n of the result is the byte of {low, high} that digit n of `selector` names; digits 8 to f: its sign. */
__device__ __forceinline__ uint32_t permute_bytes(uint32_t low, uint32_t high, uint32_t selector)
{
    uint32_t bytes;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(low), "r"(high), "r"(selector));
    return bytes;
}

/* The larger one, or NaN if one is NaN. */
__device__ __forceinline__ f32 largest_or_nan(f32 a, f32 b)
{
    return device::max_nan(a, b);
}

__device__ __forceinline__ f64 largest_or_nan(f64 a, f64 b)
{
    return a >= b || a != a ? a : b;
}

/* a * b + c of the halves in the fields of words; denormal numbers are exact. */
__device__ __forceinline__ uint32_t multiply_add_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sums;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(sums) : "r"(a), "r"(b), "r"(c));
    return sums;
}

/* The same with the upper half of `a` for both, which is part of the one instruction. */
__device__ __forceinline__ uint32_t multiply_upper_add_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sums;
    asm("{\n"
        ".reg .b16 lower, upper;\n"
        ".reg .b32 both;\n"
        "mov.b32 {lower, upper}, %1;\n"
        "mov.b32 both, {upper, upper};\n"
        "fma.rn.f16x2 %0, both, %2, %3;\n"
        "}"
        : "=r"(sums)
        : "r"(a), "r"(b), "r"(c));
    return sums;
}

} // namespace tcu

#endif /* TCUI_INSTRUCTIONS_ARITHMETIC_CUH */
