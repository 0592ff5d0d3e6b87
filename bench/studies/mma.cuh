/* SPDX-License-Identifier: Apache-2.0 */
/*
 * D = A B + C of one warp with f16 accumulators, which <tcu/device/instructions.cuh> has not: C and D are two registers of
 * two halves each, (row g, columns 2t and 2t + 1) and (row g + 8, the same columns), where g = lane / 4 and t = lane % 4
 * (PTX ISA, "Matrix fragments for mma.m16n8k16"). No other file of the studies holds a product in PTX.
 */
#ifndef TCU_BENCH_STUDIES_MMA_CUH
#define TCU_BENCH_STUDIES_MMA_CUH

#include <tcu/device/instructions.cuh>

namespace study
{
using namespace tcu::device;

/** All 32 lanes take part; the unit rounds each element of D to f16. */
__device__ __forceinline__ void mma_m16n8k16_f16_f16(uint32_t (&d)[2], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                                     const uint32_t (&c)[2])
{
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
        : "=r"(d[0]), "=r"(d[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
}
} // namespace study

#endif
