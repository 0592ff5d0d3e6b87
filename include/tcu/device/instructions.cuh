/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file instructions.cuh
 * Matrix products and conversions of one warp that CUDA C++ has no name for: thin wrappers of PTX, the only ones of these
 * headers, named by shape and types. Source: PTX ISA, "Matrix multiply-accumulate operation using mma instruction".
 *
 * **Products.** D = A B + C, of shape m x n x k: A has m x k elements, B k x n, C and D m x n. All 32 lanes of a warp
 * call a product together, with the same function (__syncwarp() is not needed). Operands are the lane's registers, in
 * the layouts that <tcu/device/layout.cuh> says; d may be the same array as c. A register of 32 bits holds its
 * elements in the order of their index, the first one in the lowest bits. All shapes need sm_80.
 *
 * **Rounding.** Products of f16, bf16 and tf32 are exact. Their sums with C are formed in f32 and rounded towards
 * zero, with about 25 fractional bits of the largest term on sm_90 and 24 on sm_80, so long chains of accumulation
 * drift: keep them short. 0 times infinity is NaN. f64 is a chain of IEEE fused multiply-adds in the order of k. Sums
 * of integers wrap modulo 2^32. The same operands give the same bits on the same architecture.
 *
 * **The assembly of products is `volatile`.** If it is not, the compiler may copy a product into both arms of a branch on
 * which its operands depend, and a product is undefined where lanes are apart (nvcc 13.0 did so). It is not volatile if
 * TCU_DEVICE_MOVABLE_PRODUCTS is defined before any header of tcu/device: for who has looked at the machine code. The
 * library's build does so, as no product of its kernels is in a branch that lanes of a warp take apart.
 */
#ifndef TCU_DEVICE_INSTRUCTIONS_CUH
#define TCU_DEVICE_INSTRUCTIONS_CUH

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "the headers of tcu/device need sm_80 or newer: compile with -arch=sm_80, sm_90, ..."
#endif
#include <cstdint>

#ifdef TCU_DEVICE_MOVABLE_PRODUCTS
#define TCU_DEVICE_PRODUCT asm
#else
#define TCU_DEVICE_PRODUCT asm volatile
#endif

namespace tcu
{
namespace device
{

/* A product with 4 registers of A and 2 of B, or with 2 and 1. `number` is the constraint of C's registers. */
#define TCU_DEVICE_MMA_4_2(instruction, number)                                                                        \
    TCU_DEVICE_PRODUCT("mma.sync.aligned." instruction " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"    \
                       : "=" number(d[0]), "=" number(d[1]), "=" number(d[2]), "=" number(d[3])                        \
                       : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), number(c[0]), number(c[1]), \
                         number(c[2]), number(c[3]))
#define TCU_DEVICE_MMA_2_1(instruction, number)                                                                        \
    TCU_DEVICE_PRODUCT("mma.sync.aligned." instruction " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"                \
                       : "=" number(d[0]), "=" number(d[1]), "=" number(d[2]), "=" number(d[3])                        \
                       : "r"(a[0]), "r"(a[1]), "r"(b), number(c[0]), number(c[1]), number(c[2]), number(c[3]))

/** 16 x 8 x 16, f16 operands. */
__device__ __forceinline__ void mma_m16n8k16_f16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                 const float (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k16.row.col.f32.f16.f16.f32", "f");
}

/** 16 x 8 x 16, bf16 operands. */
__device__ __forceinline__ void mma_m16n8k16_bf16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                  const float (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k16.row.col.f32.bf16.bf16.f32", "f");
}

/** 16 x 8 x 8, f16 operands. */
__device__ __forceinline__ void mma_m16n8k8_f16(float (&d)[4], const uint32_t (&a)[2], uint32_t b, const float (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k8.row.col.f32.f16.f16.f32", "f");
}

/** 16 x 8 x 8, bf16 operands. */
__device__ __forceinline__ void mma_m16n8k8_bf16(float (&d)[4], const uint32_t (&a)[2], uint32_t b, const float (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k8.row.col.f32.bf16.bf16.f32", "f");
}

/** 16 x 8 x 8, tf32 operands: f32 bit patterns of which the lower 13 bits are ignored. */
__device__ __forceinline__ void mma_m16n8k8_tf32(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                 const float (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k8.row.col.f32.tf32.tf32.f32", "f");
}

/** 16 x 8 x 4, tf32 operands. */
__device__ __forceinline__ void mma_m16n8k4_tf32(float (&d)[4], const uint32_t (&a)[2], uint32_t b, const float (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k4.row.col.f32.tf32.tf32.f32", "f");
}

/** 16 x 8 x 32, A and B of s8. */
__device__ __forceinline__ void mma_m16n8k32_s8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k32.row.col.s32.s8.s8.s32", "r");
}

/** 16 x 8 x 32, A and B of u8. */
__device__ __forceinline__ void mma_m16n8k32_u8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k32.row.col.s32.u8.u8.s32", "r");
}

/** 16 x 8 x 32, A of u8, B of s8. */
__device__ __forceinline__ void mma_m16n8k32_u8_s8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                   const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k32.row.col.s32.u8.s8.s32", "r");
}

/** 16 x 8 x 32, A of s8, B of u8. */
__device__ __forceinline__ void mma_m16n8k32_s8_u8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                   const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k32.row.col.s32.s8.u8.s32", "r");
}

/** 16 x 8 x 16, A and B of s8. */
__device__ __forceinline__ void mma_m16n8k16_s8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b,
                                                const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k16.row.col.s32.s8.s8.s32", "r");
}

/** 16 x 8 x 16, A and B of u8. */
__device__ __forceinline__ void mma_m16n8k16_u8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b,
                                                const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k16.row.col.s32.u8.u8.s32", "r");
}

/** 16 x 8 x 16, A of u8, B of s8. */
__device__ __forceinline__ void mma_m16n8k16_u8_s8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b,
                                                   const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k16.row.col.s32.u8.s8.s32", "r");
}

/** 16 x 8 x 16, A of s8, B of u8. */
__device__ __forceinline__ void mma_m16n8k16_s8_u8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b,
                                                   const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_2_1("m16n8k16.row.col.s32.s8.u8.s32", "r");
}

/** 16 x 8 x 256, single bits: d[row][column] = c + popcount(A[row][.] & B[.][column]). */
__device__ __forceinline__ void mma_m16n8k256_b1_and_popc(int32_t (&d)[4], const uint32_t (&a)[4],
                                                          const uint32_t (&b)[2], const int32_t (&c)[4])
{
    TCU_DEVICE_MMA_4_2("m16n8k256.row.col.s32.b1.b1.s32.and.popc", "r");
}

#undef TCU_DEVICE_MMA_4_2
#undef TCU_DEVICE_MMA_2_1

/** 8 x 8 x 4, f64. */
__device__ __forceinline__ void mma_m8n8k4_f64(double (&d)[2], double a, double b, const double (&c)[2])
{
    TCU_DEVICE_PRODUCT("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                       : "=d"(d[0]), "=d"(d[1])
                       : "d"(a), "d"(b), "d"(c[0]), "d"(c[1]));
}

/** 16 x 8 x 16, f64. Before sm_90 eight products of 8 x 8 x 4, whose fragments its own consist of: the same bits. */
__device__ __forceinline__ void mma_m16n8k16_f64(double (&d)[4], const double (&a)[8], const double (&b)[4],
                                                 const double (&c)[4])
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    TCU_DEVICE_PRODUCT("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, "
                       "{%12,%13,%14,%15}, {%16,%17,%18,%19};"
                       : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
                       : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
                         "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3]));
#else
#pragma unroll
    for (int half = 0; half < 2; half++) {
        double sum[2] = {c[2 * half], c[2 * half + 1]};
#pragma unroll
        for (int q = 0; q < 4; q++) {
            mma_m8n8k4_f64(sum, a[2 * q + half], b[q], sum);
        }
        d[2 * half] = sum[0];
        d[2 * half + 1] = sum[1];
    }
#endif
}

#undef TCU_DEVICE_PRODUCT

/** @return x. The compiler has to compute it here, not where it is used: outside of a branch that follows. */
__device__ __forceinline__ int computed_here(int x)
{
    asm volatile("" : "+r"(x));
    return x;
}

/** @return the calling thread's lane, 0 to 31. */
__device__ __forceinline__ int lane_index()
{
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    __builtin_assume(lane >= 0 && lane < 32); /* (lane / 4 is a shift) */
    return lane;
}

/** @return x rounded to tf32 (10 fractional bits), to nearest, ties away from zero: an f32 bit pattern of which the
 * lower 13 bits are 0. Numbers that round beyond the largest one become infinite; NaN stays NaN. */
__device__ __forceinline__ uint32_t tf32_bits(float x)
{
    uint32_t bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return bits;
}

/** @return two numbers rounded to f16, to nearest even, in a register: `first` in its lower half. */
__device__ __forceinline__ uint32_t pack_f16(float first, float second)
{
    uint32_t bits;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(second), "f"(first));
    return bits;
}

/** @return two numbers rounded to bf16, to nearest even, in a register: `first` in its lower half. */
__device__ __forceinline__ uint32_t pack_bf16(float first, float second)
{
    uint32_t bits;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(second), "f"(first));
    return bits;
}

/** @return the lesser of two numbers; NaN if one is NaN. -0 is less than +0. */
__device__ __forceinline__ float min_nan(float a, float b)
{
    float lesser;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(lesser) : "f"(a), "f"(b));
    return lesser;
}

/** @return the greater of two numbers; NaN if one is NaN. +0 is greater than -0. */
__device__ __forceinline__ float max_nan(float a, float b)
{
    float greater;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(greater) : "f"(a), "f"(b));
    return greater;
}

/** The same of double, for which PTX has minima without NaN alone. */
__device__ __forceinline__ double min_nan(double a, double b)
{
    double lesser;
    asm("min.f64 %0, %1, %2;" : "=d"(lesser) : "d"(a), "d"(b));
    return a != a || b != b ? a + b : lesser;
}

/** As min_nan() of double. */
__device__ __forceinline__ double max_nan(double a, double b)
{
    double greater;
    asm("max.f64 %0, %1, %2;" : "=d"(greater) : "d"(a), "d"(b));
    return a != a || b != b ? a + b : greater;
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_INSTRUCTIONS_CUH */
