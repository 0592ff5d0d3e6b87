/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The check of recurrences: plain loops in f64. A thread looks at a run of neighbours and begins as many elements
 * before it as make no difference: factors are random ones in [-1, 1], or 0.9, and their products vanish.
 */
#include "bench/gpu/check.cuh"

namespace bench
{
namespace
{
constexpr uint64_t kRun = 64, kBefore = 512; /* 0.9^512 is 2^-78 */

__global__ void check_kernel(bench_problem p, Findings *findings)
{
    const uint64_t first = (blockIdx.x * (uint64_t)blockDim.x + threadIdx.x) * kRun;
    if (first >= p.n) {
        return;
    }
    const uint64_t end = first + kRun < p.n ? first + kRun : p.n, begin = first > kBefore ? first - kBefore : 0;
    SegmentWalk walk(p, begin);
    double x = 0, terms = 0, weighted = 0, worst = 0;
    unsigned wrong = 0;
    for (uint64_t i = begin; i < end; i++) {
        walk.advance(p, i);
        if (i == walk.begin) {
            x = terms = weighted = 0;
        }
        const double a = p.a == nullptr ? BENCH_CONSTANT_FACTOR : element_at(p.in_type, p.a, i);
        const double b = element_at(p.in_type, p.in, i);
        x = a * x + b;
        weighted = fabs(a) * (weighted + terms);
        terms = fabs(a) * terms + fabs(b);
        if (i >= first) {
            const double error = fabs(element_at(p.out_type, p.out, i) - x);
            wrong += !(error <= bench_recurrence_bound(p.in_type, x, terms, weighted));
            worst = fmax(worst, terms > 0 ? error / terms : 0);
        }
    }
    findings->note(wrong, worst);
}

class RecurrenceCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    bench_verdict check(bool) const override
    {
        return find(stream_,
                    [&](Findings *findings) {
                        check_kernel<<<blocks_of(problem_.n, 256 * kRun), 256, 0, stream_>>>(problem_, findings);
                    })
            .verdict();
    }
};

class GpuRecurrence final : public GpuFamilyWith<RecurrenceCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override
    {
        p.in = data_.items(row.in, row.n);
        p.a = nullptr;
        if (row.form != BENCH_CONSTANT) {
            p.a = a_.ensure(row.n * bench_size(row.in));
            fill(a_.get(), row.in, row.n, BENCH_SEED + 5, data_.stream());
        }
        if (row.op == BENCH_SEGMENTED_LINEAR_RECURRENCE_OFFSETS) {
            p.keys = data_.keys_of(p);
        }
    }
    std::vector<Role> variants() const override { return {}; }

  private:
    DeviceBuffer a_;
};
} // namespace

std::unique_ptr<GpuFamily> make_recurrence_gpu(GpuData &data)
{
    return std::make_unique<GpuRecurrence>(data);
}
} // namespace bench
