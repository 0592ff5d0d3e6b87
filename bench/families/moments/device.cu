/* SPDX-License-Identifier: Apache-2.0 */
/* The check of moments: a block for each segment or column goes twice over its elements, in f64. */
#include "bench/gpu/check.cuh"

namespace bench
{
namespace
{
/* The block's sum of one value a thread, in all threads. */
__device__ double block_sum(double x)
{
    __shared__ double values[1024];
    __syncthreads();
    values[threadIdx.x] = x;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            values[threadIdx.x] += values[threadIdx.x + half];
        }
        __syncthreads();
    }
    return values[0];
}

__global__ void check_kernel(bench_problem p, Findings *findings)
{
    const uint64_t results = bench_moments_count(&p);
    double worst = 0;
    unsigned wrong = 0;
    for (uint64_t k = blockIdx.x; k < results; k += gridDim.x) {
        uint64_t first = k, step = p.columns, count = p.columns > 0 ? p.n / p.columns : 0;
        if (p.op == BENCH_SEGMENTED_MOMENTS_OFFSETS) {
            first = p.offsets[k], step = 1, count = p.offsets[k + 1] - p.offsets[k];
        } else if (p.op == BENCH_SEGMENTED_MOMENTS) {
            first = k * p.segment_size, step = 1, count = p.segment_size;
        }
        double sum = 0, squares = 0;
        for (uint64_t i = threadIdx.x; i < count; i += blockDim.x) {
            sum += element_at(p.in_type, p.in, first + i * step);
        }
        const double mean = block_sum(sum) / (double)count;
        for (uint64_t i = threadIdx.x; i < count; i += blockDim.x) {
            const double d = element_at(p.in_type, p.in, first + i * step) - mean;
            squares += d * d;
        }
        const double variance = block_sum(squares) / (double)count;
        if (threadIdx.x != 0) {
            continue;
        }
        const double got_mean = element_at(p.out_type, p.out, k), got = element_at(p.out_type, p.out, results + k);
        if (count == 0) {
            wrong += !isnan(got_mean) || !isnan(got);
            continue;
        }
        if (!(fabs(got_mean - mean) <= bench_mean_bound(p.out_type, mean, sqrt(variance))) ||
            !(fabs(got - variance) <= bench_variance_bound(p.out_type, mean, variance))) {
            wrong++;
        }
        if (variance > 0) {
            worst = fmax(worst, fabs(got - variance) / variance);
        }
    }
    findings->note(wrong, worst);
}

class MomentsCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    bench_verdict check(bool) const override
    {
        const uint64_t results = bench_moments_count(&problem_);
        const unsigned threads = problem_.n / results > 4096 ? 1024 : 32;
        const unsigned blocks = (unsigned)(results < (1u << 20) ? results : 1u << 20);
        return find(stream_,
                    [&](Findings *findings) { check_kernel<<<blocks, threads, 0, stream_>>>(problem_, findings); })
            .verdict();
    }
};

class GpuMoments final : public GpuFamilyWith<MomentsCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override { p.in = data_.items(row.in, row.n); }
    std::vector<Role> variants() const override { return {}; }
};
} // namespace

std::unique_ptr<GpuFamily> make_moments_gpu(GpuData &data)
{
    return std::make_unique<GpuMoments>(data);
}
} // namespace bench
