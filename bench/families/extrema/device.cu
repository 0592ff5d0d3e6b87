/* SPDX-License-Identifier: Apache-2.0 */
/* The check of extrema: a block for each segment, in f64, which holds the elements of all types that rows have. */
#include "bench/gpu/check.cuh"

namespace bench
{
namespace
{
constexpr int kMostThreads = 1024;

struct Candidate {
    double value; /* its sign changed for minima: the greater one wins, of equal ones the first */
    int64_t position;
};

__device__ Candidate better(const Candidate &a, const Candidate &b)
{
    if (a.position < 0 || b.position < 0) {
        return a.position < 0 ? b : a;
    }
    return b.value > a.value || (b.value == a.value && b.position < a.position) ? b : a;
}

__device__ Candidate best_of_block(Candidate x)
{
    __shared__ Candidate candidates[kMostThreads];
    __syncthreads();
    candidates[threadIdx.x] = x;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            candidates[threadIdx.x] = better(candidates[threadIdx.x], candidates[threadIdx.x + half]);
        }
        __syncthreads();
    }
    return candidates[0];
}

__global__ void check_kernel(bench_problem p, Findings *findings)
{
    const int64_t *positions = (const int64_t *)((const char *)p.out + bench_positions_at(&p));
    unsigned wrong = 0;
    for (uint64_t k = blockIdx.x; k < p.num_segments; k += gridDim.x) {
        uint64_t begin = 0, end = p.n;
        if (bench_has_offsets(p.op)) {
            begin = p.offsets[k], end = p.offsets[k + 1];
        } else if (bench_has_segment_size(p.op)) {
            begin = k * p.segment_size, end = begin + p.segment_size;
        }
        for (int is_max = 0; is_max < 2; is_max++) {
            Candidate best = {0, -1};
            for (uint64_t i = begin + threadIdx.x; i < end; i += blockDim.x) {
                const double x = element_at(p.in_type, p.in, i);
                best = better(best, {is_max ? x : -x, (int64_t)(i - begin)});
            }
            best = best_of_block(best);
            const uint64_t at = is_max * p.num_segments + k;
            const double got = element_at(p.in_type, p.out, at);
            wrong += threadIdx.x == 0 && (positions[at] != best.position ||
                                          (best.position >= 0 && got != (is_max ? best.value : -best.value)));
        }
    }
    findings->note(wrong, wrong > 0);
}

class ExtremaCheck final : public GpuCheck
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
            .exact_verdict();
    }
};

class GpuExtrema final : public GpuFamilyWith<ExtremaCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override { p.in = data_.items(row.in, row.n); }
    std::vector<Role> variants() const override { return {}; }
};
} // namespace

std::unique_ptr<GpuFamily> make_extrema_gpu(GpuData &data)
{
    return std::make_unique<GpuExtrema>(data);
}
} // namespace bench
