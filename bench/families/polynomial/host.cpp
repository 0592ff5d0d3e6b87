/* SPDX-License-Identifier: Apache-2.0 */
/* The reference is Horner's scheme in long double, of a sample of the outputs. */
#include "bench/families/polynomial/family.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "bench/families/polynomial/plan.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
constexpr uint64_t kSeed = 20260, kGuardBytes = 64, kSamples = 20000, kReducedSamples = 200;
constexpr char kPoison = char(0xff);

struct Value {
    long double sum, magnitude; // of c_k t^k, and of the terms' magnitudes
};

Value evaluate(const bench_problem &p, uint64_t polynomial, double t)
{
    Value value = {0, 0};
    for (uint64_t k = p.degree + 1; k-- > 0;) {
        const long double c = bench_real(p.in_type, p.coefficients, polynomial * (p.degree + 1) + k);
        value.sum = value.sum * t + c;
        value.magnitude = value.magnitude * std::fabs(t) + std::fabs(c);
    }
    return value;
}

// The last piece that begins at or before x.
Value evaluate_piece(const bench_problem &p, double x)
{
    uint64_t piece = p.num_polynomials - 1;
    while (piece > 0 && bench_real(p.in_type, p.breakpoints, piece) > x) {
        piece--;
    }
    const double begin = bench_real(p.in_type, p.breakpoints, piece);
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
    const double x = bench_real(p.in_type, p.in, p.form == BENCH_GRID ? at % p.n : at);
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

// As in device/polynomials.cu.
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
    bench_problem prepare(const Row &row) override;
    void poison() override;
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    bench_problem problem_ = {};
    std::vector<char> in_, out_, coefficients_, breakpoints_;
    std::vector<uint32_t> indices_;
    std::vector<uint64_t> which_;
    std::unique_ptr<Plan> plan_;
};

bench_problem HostPolynomial::prepare(const Row &row)
{
    bench_problem &p = problem_;
    p = problem_without_arrays(row);
    const uint64_t size = bench_size(row.in), count = bench_coefficient_count(&p);
    in_.resize(row.n * size);
    coefficients_.resize(count * size);
    bench_serial_fill(in_.data(), row.in, row.n, kSeed);
    bench_serial_fill(coefficients_.data(), row.in, count, kSeed + 4);
    out_.resize(bench_polynomial_out_count(&p) * bench_size(row.out) + kGuardBytes);
    p.in = in_.data();
    p.out = out_.data();
    p.coefficients = p.coefficients_here = coefficients_.data();
    if (row.form == BENCH_TABLE) {
        breakpoints_ = make_breakpoints(row);
        p.breakpoints = breakpoints_.data();
    }
    if (row.form == BENCH_INDEXED) {
        indices_.resize(row.n);
        bench_serial_fill(indices_.data(), TCU_TYPE_U32, row.n, kSeed + 5);
        for (uint32_t &index : indices_) {
            index %= uint32_t(row.polynomials);
        }
        p.indices = indices_.data();
    }
    which_.resize(row.form == BENCH_ARGMAX ? row.n : 0);
    p.which = row.form == BENCH_ARGMAX ? which_.data() : nullptr;
    plan_ = std::make_unique<Plan>(TCU_BACKEND_HOST, p);
    p.plan = plan_->get();
    return p;
}

void HostPolynomial::poison()
{
    std::fill(out_.begin(), out_.end(), kPoison);
    std::fill(which_.begin(), which_.end(), UINT64_MAX);
}

uint64_t HostPolynomial::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const uint64_t outputs = bench_polynomial_out_count(&p);
    uint64_t wrong = 0;
    for (uint64_t at = 0; at < outputs; at++) { // poison is a NaN
        wrong += std::isnan(bench_real(p.out_type, p.out, at)) || (p.which != nullptr && p.which[at] == UINT64_MAX);
    }
    for (uint64_t b = out_.size() - kGuardBytes; b < out_.size(); b++) {
        wrong += out_[b] != kPoison;
    }
    std::mt19937_64 random(kSeed + 6);
    max_error = 0;
    for (uint64_t samples = bench_reduces_polynomials(p.form) ? kReducedSamples : kSamples; samples-- > 0;) {
        const uint64_t at = random() % outputs;
        const Value expected = expected_value(p, at);
        const double got = bench_real(p.out_type, p.out, at), allowed = bound(p, expected);
        const double error = double(std::fabs(got - expected.sum));
        const bool overflows = p.out_type == TCU_TYPE_F16 && std::isinf(got) && (got > 0) == (expected.sum > 0) &&
                               double(std::fabs(expected.sum)) + allowed >= 65504;
        wrong += !(error <= allowed) && !overflows;
        if (p.which != nullptr) { // one of those whose values cannot be told apart
            const uint64_t which = std::min(p.which[at], p.num_polynomials - 1);
            const long double value = evaluate(p, which, bench_real(p.in_type, p.in, at)).sum;
            wrong += p.which[at] >= p.num_polynomials || !(std::fabs(value - expected.sum) <= 2 * allowed);
        }
        if (expected.magnitude > 0 && std::isfinite(error)) {
            max_error = std::fmax(max_error, error / double(expected.magnitude));
        }
    }
    return wrong;
}
} // namespace

std::unique_ptr<HostData> PolynomialFamily::make_host_data() const
{
    return std::make_unique<HostPolynomial>();
}
} // namespace bench
