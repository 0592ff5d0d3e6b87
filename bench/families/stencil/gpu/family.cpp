/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/family.h"
#include "bench/families/stencil/gpu/cudnn.h"
#include "bench/families/stencil/problem.h"
#include "bench/families/stencil/shapes.h"

namespace bench
{
namespace
{
class GpuStencil final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const bench_check &check() const override { return bench_stencil_check; }
    std::vector<Relative> relatives(const bench_problem &problem) const override;
    std::function<void()> cudnn(const bench_problem &problem, cudaStream_t stream) const override;

  private:
    void add_weights(const Row &row, bench_problem &problem);

    DeviceBuffer scratch_, box_, kernel_, column_factor_, row_factor_, filters_;
    std::vector<double> box_here_;
    std::unique_ptr<StencilPlan> stencil_, dense_, real_;
};

void GpuStencil::add_inputs(const Row &row, bench_problem &p)
{
    p.in = data_.items(row.in, row.n);
    stencil_.reset(); // their memory before the next one's
    dense_.reset();
    real_.reset();
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        const uint64_t count = bench_filter_count(&p.layer);
        p.filters = filters_.ensure(count * bench_size(row.in));
        cuda_check(bench_fill(filters_.get(), row.in, count, kSeed + 7, data_.stream()), "filters");
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
    box_here_ = make_weights(p);
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
    stencil_ = std::make_unique<StencilPlan>(TCU_BACKEND_CUDA, p, box_here_);
    p.stencil = stencil_->get();
    if (p.grid.is_product) { // with a weight that is a little off, so that it is not taken for one
        std::vector<double> dense = box_here_;
        dense[0] *= 1.125;
        dense_ = std::make_unique<StencilPlan>(TCU_BACKEND_CUDA, p, dense);
    }
    const std::vector<double> real = make_weights(p, Weights::real);
    if (row.op == BENCH_STENCIL && real != box_here_) {
        real_ = std::make_unique<StencilPlan>(TCU_BACKEND_CUDA, p, real);
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
        dense.stencil = dense_ ? dense_->get() : p.stencil;
    }
    if (real_) {
        found.push_back({Role::real, "real", p});
        found.back().problem.stencil = real_->get();
    }
    return found;
}

std::function<void()> GpuStencil::cudnn(const bench_problem &p, cudaStream_t stream) const
{
    if (p.op != BENCH_CONVOLUTION_LAYER || !CudnnLayer::is_available()) {
        return {};
    }
    const auto layer = std::make_shared<CudnnLayer>(p, stream);
    return [layer] { layer->launch(); };
}
} // namespace

std::unique_ptr<GpuFamily> make_stencil_gpu(GpuData &data)
{
    return std::make_unique<GpuStencil>(data);
}
} // namespace bench
