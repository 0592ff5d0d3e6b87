/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB has no polynomials, so this is a kernel as an expert writes it: Horner's scheme of a degree that the compiler knows.
 * A block has a stretch of points, four to a thread, which share each coefficient that it reads, and the coefficients of
 * some polynomials in shared memory; rows are written 16 bytes at a time, past L2, as nothing reads them soon.
 */
#include "problem.h"

namespace
{
constexpr int kThreads = 256, kPoints = 4, kPolynomials = 50, kTerms = POLYNOMIALS_DEGREE + 1;

__global__ void __launch_bounds__(kThreads) evaluate(polynomials p)
{
    __shared__ float coefficients[kPolynomials * kTerms];
    const uint64_t first = uint64_t(blockIdx.y) * kPolynomials;
    const int polynomials_here = int(min(p.num_polynomials - first, uint64_t(kPolynomials)));
    for (int i = int(threadIdx.x); i < polynomials_here * kTerms; i += kThreads) {
        coefficients[i] = p.coefficients[first * kTerms + uint64_t(i)];
    }
    __syncthreads();
    const uint64_t at = (uint64_t(blockIdx.x) * kThreads + threadIdx.x) * kPoints;
    if (at >= p.num_points) {
        return;
    }
    const float4 x = *reinterpret_cast<const float4 *>(p.points + at);
    float4 *out = reinterpret_cast<float4 *>(p.values + first * p.num_points + at);
    for (int polynomial = 0; polynomial < polynomials_here; polynomial++) {
        const float *const c = coefficients + polynomial * kTerms;
        float4 value = {c[kTerms - 1], c[kTerms - 1], c[kTerms - 1], c[kTerms - 1]};
#pragma unroll
        for (int k = kTerms - 2; k >= 0; k--) {
            value = {fmaf(value.x, x.x, c[k]), fmaf(value.y, x.y, c[k]), fmaf(value.z, x.z, c[k]),
                     fmaf(value.w, x.w, c[k])};
        }
        __stcs(out, value);
        out += p.num_points / kPoints;
    }
}

struct side {
    polynomials p;
    cudaStream_t stream;
};

void *open_side(const void *problem, cudaStream_t stream)
{
    return new side{*static_cast<const polynomials *>(problem), stream};
}

void enqueue_frame(void *state)
{
    const side &s = *static_cast<const side *>(state);
    const dim3 grid(unsigned((s.p.num_points / kPoints + kThreads - 1) / kThreads),
                    unsigned((s.p.num_polynomials + kPolynomials - 1) / kPolynomials));
    evaluate<<<grid, kThreads, 0, s.stream>>>(s.p);
    APP_CUDA(cudaGetLastError());
}

void close_side(void *state)
{
    delete static_cast<side *>(state);
}
} // namespace

const app_side polynomials_cub = {open_side, enqueue_frame, close_side};
