/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs and check of polynomials: outputs that are drawn at random, a thread each. Outputs are poisoned with NaNs before,
 * and none may be left. Of reductions max_error is relative to the largest of the polynomials' sums of |c_k| |t|^k.
 */
#include "bench/inputs/expected.h"
#include "bench/inputs/plans.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;
constexpr int kBlocks = 2048; // that look for NaNs
constexpr uint64_t kSamples = 1 << 20, kReducedSamples = 1 << 12;
constexpr uint64_t kSampleSeed = 20265;

__global__ void __launch_bounds__(kThreads) sample_kernel(bench_problem p, uint64_t samples, Findings *findings)
{
    const uint64_t sample = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (sample >= samples) {
        return;
    }
    const Judgement found = judge_polynomial(p, bench_hash(sample ^ kSampleSeed) % bench_polynomial_out_count(&p));
    findings->note(found.wrong, found.error);
}

__global__ void __launch_bounds__(kThreads) poison_kernel(bench_problem p, Findings *findings)
{
    const uint64_t outputs = bench_polynomial_out_count(&p), thread = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    unsigned wrong = 0;
    for (uint64_t at = thread; at < outputs; at += (uint64_t)gridDim.x * kThreads) {
        wrong += isnan(element_at(p.out_type, p.out, at)) || (p.which != nullptr && p.which[at] == UINT64_MAX);
    }
    if (thread < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + outputs * bench_size(p.out_type), thread, 1);
    }
    findings->note(wrong, 0);
}

__global__ void __launch_bounds__(kThreads) index_kernel(uint32_t *indices, uint32_t bound, uint64_t n, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        indices[i] = (uint32_t)(bench_hash(i ^ seed) % bound);
    }
}

class PolynomialCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    void poison() const override
    {
        GpuCheck::poison();
        if (problem_.which != nullptr) {
            GpuCheck::poison(problem_.which, problem_.n * sizeof *problem_.which);
        }
    }
    bench_verdict check(bool) const override
    {
        const uint64_t samples = bench_reduces_polynomials(problem_.form) ? kReducedSamples : kSamples;
        return find(stream_,
                    [&](Findings *findings) {
                        sample_kernel<<<blocks_of(samples, kThreads), kThreads, 0, stream_>>>(problem_, samples,
                                                                                              findings);
                        poison_kernel<<<kBlocks, kThreads, 0, stream_>>>(problem_, findings);
                    })
            .verdict();
    }
};

/* --------------------------------------------------------------------------------------------------------- family --- */

class GpuPolynomial final : public GpuFamilyWith<PolynomialCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const char *path(Role role, const bench_problem &problem) const override;

  private:
    DeviceBuffer coefficients_, breakpoints_, indices_, which_;
    std::vector<char> coefficients_here_;
    Plan<tcu_polynomial> plan_;
};

void GpuPolynomial::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    p.in = data_.items(row.in, row.n);
    const uint64_t count = bench_coefficient_count(&p), bytes = count * bench_size(row.in);
    p.coefficients = coefficients_.ensure(bytes);
    fill(coefficients_.get(), row.in, count, BENCH_SEED + 4, stream);
    coefficients_here_.resize(bytes);
    cuda_check(cudaMemcpyAsync(coefficients_here_.data(), p.coefficients, bytes, cudaMemcpyDeviceToHost, stream),
               "coefficients");
    cuda_check(cudaStreamSynchronize(stream), "coefficients"); // the plan is made on another stream
    p.coefficients_here = coefficients_here_.data();
    if (row.form == BENCH_TABLE) {
        const std::vector<char> breakpoints = make_breakpoints(row);
        p.breakpoints = upload(breakpoints_, breakpoints.data(), breakpoints.size());
    }
    if (row.form == BENCH_INDEXED) {
        uint32_t *indices = static_cast<uint32_t *>(indices_.ensure(row.n * sizeof(uint32_t)));
        index_kernel<<<blocks_of(row.n, kThreads), kThreads, 0, stream>>>(indices, uint32_t(row.polynomials), row.n,
                                                                          (uint64_t)BENCH_SEED + 5);
        cuda_check(cudaGetLastError(), "indices");
        p.indices = indices;
    }
    if (row.form == BENCH_ARGMAX) {
        p.which = static_cast<uint64_t *>(which_.ensure(row.n * sizeof(uint64_t)));
    }
    plan_.reset(); // its memory before the next one's
    plan_ = make_polynomial(TCU_BACKEND_CUDA, p);
    cuda_check(cudaDeviceSynchronize(), "plan");
    p.plan = plan_.get();
}

// By Horner's scheme alone, and on the matrix unit, which has no path for splines and indices.
const char *GpuPolynomial::path(Role role, const bench_problem &p) const
{
    if (role == Role::plain) {
        return p.form == BENCH_TABLE || p.form == BENCH_INDEXED ? "polynomial:table" : "polynomial:plain";
    }
    return role == Role::matrix ? "polynomial:grid" : nullptr;
}
} // namespace

std::unique_ptr<GpuFamily> make_polynomial_gpu(GpuData &data)
{
    return std::make_unique<GpuPolynomial>(data);
}
} // namespace bench
