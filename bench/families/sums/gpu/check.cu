/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reference: one thread walks kChunk elements in order, in f64 or modulo 2^64. Pass 1 leaves what each chunk hands
 * to the next one, pass 2 scans that over the chunks, pass 3 walks again with the carry and compares each output with
 * the sum at its place. The same walk serves all six operations. Shares nothing with the library's kernels.
 */
#include <new>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include "bench/device/device.h"
#include "bench/device/segments.cuh"
#include "bench/families/sums/problem.h"

namespace
{
constexpr int kThreads = 128;
constexpr int kChunk = 32;

template <class Sum>
struct Carry {
    Sum sum;         // since the last beginning of a segment
    double absolute; // sum of |x| over the same elements
    unsigned begins; // whether a segment begins here
};

template <class Sum>
struct Join {
    __host__ __device__ Carry<Sum> operator()(const Carry<Sum> &a, const Carry<Sum> &b) const
    {
        return b.begins ? b : Carry<Sum>{a.sum + b.sum, a.absolute + b.absolute, a.begins};
    }
};

__device__ void load(double &x, tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        x = __half2float(((const __half *)data)[i]);
        break;
    case TCU_TYPE_BF16:
        x = __bfloat162float(((const __nv_bfloat16 *)data)[i]);
        break;
    case TCU_TYPE_F32:
        x = ((const float *)data)[i];
        break;
    default:
        x = ((const double *)data)[i];
        break;
    }
}
__device__ void load(uint64_t &x, tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        x = (uint64_t)((const int8_t *)data)[i];
        break;
    case TCU_TYPE_U8:
        x = ((const uint8_t *)data)[i];
        break;
    case TCU_TYPE_I16:
        x = (uint64_t)((const int16_t *)data)[i];
        break;
    case TCU_TYPE_U16:
        x = ((const uint16_t *)data)[i];
        break;
    case TCU_TYPE_I32:
        x = (uint64_t)((const int32_t *)data)[i];
        break;
    case TCU_TYPE_U32:
        x = ((const uint32_t *)data)[i];
        break;
    default:
        x = ((const uint64_t *)data)[i];
        break;
    }
}
__device__ double magnitude(double x)
{
    return fabs(x);
}
__device__ double magnitude(uint64_t)
{
    return 0;
}

struct Findings {
    unsigned long long max_error_bits; // of a non-negative double: ordered like the double
    unsigned long long wrong;
};

__device__ void compare(const bench_problem &p, const void *out, uint64_t at, const Carry<double> &expected,
                        uint64_t terms, double &worst, unsigned &wrong)
{
    double got;
    load(got, p.out_type, out, at);
    double unit_out = 0x1p-53, smallest = 0, largest = 1.7e308;
    switch (p.out_type) {
    case TCU_TYPE_F16:
        unit_out = 0x1p-11, smallest = 0x1p-25, largest = 65504;
        break;
    case TCU_TYPE_BF16:
        unit_out = 0x1p-8;
        break;
    case TCU_TYPE_F32:
        unit_out = 0x1p-24;
        break;
    default:
        break;
    }
    // The bound of reduce.h; for sums in f64 its analogue, with room for the reference's own rounding.
    const bool in_f64 = p.in_type == TCU_TYPE_F64 || p.out_type == TCU_TYPE_F64;
    const double unit_sum = in_f64 ? 16 * 0x1p-53 : 0x1p-24;
    const double steps = fmax(1.0, log2((double)terms));
    const double bound =
        4 * unit_sum * steps * expected.absolute + 1.001 * unit_out * fabs(expected.sum) + 1.001 * smallest;
    const double error = fabs(got - expected.sum);
    if (isinf(got)) {
        if (fabs(expected.sum) + bound < largest || (got > 0) != (expected.sum > 0)) {
            wrong++;
        }
    } else if (!(error <= bound)) {
        wrong++;
    }
    if (isfinite(error) && expected.absolute > 0) {
        worst = fmax(worst, error / expected.absolute);
    }
}
__device__ void compare(const bench_problem &p, const void *out, uint64_t at, const Carry<uint64_t> &expected, uint64_t,
                        double &worst, unsigned &wrong)
{
    uint64_t got;
    load(got, p.out_type, out, at);
    const unsigned bits = p.out_type <= TCU_TYPE_U8    ? 8
                          : p.out_type <= TCU_TYPE_U16 ? 16
                          : p.out_type <= TCU_TYPE_U32 ? 32
                                                       : 64;
    if (((got ^ expected.sum) << (64 - bits)) != 0) {
        wrong++;
        worst = 1;
    }
}

__device__ void note(Findings *findings, double worst, unsigned wrong)
{
    if (worst > 0) {
        atomicMax(&findings->max_error_bits, (unsigned long long)__double_as_longlong(worst));
    }
    if (wrong > 0) {
        atomicAdd(&findings->wrong, wrong);
    }
}

template <class Sum>
__device__ void step(Carry<Sum> &carry, const bench_problem &p, const SegmentWalk &walk, uint64_t i)
{
    Sum x;
    load(x, p.in_type, p.in, i);
    if (i == walk.begin) {
        carry = {x, magnitude(x), 1};
    } else {
        carry = {carry.sum + x, carry.absolute + magnitude(x), carry.begins};
    }
}

template <class Sum>
__global__ void __launch_bounds__(kThreads) chunk_kernel(bench_problem p, Carry<Sum> *carries)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    SegmentWalk walk(p, first);
    Carry<Sum> carry = {0, 0, 0};
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        walk.advance(p, i);
        step(carry, p, walk, i);
    }
    carries[chunk] = carry;
}

template <class Sum>
__global__ void __launch_bounds__(kThreads)
    check_kernel(bench_problem p, const Carry<Sum> *carries, const void *out, Findings *findings)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    SegmentWalk walk(p, first);
    Carry<Sum> carry = chunk == 0 ? Carry<Sum>{0, 0, 0} : carries[chunk - 1];
    double worst = 0;
    unsigned wrong = 0;
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        walk.advance(p, i);
        const Carry<Sum> before = i == walk.begin ? Carry<Sum>{0, 0, 0} : carry;
        step(carry, p, walk, i);
        if (!bench_is_scan(p.op)) {
            if (i + 1 == walk.end) {
                compare(p, out, walk.segment, carry, i + 1 - walk.begin, worst, wrong);
            }
        } else if (p.form == BENCH_INCLUSIVE) {
            compare(p, out, i, carry, i + 1 - walk.begin, worst, wrong);
        } else {
            compare(p, out, i, before, i - walk.begin, worst, wrong);
        }
    }
    note(findings, worst, wrong);
}

// The walk never meets an empty segment: its sum has to be 0.
template <class Sum>
__global__ void empty_kernel(bench_problem p, const void *out, Findings *findings)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    double worst = 0;
    unsigned wrong = 0;
    if (k < p.num_segments && p.offsets[k] == p.offsets[k + 1]) {
        compare(p, out, k, Carry<Sum>{0, 0, 0}, 0, worst, wrong);
    }
    note(findings, worst, wrong);
}

unsigned blocks(uint64_t items)
{
    return (unsigned)((items + kThreads - 1) / kThreads);
}

struct Reference {
    bench_problem problem;
    uint64_t chunks;
    void *carries;
    Findings *findings;
};

template <class Sum>
int prepare(Reference *r, cudaStream_t stream)
{
    Carry<Sum> *carries = (Carry<Sum> *)r->carries;
    chunk_kernel<Sum><<<blocks(r->chunks), kThreads, 0, stream>>>(r->problem, carries);
    try {
        thrust::inclusive_scan(thrust::cuda::par.on(stream), carries, carries + r->chunks, carries, Join<Sum>());
    } catch (...) {
        const cudaError_t error = cudaGetLastError();
        return error != cudaSuccess ? error : cudaErrorUnknown;
    }
    return cudaGetLastError();
}

template <class Sum>
void compare(const Reference *r, const void *out, cudaStream_t stream)
{
    check_kernel<Sum>
        <<<blocks(r->chunks), kThreads, 0, stream>>>(r->problem, (const Carry<Sum> *)r->carries, out, r->findings);
    if (r->problem.op == BENCH_SEGMENTED_REDUCE_OFFSETS) {
        empty_kernel<Sum><<<blocks(r->problem.num_segments), kThreads, 0, stream>>>(r->problem, out, r->findings);
    }
}
} // namespace

static void destroy(void *reference)
{
    Reference *const r = (Reference *)reference;
    if (r == nullptr) {
        return;
    }
    cudaFree(r->carries);
    cudaFree(r->findings);
    delete r;
}

static int create(void **reference, bench_problem *problem, void *stream)
{
    *reference = nullptr;
    Reference *r = new (std::nothrow) Reference{*problem, (problem->n + kChunk - 1) / kChunk, nullptr, nullptr};
    if (r == nullptr) {
        return cudaErrorMemoryAllocation;
    }
    int error = cudaMalloc(&r->carries, r->chunks * sizeof(Carry<double>));
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&r->findings, sizeof(Findings));
    }
    if (error == cudaSuccess) {
        error = bench_is_float(problem->in_type) ? prepare<double>(r, (cudaStream_t)stream)
                                                 : prepare<uint64_t>(r, (cudaStream_t)stream);
    }
    if (error != cudaSuccess) {
        destroy(r);
        return error;
    }
    *reference = r;
    return cudaSuccess;
}

static int poison(const bench_problem *p, void *stream)
{
    return cudaMemsetAsync(p->out, 0xff, bench_sums_out_count(p) * bench_size(p->out_type), (cudaStream_t)stream);
}

static int check(const void *reference, const bench_problem *, int, bench_verdict *verdict, void *stream)
{
    const Reference *const r = (const Reference *)reference;
    const cudaStream_t s = (cudaStream_t)stream;
    Findings findings = {0, 0};
    cudaError_t error = cudaMemsetAsync(r->findings, 0, sizeof(Findings), s);
    if (error != cudaSuccess) {
        return error;
    }
    if (bench_is_float(r->problem.in_type)) {
        compare<double>(r, r->problem.out, s);
    } else {
        compare<uint64_t>(r, r->problem.out, s);
    }
    if ((error = cudaGetLastError()) != cudaSuccess ||
        (error = cudaMemcpyAsync(&findings, r->findings, sizeof(Findings), cudaMemcpyDeviceToHost, s)) != cudaSuccess ||
        (error = cudaStreamSynchronize(s)) != cudaSuccess) {
        return error;
    }
    __builtin_memcpy(&verdict->max_error, &findings.max_error_bits, sizeof(double));
    verdict->wrong = findings.wrong;
    return cudaSuccess;
}

const bench_check bench_sums_check = {create, poison, check, destroy};
