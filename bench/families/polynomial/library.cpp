/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/polynomial/family.h"

namespace bench
{
namespace
{
tcu_polynomial_reduction polynomial_reduction(const bench_problem &p)
{
    return p.form == BENCH_SUM ? TCU_POLYNOMIAL_SUM : TCU_POLYNOMIAL_MAX;
}
} // namespace

tcu_status PolynomialFamily::run(tcu_context *context, const bench_problem &p) const
{
    switch (p.form) {
    case BENCH_OWN:
        return tcu_polynomial_evaluate_batched(context, p.plan, p.in, 0, p.n / p.num_polynomials, p.out, p.out_type, 0);
    case BENCH_TABLE:
        return tcu_polynomial_evaluate_spline(context, p.plan, p.breakpoints, p.in, p.n, p.out, p.out_type, 0,
                                              TCU_SPLINE_EXTRAPOLATE);
    case BENCH_INDEXED:
        return tcu_polynomial_evaluate_indexed(context, p.plan, p.in, p.indices, TCU_TYPE_U32, p.n, p.out, p.out_type,
                                               0);
    case BENCH_MAX:
    case BENCH_ARGMAX:
    case BENCH_SUM:
        return tcu_polynomial_reduce(context, p.plan, polynomial_reduction(p), p.in, p.n, p.out, p.out_type, 0,
                                     p.which);
    default:
        return tcu_polynomial_evaluate(context, p.plan, p.in, p.n, p.out, p.out_type, TCU_ORDER_ROW_MAJOR, 0);
    }
}

tcu_status PolynomialFamily::workspace(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    switch (p.form) {
    case BENCH_OWN:
        return tcu_polynomial_evaluate_batched_workspace(context, p.plan, p.n / p.num_polynomials, p.out_type, bytes);
    case BENCH_TABLE:
        return tcu_polynomial_evaluate_spline_workspace(context, p.plan, p.n, p.out_type, bytes);
    case BENCH_INDEXED:
        return tcu_polynomial_evaluate_indexed_workspace(context, p.plan, TCU_TYPE_U32, p.n, p.out_type, bytes);
    case BENCH_MAX:
    case BENCH_ARGMAX:
    case BENCH_SUM:
        return tcu_polynomial_reduce_workspace(context, p.plan, p.n, p.out_type, bytes);
    default:
        return tcu_polynomial_evaluate_workspace(context, p.plan, p.n, p.out_type, bytes);
    }
}
} // namespace bench
