/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One element of a product on the matrix unit, d = c + a[0] b[0] + ... + a[k-1] b[k-1], for each type of operands and
 * accumulators: row 0 of A, column 0 of B, all else 0. Numbers travel as f64, and each is one of the format's.
 */
#ifndef TCU_BENCH_STUDIES_ROUNDING_FORMATS_CUH
#define TCU_BENCH_STUDIES_ROUNDING_FORMATS_CUH

#include <cuda_bf16.h>
#include <tcu/device/layout.cuh>

#include "bench/studies/gpu.cuh"
#include "bench/studies/mma.cuh"
#include "bench/studies/rounding/terms.h"

namespace study
{
__device__ inline uint32_t bits_of(__half x)
{
    return __half_as_ushort(x);
}
__device__ inline uint32_t bits_of(__nv_bfloat16 x)
{
    return __bfloat16_as_ushort(x);
}

/** A lane's registers of A and B, of elements of 16 bits that `element` makes of an f64. */
template <class Element>
__device__ void operands_of_16_bits(const Terms &terms, uint32_t (&a)[4], uint32_t (&b)[2], Element element)
{
    using of_a = fragment_layout<use::a, m16n8k16, 16>;
    using of_b = fragment_layout<use::b, m16n8k16, 16>;
    const int lane = threadIdx.x;
    for (int r = 0; r < 4; r++) {
        a[r] = 0;
        for (int e = 0; e < of_a::packed; e++) {
            const position at = of_a::at(lane, r, e);
            a[r] |= bits_of(element(at.row == 0 ? terms.a[at.column] : 0.0)) << (16 * e);
        }
    }
    for (int r = 0; r < 2; r++) {
        b[r] = 0;
        for (int e = 0; e < of_b::packed; e++) {
            const position at = of_b::at(lane, r, e);
            b[r] |= bits_of(element(at.column == 0 ? terms.b[at.row] : 0.0)) << (16 * e);
        }
    }
}

/** Each format: D[0][0] in lane 0; the other elements of C are 0. */
struct HalfToFloat {
    static __device__ double product(const Terms &terms)
    {
        uint32_t a[4], b[2];
        operands_of_16_bits(terms, a, b, [](double x) { return __double2half(x); });
        float d[4] = {threadIdx.x == 0 ? float(terms.c) : 0.0f, 0, 0, 0};
        mma_m16n8k16_f16(d, a, b, d);
        return d[0];
    }
};

struct HalfToHalf {
    static __device__ double product(const Terms &terms)
    {
        uint32_t a[4], b[2];
        operands_of_16_bits(terms, a, b, [](double x) { return __double2half(x); });
        uint32_t d[2] = {threadIdx.x == 0 ? bits_of(__double2half(terms.c)) : 0, 0};
        mma_m16n8k16_f16_f16(d, a, b, d);
        return __half2float(__ushort_as_half(static_cast<unsigned short>(d[0]))); // its lower half
    }
};

struct BfloatToFloat {
    static __device__ double product(const Terms &terms)
    {
        uint32_t a[4], b[2];
        operands_of_16_bits(terms, a, b, [](double x) { return __double2bfloat16(x); });
        float d[4] = {threadIdx.x == 0 ? float(terms.c) : 0.0f, 0, 0, 0};
        mma_m16n8k16_bf16(d, a, b, d);
        return d[0];
    }
};

struct Tf32ToFloat {
    static __device__ double product(const Terms &terms)
    {
        uint32_t a[4], b[2];
        for (int r = 0; r < 4; r++) {
            const position at = fragment_layout<use::a, m16n8k8, 32>::at(threadIdx.x, r, 0);
            a[r] = __float_as_uint(float(at.row == 0 ? terms.a[at.column] : 0.0));
        }
        for (int r = 0; r < 2; r++) {
            const position at = fragment_layout<use::b, m16n8k8, 32>::at(threadIdx.x, r, 0);
            b[r] = __float_as_uint(float(at.column == 0 ? terms.b[at.row] : 0.0));
        }
        float d[4] = {threadIdx.x == 0 ? float(terms.c) : 0.0f, 0, 0, 0};
        mma_m16n8k8_tf32(d, a, b, d);
        return d[0];
    }
};

struct Double {
    static __device__ double product(const Terms &terms)
    {
        double a[8], b[4];
        for (int r = 0; r < 8; r++) {
            const position at = fragment_layout<use::a, m16n8k16, 64>::at(threadIdx.x, r, 0);
            a[r] = at.row == 0 ? terms.a[at.column] : 0.0;
        }
        for (int r = 0; r < 4; r++) {
            const position at = fragment_layout<use::b, m16n8k16, 64>::at(threadIdx.x, r, 0);
            b[r] = at.column == 0 ? terms.b[at.row] : 0.0;
        }
        double d[4] = {threadIdx.x == 0 ? terms.c : 0.0, 0, 0, 0};
        mma_m16n8k16_f64(d, a, b, d);
        return d[0];
    }
};

/** d[i] = the product of terms[i], a block of one warp each. */
template <class Product>
__global__ void product_kernel(const Terms *terms, double *d)
{
    const double result = Product::product(terms[blockIdx.x]);
    if (threadIdx.x == 0) {
        d[blockIdx.x] = result;
    }
}
} // namespace study

#endif
