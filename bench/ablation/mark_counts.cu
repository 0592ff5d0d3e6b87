/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bits that are set in each granule of marks (algorithms/compact/cuda/marks/granule.cuh), two words a lane: by
 * population counts, as the library's compactions by tiles count, and as a product with ones on the matrix unit, of which
 * a sum over the warp has to follow all the same.
 */
#include "bench/ablation/ablation.h"

#include <cstdio>

#include "algorithms/compact/cuda/marks/granule.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/mma.cuh"

namespace bench
{
namespace
{
using namespace tcu;

constexpr int threads = 256, warps = threads / TCUI_WARP_LANES;

struct population_counts {
    __device__ __forceinline__ static unsigned of(const uint32_t (&own)[granule_lane_words]) { return count_of(own); }
};

/* Rows of A are the words of four lanes, g the first ones and g + 8 the second; A * 1 counts their bits. */
struct product_with_ones {
    __device__ __forceinline__ static unsigned of(const uint32_t (&own)[granule_lane_words])
    {
        const uint32_t a[4] = {own[0], own[1], 0, 0}, ones[2] = {~0u, ~0u};
        int32_t rows[4] = {};
        mma_m16n8k256_b1_and_popc(rows, a, ones, rows);
        const bool first_of_group = tcui_lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 0;
        return __reduce_add_sync(all_lanes, first_of_group ? static_cast<unsigned>(rows[0] + rows[2]) : 0u);
    }
};

template <class Count>
__global__ void __launch_bounds__(threads) count_marks(const uint32_t *marks, uint64_t granules, uint32_t *counts)
{
    const uint64_t granule = static_cast<uint64_t>(blockIdx.x) * warps + threadIdx.x / TCUI_WARP_LANES;
    if (granule >= granules) {
        return;
    }
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    uint32_t own[granule_lane_words];
#pragma unroll
    for (int h = 0; h < granule_lane_words; h++) {
        own[h] = __ldcs(marks + granule * granule_words + h * TCUI_WARP_LANES + lane);
    }
    const unsigned count = Count::of(own);
    if (lane == 0) {
        counts[granule] = count;
    }
}

template <class Count>
std::vector<uint32_t> time_form(Tuner &tuner, const char *name, const bench_problem &marks, double read_roof)
{
    const uint64_t granules = marks.n / granule_words;
    DeviceBuffer memory;
    uint32_t *const counts = static_cast<uint32_t *>(memory.ensure(granules * sizeof(uint32_t)));
    const double ms = tuner.time([&] {
        return launch(tuner.context, count_marks<Count>, divide_up(granules, warps), threads, 0,
                      static_cast<const uint32_t *>(marks.in), granules, counts);
    });
    std::printf("%-20s %5.1f\n", name, percent_of(read_roof, marks, ms));
    std::fflush(stdout);
    std::vector<uint32_t> counted(granules);
    cuda_check(cudaMemcpy(counted.data(), counts, granules * sizeof(uint32_t), cudaMemcpyDeviceToHost), "counts");
    return counted;
}
} // namespace

void ablate_mark_counts(Tuner &tuner, double read_roof)
{
    Row row; /* words at random, read once */
    row.op = BENCH_REDUCE;
    row.in = row.out = TCU_TYPE_U32;
    row.n = tuner.bytes / sizeof(uint32_t);
    const bench_problem marks = tuner.data.problem_of(row);
    std::printf("\nmarks counted by granules of %d bits, %llu words, %% of reading (%.0f GB/s)\n", TCUI_COMPACT_GRANULE,
                (unsigned long long)marks.n, read_roof);
    if (time_form<population_counts>(tuner, "population counts", marks, read_roof) !=
        time_form<product_with_ones>(tuner, "products with ones", marks, read_roof)) {
        throw std::runtime_error("marks counted by products with ones: other counts than the library's");
    }
}
} // namespace bench
