/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reference of the histograms: each thread finds the bins of its samples by the definition (samples.h) and counts
 * them with atomics, in shared memory where the histogram fits. Sums of weights are formed in f64. max_error of counts is
 * what part of the samples is counted elsewhere or not at all. n < 2^32, no 64-bit integers. No code of the
 * library, of CUB or of Thrust takes part.
 */
#include <new>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "bench/families/histogram/gpu/inputs.h"

namespace
{
constexpr int kThreads = 512;
constexpr int kBlocks = 1024;
constexpr uint64_t kSharedBytes = 48 << 10;
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
    case TCU_TYPE_F64:
        return ((const double *)data)[i];
    case TCU_TYPE_I8:
        return ((const int8_t *)data)[i];
    case TCU_TYPE_U8:
        return ((const uint8_t *)data)[i];
    case TCU_TYPE_I16:
        return ((const int16_t *)data)[i];
    case TCU_TYPE_U16:
        return ((const uint16_t *)data)[i];
    case TCU_TYPE_I32:
        return ((const int32_t *)data)[i];
    default: // create() refuses 64-bit integers, which are no doubles
        return ((const uint32_t *)data)[i];
    }
}

// add(histogram, output, i) for each sample i that a bin holds. `Cell` can be added to by `merge`.
template <class Cell, class Add, class Merge>
__device__ void collect(const bench_problem &p, bool in_shared, Cell *all, Add add, Merge merge)
{
    extern __shared__ unsigned char memory[];
    const uint64_t outputs = bench_histogram_out_count(&p), channels = bench_channels(p.op);
    Cell *const own = (Cell *)memory;
    if (in_shared) {
        for (uint64_t k = threadIdx.x; k < outputs; k += kThreads) {
            own[k] = {};
        }
    }
    __syncthreads();
    for (uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x; i < p.n * channels;
         i += (uint64_t)gridDim.x * kThreads) {
        const uint64_t channel = i % channels;
        const int64_t bin = channel < bench_active_channels(p.op) ? bench_bin_of(&p, load(p.in_type, p.in, i)) : -1;
        if (bin < 0) {
            continue;
        }
        const uint64_t k = channel * p.num_bins + (uint64_t)bin;
        if (in_shared) {
            add(own + k, i);
        } else {
            add(all + k, i);
        }
    }
    __syncthreads();
    if (in_shared) {
        for (uint64_t k = threadIdx.x; k < outputs; k += kThreads) {
            merge(all + k, own[k]);
        }
    }
}

__global__ void __launch_bounds__(kThreads) count_kernel(bench_problem p, bool in_shared, uint32_t *counts)
{
    collect(
        p, in_shared, counts, [](uint32_t *count, uint64_t) { atomicAdd(count, 1u); },
        [](uint32_t *count, uint32_t more) { atomicAdd(count, more); });
}

struct WeightSum {
    double sum, absolute;
};

__global__ void __launch_bounds__(kThreads) sum_kernel(bench_problem p, bool in_shared, WeightSum *sums)
{
    const float *weights = (const float *)p.weights;
    const auto merge = [](WeightSum *to, const WeightSum &more) {
        atomicAdd(&to->sum, more.sum);
        atomicAdd(&to->absolute, more.absolute);
    };
    collect(
        p, in_shared, sums,
        [&](WeightSum *to, uint64_t i) {
            merge(to, WeightSum{weights[i], fabs((double)weights[i])});
        },
        merge);
}

struct Findings {
    unsigned long long wrong, missing, surplus; // outputs; samples
    unsigned long long max_error_bits;          // of a non-negative double: ordered like the double
};

// Only counts may be anything but poison, and they all have to be.
__global__ void __launch_bounds__(kThreads)
    compare_kernel(bench_problem p, const uint32_t *counts, const WeightSum *sums, Findings *findings)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x, outputs = bench_histogram_out_count(&p);
    bool wrong = false;
    if (k < outputs && sums != nullptr) {
        const double got = ((const float *)p.out)[k], error = fabs(got - sums[k].sum);
        // The bound of reduce.h.
        const double bound = 4 * 0x1p-24 * fmax(1.0, log2((double)p.n)) * sums[k].absolute +
                             1.001 * 0x1p-24 * fabs(sums[k].sum) + 0x1p-149;
        wrong = !(error <= bound);
        if (error > 0 && sums[k].absolute > 0) {
            atomicMax(&findings->max_error_bits, (unsigned long long)__double_as_longlong(error / sums[k].absolute));
        }
    } else if (k < outputs) {
        const uint64_t expected = counts[k];
        const uint64_t got = p.out_type == TCU_TYPE_U32 ? ((const uint32_t *)p.out)[k] : ((const uint64_t *)p.out)[k];
        wrong = got != expected;
        if (got < expected) {
            atomicAdd(&findings->missing, (unsigned long long)(expected - got));
        }
        if (got > expected) {
            atomicAdd(&findings->surplus, (unsigned long long)(got - expected));
        }
    }
    if (k < BENCH_GUARD_BYTES) {
        wrong |= ((const uint8_t *)p.out)[outputs * bench_size(p.out_type) + k] != kPoison;
    }
    if (wrong) {
        atomicAdd(&findings->wrong, 1ull);
    }
}

struct Counts {
    bench_problem problem;
    uint32_t *counts;
    WeightSum *sums; // weighted: in the place of counts
    Findings *findings;
};
} // namespace

static void destroy(void *reference)
{
    Counts *const c = (Counts *)reference;
    if (c == nullptr) {
        return;
    }
    cudaFree(c->counts);
    cudaFree(c->sums);
    cudaFree(c->findings);
    delete c;
}

static int create(void **reference, bench_problem *problem, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    const bool weighted = problem->op == BENCH_HISTOGRAM_WEIGHTED;
    const uint64_t outputs = bench_histogram_out_count(problem), cell = weighted ? sizeof(WeightSum) : sizeof(uint32_t);
    const bool in_shared = outputs * cell <= kSharedBytes;
    const unsigned shared_bytes = in_shared ? (unsigned)(outputs * cell) : 0;
    *reference = nullptr;
    if (problem->n > UINT32_MAX || problem->in_type == TCU_TYPE_I64 || problem->in_type == TCU_TYPE_U64 ||
        (weighted && problem->out_type != TCU_TYPE_F32)) {
        return cudaErrorInvalidValue;
    }
    Counts *c = new (std::nothrow) Counts{*problem, nullptr, nullptr, nullptr};
    if (c == nullptr) {
        return cudaErrorMemoryAllocation;
    }
    void *cells = nullptr;
    cudaError_t error = cudaMalloc(&cells, outputs * cell);
    if (weighted) {
        c->sums = (WeightSum *)cells;
    } else {
        c->counts = (uint32_t *)cells;
    }
    if (error == cudaSuccess) {
        error = cudaMalloc(&c->findings, sizeof *c->findings);
    }
    if (error == cudaSuccess) {
        error = cudaMemsetAsync(cells, 0, outputs * cell, s);
    }
    if (error == cudaSuccess) {
        if (weighted) {
            sum_kernel<<<kBlocks, kThreads, shared_bytes, s>>>(*problem, in_shared, c->sums);
        } else {
            count_kernel<<<kBlocks, kThreads, shared_bytes, s>>>(*problem, in_shared, c->counts);
        }
        error = cudaGetLastError();
    }
    if (error != cudaSuccess) {
        destroy(c);
        return error;
    }
    *reference = c;
    return cudaSuccess;
}

static int poison(const bench_problem *p, void *stream)
{
    return cudaMemsetAsync(p->out, kPoison, bench_histogram_out_count(p) * bench_size(p->out_type) + BENCH_GUARD_BYTES,
                           (cudaStream_t)stream);
}

static int check(const void *reference, const bench_problem *, int, bench_verdict *verdict, void *stream)
{
    const Counts *const c = (const Counts *)reference;
    const cudaStream_t s = (cudaStream_t)stream;
    const uint64_t outputs = bench_histogram_out_count(&c->problem);
    const uint64_t threads = outputs > BENCH_GUARD_BYTES ? outputs : BENCH_GUARD_BYTES;
    Findings findings = {};
    cudaError_t error = cudaMemsetAsync(c->findings, 0, sizeof findings, s);
    if (error != cudaSuccess) {
        return error;
    }
    compare_kernel<<<(unsigned)((threads + kThreads - 1) / kThreads), kThreads, 0, s>>>(c->problem, c->counts, c->sums,
                                                                                        c->findings);
    if ((error = cudaGetLastError()) != cudaSuccess ||
        (error = cudaMemcpyAsync(&findings, c->findings, sizeof findings, cudaMemcpyDeviceToHost, s)) != cudaSuccess ||
        (error = cudaStreamSynchronize(s)) != cudaSuccess) {
        return error;
    }
    verdict->wrong = findings.wrong;
    if (c->sums != nullptr) {
        __builtin_memcpy(&verdict->max_error, &findings.max_error_bits, sizeof(double));
    } else {
        verdict->max_error =
            (double)(findings.missing > findings.surplus ? findings.missing : findings.surplus) / (double)c->problem.n;
    }
    return cudaSuccess;
}

const bench_check bench_histogram_check = {create, poison, check, destroy};
