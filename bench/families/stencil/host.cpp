/* SPDX-License-Identifier: Apache-2.0 */
/* The reference: of a sample of the outputs, the sum over the box of weights in long double; of iterations, all steps in
 * f64. */
#include "bench/families/stencil/family.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "bench/families/stencil/shapes.h"
#include "bench/families/stencil/yardsticks.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
constexpr uint64_t kSeed = 20260, kGuardBytes = 64, kSamples = 20000;
constexpr char kPoison = char(0xff);

double element(const bench_problem &p, const void *data, uint64_t i)
{
    return p.in_type == TCU_TYPE_U8    ? double(static_cast<const uint8_t *>(data)[i])
           : bench_is_float(p.in_type) ? bench_real(p.in_type, data, i)
                                       : double(int64_t(bench_integer(p.in_type, data, i)));
}

class HostStencil : public HostData
{
  public:
    bench_problem prepare(const Row &row) override;
    void poison() override;
    bool is_changed() const override { return problem_.op == BENCH_STENCIL_ITERATE; }
    void reset() override;
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    struct Sum {
        long double value, magnitude;
    };
    Sum expected_value(uint64_t at) const;
    Sum layer_value(uint64_t at) const;
    Sum grid_value(uint64_t at) const;
    void sweep_in_f64();

    bench_problem problem_ = {};
    std::vector<char> in_, out_, scratch_, kernel_, filters_, factors_[2];
    std::vector<double> weights_, swept_; // swept_: what iterations have to become
    std::unique_ptr<StencilPlan> plan_;
};

bench_problem HostStencil::prepare(const Row &row)
{
    bench_problem &p = problem_;
    p = problem_without_arrays(row);
    const uint64_t bytes = row.n * bench_size(row.in);
    in_.resize(bytes);
    bench_serial_fill(in_.data(), row.in, row.n, kSeed);
    out_.resize(bytes + kGuardBytes);
    p.in = in_.data();
    p.out = out_.data();
    if (row.op == BENCH_ADJACENT_DIFFERENCE) {
        return p;
    }
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        const uint64_t count = bench_filter_count(&p.layer);
        filters_.resize(count * bench_size(row.in));
        bench_serial_fill(filters_.data(), row.in, count, kSeed + 7);
        p.filters = filters_.data();
        return p;
    }
    weights_ = make_weights(p);
    p.grid.weights = p.grid.weights_here = weights_.data();
    if (row.op == BENCH_CONVOLVE) {
        kernel_ = bytes_of_weights(row.in, weights_);
        p.kernel = kernel_.data();
        if (p.grid.is_product) {
            const std::vector<double> both = make_factors(p);
            const auto middle = both.begin() + 2 * p.grid.radius[1] + 1;
            factors_[0] = bytes_of_weights(row.in, {both.begin(), middle});
            factors_[1] = bytes_of_weights(row.in, {middle, both.end()});
            p.factors[0] = factors_[0].data();
            p.factors[1] = factors_[1].data();
        }
        return p;
    }
    plan_ = std::make_unique<StencilPlan>(TCU_BACKEND_HOST, p, weights_);
    p.stencil = plan_->get();
    if (row.op == BENCH_STENCIL_ITERATE) {
        scratch_.resize(bytes);
        p.scratch = scratch_.data();
        sweep_in_f64();
    }
    return p;
}

void HostStencil::poison()
{
    std::fill(out_.begin(), out_.end(), kPoison);
    reset();
}

void HostStencil::reset()
{
    if (problem_.op == BENCH_STENCIL_ITERATE) {
        std::memcpy(out_.data(), in_.data(), in_.size());
    }
}

void HostStencil::sweep_in_f64()
{
    std::vector<double> from(problem_.n);
    for (uint64_t i = 0; i < problem_.n; i++) {
        from[i] = element(problem_, problem_.in, i);
    }
    swept_.resize(problem_.n);
    bench_problem p = problem_;
    p.in_type = p.out_type = TCU_TYPE_F64;
    p.in = from.data();
    p.out = swept_.data();
    bench_serial_stencil(&p, 0);
}

HostStencil::Sum HostStencil::grid_value(uint64_t at) const
{
    const bench_grid &g = problem_.grid;
    const int64_t c = int64_t(at % g.channels), x = int64_t(at / g.channels % g.extents[2]);
    const int64_t y = int64_t(at / g.channels / g.extents[2] % g.extents[1]);
    const int64_t plane = int64_t(at / g.channels / g.extents[2] / g.extents[1]);
    const int64_t z = plane % int64_t(g.extents[0]), image = plane / int64_t(g.extents[0]);
    Sum sum = {0, 0};
    const double *w = g.weights_here;
    for (int32_t dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
        for (int32_t dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
            for (int32_t dx = -g.radius[2]; dx <= g.radius[2]; dx++, w++) {
                const int64_t from_z = bench_boundary_point(g.boundary, z + dz, g.extents[0]);
                const int64_t from_y = bench_boundary_point(g.boundary, y + dy, g.extents[1]);
                const int64_t from_x = bench_boundary_point(g.boundary, x + dx, g.extents[2]);
                if (from_z < 0 || from_y < 0 || from_x < 0) {
                    continue;
                }
                const int64_t row = (image * int64_t(g.extents[0]) + from_z) * int64_t(g.extents[1]) + from_y;
                const int64_t from = (row * int64_t(g.extents[2]) + from_x) * int64_t(g.channels) + c;
                const long double term = (long double)*w * element(problem_, problem_.in, uint64_t(from));
                sum.value += term;
                sum.magnitude += std::fabs(term);
            }
        }
    }
    return sum;
}

HostStencil::Sum HostStencil::layer_value(uint64_t at) const
{
    const tcu_convolution_layer_desc &l = problem_.layer;
    const int64_t x = int64_t(at % l.width), y = int64_t(at / l.width % l.height);
    const uint64_t k = at / (l.width * l.height) % l.out_channels, image = at / (l.width * l.height * l.out_channels);
    Sum sum = {0, 0};
    uint64_t filter = k * l.in_channels * l.kernel_height * l.kernel_width;
    for (uint64_t c = 0; c < l.in_channels; c++) {
        for (int64_t r = 0; r < l.kernel_height; r++) {
            for (int64_t s = 0; s < l.kernel_width; s++, filter++) {
                const int64_t from_y = y + r - l.padding_y, from_x = x + s - l.padding_x;
                if (from_y < 0 || from_y >= int64_t(l.height) || from_x < 0 || from_x >= int64_t(l.width)) {
                    continue;
                }
                const uint64_t plane = image * l.in_channels + c;
                const uint64_t from = (plane * l.height + uint64_t(from_y)) * l.width + uint64_t(from_x);
                const long double term =
                    (long double)element(problem_, problem_.filters, filter) * element(problem_, problem_.in, from);
                sum.value += term;
                sum.magnitude += std::fabs(term);
            }
        }
    }
    return sum;
}

HostStencil::Sum HostStencil::expected_value(uint64_t at) const
{
    switch (problem_.op) {
    case BENCH_STENCIL_ITERATE:
        return {swept_[at], 1}; // means of elements up to 1
    case BENCH_CONVOLUTION_LAYER:
        return layer_value(at);
    case BENCH_ADJACENT_DIFFERENCE: {
        const long double x = element(problem_, problem_.in, at);
        const long double before = at > 0 ? element(problem_, problem_.in, at - 1) : 0;
        return {x - before, std::fabs(x) + std::fabs(before)};
    }
    default:
        return grid_value(at);
    }
}

uint64_t HostStencil::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const bool is_exact = p.op == BENCH_ADJACENT_DIFFERENCE && !bench_is_float(p.in_type);
    const uint64_t terms = p.op == BENCH_CONVOLUTION_LAYER     ? bench_filter_count(&p.layer) / p.layer.out_channels
                           : p.op == BENCH_ADJACENT_DIFFERENCE ? 2
                                                               : p.grid.taps;
    uint64_t wrong = 0;
    for (uint64_t b = out_.size() - kGuardBytes; b < out_.size(); b++) {
        wrong += out_[b] != kPoison;
    }
    std::mt19937_64 random(kSeed + 6);
    max_error = 0;
    for (uint64_t sample = 0; sample < kSamples; sample++) {
        const uint64_t at = sample < 200 ? sample % p.n : random() % p.n;
        if (is_exact) {
            const uint64_t before = at > 0 ? bench_integer(p.in_type, p.in, at - 1) : 0;
            const uint64_t left = bench_integer(p.in_type, p.out, at) + before - bench_integer(p.in_type, p.in, at);
            wrong += left << (64 - 8 * bench_size(p.in_type)) != 0;
            continue;
        }
        const Sum expected = expected_value(at);
        const double value = double(expected.value), magnitude = double(expected.magnitude);
        double allowed = bench_sum_bound(p.in_type, terms, value, magnitude);
        if (p.op == BENCH_STENCIL_ITERATE) { // whose steps may each round
            allowed = double(p.steps) * bench_sum_bound(p.in_type, terms, 1, 1);
        }
        const double error = double(std::fabs(element(p, p.out, at) - expected.value));
        wrong += !(error <= allowed);
        if (magnitude > 0 && std::isfinite(error)) {
            max_error = std::fmax(max_error, error / magnitude);
        }
    }
    return wrong;
}
} // namespace

std::unique_ptr<HostData> StencilFamily::make_host_data() const
{
    return std::make_unique<HostStencil>();
}
} // namespace bench
