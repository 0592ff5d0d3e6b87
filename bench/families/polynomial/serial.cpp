/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loop that everybody would write for polynomials: Horner's scheme, one thread. Points are evaluated in blocks that fill
 * some vector registers, so that compilers vectorise across points. Halves are widened to f32. Once more for processors with
 * AVX2 and FMA.
 */
#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/host/wide.h"

namespace bench
{
namespace
{
// 8 registers of 32 bytes, as many multiplications as a processor has in flight.
template <class Real>
constexpr int kBlock = 256 / sizeof(Real);

// The last piece that begins at or before x.
template <class Real>
BENCH_ALWAYS_INLINE uint64_t piece_of(const Real *breakpoints, uint64_t pieces, Real x)
{
    uint64_t below = 0, above = pieces;
    while (above - below > 1) {
        const uint64_t middle = (below + above) / 2;
        if (breakpoints[middle] <= x) {
            below = middle;
        } else {
            above = middle;
        }
    }
    return below;
}

template <class Real>
BENCH_ALWAYS_INLINE Real value_at(const Real *c, uint64_t degree, Real t)
{
    Real value = c[degree];
    for (uint64_t k = degree; k-- > 0;) {
        value = value * t + c[k];
    }
    return value;
}

template <class Real>
BENCH_ALWAYS_INLINE void evaluate_block(const Real *c, uint64_t degree, const Real *t, Real *values)
{
    Real v[kBlock<Real>];
    for (int i = 0; i < kBlock<Real>; i++) {
        v[i] = c[degree];
    }
    for (uint64_t k = degree; k-- > 0;) {
        for (int i = 0; i < kBlock<Real>; i++) {
            v[i] = v[i] * t[i] + c[k];
        }
    }
    for (int i = 0; i < kBlock<Real>; i++) {
        values[i] = v[i];
    }
}

// One polynomial at some points.
template <class In, class Out, class Real>
BENCH_ALWAYS_INLINE void evaluate(const Real *c, uint64_t degree, const In *x, uint64_t n, Out *out)
{
    for (uint64_t first = 0; first < n; first += kBlock<Real>) {
        const uint64_t count = n - first < kBlock<Real> ? n - first : kBlock<Real>;
        Real t[kBlock<Real>] = {0}, values[kBlock<Real>];
        for (uint64_t i = 0; i < count; i++) {
            t[i] = loaded(x[first + i]);
        }
        evaluate_block(c, degree, t, values);
        for (uint64_t i = 0; i < count; i++) {
            store(out[first + i], values[i]);
        }
    }
}

// All polynomials at some points, reduced.
template <class In, class Out, class Real>
BENCH_ALWAYS_INLINE void reduce(const bench_problem *p, const Real *c, const In *x, Out *out)
{
    for (uint64_t first = 0; first < p->n; first += kBlock<Real>) {
        const uint64_t count = p->n - first < kBlock<Real> ? p->n - first : kBlock<Real>;
        Real t[kBlock<Real>] = {0}, values[kBlock<Real>], results[kBlock<Real>];
        uint64_t which[kBlock<Real>] = {0};
        for (uint64_t i = 0; i < count; i++) {
            t[i] = loaded(x[first + i]);
        }
        evaluate_block(c, p->degree, t, results);
        for (uint64_t k = 1; k < p->num_polynomials; k++) {
            evaluate_block(c + k * (p->degree + 1), p->degree, t, values);
            for (int i = 0; i < kBlock<Real>; i++) {
                if (p->form == BENCH_SUM) {
                    results[i] += values[i];
                } else if (values[i] > results[i]) {
                    results[i] = values[i], which[i] = k;
                }
            }
        }
        for (uint64_t i = 0; i < count; i++) {
            store(out[first + i], results[i]);
            if (p->which != nullptr) {
                p->which[first + i] = which[i];
            }
        }
    }
}

template <class In, class Out, class Real>
BENCH_ALWAYS_INLINE void run(const bench_problem *p, const Real *c, const Real *breakpoints)
{
    const In *x = static_cast<const In *>(p->in);
    Out *out = static_cast<Out *>(p->out);
    const uint64_t stride = p->degree + 1;
    if (bench_reduces_polynomials(p->form)) {
        reduce(p, c, x, out);
    } else if (p->form == BENCH_TABLE) {
        for (uint64_t i = 0; i < p->n; i++) {
            const Real t = loaded(x[i]);
            const uint64_t k = piece_of(breakpoints, p->num_polynomials, t);
            store(out[i], value_at(c + k * stride, p->degree, t - breakpoints[k]));
        }
    } else if (p->form == BENCH_INDEXED) {
        for (uint64_t i = 0; i < p->n; i++) {
            store(out[i], value_at(c + p->indices[i] * stride, p->degree, Real(loaded(x[i]))));
        }
    } else {
        const bool is_own = p->form == BENCH_OWN;
        const uint64_t n = is_own ? p->n / p->num_polynomials : p->n;
        for (uint64_t k = 0; k < p->num_polynomials; k++) {
            evaluate(c + k * stride, p->degree, x + (is_own ? k * n : 0), n, out + k * n);
        }
    }
}

template <class In, class Out, class Real>
void base_run(const bench_problem *p, const void *c, const void *breakpoints)
{
    run<In, Out>(p, static_cast<const Real *>(c), static_cast<const Real *>(breakpoints));
}
template <class In, class Out, class Real>
BENCH_WIDE void wide_run(const bench_problem *p, const void *c, const void *breakpoints)
{
    run<In, Out>(p, static_cast<const Real *>(c), static_cast<const Real *>(breakpoints));
}

template <class In, class Out>
int call(const bench_problem *p, bool is_wide)
{
    using Real = std::conditional_t<std::is_same_v<In, double>, double, float>;
    const auto run = is_wide ? wide_run<In, Out, Real> : base_run<In, Out, Real>;
    if (std::is_same_v<In, Real>) {
        run(p, p->coefficients, p->breakpoints);
        return 0;
    }
    const uint64_t count = bench_coefficient_count(p);
    const auto coefficients = allocate_array<Real>(count);
    if (coefficients == nullptr || p->form == BENCH_TABLE) {
        return 1;
    }
    for (uint64_t i = 0; i < count; i++) {
        coefficients[i] = Real(real_at(p->in_type, p->coefficients, i));
    }
    run(p, coefficients.get(), nullptr);
    return 0;
}

int loop(const bench_problem *p, bool is_wide)
{
    const bool to_f32 = p->out_type == TCU_TYPE_F32;
    if (is_wide && !has_wide()) {
        return 1;
    }
    switch (p->in_type) {
    case TCU_TYPE_F64:
        return call<double, double>(p, is_wide);
    case TCU_TYPE_F32:
        return call<float, float>(p, is_wide);
    case TCU_TYPE_F16:
        return to_f32 ? call<f16, float>(p, is_wide) : call<f16, f16>(p, is_wide);
    default:
        return to_f32 ? call<bf16, float>(p, is_wide) : call<bf16, bf16>(p, is_wide);
    }
}

int base_loop(const bench_problem *p)
{
    return loop(p, false);
}
int wide_loop(const bench_problem *p)
{
    return loop(p, true);
}
} // namespace

std::vector<Yardstick> polynomial_yardsticks()
{
    return {{"loop", base_loop, true}, {"AVX2 loop", wide_loop, false}};
}
} // namespace bench
