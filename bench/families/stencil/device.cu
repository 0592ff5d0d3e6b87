/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs and check of stencils and convolutions: a thread forms one output; all of them are looked at. Time steps are made
 * one by one on f64.
 */
#include "bench/gpu/contestants.h"
#include "bench/inputs/expected.h"
#include "bench/inputs/plans.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;

__device__ bool is_kept(const bench_grid &g, uint64_t at)
{
    const uint64_t point[3] = {at / g.extents[2] / g.extents[1], at / g.extents[2] % g.extents[1], at % g.extents[2]};
    bool kept = false;
    for (int axis = 0; axis < 3; axis++) {
        const uint64_t radius = (uint64_t)g.radius[axis];
        kept = kept || point[axis] < radius || point[axis] + radius >= g.extents[axis];
    }
    return kept;
}

__global__ void __launch_bounds__(kThreads) check_kernel(bench_problem p, const double *expected, Findings *findings)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    Judgement found = {};
    if (at < p.n) {
        found = judge_stencil(p, expected, 2 * p.grid.taps, at);
    }
    if (at < BENCH_GUARD_BYTES) {
        found.wrong = found.wrong || !is_poison((const uint8_t *)p.out + p.n * bench_size(p.out_type), at, 1);
    }
    for (int lane = 16; lane > 0; lane /= 2) {
        found.error = fmax(found.error, __shfl_xor_sync(0xffffffff, found.error, lane));
    }
    findings->note(found.wrong, threadIdx.x % 32 == 0 ? found.error : 0);
}

__global__ void __launch_bounds__(kThreads) widen_kernel(bench_problem p, double *to)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (at < p.n) {
        to[at] = element_at(p.in_type, p.in, at);
    }
}

__global__ void __launch_bounds__(kThreads) step_kernel(bench_grid g, uint64_t n, const double *from, double *to)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (at < n) {
        to[at] = is_kept(g, at) ? from[at] : sum_around(g, TCU_TYPE_F64, from, at).value();
    }
}

// Steps go to and fro; where the last one's result is.
double *make_steps(const bench_problem &p, double *now, double *next, cudaStream_t stream)
{
    widen_kernel<<<blocks_of(p.n, kThreads), kThreads, 0, stream>>>(p, now);
    for (uint64_t step = 0; step < p.steps; step++) {
        step_kernel<<<blocks_of(p.n, kThreads), kThreads, 0, stream>>>(p.grid, p.n, now, next);
        std::swap(now, next);
    }
    cuda_check(cudaGetLastError(), "reference");
    cuda_check(cudaStreamSynchronize(stream), "reference");
    return now;
}

class StencilCheck final : public GpuCheck
{
  public:
    StencilCheck(const bench_problem &p, cudaStream_t stream) : GpuCheck(p, stream)
    {
        if (p.op == BENCH_STENCIL_ITERATE) {
            auto other = std::make_unique<DeviceBuffer>();
            double *const now = static_cast<double *>(steps_->ensure(p.n * sizeof(double)));
            double *const next = static_cast<double *>(other->ensure(p.n * sizeof(double)));
            expected_ = make_steps(p, now, next, stream);
            if (expected_ != now) {
                steps_ = std::move(other);
            }
        }
    }
    void poison() const override
    {
        GpuCheck::poison();
        if (problem_.op == BENCH_STENCIL_ITERATE) {
            cuda_check(cudaMemcpyAsync(problem_.out, problem_.in, problem_.n * bench_size(problem_.in_type),
                                       cudaMemcpyDeviceToDevice, stream_),
                       "input");
        }
    }
    bench_verdict check(bool) const override
    {
        const uint64_t threads = std::max<uint64_t>(problem_.n, BENCH_GUARD_BYTES);
        return find(stream_,
                    [&](Findings *findings) {
                        check_kernel<<<blocks_of(threads, kThreads), kThreads, 0, stream_>>>(problem_, expected_,
                                                                                             findings);
                    })
            .verdict();
    }

  private:
    std::unique_ptr<DeviceBuffer> steps_ = std::make_unique<DeviceBuffer>();
    const double *expected_ = nullptr; // of iterations: what they have to become; NULL: every check forms it
};

/* --------------------------------------------------------------------------------------------------------- family --- */

class GpuStencil final : public GpuFamilyWith<StencilCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &problem) override;
    std::vector<Relative> relatives(const bench_problem &problem) const override;
    std::function<void()> cudnn(const bench_problem &p, cudaStream_t stream) const override
    {
        return p.op == BENCH_CONVOLUTION_LAYER ? cudnn_layer(p, stream) : std::function<void()>();
    }

  private:
    void add_weights(const Row &row, bench_problem &problem);

    DeviceBuffer scratch_, box_, kernel_, column_factor_, row_factor_, filters_;
    std::vector<double> box_here_;
    Plan<tcu_stencil> stencil_, dense_, real_;
};

void GpuStencil::add_inputs(const Row &row, bench_problem &p)
{
    const uint64_t skipped = row.dist == "anywhere"; // elements
    p.in = static_cast<const char *>(data_.items(row.in, row.n + skipped)) + skipped * bench_size(row.in);
    stencil_.reset(); // their memory before the next one's
    dense_.reset();
    real_.reset();
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        const uint64_t count = bench_filter_count(&p.layer);
        p.filters = filters_.ensure(count * bench_size(row.in));
        fill(filters_.get(), row.in, count, BENCH_SEED + 7, data_.stream());
    } else if (row.op != BENCH_ADJACENT_DIFFERENCE) {
        add_weights(row, p);
    }
    if (row.op == BENCH_STENCIL_ITERATE) {
        p.scratch = scratch_.ensure(row.n * bench_size(row.in));
    }
}

void GpuStencil::add_weights(const Row &row, bench_problem &p)
{
    const auto upload_weights = [&](DeviceBuffer &to, const std::vector<double> &weights) {
        const std::vector<char> bytes = bytes_of_weights(row.in, weights);
        return upload(to, bytes.data(), bytes.size());
    };
    box_here_ = make_weights(p, row.dist == "real" ? Weights::real : Weights::elements);
    p.grid.weights_here = box_here_.data();
    p.grid.weights = static_cast<const double *>(upload(box_, box_here_.data(), box_here_.size() * sizeof(double)));
    if (row.op == BENCH_CONVOLVE) {
        p.kernel = upload_weights(kernel_, box_here_);
        if (p.grid.is_product) {
            const std::vector<double> both = make_factors(p);
            const auto middle = both.begin() + 2 * p.grid.radius[1] + 1;
            p.factors[0] = upload_weights(column_factor_, {both.begin(), middle});
            p.factors[1] = upload_weights(row_factor_, {middle, both.end()});
        }
        return;
    }
    stencil_ = make_stencil(TCU_BACKEND_CUDA, p, box_here_);
    p.stencil = stencil_.get();
    if (p.grid.is_product) { // with a weight that is a little off, so that it is not taken for one
        std::vector<double> dense = box_here_;
        dense[0] *= 1.125;
        dense_ = make_stencil(TCU_BACKEND_CUDA, p, dense);
    }
    const std::vector<double> real = make_weights(p, Weights::real);
    if (row.op == BENCH_STENCIL && real != box_here_) {
        real_ = make_stencil(TCU_BACKEND_CUDA, p, real);
    }
    cuda_check(cudaDeviceSynchronize(), "plan");
}

// One of the time steps by itself, products of weights as a box of weights, and weights that are no elements.
std::vector<Relative> GpuStencil::relatives(const bench_problem &p) const
{
    std::vector<Relative> found;
    if (p.op == BENCH_STENCIL_ITERATE) {
        found.push_back({Role::sweep, "sweep", p});
        found.back().problem.op = BENCH_STENCIL;
        found.back().problem.out = p.scratch;
    }
    if (p.grid.is_product) {
        found.push_back({Role::dense, "dense", p});
        bench_problem &dense = found.back().problem;
        dense.factors[0] = dense.factors[1] = nullptr;
        dense.stencil = dense_ ? dense_.get() : p.stencil;
    }
    if (real_) {
        found.push_back({Role::real, "real", p});
        found.back().problem.stencil = real_.get();
    }
    return found;
}
} // namespace

std::unique_ptr<GpuFamily> make_stencil_gpu(GpuData &data)
{
    return std::make_unique<GpuStencil>(data);
}
} // namespace bench
