/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks of families share on the device: elements of any type, segments, and what is found. */
#ifndef TCU_BENCH_GPU_CHECK_CUH
#define TCU_BENCH_GPU_CHECK_CUH

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "bench/gpu/family.h"

namespace bench
{
/** Element i of an array of integers, sign-extended; of reals, and of integers of less than 64 bits as reals. */
__device__ inline uint64_t integer_at(tcu_type type, const void *data, uint64_t i)
{
#define BENCH_LOAD(NAME, T)                                                                                            \
    case TCU_TYPE_##NAME:                                                                                              \
        return (uint64_t)((const T *)data)[i];
    switch (type) {
        BENCH_INTEGERS(BENCH_LOAD)
    default:
        return 0;
    }
}
__device__ inline double element_at(tcu_type type, const void *data, uint64_t i)
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
    default:
        return (double)(int64_t)integer_at(type, data, i);
    }
}

inline unsigned blocks_of(uint64_t threads, uint64_t of_block)
{
    return (unsigned)((threads + of_block - 1) / of_block);
}

__device__ inline bool is_poison(const void *data, uint64_t i, uint64_t size)
{
    const uint8_t *const bytes = (const uint8_t *)data + i * size;
    for (uint64_t b = 0; b < size; b++) {
        if (bytes[b] != BENCH_POISON) {
            return false;
        }
    }
    return true;
}

struct Findings {
    unsigned long long wrong;          // outputs
    unsigned long long max_error_bits; // of a non-negative double: ordered like the double
    unsigned long long sums[2];        // what a check adds up besides

    __device__ void note(unsigned long long more_wrong, double error)
    {
        if (more_wrong > 0) {
            atomicAdd(&wrong, more_wrong);
        }
        if (error > 0) {
            atomicMax(&max_error_bits, (unsigned long long)__double_as_longlong(error));
        }
    }
    bench_verdict verdict() const
    {
        bench_verdict verdict = {0, wrong};
        memcpy(&verdict.max_error, &max_error_bits, sizeof(double));
        return verdict;
    }
    bench_verdict exact_verdict() const { return {wrong > 0 ? 1.0 : 0.0, wrong}; }
};

/** What the kernels find that launch(findings) enqueues. Waits. */
template <class Launch>
Findings find(cudaStream_t stream, Launch launch)
{
    DeviceBuffer memory;
    Findings found = {};
    Findings *const findings = static_cast<Findings *>(memory.ensure(sizeof found));
    cuda_check(cudaMemsetAsync(findings, 0, sizeof found, stream), "findings");
    launch(findings);
    cuda_check(cudaGetLastError(), "check");
    cuda_check(cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, stream), "findings");
    cuda_check(cudaStreamSynchronize(stream), "check");
    return found;
}

/** A walk over elements that knows the segment it is in, whatever way the segments are given. */
struct SegmentWalk {
    uint64_t segment, begin, end; // the segment of the current element

    __device__ SegmentWalk(const bench_problem &p, uint64_t i)
    {
        if (bench_has_offsets(p.op)) {
            // The last k with offsets[k] <= i: never an empty segment.
            uint64_t low = 0, high = p.num_segments;
            while (high - low > 1) {
                const uint64_t middle = low + (high - low) / 2;
                if ((uint64_t)p.offsets[middle] <= i) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            segment = low;
            begin = p.offsets[low];
            end = p.offsets[low + 1];
        } else {
            const uint64_t size = bench_has_segment_size(p.op) ? p.segment_size : p.n;
            segment = i / size;
            begin = segment * size;
            end = begin + size < p.n ? begin + size : p.n;
        }
    }

    // To element i, the successor of the current one.
    __device__ void advance(const bench_problem &p, uint64_t i)
    {
        while (i >= end && segment + 1 < p.num_segments) {
            segment++;
            begin = end;
            end = bench_has_offsets(p.op) ? p.offsets[segment + 1] : end + p.segment_size;
        }
        if (end > p.n) {
            end = p.n;
        }
    }
};
} // namespace bench

#endif
