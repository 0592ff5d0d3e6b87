/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/family.h"
#include "bench/families/polynomial/gpu/inputs.h"
#include "bench/families/polynomial/plan.h"

namespace bench
{
namespace
{
class GpuPolynomial final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const bench_check &check() const override { return bench_polynomial_check; }
    const char *path(Role role, const bench_problem &problem) const override;

  private:
    DeviceBuffer coefficients_, breakpoints_, indices_, which_;
    std::vector<char> coefficients_here_;
    std::unique_ptr<Plan> plan_;
};

void GpuPolynomial::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    p.in = data_.items(row.in, row.n);
    const uint64_t count = bench_coefficient_count(&p), bytes = count * bench_size(row.in);
    p.coefficients = coefficients_.ensure(bytes);
    cuda_check(bench_fill(coefficients_.get(), row.in, count, kSeed + 4, stream), "coefficients");
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
        cuda_check(bench_make_indices(indices, uint32_t(row.polynomials), row.n, kSeed + 5, stream), "indices");
        p.indices = indices;
    }
    if (row.form == BENCH_ARGMAX) {
        p.which = static_cast<uint64_t *>(which_.ensure(row.n * sizeof(uint64_t)));
    }
    plan_.reset(); // its memory before the next one's
    plan_ = std::make_unique<Plan>(TCU_BACKEND_CUDA, p);
    cuda_check(cudaDeviceSynchronize(), "plan");
    p.plan = plan_->get();
}

// By Horner's scheme alone, and on the matrix unit, where that has a path.
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
