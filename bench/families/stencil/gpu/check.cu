/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reference of the stencils and convolutions: a thread forms one output as the sum over the whole box of weights, in f64
 * with the rounding errors of the additions in a second f64. All outputs are looked at. Time steps are made one by one on
 * f64. max_error is the largest |error| / S, S the sum of the terms' magnitudes (of iterations 1); wrong are outputs
 * outside the bound of stencil.h. No code of the library or of CUB takes part.
 */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "bench/device/device.h"
#include "bench/families/stencil/problem.h"

namespace
{
struct Swept {
    bench_problem problem;
    double *expected; // of iterations: what they have to become; NULL: every check forms it
};

constexpr int kThreads = 256;
constexpr uint8_t kPoison = 0xff;

__device__ double load(tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return __half2float(((const __half *)data)[i]);
    case TCU_TYPE_BF16:
        return __bfloat162float(((const __nv_bfloat16 *)data)[i]);
    case TCU_TYPE_F32:
        return ((const float *)data)[i];
    case TCU_TYPE_U8:
        return ((const uint8_t *)data)[i];
    default:
        return ((const double *)data)[i];
    }
}

__device__ uint64_t load_integer(tcu_type type, const void *data, uint64_t i)
{
    return type == TCU_TYPE_U8    ? ((const uint8_t *)data)[i]
           : type == TCU_TYPE_I32 ? ((const uint32_t *)data)[i]
                                  : ((const uint64_t *)data)[i];
}

struct Sum {
    double high = 0, low = 0; // whose sum it is
    double magnitude = 0;

    // Operations that the compiler must not contract to others.
    __device__ void add(double a, double b)
    {
        const double term = __dmul_rn(a, b), sum = __dadd_rn(high, term), added = __dsub_rn(sum, high);
        const double lost = __dadd_rn(__dsub_rn(high, __dsub_rn(sum, added)), __dsub_rn(term, added));
        low = __dadd_rn(low, __dadd_rn(lost, __fma_rn(a, b, -term)));
        high = sum;
        magnitude += fabs(term);
    }
};

// The point of an axis that stands for one from outside; -1 where there is 0. KEEP does not come here.
__device__ int64_t inside(tcu_boundary boundary, int64_t at, uint64_t n)
{
    if (at >= 0 && at < (int64_t)n) {
        return at;
    }
    return boundary != TCU_BOUNDARY_CLAMP ? -1 : at < 0 ? 0 : (int64_t)n - 1;
}

struct Point {
    int64_t c, z, y, x;
    uint64_t image; // where its grid begins

    __device__ Point(const bench_grid &g, uint64_t at)
    {
        const uint64_t of_grid = g.extents[0] * g.extents[1] * g.extents[2] * g.channels;
        c = (int64_t)(at % g.channels);
        x = (int64_t)(at / g.channels % g.extents[2]);
        y = (int64_t)(at / g.channels / g.extents[2] % g.extents[1]);
        z = (int64_t)(at % of_grid / g.channels / g.extents[2] / g.extents[1]);
        image = at / of_grid * of_grid;
    }
    __device__ bool is_kept(const bench_grid &g) const
    {
        return z < g.radius[0] || z + g.radius[0] >= (int64_t)g.extents[0] || y < g.radius[1] ||
               y + g.radius[1] >= (int64_t)g.extents[1] || x < g.radius[2] || x + g.radius[2] >= (int64_t)g.extents[2];
    }
};

__device__ Sum sum_around(const bench_grid &g, tcu_type type, const void *in, uint64_t at)
{
    const Point p(g, at);
    const double *w = g.weights;
    Sum sum;
    for (int dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
        const int64_t z = inside(g.boundary, p.z + dz, g.extents[0]);
        for (int dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
            const int64_t y = inside(g.boundary, p.y + dy, g.extents[1]);
            const int64_t row = (z * (int64_t)g.extents[1] + y) * (int64_t)g.extents[2];
            for (int dx = -g.radius[2]; dx <= g.radius[2]; dx++, w++) {
                const int64_t x = inside(g.boundary, p.x + dx, g.extents[2]);
                if (z >= 0 && y >= 0 && x >= 0 && *w != 0) {
                    sum.add(*w, load(type, in, p.image + (uint64_t)((row + x) * (int64_t)g.channels + p.c)));
                }
            }
        }
    }
    return sum;
}

__device__ Sum sum_of_layer(const bench_problem &p, uint64_t at)
{
    const tcu_convolution_layer_desc &l = p.layer;
    const int64_t x = (int64_t)(at % l.width), y = (int64_t)(at / l.width % l.height);
    const uint64_t k = at / (l.width * l.height) % l.out_channels, image = at / (l.width * l.height * l.out_channels);
    uint64_t filter = k * l.in_channels * l.kernel_height * l.kernel_width;
    Sum sum;
    for (uint64_t c = 0; c < l.in_channels; c++) {
        for (int r = 0; r < (int)l.kernel_height; r++) {
            for (int s = 0; s < (int)l.kernel_width; s++, filter++) {
                const int64_t from_y = inside(TCU_BOUNDARY_ZERO, y + r - (int)l.padding_y, l.height);
                const int64_t from_x = inside(TCU_BOUNDARY_ZERO, x + s - (int)l.padding_x, l.width);
                if (from_y < 0 || from_x < 0) {
                    continue;
                }
                const uint64_t row = (image * l.in_channels + c) * l.height + (uint64_t)from_y;
                sum.add(load(p.in_type, p.filters, filter), load(p.in_type, p.in, row * l.width + (uint64_t)from_x));
            }
        }
    }
    return sum;
}

__device__ Sum sum_of(const bench_problem &p, const double *expected, uint64_t at)
{
    Sum sum;
    if (expected != nullptr) {
        sum.high = expected[at];
        sum.magnitude = 1; // means of elements up to 1
        return sum;
    }
    if (p.op == BENCH_CONVOLUTION_LAYER) {
        return sum_of_layer(p, at);
    }
    if (p.op != BENCH_ADJACENT_DIFFERENCE) {
        return sum_around(p.grid, p.in_type, p.in, at);
    }
    sum.add(1, load(p.in_type, p.in, at));
    if (at > 0) {
        sum.add(-1, load(p.in_type, p.in, at - 1));
    }
    return sum;
}

__device__ double bound(const bench_problem &p, const Sum &sum)
{
    if (p.op == BENCH_STENCIL_ITERATE) { // each step may round
        return (double)p.steps * bench_sum_bound(p.in_type, 2 * p.grid.taps, 1, 1);
    }
    const uint64_t terms = p.op == BENCH_CONVOLUTION_LAYER     ? bench_filter_count(&p.layer) / p.layer.out_channels
                           : p.op == BENCH_ADJACENT_DIFFERENCE ? 2
                                                               : p.grid.taps;
    return bench_sum_bound(p.in_type, terms, sum.high, sum.magnitude);
}

struct Findings {
    unsigned long long max_error_bits; // of a non-negative double: ordered like the double
    unsigned long long wrong;
};

__global__ void __launch_bounds__(kThreads) check_kernel(bench_problem p, const double *expected, Findings *findings)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    double error = 0;
    bool wrong = false;
    if (at < p.n && p.op == BENCH_ADJACENT_DIFFERENCE && !bench_is_float(p.in_type)) {
        const uint64_t before = at > 0 ? load_integer(p.in_type, p.in, at - 1) : 0;
        const uint64_t left = load_integer(p.in_type, p.out, at) + before - load_integer(p.in_type, p.in, at);
        wrong = left << (64 - 8 * bench_size(p.in_type)) != 0;
        error = wrong;
    } else if (at < p.n) {
        const Sum sum = sum_of(p, expected, at);
        const double off = fabs((load(p.out_type, p.out, at) - sum.high) - sum.low);
        wrong = !(off <= bound(p, sum));
        error = isfinite(off) && sum.magnitude > 0 ? off / sum.magnitude : 0;
    }
    if (at < BENCH_GUARD_BYTES) {
        wrong = wrong || ((const uint8_t *)p.out)[p.n * bench_size(p.out_type) + at] != kPoison;
    }
    for (int lane = 16; lane > 0; lane /= 2) {
        error = fmax(error, __shfl_xor_sync(0xffffffff, error, lane));
    }
    if (threadIdx.x % 32 == 0 && error > 0) {
        atomicMax(&findings->max_error_bits, (unsigned long long)__double_as_longlong(error));
    }
    if (wrong) {
        atomicAdd(&findings->wrong, 1ull);
    }
}

__global__ void __launch_bounds__(kThreads) widen_kernel(bench_problem p, double *to)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (at < p.n) {
        to[at] = load(p.in_type, p.in, at);
    }
}

__global__ void __launch_bounds__(kThreads) step_kernel(bench_grid g, uint64_t n, const double *from, double *to)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (at < n) {
        to[at] = Point(g, at).is_kept(g) ? from[at] : sum_around(g, TCU_TYPE_F64, from, at).high;
    }
}

unsigned blocks(uint64_t threads)
{
    return (unsigned)((threads + kThreads - 1) / kThreads);
}

// Steps go to and fro; the last one's result is in *now.
cudaError_t make_steps(const bench_problem &p, double **now, double **next, cudaStream_t stream)
{
    widen_kernel<<<blocks(p.n), kThreads, 0, stream>>>(p, *now);
    for (uint64_t step = 0; step < p.steps; step++) {
        step_kernel<<<blocks(p.n), kThreads, 0, stream>>>(p.grid, p.n, *now, *next);
        double *const other = *now;
        *now = *next;
        *next = other;
    }
    const cudaError_t error = cudaGetLastError();
    return error != cudaSuccess ? error : cudaStreamSynchronize(stream);
}
} // namespace

static void destroy(void *reference)
{
    Swept *const swept = (Swept *)reference;
    if (swept != nullptr) {
        cudaFree(swept->expected);
    }
    delete swept;
}

static int create(void **reference, bench_problem *p, void *stream)
{
    Swept *const swept = new Swept{*p, nullptr};
    *reference = swept;
    if (p->op != BENCH_STENCIL_ITERATE) {
        return cudaSuccess;
    }
    double *next = nullptr;
    cudaError_t error = cudaMalloc((void **)&swept->expected, p->n * sizeof(double));
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&next, p->n * sizeof(double));
    }
    if (error == cudaSuccess) {
        error = make_steps(*p, &swept->expected, &next, (cudaStream_t)stream);
    }
    cudaFree(next);
    return error;
}

static int poison(const bench_problem *p, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    const cudaError_t error = cudaMemsetAsync(p->out, kPoison, p->n * bench_size(p->out_type) + BENCH_GUARD_BYTES, s);
    if (error != cudaSuccess || p->op != BENCH_STENCIL_ITERATE) {
        return error;
    }
    return cudaMemcpyAsync(p->out, p->in, p->n * bench_size(p->in_type), cudaMemcpyDeviceToDevice, s);
}

static int check(const void *reference, const bench_problem *, int, bench_verdict *verdict, void *stream)
{
    const Swept *const swept = (const Swept *)reference;
    const cudaStream_t s = (cudaStream_t)stream;
    const bench_problem &p = swept->problem;
    Findings *findings = nullptr, found = {};
    cudaError_t error = cudaMalloc((void **)&findings, sizeof *findings);
    if (error == cudaSuccess) {
        error = cudaMemsetAsync(findings, 0, sizeof *findings, s);
    }
    if (error == cudaSuccess) {
        const uint64_t threads = p.n > BENCH_GUARD_BYTES ? p.n : BENCH_GUARD_BYTES;
        check_kernel<<<blocks(threads), kThreads, 0, s>>>(p, swept->expected, findings);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, s);
    }
    if (error == cudaSuccess) {
        error = cudaStreamSynchronize(s);
    }
    cudaFree(findings);
    __builtin_memcpy(&verdict->max_error, &found.max_error_bits, sizeof(double));
    verdict->wrong = found.wrong;
    return error;
}

const bench_check bench_stencil_check = {create, poison, check, destroy};
