/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/polynomial/family.h"

#include "bench/families/polynomial/yardsticks.h"

namespace bench
{
static const PolynomialFamily the_family;
const Family &polynomial_family = the_family;

namespace
{
int loop(const bench_problem *p)
{
    return bench_serial_polynomial(p, 0);
}

int wide_loop(const bench_problem *p)
{
    return bench_serial_polynomial(p, 1);
}
} // namespace

std::vector<Distributions> PolynomialFamily::distributions() const
{
    return {{"breakpoints", {"even", "random"}}};
}

const char *PolynomialFamily::params() const
{
    return "degrees";
}

uint64_t PolynomialFamily::elements(const Row &row, uint64_t bytes) const
{
    return bytes / bench_size(row.in);
}

bool PolynomialFamily::fit(Row &row) const
{
    if (row.form == BENCH_OWN) {
        row.n -= row.n % row.polynomials;
    }
    return row.param >= 0;
}

void PolynomialFamily::set_problem(const Row &row, bench_problem &p) const
{
    p.num_polynomials = row.polynomials;
    p.degree = uint64_t(row.param);
}

uint64_t PolynomialFamily::out_bytes(const bench_problem &p) const
{
    return bench_polynomial_out_count(&p) * bench_size(p.out_type);
}

double PolynomialFamily::bytes_moved(const bench_problem &p) const
{
    const double in = double(bench_size(p.in_type)), n = double(p.n);
    return n * in + double(out_bytes(p)) + double(bench_coefficient_count(&p)) * in +
           (p.form == BENCH_TABLE ? double(p.num_polynomials + 1) * in : 0.0) +
           (p.form == BENCH_INDEXED ? 4 * n : 0.0) + (p.form == BENCH_ARGMAX ? 8 * n : 0.0);
}

Roof PolynomialFamily::roof(const bench_problem &p) const
{
    if (p.form == BENCH_GRID && p.degree <= 15) {
        return {"write", double(out_bytes(p))};
    }
    if (p.form == BENCH_TABLE || p.form == BENCH_INDEXED || (p.form == BENCH_ONE && p.degree <= 31)) {
        return {"copy", bytes_moved(p)};
    }
    return {};
}

uint64_t PolynomialFamily::multiplications(const bench_problem &p) const // of Horner's scheme
{
    return p.degree * (bench_evaluates_all(p.form) ? p.num_polynomials * p.n : p.n);
}

std::vector<Yardstick> PolynomialFamily::yardsticks() const
{
    return {{"loop", loop, true}, {"AVX2 loop", wide_loop, false}};
}
} // namespace bench
