/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs and check of stencils and convolutions: a thread forms one output as the sum over the whole box of weights, in f64
 * with the rounding errors of the additions in a second f64. All outputs are looked at. Time steps are made one by one on
 * f64. max_error is the largest |error| / S, S the sum of the terms' magnitudes (of iterations 1); wrong are outputs
 * outside the bound of stencil.h.
 */
#include "bench/gpu/check.cuh"
#include "bench/gpu/contestants.h"
#include "bench/inputs/plans.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;

struct Sum {
    double high = 0, low = 0; // whose sum it is
    double magnitude = 0;

    // Operations that the compiler must not contract to others.
    __device__ void add(double a, double b)
    {
        const double term = __dmul_rn(a, b), sum = __dadd_rn(high, term), added = __dsub_rn(sum, high);
        const double lost = __dadd_rn(__dsub_rn(high, __dsub_rn(sum, added)), __dsub_rn(term, added));
        low = __dadd_rn(low, __dadd_rn(lost, __fma_rn(a, b, -term)));
        high = sum;
        magnitude += fabs(term);
    }
};

// The point of an axis that stands for one from outside; -1 where there is 0. KEEP does not come here.
__device__ int64_t inside(tcu_boundary boundary, int64_t at, uint64_t n)
{
    if (at >= 0 && at < (int64_t)n) {
        return at;
    }
    return boundary != TCU_BOUNDARY_CLAMP ? -1 : at < 0 ? 0 : (int64_t)n - 1;
}

struct Point {
    int64_t c, z, y, x;
    uint64_t image; // where its grid begins

    __device__ Point(const bench_grid &g, uint64_t at)
    {
        const uint64_t of_grid = g.extents[0] * g.extents[1] * g.extents[2] * g.channels;
        c = (int64_t)(at % g.channels);
        x = (int64_t)(at / g.channels % g.extents[2]);
        y = (int64_t)(at / g.channels / g.extents[2] % g.extents[1]);
        z = (int64_t)(at % of_grid / g.channels / g.extents[2] / g.extents[1]);
        image = at / of_grid * of_grid;
    }
    __device__ bool is_kept(const bench_grid &g) const
    {
        return z < g.radius[0] || z + g.radius[0] >= (int64_t)g.extents[0] || y < g.radius[1] ||
               y + g.radius[1] >= (int64_t)g.extents[1] || x < g.radius[2] || x + g.radius[2] >= (int64_t)g.extents[2];
    }
};

__device__ Sum sum_around(const bench_grid &g, tcu_type type, const void *in, uint64_t at)
{
    const Point p(g, at);
    const double *w = g.weights;
    Sum sum;
    for (int dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
        const int64_t z = inside(g.boundary, p.z + dz, g.extents[0]);
        for (int dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
            const int64_t y = inside(g.boundary, p.y + dy, g.extents[1]);
            const int64_t row = (z * (int64_t)g.extents[1] + y) * (int64_t)g.extents[2];
            for (int dx = -g.radius[2]; dx <= g.radius[2]; dx++, w++) {
                const int64_t x = inside(g.boundary, p.x + dx, g.extents[2]);
                if (z >= 0 && y >= 0 && x >= 0 && *w != 0) {
                    sum.add(*w, load_real(type, in, p.image + (uint64_t)((row + x) * (int64_t)g.channels + p.c)));
                }
            }
        }
    }
    return sum;
}

__device__ Sum sum_of_layer(const bench_problem &p, uint64_t at)
{
    const tcu_convolution_layer_desc &l = p.layer;
    const int64_t x = (int64_t)(at % l.width), y = (int64_t)(at / l.width % l.height);
    const uint64_t k = at / (l.width * l.height) % l.out_channels, image = at / (l.width * l.height * l.out_channels);
    uint64_t filter = k * l.in_channels * l.kernel_height * l.kernel_width;
    Sum sum;
    for (uint64_t c = 0; c < l.in_channels; c++) {
        for (int r = 0; r < (int)l.kernel_height; r++) {
            for (int s = 0; s < (int)l.kernel_width; s++, filter++) {
                const int64_t from_y = inside(TCU_BOUNDARY_ZERO, y + r - (int)l.padding_y, l.height);
                const int64_t from_x = inside(TCU_BOUNDARY_ZERO, x + s - (int)l.padding_x, l.width);
                if (from_y < 0 || from_x < 0) {
                    continue;
                }
                const uint64_t row = (image * l.in_channels + c) * l.height + (uint64_t)from_y;
                sum.add(load_real(p.in_type, p.filters, filter),
                        load_real(p.in_type, p.in, row * l.width + (uint64_t)from_x));
            }
        }
    }
    return sum;
}

__device__ Sum sum_of(const bench_problem &p, const double *expected, uint64_t at)
{
    Sum sum;
    if (expected != nullptr) {
        sum.high = expected[at];
        sum.magnitude = 1; // means of elements up to 1
        return sum;
    }
    if (p.op == BENCH_CONVOLUTION_LAYER) {
        return sum_of_layer(p, at);
    }
    if (p.op != BENCH_ADJACENT_DIFFERENCE) {
        return sum_around(p.grid, p.in_type, p.in, at);
    }
    sum.add(1, load_real(p.in_type, p.in, at));
    if (at > 0) {
        sum.add(-1, load_real(p.in_type, p.in, at - 1));
    }
    return sum;
}

__device__ double bound(const bench_problem &p, const Sum &sum)
{
    if (p.op == BENCH_STENCIL_ITERATE) { // each step may round
        return (double)p.steps * bench_sum_bound(p.in_type, 2 * p.grid.taps, 1, 1);
    }
    const uint64_t terms = p.op == BENCH_CONVOLUTION_LAYER     ? bench_filter_count(&p.layer) / p.layer.out_channels
                           : p.op == BENCH_ADJACENT_DIFFERENCE ? 2
                                                               : p.grid.taps;
    return bench_sum_bound(p.in_type, terms, sum.high, sum.magnitude);
}

__global__ void __launch_bounds__(kThreads) check_kernel(bench_problem p, const double *expected, Findings *findings)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    double error = 0;
    bool wrong = false;
    if (at < p.n && p.op == BENCH_ADJACENT_DIFFERENCE && !bench_is_float(p.in_type)) {
        const uint64_t before = at > 0 ? load_integer(p.in_type, p.in, at - 1) : 0;
        const uint64_t left = load_integer(p.in_type, p.out, at) + before - load_integer(p.in_type, p.in, at);
        wrong = left << (64 - 8 * bench_size(p.in_type)) != 0;
        error = wrong;
    } else if (at < p.n) {
        const Sum sum = sum_of(p, expected, at);
        const double off = fabs((load_real(p.out_type, p.out, at) - sum.high) - sum.low);
        wrong = !(off <= bound(p, sum));
        error = isfinite(off) && sum.magnitude > 0 ? off / sum.magnitude : 0;
    }
    if (at < BENCH_GUARD_BYTES) {
        wrong = wrong || !is_poison((const uint8_t *)p.out + p.n * bench_size(p.out_type), at, 1);
    }
    for (int lane = 16; lane > 0; lane /= 2) {
        error = fmax(error, __shfl_xor_sync(0xffffffff, error, lane));
    }
    findings->note(wrong, threadIdx.x % 32 == 0 ? error : 0);
}

__global__ void __launch_bounds__(kThreads) widen_kernel(bench_problem p, double *to)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (at < p.n) {
        to[at] = load_real(p.in_type, p.in, at);
    }
}

__global__ void __launch_bounds__(kThreads) step_kernel(bench_grid g, uint64_t n, const double *from, double *to)
{
    const uint64_t at = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (at < n) {
        to[at] = Point(g, at).is_kept(g) ? from[at] : sum_around(g, TCU_TYPE_F64, from, at).high;
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
    p.in = data_.items(row.in, row.n);
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
