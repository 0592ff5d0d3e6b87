/* SPDX-License-Identifier: Apache-2.0 */
/* The check of dot products: a block for each segment, in f64, of integers modulo 2^64. */
#include "bench/gpu/check.cuh"

namespace bench
{
namespace
{
constexpr int kMostThreads = 1024;

template <class T>
__device__ T block_sum(T x)
{
    __shared__ T values[kMostThreads];
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
    const bool is_real = bench_is_float(p.in_type);
    const uint64_t size = bench_has_segment_size(p.op) ? p.segment_size : p.n;
    double worst = 0;
    unsigned wrong = 0;
    for (uint64_t k = blockIdx.x; k < p.num_segments; k += gridDim.x) {
        double sum = 0, terms = 0;
        uint64_t integer = 0;
        for (uint64_t i = k * size + threadIdx.x; i < (k + 1) * size; i += blockDim.x) {
            if (is_real) {
                const double term = element_at(p.in_type, p.in, i) * element_at(p.in_type, p.a, i);
                sum += term;
                terms += fabs(term);
            } else {
                integer += integer_at(p.in_type, p.in, i) * integer_at(p.in_type, p.a, i);
            }
        }
        sum = block_sum(sum);
        terms = block_sum(terms);
        integer = block_sum(integer);
        if (threadIdx.x != 0) {
            continue;
        }
        if (!is_real) {
            const uint64_t mask = bench_size(p.out_type) == 8 ? ~0ull : 0xffffffffull;
            wrong += ((integer_at(p.out_type, p.out, k) ^ integer) & mask) != 0;
            continue;
        }
        const double error = fabs(element_at(p.out_type, p.out, k) - sum);
        wrong += !(error <= bench_dot_bound(p.out_type, size, terms));
        worst = fmax(worst, terms > 0 ? error / terms : 0);
    }
    findings->note(wrong, worst);
}

class DotCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    bench_verdict check(bool) const override
    {
        const uint64_t segments = problem_.num_segments;
        const unsigned threads = problem_.n / segments > 4096 ? kMostThreads : 32;
        const unsigned blocks = (unsigned)(segments < (1u << 20) ? segments : 1u << 20);
        return find(stream_,
                    [&](Findings *findings) { check_kernel<<<blocks, threads, 0, stream_>>>(problem_, findings); })
            .verdict();
    }
};

class GpuDot final : public GpuFamilyWith<DotCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override
    {
        p.in = data_.items(row.in, row.n);
        p.a = a_.ensure(row.n * bench_size(row.in));
        fill(a_.get(), row.in, row.n, BENCH_SEED + 6, data_.stream());
    }
    std::vector<Role> variants() const override { return {}; }

  private:
    DeviceBuffer a_;
};
} // namespace

std::unique_ptr<GpuFamily> make_dot_gpu(GpuData &data)
{
    return std::make_unique<GpuDot>(data);
}
} // namespace bench
