/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums in one chain of additions, whose rounding errors add up: of one thread as the textbook writes them, in f16, in f16
 * with W. Kahan's correction ("Further remarks on reducing truncation errors", 1965) and in f32; and of one warp on the
 * matrix unit, V = 1 X + V over all tiles X of 256 numbers and V 1 at the end (Dakkak et al., "Accelerating Reduction and
 * Scan Using Tensor Core Units", 2019, algorithm 3), with f16 and with f32 accumulators. One thread, or one warp, of the
 * GPU works, so they are slow.
 */
#ifndef TCU_BENCH_STUDIES_PRECISION_SUMS_CUH
#define TCU_BENCH_STUDIES_PRECISION_SUMS_CUH

#include "bench/studies/all_ones.cuh"

namespace study
{
struct NaiveHalf {
    __half sum = __float2half_rn(0);
    __device__ void add(__half x) { sum = __hadd(sum, x); }
    __device__ float value() const { return __half2float(sum); }
};

struct KahanHalf {
    __half sum = __float2half_rn(0), lost = __float2half_rn(0);
    __device__ void add(__half x)
    {
        const __half corrected = __hsub(x, lost);
        const __half next = __hadd(sum, corrected);
        lost = __hsub(__hsub(next, sum), corrected); // what of `corrected` did not fit into `next`, with a minus
        sum = next;
    }
    __device__ float value() const { return __half2float(sum); }
};

struct NaiveFloat {
    float sum = 0;
    __device__ void add(__half x) { sum += __half2float(x); }
    __device__ float value() const { return sum; }
};

/** One thread, from the first element to the last. */
template <class Sum>
__global__ void serial_kernel(const __half *x, uint64_t n, float *result)
{
    constexpr int lanes = 8; // as many loads in flight
    Sum sum;
    for (uint64_t first = 0; first < n; first += lanes * kOnesLane) {
        __half batch[lanes][kOnesLane];
#pragma unroll
        for (int l = 0; l < lanes; l++) {
            load_lane(x, n, first + l * kOnesLane, batch[l]);
        }
#pragma unroll
        for (int e = 0; e < lanes * kOnesLane; e++) {
            sum.add(batch[e / kOnesLane][e % kOnesLane]); // (behind the end: 0, which changes no sum)
        }
    }
    *result = sum.value();
}

struct FloatAccumulators {
    float v[2][4] = {};
    __device__ void add(const __half (&x)[kOnesLane]) { add_columns(v, x); }
    __device__ float value() const { return sum_rows(v, 0.0f); }
};

struct HalfAccumulators {
    uint32_t v[2][2] = {}; // two halves each
    __device__ void add(const __half (&x)[kOnesLane])
    {
        constexpr uint32_t ones[4] = {kOnesHalves, kOnesHalves, kOnesHalves, kOnesHalves};
        uint32_t b[2][2];
        memcpy(b, x, sizeof b);
        for (int half = 0; half < 2; half++) {
            mma_m16n8k16_f16_f16(v[half], ones, b[half], v[half]);
        }
    }
    __device__ float value() const
    {
        const uint32_t a[4] = {v[0][0], v[0][1], v[1][0], v[1][1]}, ones[2] = {kOnesHalves, kOnesHalves};
        uint32_t d[2] = {};
        mma_m16n8k16_f16_f16(d, a, ones, d);
        return __half2float(__ushort_as_half(static_cast<unsigned short>(d[0]))); // its lower half
    }
};

/** One warp, from the first tile to the last. */
template <class Accumulators>
__global__ void chain_kernel(const __half *x, uint64_t n, float *result)
{
    constexpr int tiles = 8; // as many loads in flight
    Accumulators accumulators;
    for (uint64_t first = 0; first < n; first += tiles * kOnesTile) {
        __half batch[tiles][kOnesLane];
#pragma unroll
        for (int t = 0; t < tiles; t++) {
            load_lane(x, n, first + t * kOnesTile + threadIdx.x * kOnesLane, batch[t]);
        }
#pragma unroll
        for (int t = 0; t < tiles; t++) {
            accumulators.add(batch[t]);
        }
    }
    const float sum = accumulators.value();
    if (threadIdx.x == 0) {
        *result = sum;
    }
}
} // namespace study

#endif
