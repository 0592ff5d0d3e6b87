/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check of the sorts, by what sorted means. With positions as values (and of argsort, by them): each key is the one
 * at its position, and (key, position) ascend strictly; so no position is there twice, all are there, and equal keys
 * are in the order in which they came. Of keys alone: they ascend, and the sum of their hashes, in which the segment
 * has part, is that of the input. Since different keys of these inputs are nowhere equal, one result only passes: who
 * does has the same elements in the same places as all others. No code of the library, of CUB or of Thrust takes part.
 */
#include <new>

#include <cuda_runtime.h>

#include "bench/device/random.cuh"
#include "bench/device/segments.cuh"
#include "bench/families/sort/gpu/inputs.h"

namespace
{
constexpr int kThreads = 256;
constexpr int kChunk = 32;
constexpr uint8_t kPoison = 0xff;

struct Findings {
    unsigned long long wrong, sum;
};

__device__ uint64_t hash_of(uint64_t key, uint64_t segment)
{
    return bench_hash(key ^ bench_hash(segment));
}

__device__ void add_over_warp(unsigned long long *to, unsigned long long x)
{
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        x += __shfl_down_sync(0xffffffffu, x, lanes);
    }
    if (threadIdx.x % 32 == 0 && x != 0) {
        atomicAdd(to, x);
    }
}

__global__ void __launch_bounds__(kThreads) sum_kernel(bench_problem p, Findings *findings)
{
    const uint64_t first = ((uint64_t)blockIdx.x * kThreads + threadIdx.x) * kChunk;
    unsigned long long sum = 0;
    if (first < p.n) {
        SegmentWalk walk(p, first);
        for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
            walk.advance(p, i);
            sum += hash_of(bench_key_at(p.in_type, p.in, i), walk.segment);
        }
    }
    add_over_warp(&findings->sum, sum);
}

struct Element {
    uint64_t rank, position;
    bool valid;
};

// Output k of a segment. Of keys alone all have one position.
__device__ Element element_at(const bench_problem &p, uint64_t k, uint64_t begin, uint64_t end)
{
    if (p.op != BENCH_SORT_PAIRS && p.op != BENCH_ARGSORT) {
        return {bench_rank_of_key(p.in_type, bench_key_at(p.in_type, p.out, k)), 0, true};
    }
    const uint64_t position = bench_key_at(p.out_type, p.op == BENCH_ARGSORT ? p.out : p.values_out, k);
    if (position < begin || position >= end) {
        return {0, position, false};
    }
    const uint64_t key = bench_key_at(p.in_type, p.in, position);
    const bool same = p.op == BENCH_ARGSORT || bench_key_at(p.in_type, p.out, k) == key;
    return {bench_rank_of_key(p.in_type, key), position, same};
}

__global__ void __launch_bounds__(kThreads) check_kernel(bench_problem p, bool bare, Findings *findings)
{
    const uint64_t first = ((uint64_t)blockIdx.x * kThreads + threadIdx.x) * kChunk;
    unsigned long long wrong = 0, sum = 0;
    if (first < p.n) {
        SegmentWalk walk(p, first);
        Element before = {};
        for (uint64_t k = first; k < p.n && k < first + kChunk; k++) {
            walk.advance(p, k);
            const Element now = element_at(p, k, walk.begin, walk.end);
            if (k == first && k > walk.begin) {
                before = element_at(p, k - 1, walk.begin, walk.end);
            }
            wrong += !now.valid;
            if (k > walk.begin) {
                wrong +=
                    now.rank < before.rank || (now.rank == before.rank && !bare && now.position <= before.position);
            }
            if (bare) {
                sum += hash_of(bench_key_at(p.in_type, p.out, k), walk.segment);
            }
            before = now;
        }
    }
    if (first < BENCH_GUARD_BYTES) {
        for (uint64_t b = first; b < first + kChunk && b < BENCH_GUARD_BYTES; b++) {
            wrong += ((const uint8_t *)p.out)[bench_sort_out_bytes(&p) + b] != kPoison;
            wrong +=
                p.values_out != nullptr && ((const uint8_t *)p.values_out)[p.n * bench_value_bytes(&p) + b] != kPoison;
        }
    }
    add_over_warp(&findings->wrong, wrong);
    add_over_warp(&findings->sum, sum);
}

unsigned blocks(uint64_t elements)
{
    return (unsigned)((elements + kThreads * kChunk - 1) / (kThreads * kChunk));
}

struct Sorted {
    bench_problem problem;
    bool bare; // keys alone
    unsigned long long sum;
    Findings *findings;
};
} // namespace

static void destroy(void *reference)
{
    Sorted *const c = (Sorted *)reference;
    if (c == nullptr) {
        return;
    }
    cudaFree(c->findings);
    delete c;
}

static int create(void **reference, bench_problem *problem, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    const bool bare = problem->op != BENCH_SORT_PAIRS && problem->op != BENCH_ARGSORT;
    *reference = nullptr;
    if (problem->n == 0) {
        return cudaErrorInvalidValue;
    }
    Sorted *c = new (std::nothrow) Sorted{*problem, bare, 0, nullptr};
    if (c == nullptr) {
        return cudaErrorMemoryAllocation;
    }
    Findings findings = {};
    cudaError_t error = cudaMalloc(&c->findings, sizeof findings);
    if (error == cudaSuccess) {
        error = cudaMemsetAsync(c->findings, 0, sizeof findings, s);
    }
    if (error == cudaSuccess && bare) {
        sum_kernel<<<blocks(problem->n), kThreads, 0, s>>>(*problem, c->findings);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpyAsync(&findings, c->findings, sizeof findings, cudaMemcpyDeviceToHost, s);
    }
    if (error == cudaSuccess) {
        error = cudaStreamSynchronize(s);
    }
    if (error != cudaSuccess) {
        destroy(c);
        return error;
    }
    c->sum = findings.sum;
    *reference = c;
    return cudaSuccess;
}

static int poison(const bench_problem *p, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    cudaError_t error = cudaMemsetAsync(p->out, kPoison, bench_sort_out_bytes(p) + BENCH_GUARD_BYTES, s);
    if (error == cudaSuccess && p->values_out != nullptr) {
        error = cudaMemsetAsync(p->values_out, kPoison, p->n * bench_value_bytes(p) + BENCH_GUARD_BYTES, s);
    }
    return error;
}

static int check(const void *reference, const bench_problem *, int, bench_verdict *verdict, void *stream)
{
    const Sorted *const c = (const Sorted *)reference;
    const cudaStream_t s = (cudaStream_t)stream;
    const uint64_t threads = c->problem.n > BENCH_GUARD_BYTES ? c->problem.n : BENCH_GUARD_BYTES;
    Findings findings = {};
    cudaError_t error = cudaMemsetAsync(c->findings, 0, sizeof findings, s);
    if (error != cudaSuccess) {
        return error;
    }
    check_kernel<<<blocks(threads), kThreads, 0, s>>>(c->problem, c->bare, c->findings);
    if ((error = cudaGetLastError()) != cudaSuccess ||
        (error = cudaMemcpyAsync(&findings, c->findings, sizeof findings, cudaMemcpyDeviceToHost, s)) != cudaSuccess ||
        (error = cudaStreamSynchronize(s)) != cudaSuccess) {
        return error;
    }
    verdict->wrong = findings.wrong + (c->bare && findings.sum != c->sum);
    verdict->max_error = verdict->wrong > 0 ? 1 : 0;
    return cudaSuccess;
}

const bench_check bench_sort_check = {create, poison, check, destroy};
