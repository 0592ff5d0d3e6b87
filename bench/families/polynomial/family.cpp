/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials. The reference is Horner's scheme in long double, of a sample of the outputs. */
#include <algorithm>
#include <random>

#include "bench/family.h"
#include "bench/inputs/expected.h"
#include "bench/inputs/plans.h"

namespace bench
{
using namespace types;

namespace
{
const Params kDegrees = {3, 7, 15, 31, 63, 127, 255}, kHighDegrees = {63, 255};
const std::vector<tcu_type> kAllTypes = {F64, F32, F16, BF16};

void add(Table &t, bench_form form, const Pairs &pairs, uint64_t number, const Sizes &sizes, const Params &degrees,
         const Names &dists = kUniform)
{
    t.add(BENCH_POLYNOMIAL, form, pairs, sizes, degrees, dists, number);
}

void add_large(Table &t)
{
    add(t, BENCH_GRID, {{F16, F32}}, 1024, {1 << 20}, kDegrees);
    add(t, BENCH_GRID, {{F16, F32}}, 1024, {(1 << 20) - 3}, {15, 31, 63});
    for (tcu_type type : kAllTypes) {
        const Pairs pair = same({type});
        add(t, BENCH_GRID, pair, 1024, {1 << 20}, kDegrees);
        /* (Rows of results that begin anywhere.) */
        add(t, BENCH_GRID, pair, 1024, {(1 << 20) - 3}, {15, 31, 63});
        add(t, BENCH_GRID, pair, 64, {1 << 22}, {63});
        add(t, BENCH_GRID, pair, 16, {1 << 24}, kHighDegrees);
        add(t, BENCH_MAX, pair, 1024, {1 << 20}, {7, 15, 63, 255});
        add(t, BENCH_ARGMAX, pair, 1024, {1 << 20}, {63});
        add(t, BENCH_SUM, pair, 1024, {1 << 20}, {63});
        add(t, BENCH_ONE, pair, 1, {1 << 27}, kDegrees);
        add(t, BENCH_OWN, pair, 4096, {1 << 27}, kHighDegrees);
    }
    for (tcu_type type : {F64, F32}) {
        for (const char *breakpoints : {"even", "random"}) {
            add(t, BENCH_TABLE, same({type}), 1024, {1 << 27}, {3, 7}, {breakpoints});
        }
        add(t, BENCH_INDEXED, same({type}), 1024, {1 << 27}, {3, 7});
    }
}

/* ----------------------------------------------------------------------------------------------------------- host --- */

constexpr uint64_t kSamples = 20000, kReducedSamples = 200;

class HostPolynomial : public HostData
{
  public:
    void poison() override
    {
        fill_with_poison(out_);
        std::fill(which_.begin(), which_.end(), UINT64_MAX);
    }
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;

    std::vector<char> coefficients_, breakpoints_;
    std::vector<uint32_t> indices_;
    std::vector<uint64_t> which_;
    Plan<tcu_polynomial> plan_;
};

void HostPolynomial::make(const Row &row)
{
    bench_problem &p = problem_;
    p.in = random(in_, row.in, row.n);
    p.coefficients = p.coefficients_here = random(coefficients_, row.in, bench_coefficient_count(&p), BENCH_SEED + 4);
    if (row.form == BENCH_TABLE) {
        breakpoints_ = make_breakpoints(row);
        p.breakpoints = breakpoints_.data();
    }
    if (row.form == BENCH_INDEXED) {
        indices_.resize(row.n);
        for (uint64_t i = 0; i < row.n; i++) {
            indices_[i] = uint32_t(bench_hash(i ^ (BENCH_SEED + 5)) % row.polynomials);
        }
        p.indices = indices_.data();
    }
    which_.resize(row.form == BENCH_ARGMAX ? row.n : 0);
    p.which = row.form == BENCH_ARGMAX ? which_.data() : nullptr;
    plan_ = make_polynomial(TCU_BACKEND_HOST, p);
    p.plan = plan_.get();
}

uint64_t HostPolynomial::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const uint64_t outputs = bench_polynomial_out_count(&p);
    uint64_t wrong = 0;
    for (uint64_t at = 0; at < outputs; at++) { // poison is a NaN
        wrong += std::isnan(real_at(p.out_type, p.out, at)) || (p.which != nullptr && p.which[at] == UINT64_MAX);
    }
    wrong += written_behind(out_);
    std::mt19937_64 random(BENCH_SEED + 6);
    max_error = 0;
    for (uint64_t samples = bench_reduces_polynomials(p.form) ? kReducedSamples : kSamples; samples-- > 0;) {
        const uint64_t at = random() % outputs;
        const Judgement found = judge_polynomial(p, at);
        wrong += found.wrong;
        max_error = std::fmax(max_error, found.error);
    }
    return wrong;
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class PolynomialFamily final : public Family
{
  public:
    std::vector<Distributions> distributions() const override { return {{"breakpoints", {"even", "random"}}}; }
    const char *params() const override { return "degrees"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override { return bytes / bench_size(row.in); }
    bool fit(Row &row) const override
    {
        if (row.form == BENCH_OWN) {
            row.n -= row.n % row.polynomials;
        }
        return row.param >= 0;
    }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        p.num_polynomials = row.polynomials;
        p.degree = uint64_t(row.param);
    }
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return bench_polynomial_out_count(&p) * bench_size(p.out_type);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        const double in = double(bench_size(p.in_type)), n = double(p.n);
        return n * in + double(out_bytes(p)) + double(bench_coefficient_count(&p)) * in +
               (p.form == BENCH_TABLE ? double(p.num_polynomials + 1) * in : 0.0) +
               (p.form == BENCH_INDEXED ? 4 * n : 0.0) + (p.form == BENCH_ARGMAX ? 8 * n : 0.0);
    }
    Roof roof(const bench_problem &p) const override
    {
        if (p.form == BENCH_GRID && p.degree <= 15) {
            return {"write", double(out_bytes(p))};
        }
        if (p.form == BENCH_TABLE || p.form == BENCH_INDEXED || (p.form == BENCH_ONE && p.degree <= 31)) {
            return {"copy", bytes_moved(p)};
        }
        return {};
    }
    uint64_t multiplications(const bench_problem &p) const override // of Horner's scheme
    {
        return p.degree * (p.form >= BENCH_GRID && p.form <= BENCH_SUM ? p.num_polynomials * p.n : p.n);
    }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostPolynomial>(); }
    std::vector<Yardstick> yardsticks() const override { return polynomial_yardsticks(); }
};

void PolynomialFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    if (t.wants("small")) {
        add(t, BENCH_GRID, same(kAllTypes), 16, {10000}, {15});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_POLYNOMIAL, BENCH_GRID, F32, F32, 10000, 15, "uniform", Timed::calls, 16,
                    "tcu_polynomial_evaluate"});
    }
}

void PolynomialFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    add(t, BENCH_ONE, same(kReals), 1, kSorted, {3, 15, 63});
    add(t, BENCH_GRID, same(kReals), 16, {1000, 1 << 18}, {3, 15, 63});
    add(t, BENCH_MAX, same(kReals), 64, {1 << 14}, {15});
    add(t, BENCH_OWN, same(kReals), 1024, {1 << 20}, {15});
    add(t, BENCH_TABLE, same(kReals), 1024, {1000, 1 << 20}, {3}, {"random"});
    add(t, BENCH_INDEXED, same(kReals), 1024, {1000, 1 << 20}, {3});
}

tcu_status PolynomialFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const tcu_type out = p.out_type;
    const uint64_t own = p.n / p.num_polynomials;
    switch (p.form) {
    case BENCH_OWN:
        return bytes ? tcu_polynomial_evaluate_batched_workspace(context, p.plan, own, out, bytes)
                     : tcu_polynomial_evaluate_batched(context, p.plan, p.in, 0, own, p.out, out, 0);
    case BENCH_TABLE:
        return bytes ? tcu_polynomial_evaluate_spline_workspace(context, p.plan, p.n, out, bytes)
                     : tcu_polynomial_evaluate_spline(context, p.plan, p.breakpoints, p.in, p.n, p.out, out, 0,
                                                      TCU_SPLINE_EXTRAPOLATE);
    case BENCH_INDEXED:
        return bytes ? tcu_polynomial_evaluate_indexed_workspace(context, p.plan, TCU_TYPE_U32, p.n, out, bytes)
                     : tcu_polynomial_evaluate_indexed(context, p.plan, p.in, p.indices, TCU_TYPE_U32, p.n, p.out, out,
                                                       0);
    case BENCH_MAX:
    case BENCH_ARGMAX:
    case BENCH_SUM:
        return bytes ? tcu_polynomial_reduce_workspace(context, p.plan, p.n, out, bytes)
                     : tcu_polynomial_reduce(context, p.plan,
                                             p.form == BENCH_SUM ? TCU_POLYNOMIAL_SUM : TCU_POLYNOMIAL_MAX, p.in, p.n,
                                             p.out, out, 0, p.which);
    default:
        return bytes ? tcu_polynomial_evaluate_workspace(context, p.plan, p.n, out, bytes)
                     : tcu_polynomial_evaluate(context, p.plan, p.in, p.n, p.out, out, TCU_ORDER_ROW_MAJOR, 0);
    }
}

const PolynomialFamily the_family;
} // namespace

const Family &polynomial_family = the_family;
} // namespace bench
