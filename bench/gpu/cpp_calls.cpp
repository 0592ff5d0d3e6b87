/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types are known when a call in C++ is compiled, so that there is one here for each kind of row that it is timed for.
 */
#include "bench/gpu/cpp_calls.h"

#include <memory>
#include <tcu/tcu.hpp>

namespace bench
{
namespace
{
// A context that is not destroyed with its last copy: it is the caller's.
std::shared_ptr<tcu::context> borrow(tcu_context *context)
{
    return {new tcu::context(tcu::context::adopt(context)), [](tcu::context *borrowed) {
                static_cast<void>(borrowed->release());
                delete borrowed;
            }};
}
} // namespace

std::function<void()> call_in_cpp(tcu_context *context, const bench_problem &problem)
{
    const bool is_plain = problem.op == BENCH_REDUCE ? problem.form == BENCH_NO_FORM : problem.form == BENCH_INCLUSIVE;
    if (problem.in_type != TCU_TYPE_F32 || problem.out_type != TCU_TYPE_F32 || !is_plain) {
        return {};
    }
    const std::shared_ptr<tcu::context> place = borrow(context);
    const tcu::view in(static_cast<const float *>(problem.in), problem.n);
    float *const out = static_cast<float *>(problem.out);
    switch (problem.op) {
    case BENCH_REDUCE:
        return [place, in, out] { tcu::reduce(*place, in, out); };
    case BENCH_SCAN:
        return [place, in, out] { tcu::scan(*place, in, tcu::view(out, in.size())); };
    default:
        return {};
    }
}
} // namespace bench
