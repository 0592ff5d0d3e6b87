/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials. The reference is Horner's scheme in long double, of a sample of the outputs. */
#include <algorithm>
#include <random>

#include "bench/family.h"
#include "bench/host/elements.h"
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

struct Value {
    long double sum, magnitude; // of c_k t^k, and of the terms' magnitudes
};

Value evaluate(const bench_problem &p, uint64_t polynomial, double t)
{
    Value value = {0, 0};
    for (uint64_t k = p.degree + 1; k-- > 0;) {
        const long double c = real_at(p.in_type, p.coefficients, polynomial * (p.degree + 1) + k);
        value.sum = value.sum * t + c;
        value.magnitude = value.magnitude * std::fabs(t) + std::fabs(c);
    }
    return value;
}

// The last piece that begins at or before x.
Value evaluate_piece(const bench_problem &p, double x)
{
    uint64_t piece = p.num_polynomials - 1;
    while (piece > 0 && real_at(p.in_type, p.breakpoints, piece) > x) {
        piece--;
    }
    const double begin = real_at(p.in_type, p.breakpoints, piece);
    // The contract's difference is one in the type.
    return evaluate(p, piece, p.in_type == TCU_TYPE_F64 ? x - begin : double(float(x) - float(begin)));
}

Value reduce(const bench_problem &p, double x)
{
    Value total = evaluate(p, 0, x);
    for (uint64_t k = 1; k < p.num_polynomials; k++) {
        const Value value = evaluate(p, k, x);
        const bool sums = p.form == BENCH_SUM;
        total.sum = sums ? total.sum + value.sum : std::max(total.sum, value.sum);
        total.magnitude = sums ? total.magnitude + value.magnitude : std::max(total.magnitude, value.magnitude);
    }
    return total;
}

Value expected_value(const bench_problem &p, uint64_t at)
{
    const double x = real_at(p.in_type, p.in, p.form == BENCH_GRID ? at % p.n : at);
    switch (p.form) {
    case BENCH_GRID:
        return evaluate(p, at / p.n, x);
    case BENCH_OWN:
        return evaluate(p, at / (p.n / p.num_polynomials), x);
    case BENCH_INDEXED:
        return evaluate(p, p.indices[at], x);
    case BENCH_TABLE:
        return evaluate_piece(p, x);
    case BENCH_ONE:
        return evaluate(p, 0, x);
    default:
        return reduce(p, x);
    }
}

// As in device.cu.
double bound(const bench_problem &p, const Value &value)
{
    const double unit = p.in_type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24, magnitude = double(value.magnitude);
    double allowed = (8 * unit + (bench_size(p.in_type) == 2 ? 0x1p-11 : 0)) * magnitude;
    if (p.form == BENCH_SUM) {
        allowed += std::sqrt(double(p.num_polynomials)) * unit * magnitude;
    }
    if (p.out_type == TCU_TYPE_F16) {
        allowed += 1.001 * (0x1p-11 * double(std::fabs(value.sum)) + 0x1p-25);
    }
    if (p.out_type == TCU_TYPE_BF16) {
        allowed += 1.001 * 0x1p-8 * double(std::fabs(value.sum));
    }
    return allowed;
}

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
        const Value expected = expected_value(p, at);
        const double got = real_at(p.out_type, p.out, at), allowed = bound(p, expected);
        const double error = double(std::fabs(got - expected.sum));
        const bool overflows = p.out_type == TCU_TYPE_F16 && std::isinf(got) && (got > 0) == (expected.sum > 0) &&
                               double(std::fabs(expected.sum)) + allowed >= 65504;
        wrong += !(error <= allowed) && !overflows;
        if (p.which != nullptr) { // one of those whose values cannot be told apart
            const uint64_t which = std::min(p.which[at], p.num_polynomials - 1);
            const long double value = evaluate(p, which, real_at(p.in_type, p.in, at)).sum;
            wrong += p.which[at] >= p.num_polynomials || !(std::fabs(value - expected.sum) <= 2 * allowed);
        }
        if (expected.magnitude > 0 && std::isfinite(error)) {
            max_error = std::fmax(max_error, error / double(expected.magnitude));
        }
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
        return p.degree * (bench_evaluates_all(p.form) ? p.num_polynomials * p.n : p.n);
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
