/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reduction of R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", 2018:
 * two products with the all-ones matrix turn m^2 = 256 numbers into one,
 *
 *     V = X 1,  V' = 1 V,  V'[i][j] = the sum of all X[k][l],
 *
 * and a kernel for each level repeats that on the results until one is left: ceil(log_256 n) launches. Here the two
 * products are transposed, V^T = 1 X^T and V'^T = V^T 1, since the accumulators of the first, 16 x 8 twice, then already
 * lie in the lanes as operand A of the second (<tcu/device/instructions.cuh>). Which element is where in X does not matter
 * for its sum, so a lane loads 8 neighbours.
 *
 * The numbers between two products and between two levels are f16, rounded to nearest, or f32. As an operand an f32 is
 * the sum of three numbers of tf32, 11 bits each, exactly; so only the accumulators round.
 */
#ifndef TCU_BENCH_STUDIES_ALL_ONES_CUH
#define TCU_BENCH_STUDIES_ALL_ONES_CUH

#include <cuda_fp16.h>

#include "bench/studies/bounds.h"
#include "bench/studies/gpu.cuh"
#include "bench/studies/mma.cuh"

namespace study
{
constexpr int kOnesTile = 256;                // m^2
constexpr int kOnesLane = kOnesTile / kWarp;  // elements of a lane
constexpr int kOnesThreads = 256;             // of a block
constexpr uint32_t kOnesHalves = 0x3c003c00u; // 1, 1 in f16
constexpr uint32_t kOneTf32 = 0x3f800000u;    // 1 in tf32
constexpr uint32_t kTf32Bits = 0xffffe000u;   // of an f32 those that tf32 has
constexpr int kTf32Parts = 3;                 // whose sum is an f32

/** Elements [first, first + 8) of x, 0 behind its end. */
template <class In>
__device__ void load_lane(const In *x, uint64_t n, uint64_t first, In (&to)[kOnesLane])
{
    if (first + kOnesLane <= n) { // whole vectors: x is aligned as memory is allocated
        constexpr int count = kOnesLane * sizeof(In) / sizeof(uint4);
        uint4 loaded[count];
        for (int v = 0; v < count; v++) {
            loaded[v] = reinterpret_cast<const uint4 *>(x + first)[v];
        }
        memcpy(to, loaded, sizeof to);
    } else {
        for (int e = 0; e < kOnesLane; e++) {
            to[e] = first + e < n ? x[first + e] : rounded<In>(0.0f);
        }
    }
}

/** Takes the upper 11 bits of an f32 away, and returns them. */
__device__ inline uint32_t take_tf32(float &rest)
{
    const uint32_t part = __float_as_uint(rest) & kTf32Bits;
    rest -= __uint_as_float(part);
    return part;
}

/** v += columns of 1 X^T, from halves. */
__device__ inline void add_columns(float (&v)[2][4], const __half (&x)[kOnesLane])
{
    constexpr uint32_t ones[4] = {kOnesHalves, kOnesHalves, kOnesHalves, kOnesHalves};
    uint32_t b[2][2];
    static_assert(sizeof b == sizeof x, "a lane's elements are two operands B");
    memcpy(b, x, sizeof b);
    for (int half = 0; half < 2; half++) {
        mma_m16n8k16_f16(v[half], ones, b[half], v[half]);
    }
}

/** The same from f32, exactly split. */
__device__ inline void add_columns(float (&v)[2][4], const float (&x)[kOnesLane])
{
    constexpr uint32_t ones[4] = {kOneTf32, kOneTf32, kOneTf32, kOneTf32};
    for (int e = 0; e < kOnesLane; e += 2) { // an operand B of 8 x 8
        float rest[2] = {x[e], x[e + 1]};
        for (int part = 0; part < kTf32Parts; part++) {
            const uint32_t b[2] = {take_tf32(rest[0]), take_tf32(rest[1])};
            mma_m16n8k8_tf32(v[e / (kOnesLane / 2)], ones, b, v[e / (kOnesLane / 2)]);
        }
    }
}

/** Every register of every lane: the sum of a row of V^T, which is that of X, with f16 in between. */
__device__ inline float sum_rows(const float (&v)[2][4], __half)
{
    const uint32_t a[4] = {pack_f16(v[0][0], v[0][1]), pack_f16(v[0][2], v[0][3]), pack_f16(v[1][0], v[1][1]),
                           pack_f16(v[1][2], v[1][3])};
    const uint32_t ones[2] = {kOnesHalves, kOnesHalves};
    float d[4] = {};
    mma_m16n8k16_f16(d, a, ones, d);
    return d[0];
}

/** The same with f32 in between. (Which column is where in V^T does not matter for the sums of its rows.) */
__device__ inline float sum_rows(const float (&v)[2][4], float)
{
    const uint32_t ones[2] = {kOneTf32, kOneTf32};
    float d[4] = {};
    for (int half = 0; half < 2; half++) {
        float rest[4] = {v[half][0], v[half][2], v[half][1], v[half][3]}; // rows g, g + 8, g, g + 8 of operand A
        for (int part = 0; part < kTf32Parts; part++) {
            const uint32_t a[4] = {take_tf32(rest[0]), take_tf32(rest[1]), take_tf32(rest[2]), take_tf32(rest[3])};
            mma_m16n8k8_tf32(d, a, ones, d);
        }
    }
    return d[0];
}

/** One level: sums[w] = x[256 w] + ... + x[256 w + 255], a warp each. */
template <class In, class Between>
__global__ void __launch_bounds__(kOnesThreads) all_ones_kernel(const In *x, uint64_t n, Between *sums)
{
    const uint64_t warp = (uint64_t(blockIdx.x) * kOnesThreads + threadIdx.x) / kWarp;
    if (warp * kOnesTile >= n) {
        return;
    }
    const int lane = threadIdx.x % kWarp;
    In mine[kOnesLane];
    load_lane(x, n, warp * kOnesTile + uint64_t(lane) * kOnesLane, mine);
    float v[2][4] = {};
    add_columns(v, mine);
    const float sum = sum_rows(v, rounded<Between>(0.0f));
    if (lane == 0) {
        sums[warp] = rounded<Between>(sum);
    }
}

/** The levels of n elements: how many numbers each leaves, the last of them 1. */
inline std::vector<uint64_t> all_ones_levels(uint64_t n)
{
    std::vector<uint64_t> left;
    do {
        n = divide_up(n, kOnesTile);
        left.push_back(n);
    } while (n > 1);
    return left;
}

/** What |error| of the sum may be, in units of the sum of |x|. A level is at most a chain of products on four operands B and
 * one on two operands A, each in kTf32Parts parts, or with f16 in between, three products and two roundings to f16. */
template <class Between>
double all_ones_rounding(uint64_t n)
{
    const double levels = double(all_ones_levels(n).size());
    if constexpr (std::is_same_v<Between, __half>) {
        return levels * (3 * kUnitRounding + 2 * kHalfRounding);
    } else {
        return levels * (4 + 2) * kTf32Parts * kUnitRounding;
    }
}

/** Numbers of memory that a reduction of up to n elements needs: the results of all levels, each on a boundary of tiles. */
inline uint64_t all_ones_memory(uint64_t n)
{
    uint64_t count = 0;
    for (uint64_t left : all_ones_levels(n)) {
        count += divide_up(left, kOnesTile) * kOnesTile;
    }
    return count;
}

/** Enqueues all levels, each a launch; returns where the sum will be. */
template <class Between>
const Between *enqueue_all_ones(cudaStream_t stream, const __half *x, uint64_t n, Between *memory)
{
    constexpr uint64_t tiles_of_block = kOnesThreads / kWarp;
    const auto blocks = [](uint64_t tiles) { return dim3(unsigned(divide_up(tiles, tiles_of_block))); };
    const std::vector<uint64_t> left = all_ones_levels(n);
    launch(stream, blocks(left[0]), kOnesThreads, all_ones_kernel<__half, Between>, x, n, memory);
    for (size_t level = 1; level < left.size(); level++) {
        Between *const next = memory + divide_up(left[level - 1], kOnesTile) * kOnesTile;
        launch(stream, blocks(left[level]), kOnesThreads, all_ones_kernel<Between, Between>, memory, left[level - 1],
               next);
        memory = next;
    }
    return memory;
}
} // namespace study

#endif
