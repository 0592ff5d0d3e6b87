/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reference of the compactions: the positions of the kept items in their order, behind them those of the others.
 * One thread counts the kept items of kChunk items one by one, one block adds up the chunks' counts, and the first
 * threads walk again and note each position at its place. Then any output can be looked up. n < 2^32. No code of the
 * library, of CUB or of Thrust takes part.
 */
#include <new>

#include <cuda_runtime.h>

#include "bench/families/compact/gpu/inputs.h"

namespace
{
constexpr int kThreads = 256;
constexpr int kChunk = 64;
constexpr int kScanThreads = 1024;
constexpr uint8_t kPoison = 0xff;

template <class T>
__device__ bool holds(bench_form form, const void *in, uint64_t i, const uint64_t &value, const uint64_t &upper)
{
    const T x = ((const T *)in)[i];
    T low, high;
    memcpy(&low, &value, sizeof low);
    memcpy(&high, &upper, sizeof high);
    return form == BENCH_LESS ? x < low : low <= x && x <= high;
}
__device__ bool satisfies(const bench_problem &p, uint64_t i)
{
    switch (p.in_type) {
    case TCU_TYPE_U8:
        return holds<uint8_t>(p.form, p.in, i, p.value, p.upper);
    case TCU_TYPE_U16:
        return holds<uint16_t>(p.form, p.in, i, p.value, p.upper);
    case TCU_TYPE_U32:
        return holds<uint32_t>(p.form, p.in, i, p.value, p.upper);
    case TCU_TYPE_F32:
        return holds<float>(p.form, p.in, i, p.value, p.upper);
    case TCU_TYPE_F64:
        return holds<double>(p.form, p.in, i, p.value, p.upper);
    default: // refused by create()
        return false;
    }
}
bool has_comparison(tcu_type type)
{
    return type == TCU_TYPE_U8 || type == TCU_TYPE_U16 || type == TCU_TYPE_U32 || type == TCU_TYPE_F32 ||
           type == TCU_TYPE_F64;
}

__device__ bool same(const void *a, uint64_t i, const void *b, uint64_t j, uint64_t size)
{
    switch (size) {
    case 1:
        return ((const uint8_t *)a)[i] == ((const uint8_t *)b)[j];
    case 2:
        return ((const uint16_t *)a)[i] == ((const uint16_t *)b)[j];
    case 4:
        return ((const uint32_t *)a)[i] == ((const uint32_t *)b)[j];
    case 8:
        return ((const uint64_t *)a)[i] == ((const uint64_t *)b)[j];
    default: {
        const uint64_t *const x = (const uint64_t *)a + 2 * i, *const y = (const uint64_t *)b + 2 * j;
        return x[0] == y[0] && x[1] == y[1];
    }
    }
}
__device__ bool is_poison(const void *data, uint64_t i, uint64_t size)
{
    const uint8_t *const bytes = (const uint8_t *)data + i * size;
    for (uint64_t b = 0; b < size; b++) {
        if (bytes[b] != kPoison) {
            return false;
        }
    }
    return true;
}

__device__ bool is_kept(const bench_problem &p, uint64_t i)
{
    if (bench_has_predicate(p.op)) {
        return satisfies(p, i);
    }
    if (p.op == BENCH_UNIQUE) {
        return i == 0 || !same(p.in, i, p.in, i - 1, bench_size(p.in_type));
    }
    const uint8_t *const flags = (const uint8_t *)p.flags;
    return p.form == BENCH_BITS ? (flags[i / 8] >> i % 8 & 1) != 0 : flags[i] != 0;
}

__global__ void count_kernel(bench_problem p, uint64_t *counts)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    uint64_t count = 0;
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        count += is_kept(p, i);
    }
    counts[chunk] = count;
}

// counts[c] becomes the sum of all before it; counts[chunks] that of all.
__global__ void __launch_bounds__(kScanThreads) scan_kernel(uint64_t *counts, uint64_t chunks)
{
    __shared__ uint64_t sums[kScanThreads];
    const uint64_t each = (chunks + kScanThreads - 1) / kScanThreads;
    const uint64_t first = each * threadIdx.x, last = first + each < chunks ? first + each : chunks;
    uint64_t sum = 0;
    for (uint64_t c = first; c < last; c++) {
        sum += counts[c];
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        uint64_t before = 0;
        for (int t = 0; t < kScanThreads; t++) {
            const uint64_t mine = sums[t];
            sums[t] = before;
            before += mine;
        }
        counts[chunks] = before;
    }
    __syncthreads();
    uint64_t before = sums[threadIdx.x];
    for (uint64_t c = first; c < last; c++) {
        const uint64_t mine = counts[c];
        counts[c] = before;
        before += mine;
    }
}

__global__ void order_kernel(bench_problem p, const uint64_t *counts, uint64_t chunks, uint32_t *positions)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    uint64_t kept_before = counts[chunk];
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        if (is_kept(p, i)) {
            positions[kept_before++] = (uint32_t)i;
        } else {
            positions[counts[chunks] + i - kept_before] = (uint32_t)i;
        }
    }
}

__global__ void check_kernel(bench_problem p, const uint32_t *positions, int rejects_reversed,
                             unsigned long long *all_wrong)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t columns = bench_columns(p.op), size = bench_size(p.out_type);
    unsigned wrong = 0;
    if (k < p.n) {
        const uint64_t position = positions[k];
        const bool kept = k < p.kept;
        for (uint64_t column = 0; column < columns; column++) {
            const uint64_t first = column * p.n;
            if (!kept && !bench_is_partition(p.op)) {
                wrong += !is_poison(p.out, first + k, size);
            } else if (p.op == BENCH_COMPACT_INDICES) {
                wrong += position !=
                         (p.out_type == TCU_TYPE_U32 ? ((const uint32_t *)p.out)[k] : ((const uint64_t *)p.out)[k]);
            } else {
                wrong += !same(p.out, first + (!kept && rejects_reversed ? p.n - 1 - (k - p.kept) : k), p.in,
                               first + position, size);
            }
        }
        if (p.run_lengths != nullptr) {
            if (kept) {
                wrong += p.run_lengths[k] != (k + 1 < p.kept ? positions[k + 1] : p.n) - position;
            } else {
                wrong += !is_poison(p.run_lengths, k, sizeof(uint64_t));
            }
        }
    }
    if (k < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + columns * p.n * size, k, 1);
    }
    if (k == 0) {
        wrong += *p.count != p.kept;
    }
    if (wrong > 0) {
        atomicAdd(all_wrong, wrong);
    }
}

unsigned blocks(uint64_t threads)
{
    return (unsigned)((threads + kThreads - 1) / kThreads);
}

struct Order {
    bench_problem problem;
    uint32_t *positions;
    uint64_t *counts;
    unsigned long long *wrong;
};
} // namespace

static void destroy(void *reference)
{
    Order *const order = (Order *)reference;
    if (order == nullptr) {
        return;
    }
    cudaFree(order->positions);
    cudaFree(order->counts);
    cudaFree(order->wrong);
    delete order;
}

static int create(void **reference, bench_problem *problem, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    const uint64_t n = problem->n, chunks = (n + kChunk - 1) / kChunk;
    *reference = nullptr;
    if (n == 0 || n > UINT32_MAX || (bench_has_predicate(problem->op) && !has_comparison(problem->in_type))) {
        return cudaErrorInvalidValue;
    }
    Order *o = new (std::nothrow) Order{*problem, nullptr, nullptr, nullptr};
    if (o == nullptr) {
        return cudaErrorMemoryAllocation;
    }
    cudaError_t error = cudaMalloc(&o->positions, n * sizeof(uint32_t));
    if (error == cudaSuccess) {
        error = cudaMalloc(&o->counts, (chunks + 1) * sizeof(uint64_t));
    }
    if (error == cudaSuccess) {
        error = cudaMalloc(&o->wrong, sizeof *o->wrong);
    }
    if (error == cudaSuccess) {
        count_kernel<<<blocks(chunks), kThreads, 0, s>>>(o->problem, o->counts);
        scan_kernel<<<1, kScanThreads, 0, s>>>(o->counts, chunks);
        order_kernel<<<blocks(chunks), kThreads, 0, s>>>(o->problem, o->counts, chunks, o->positions);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpyAsync(&problem->kept, o->counts + chunks, sizeof problem->kept, cudaMemcpyDeviceToHost, s);
    }
    if (error == cudaSuccess) {
        error = cudaStreamSynchronize(s);
    }
    if (error != cudaSuccess) {
        destroy(o);
        return error;
    }
    o->problem.kept = problem->kept;
    *reference = o;
    return cudaSuccess;
}

static int poison(const bench_problem *p, void *stream)
{
    const cudaStream_t s = (cudaStream_t)stream;
    const uint64_t bytes = bench_compact_out_count(p) * bench_size(p->out_type) + BENCH_GUARD_BYTES;
    cudaError_t error = cudaMemsetAsync(p->out, kPoison, bytes, s);
    if (error == cudaSuccess) {
        error = cudaMemsetAsync(p->count, kPoison, sizeof *p->count, s);
    }
    if (error == cudaSuccess && p->run_lengths != nullptr) {
        error = cudaMemsetAsync(p->run_lengths, kPoison, p->n * sizeof(uint64_t), s);
    }
    return error;
}

static int check(const void *reference, const bench_problem *, int rejects_reversed, bench_verdict *verdict,
                 void *stream)
{
    const Order *const o = (const Order *)reference;
    const cudaStream_t s = (cudaStream_t)stream;
    const uint64_t threads = o->problem.n > BENCH_GUARD_BYTES ? o->problem.n : BENCH_GUARD_BYTES;
    unsigned long long wrong = 0;
    cudaError_t error = cudaMemsetAsync(o->wrong, 0, sizeof *o->wrong, s);
    if (error != cudaSuccess) {
        return error;
    }
    check_kernel<<<blocks(threads), kThreads, 0, s>>>(o->problem, o->positions, rejects_reversed, o->wrong);
    if ((error = cudaGetLastError()) != cudaSuccess ||
        (error = cudaMemcpyAsync(&wrong, o->wrong, sizeof wrong, cudaMemcpyDeviceToHost, s)) != cudaSuccess ||
        (error = cudaStreamSynchronize(s)) != cudaSuccess) {
        return error;
    }
    verdict->wrong = wrong;
    verdict->max_error = wrong > 0 ? 1 : 0;
    return cudaSuccess;
}

const bench_check bench_compact_check = {create, poison, check, destroy};
