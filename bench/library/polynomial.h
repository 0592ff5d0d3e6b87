/* SPDX-License-Identifier: Apache-2.0 */
/** @file polynomial.h A problem of the polynomials handed to the library's public API, and its code paths by name. */
#ifndef TCU_BENCH_LIBRARY_POLYNOMIAL_H
#define TCU_BENCH_LIBRARY_POLYNOMIAL_H

#include <cstring>
#include <string>

#include "bench/problems/problem.h"
#include "primitives/context/path.h"

namespace bench
{
inline tcu_polynomial_reduction polynomial_reduction(const bench_problem &p)
{
    return p.form == BENCH_SUM ? TCU_POLYNOMIAL_SUM : TCU_POLYNOMIAL_MAX;
}

inline tcu_status run_polynomial(tcu_context *context, const bench_problem &p)
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

inline tcu_status polynomial_workspace(tcu_context *context, const bench_problem &p, size_t *bytes)
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

/** The CUDA backend's path that evaluates by Horner's scheme alone. */
inline const char *plain_path(const bench_problem &p)
{
    return p.form == BENCH_TABLE || p.form == BENCH_INDEXED ? "table" : "plain";
}

/** The one that evaluates on the matrix unit, which has none for splines and indices. */
inline const char *matrix_path(const bench_problem &p)
{
    return p.form == BENCH_ONE || p.form == BENCH_OWN ? "giant" : "grid";
}

/** Forces a path for the calls that follow; false if the backend has none of that name. */
inline bool force_polynomial_path(tcu_context *context, const char *path)
{
    return tcui_force_paths(context, ("polynomial:" + std::string(path)).c_str()) == TCU_SUCCESS;
}

/** Whether the last call took the path: a forced one is not taken where it does not apply. */
inline bool took_path(const tcu_context *context, const char *path)
{
    tcu_call_info call;
    return tcu_context_get_last_call(context, &call) == TCU_SUCCESS && std::strcmp(call.path, path) == 0;
}
} // namespace bench

#endif
