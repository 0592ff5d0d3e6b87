/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils, convolutions and differences. The reference: of a sample of the outputs, the sum over the box of weights in long
 * double; of iterations, all steps in f64.
 */
#include <algorithm>
#include <cstring>
#include <random>

#include "bench/family.h"
#include "bench/inputs/expected.h"
#include "bench/inputs/plans.h"

namespace bench
{
using namespace types;

namespace
{
void add(Table &t, bench_op op, const std::vector<bench_form> &forms, const std::vector<tcu_type> &types,
         const Sizes &sizes, const Params &steps = kNone)
{
    for (bench_form form : forms) {
        t.add(op, form, same(types), sizes, steps);
    }
}

void add_large(Table &t)
{
    const std::vector<tcu_type> all = {F64, F32, F16, BF16}, wide = {F64, F32, F16};
    const Sizes line = {1 << 28}, plane = {1 << 28}, cube = {1 << 27};
    add(t, BENCH_ADJACENT_DIFFERENCE, {BENCH_NO_FORM}, {F64, F32, F16, I64, I32, U8}, kLarge);
    add(t, BENCH_STENCIL, {BENCH_1D_17, BENCH_1D_33, BENCH_1D_65, BENCH_1D_129}, all, line);
    add(t, BENCH_STENCIL, {BENCH_2D_5POINT, BENCH_2D_BOX9, BENCH_2D_BOX25, BENCH_2D_BOX49, BENCH_2D_BOX81}, all, plane);
    add(t, BENCH_STENCIL, {BENCH_2D_BOX289}, {F32, F16, BF16}, plane);
    add(t, BENCH_STENCIL, {BENCH_SEPARABLE_17}, wide, plane);
    add(t, BENCH_STENCIL, {BENCH_3D_7POINT, BENCH_3D_13STAR, BENCH_3D_27BOX, BENCH_3D_BOX125}, all, cube);
    add(t, BENCH_STENCIL_ITERATE, {BENCH_1D_3, BENCH_1D_17}, wide, line, {64});
    add(t, BENCH_STENCIL_ITERATE, {BENCH_2D_5POINT}, wide, plane, {64});
    add(t, BENCH_STENCIL_ITERATE, {BENCH_3D_7POINT}, wide, cube, {64});
    add(t, BENCH_CONVOLVE, {BENCH_U8_5X5}, {U8}, {64 * kImageElements});
    add(t, BENCH_CONVOLVE, {BENCH_SEPARABLE_17}, {F32}, plane);
    add(t, BENCH_CONVOLUTION_LAYER, {BENCH_LAYER_3X3}, {F16, BF16, F32}, {64 * kLayerElements});
}

/* ----------------------------------------------------------------------------------------------------------- host --- */

constexpr uint64_t kSamples = 20000;

class HostStencil : public HostData
{
  public:
    void poison() override
    {
        fill_with_poison(out_);
        reset();
    }
    bool is_changed() const override { return problem_.op == BENCH_STENCIL_ITERATE; }
    void reset() override
    {
        if (is_changed()) {
            std::memcpy(out_.data(), in_.data(), in_.size());
        }
    }
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;
    void sweep_in_f64();

    std::vector<char> scratch_, kernel_, filters_, factors_[2];
    std::vector<double> weights_, swept_; // swept_: what iterations have to become
    Plan<tcu_stencil> plan_;
};

void HostStencil::make(const Row &row)
{
    bench_problem &p = problem_;
    const uint64_t skipped = row.dist == "anywhere"; // elements
    p.in = static_cast<const char *>(random(in_, row.in, row.n + skipped)) + skipped * bench_size(row.in);
    if (row.op == BENCH_ADJACENT_DIFFERENCE) {
        return;
    }
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        p.filters = random(filters_, row.in, bench_filter_count(&p.layer), BENCH_SEED + 7);
        return;
    }
    weights_ = make_weights(p, row.dist == "real" ? Weights::real : Weights::elements);
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
        return;
    }
    plan_ = make_stencil(TCU_BACKEND_HOST, p, weights_);
    p.stencil = plan_.get();
    if (row.op == BENCH_STENCIL_ITERATE) {
        scratch_.resize(in_.size());
        p.scratch = scratch_.data();
        sweep_in_f64();
    }
}

// Points whose boxes are not all inside keep their values.
void HostStencil::sweep_in_f64()
{
    const bench_grid &g = problem_.grid;
    const int64_t depth = int64_t(g.extents[0]), height = int64_t(g.extents[1]), width = int64_t(g.extents[2]);
    std::vector<std::pair<int64_t, double>> taps; // how far a neighbour is, its weight
    const double *w = g.weights_here;
    for (int64_t dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
        for (int64_t dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
            for (int64_t dx = -g.radius[2]; dx <= g.radius[2]; dx++, w++) {
                if (*w != 0) {
                    taps.emplace_back((dz * height + dy) * width + dx, *w);
                }
            }
        }
    }
    swept_.resize(problem_.n);
    for (uint64_t i = 0; i < problem_.n; i++) {
        swept_[i] = element_at(problem_.in_type, problem_.in, i);
    }
    for (uint64_t step = 0; step < problem_.steps; step++) {
        const std::vector<double> from = swept_;
        for (int64_t z = g.radius[0]; z < depth - g.radius[0]; z++) {
            for (int64_t y = g.radius[1]; y < height - g.radius[1]; y++) {
                for (int64_t x = g.radius[2]; x < width - g.radius[2]; x++) {
                    const int64_t at = (z * height + y) * width + x;
                    double sum = 0;
                    for (const auto &[distance, weight] : taps) {
                        sum += weight * from[size_t(at + distance)];
                    }
                    swept_[size_t(at)] = sum;
                }
            }
        }
    }
}

uint64_t HostStencil::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    uint64_t wrong = written_behind(out_);
    std::mt19937_64 random(BENCH_SEED + 6);
    max_error = 0;
    for (uint64_t sample = 0; sample < kSamples; sample++) {
        const uint64_t at = sample < 200 ? sample % p.n : random() % p.n;
        const Judgement found = judge_stencil(p, swept_.data(), p.grid.taps, at);
        wrong += found.wrong;
        max_error = std::fmax(max_error, found.error);
    }
    return wrong;
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class StencilFamily final : public Family
{
  public:
    // Weights that are no elements; an input that begins one element behind whole vectors.
    std::vector<Distributions> distributions() const override { return {{"stencils", {"real", "anywhere"}}}; }
    const char *params() const override { return "time steps"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        return std::min(bytes / bench_size(row.in), bytes / 2);
    }
    bool fit(Row &row) const override
    {
        row.n = whole_grid(row);
        return Family::fit(row);
    }
    void set_problem(const Row &row, bench_problem &p) const override { set_grid(row, p); }
    uint64_t out_bytes(const bench_problem &p) const override { return p.n * bench_size(p.out_type); }
    double bytes_moved(const bench_problem &p) const override // of iterations those of one step
    {
        const double in = double(bench_size(p.in_type)), out = double(bench_size(p.out_type));
        return double(p.n) * (in + out) +
               (p.op == BENCH_CONVOLUTION_LAYER ? double(bench_filter_count(&p.layer)) * in : 0.0);
    }
    Roof roof(const bench_problem &p) const override
    {
        return p.op == BENCH_CONVOLUTION_LAYER ? Roof{} : Family::roof(p);
    }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostStencil>(); }
    std::vector<Yardstick> yardsticks() const override { return stencil_yardsticks(); }
};

void StencilFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    if (t.wants("small")) {
        add(t, BENCH_ADJACENT_DIFFERENCE, {BENCH_NO_FORM}, {F32}, powers(10, 22));
        add(t, BENCH_STENCIL, {BENCH_2D_5POINT}, {F32}, powers(10, 22));
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_ADJACENT_DIFFERENCE, BENCH_NO_FORM, F32, F32});
        Row stencil = {BENCH_STENCIL, BENCH_2D_5POINT, F32, F32};
        stencil.function = "tcu_stencil_execute";
        t.add_call(stencil);
    }
}

void StencilFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    add(t, BENCH_ADJACENT_DIFFERENCE, {BENCH_NO_FORM}, kTypes, kAll);
    add(t, BENCH_STENCIL, {BENCH_1D_17, BENCH_2D_5POINT, BENCH_2D_BOX9, BENCH_3D_7POINT, BENCH_3D_27BOX}, kReals, kAll);
    add(t, BENCH_STENCIL, {BENCH_1D_65, BENCH_2D_BOX25, BENCH_3D_13STAR, BENCH_SEPARABLE_17}, kReals, kSome);
    add(t, BENCH_STENCIL_ITERATE, {BENCH_1D_3, BENCH_1D_17, BENCH_2D_5POINT, BENCH_3D_7POINT}, kReals,
        {1 << 14, kMiddle}, {16});
    add(t, BENCH_CONVOLVE, {BENCH_U8_5X5}, {U8}, {3 << 18, 3 << 22});
    add(t, BENCH_CONVOLVE, {BENCH_SEPARABLE_17}, {F32}, {1 << 18, kMiddle});
    add(t, BENCH_CONVOLUTION_LAYER, {BENCH_LAYER_3X3}, {F32}, {kLayerElements});
}

tcu_convolution_desc convolution_of(const bench_problem &p)
{
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = p.in_type;
    desc.height = p.grid.extents[1];
    desc.width = p.grid.extents[2];
    desc.channels = p.grid.channels;
    desc.batch = p.grid.batch;
    desc.padding = TCU_PADDING_SAME;
    desc.kind = TCU_CORRELATION;
    desc.boundary = p.grid.boundary;
    return desc;
}

tcu_status StencilFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const uint64_t rows = uint64_t(2 * p.grid.radius[1] + 1), columns = uint64_t(2 * p.grid.radius[2] + 1);
    const tcu_convolution_desc desc = convolution_of(p);
    switch (p.op) {
    case BENCH_ADJACENT_DIFFERENCE:
        return bytes ? tcu_adjacent_difference_workspace(context, p.n, p.in_type, nullptr, bytes)
                     : tcu_adjacent_difference(context, p.in, p.n, p.in_type, p.out, nullptr);
    case BENCH_STENCIL:
        return bytes ? tcu_stencil_execute_workspace(context, p.stencil, bytes)
                     : tcu_stencil_execute(context, p.stencil, p.in, p.out);
    case BENCH_STENCIL_ITERATE:
        return bytes ? tcu_stencil_iterate_workspace(context, p.stencil, bytes)
                     : tcu_stencil_iterate(context, p.stencil, p.out, p.scratch, p.steps);
    case BENCH_CONVOLVE:
        if (p.factors[0] == nullptr) {
            return bytes ? tcu_convolve_2d_workspace(context, &desc, rows, columns, nullptr, bytes)
                         : tcu_convolve_2d(context, &desc, p.in, p.kernel, rows, columns, p.out, nullptr);
        }
        return bytes ? tcu_convolve_2d_separable_workspace(context, &desc, rows, columns, nullptr, bytes)
                     : tcu_convolve_2d_separable(context, &desc, p.in, p.factors[0], rows, p.factors[1], columns, p.out,
                                                 nullptr);
    default:
        return bytes ? tcu_convolution_layer_workspace(context, &p.layer, nullptr, bytes)
                     : tcu_convolution_layer(context, &p.layer, p.in, p.filters, nullptr, p.out, nullptr);
    }
}

const StencilFamily the_family;
} // namespace

const Family &stencil_family = the_family;
} // namespace bench
