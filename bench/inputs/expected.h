/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file expected.h
 * What single outputs of polynomials, stencils and convolutions have to become, and how far off they are: on the host
 * in long double, on the device in f64 with the rounding errors in a second f64. It shares nothing with the library's
 * kernels or with CUB.
 */
#ifndef TCU_BENCH_INPUTS_EXPECTED_H
#define TCU_BENCH_INPUTS_EXPECTED_H

#ifdef __CUDACC__
#include "bench/gpu/check.cuh"
#define BENCH_CHECKS __device__ inline
#else
#include "bench/host/elements.h"
#define BENCH_CHECKS inline
#endif

#include <cmath>

namespace bench
{
/** A sum of products, and of their magnitudes. */
#ifdef __CUDACC__
struct Sum {
    double high = 0, low = 0; // whose sum it is
    double magnitude = 0;

    // Operations that the compiler must not contract to others.
    __device__ void add_rounded(double term, double error)
    {
        const double sum = __dadd_rn(high, term), added = __dsub_rn(sum, high);
        const double lost = __dadd_rn(__dsub_rn(high, __dsub_rn(sum, added)), __dsub_rn(term, added));
        low = __dadd_rn(low, __dadd_rn(lost, error));
        high = sum;
    }
    __device__ void add(double a, double b)
    {
        const double term = __dmul_rn(a, b);
        add_rounded(term, __fma_rn(a, b, -term));
        magnitude += fabs(term);
    }
    __device__ void add(const Sum &other)
    {
        add_rounded(other.high, other.low);
        magnitude += other.magnitude;
    }
    // S. Graillat, P. Langlois, N. Louvet: "Algorithms for Accurate, Validated and Fast Polynomial Evaluation", 2009.
    __device__ void multiply_and_add(double t, double c)
    {
        const double product = __dmul_rn(high, t), error = __fma_rn(high, t, -product);
        low = __dmul_rn(low, t);
        high = product;
        add_rounded(c, error);
        magnitude = fma(magnitude, fabs(t), fabs(c));
    }
    __device__ double minus(double value) const { return (high - value) + low; }
    __device__ double minus(const Sum &other) const { return minus(other.high) - other.low; }
    __device__ double value() const { return high; }
};
#else
struct Sum {
    long double sum = 0, magnitude = 0;

    void add(long double a, long double b)
    {
        sum += a * b;
        magnitude += std::fabs(a * b);
    }
    void add(const Sum &other)
    {
        sum += other.sum;
        magnitude += other.magnitude;
    }
    void multiply_and_add(double t, double c)
    {
        sum = sum * t + c;
        magnitude = magnitude * std::fabs(t) + std::fabs(c);
    }
    long double minus(double value) const { return sum - value; }
    long double minus(const Sum &other) const { return sum - other.sum; }
    double value() const { return double(sum); }
};
#endif

/** Of an output: whether it is outside of the bound of the operation's header, and |error| / S, S the sum's magnitude. */
struct Judgement {
    bool wrong;
    double error;
};
BENCH_CHECKS Judgement judge(const Sum &expected, double got, double allowed)
{
    const double error = std::fabs(double(expected.minus(got))), magnitude = double(expected.magnitude);
    return {!(error <= allowed), std::isfinite(error) && magnitude > 0 ? error / magnitude : 0};
}

/* ----------------------------------------------------------------------------------------------------- polynomials --- */

BENCH_CHECKS Sum polynomial_at(const bench_problem &p, uint64_t polynomial, double t)
{
    Sum sum;
    for (uint64_t k = p.degree + 1; k-- > 0;) {
        sum.multiply_and_add(t, element_at(p.in_type, p.coefficients, polynomial * (p.degree + 1) + k));
    }
    return sum;
}

/** In the last piece that begins at or before x. */
BENCH_CHECKS Sum spline_at(const bench_problem &p, double x)
{
    uint64_t below = 0, above = p.num_polynomials;
    while (above - below > 1) {
        const uint64_t middle = (below + above) / 2;
        (element_at(p.in_type, p.breakpoints, middle) <= x ? below : above) = middle;
    }
    const double begin = element_at(p.in_type, p.breakpoints, below);
    // The contract's difference is one in the type.
    return polynomial_at(p, below, p.in_type == TCU_TYPE_F64 ? x - begin : double(float(x) - float(begin)));
}

BENCH_CHECKS Sum expected_polynomial(const bench_problem &p, uint64_t at)
{
    const double x = element_at(p.in_type, p.in, p.form == BENCH_GRID ? at % p.n : at);
    if (p.form == BENCH_TABLE) {
        return spline_at(p, x);
    }
    Sum total = polynomial_at(p,
                              p.form == BENCH_GRID      ? at / p.n
                              : p.form == BENCH_OWN     ? at / (p.n / p.num_polynomials)
                              : p.form == BENCH_INDEXED ? p.indices[at]
                                                        : 0,
                              x);
    for (uint64_t k = 1; bench_reduces_polynomials(p.form) && k < p.num_polynomials; k++) {
        Sum value = polynomial_at(p, k, x);
        if (p.form == BENCH_SUM) {
            total.add(value);
            continue;
        }
        const auto magnitude = value.magnitude > total.magnitude ? value.magnitude : total.magnitude;
        total = value.minus(total) > 0 ? value : total;
        total.magnitude = magnitude;
    }
    return total;
}

/**
 * What polynomial.h allows: of the values, and of their rounding to the output's type. A sum has its additions besides,
 * whose errors grow as a random walk.
 */
BENCH_CHECKS double polynomial_bound(const bench_problem &p, const Sum &sum)
{
    const double unit = p.in_type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24, size = std::fabs(sum.value());
    const double sums = p.form == BENCH_SUM ? std::sqrt(double(p.num_polynomials)) * unit : 0;
    return (8 * unit + (bench_size(p.in_type) == 2 ? 0x1p-11 : 0) + sums) * double(sum.magnitude) +
           (p.out_type == TCU_TYPE_F16    ? 1.001 * (0x1p-11 * size + 0x1p-25)
            : p.out_type == TCU_TYPE_BF16 ? 1.001 * 0x1p-8 * size
                                          : 0);
}

BENCH_CHECKS Judgement judge_polynomial(const bench_problem &p, uint64_t at)
{
    const Sum expected = expected_polynomial(p, at);
    const double got = element_at(p.out_type, p.out, at), allowed = polynomial_bound(p, expected);
    const double value = expected.value();
    Judgement found = judge(expected, got, allowed);
    if (p.out_type == TCU_TYPE_F16 && std::isinf(got) && (got > 0) == (value > 0)) {
        found.wrong = found.wrong && !(std::fabs(value) + allowed >= 65504);
    }
    if (p.form == BENCH_ARGMAX) { // one of those whose values cannot be told apart
        const uint64_t which = p.which[at];
        found.wrong = found.wrong || which >= p.num_polynomials ||
                      !(std::fabs(double(expected.minus(polynomial_at(p, which, element_at(p.in_type, p.in, at))))) <=
                        2 * allowed);
    }
    return found;
}

/* -------------------------------------------------------------------------------------------------------- stencils --- */

/** The point of an axis that stands for one from outside; -1 where there is 0. KEEP does not come here. */
BENCH_CHECKS int64_t inside(tcu_boundary boundary, int64_t at, uint64_t n)
{
    if (at >= 0 && at < int64_t(n)) {
        return at;
    }
    return boundary != TCU_BOUNDARY_CLAMP ? -1 : at < 0 ? 0 : int64_t(n) - 1;
}

BENCH_CHECKS Sum sum_around(const bench_grid &g, tcu_type type, const void *in, uint64_t at)
{
    const int64_t channels = int64_t(g.channels), depth = int64_t(g.extents[0]);
    const int64_t height = int64_t(g.extents[1]), width = int64_t(g.extents[2]);
    const int64_t c = int64_t(at) % channels, line = int64_t(at) / channels / width, plane = line / height;
    const int64_t at_x = int64_t(at) / channels % width, at_y = line % height, at_z = plane % depth;
    const double *w = g.weights;
    Sum sum;
    for (int dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
        const int64_t z = inside(g.boundary, at_z + dz, g.extents[0]);
        for (int dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
            const int64_t y = inside(g.boundary, at_y + dy, g.extents[1]);
            const int64_t row = ((plane - at_z + z) * height + y) * width;
            for (int dx = -g.radius[2]; dx <= g.radius[2]; dx++, w++) {
                const int64_t x = inside(g.boundary, at_x + dx, g.extents[2]);
                if (z >= 0 && y >= 0 && x >= 0 && *w != 0) {
                    sum.add(*w, element_at(type, in, uint64_t((row + x) * channels + c)));
                }
            }
        }
    }
    return sum;
}

BENCH_CHECKS Sum sum_of_layer(const bench_problem &p, uint64_t at)
{
    const tcu_convolution_layer_desc &l = p.layer;
    const int64_t x = int64_t(at % l.width), y = int64_t(at / l.width % l.height);
    const uint64_t k = at / (l.width * l.height) % l.out_channels, image = at / (l.width * l.height * l.out_channels);
    uint64_t filter = k * l.in_channels * l.kernel_height * l.kernel_width;
    Sum sum;
    for (uint64_t c = 0; c < l.in_channels; c++) {
        for (int r = 0; r < int(l.kernel_height); r++) {
            for (int s = 0; s < int(l.kernel_width); s++, filter++) {
                const int64_t from_y = inside(TCU_BOUNDARY_ZERO, y + r - int(l.padding_y), l.height);
                const int64_t from_x = inside(TCU_BOUNDARY_ZERO, x + s - int(l.padding_x), l.width);
                if (from_y >= 0 && from_x >= 0) {
                    const uint64_t row = (image * l.in_channels + c) * l.height + uint64_t(from_y);
                    sum.add(element_at(p.in_type, p.filters, filter),
                            element_at(p.in_type, p.in, row * l.width + uint64_t(from_x)));
                }
            }
        }
    }
    return sum;
}

/** swept: what iterations have to become; step_terms: how many terms' roundings each of their steps may have. */
BENCH_CHECKS Judgement judge_stencil(const bench_problem &p, const double *swept, uint64_t step_terms, uint64_t at)
{
    const bool is_difference = p.op == BENCH_ADJACENT_DIFFERENCE, is_layer = p.op == BENCH_CONVOLUTION_LAYER;
    if (is_difference && !bench_is_float(p.in_type)) {
        const uint64_t before = at > 0 ? integer_at(p.in_type, p.in, at - 1) : 0;
        const uint64_t left = integer_at(p.in_type, p.out, at) + before - integer_at(p.in_type, p.in, at);
        const bool wrong = left << (64 - 8 * bench_size(p.in_type)) != 0;
        return {wrong, double(wrong)};
    }
    const double got = element_at(p.out_type, p.out, at);
    Sum sum;
    if (p.op == BENCH_STENCIL_ITERATE) { // means of elements up to 1
        sum.add(1, swept[at]);
        sum.magnitude = 1;
        return judge(sum, got, double(p.steps) * bench_sum_bound(p.in_type, step_terms, 1, 1));
    }
    if (is_difference) {
        sum.add(1, element_at(p.in_type, p.in, at));
        sum.add(-1, at > 0 ? element_at(p.in_type, p.in, at - 1) : 0);
    } else {
        sum = is_layer ? sum_of_layer(p, at) : sum_around(p.grid, p.in_type, p.in, at);
    }
    const uint64_t terms = is_layer        ? bench_filter_count(&p.layer) / p.layer.out_channels
                           : is_difference ? 2
                                           : p.grid.taps;
    return judge(sum, got, bench_sum_bound(p.in_type, terms, sum.value(), double(sum.magnitude)));
}
} // namespace bench

#endif
