/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of compactions besides random items: flags, and runs of equal items. */
#include <cuda_runtime.h>

#include "bench/device/random.cuh"
#include "bench/families/compact/gpu/inputs.h"

namespace
{
constexpr int kThreads = 256;
constexpr uint64_t kCluster = 4096;

__device__ bool flag_of(bench_pattern pattern, double fraction, uint64_t i, uint64_t seed)
{
    switch (pattern) {
    case BENCH_PATTERN_CLUSTERED:
        return bench_unit(bench_hash(i / kCluster ^ seed)) < fraction;
    case BENCH_PATTERN_ALTERNATING:
        return floor((double)(i + 1) * fraction) > floor((double)i * fraction);
    default:
        return bench_unit(bench_hash(i ^ seed)) < fraction;
    }
}

__global__ void flag_kernel(bench_pattern pattern, double fraction, bench_form form, uint64_t n, uint64_t seed,
                            uint8_t *flags)
{
    const uint64_t b = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (b >= bench_flag_bytes(form, n)) {
        return;
    }
    if (form == BENCH_BYTES) {
        flags[b] = flag_of(pattern, fraction, b, seed);
        return;
    }
    unsigned byte = 0;
    for (int bit = 0; bit < 8; bit++) { // those behind item n, too: they mean nothing
        byte |= (unsigned)flag_of(pattern, fraction, 8 * b + bit, seed) << bit;
    }
    flags[b] = (uint8_t)byte;
}

template <class T>
__global__ void run_kernel(double mean, T *data, uint64_t n, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) {
        return;
    }
    uint64_t begin = i;
    while (begin > 0 && bench_unit(bench_hash(begin ^ seed)) * mean >= 1) {
        begin--;
    }
    data[i] = (T)bench_hash(begin ^ ~seed);
}

unsigned blocks(uint64_t threads)
{
    return (unsigned)((threads + kThreads - 1) / kThreads);
}

template <class T>
int make_runs(double mean, void *data, uint64_t n, uint64_t seed, void *stream)
{
    run_kernel<<<blocks(n), kThreads, 0, (cudaStream_t)stream>>>(mean, (T *)data, n, seed);
    return cudaGetLastError();
}
} // namespace

int bench_make_flags(bench_pattern pattern, double fraction, bench_form form, uint64_t n, uint64_t seed, void *flags,
                     void *stream)
{
    flag_kernel<<<blocks(bench_flag_bytes(form, n)), kThreads, 0, (cudaStream_t)stream>>>(pattern, fraction, form, n,
                                                                                          seed, (uint8_t *)flags);
    return cudaGetLastError();
}

int bench_make_runs(double mean, void *data, tcu_type type, uint64_t n, uint64_t seed, void *stream)
{
    switch (bench_size(type)) {
    case 1:
        return make_runs<uint8_t>(mean, data, n, seed, stream);
    case 2:
        return make_runs<uint16_t>(mean, data, n, seed, stream);
    case 4:
        return make_runs<uint32_t>(mean, data, n, seed, stream);
    case 8:
        return make_runs<uint64_t>(mean, data, n, seed, stream);
    default:
        return cudaErrorInvalidValue;
    }
}
