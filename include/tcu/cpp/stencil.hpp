// SPDX-License-Identifier: Apache-2.0
/**
 * @file stencil.hpp
 * Sweeps and time steps of stencils, and differences of neighbours: stencil.h for C++.
 */
#ifndef TCU_CPP_STENCIL_HPP
#define TCU_CPP_STENCIL_HPP

#include <tcu/cpp/stencil_create.hpp>

namespace tcu
{
/**
 * tcu_stencil_execute(): one sweep.
 *
 * @param in   plan.in_elements() elements of the plan's type, or more.
 * @param out  plan.out_elements() elements, elsewhere.
 */
template <class Context, class T, class In, class Out>
outcome_of<Context> stencil_execute(Context &ctx, const stencil<T> &plan, const In &in, Out &&out)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    static_assert(x.type() == type_of<T>() && y.type() == type_of<T>(),
                  "tcu::stencil_execute: fields of another type than "
                  "the plan's");
    detail::checks checks("stencil_execute");
    checks.at_least("in", x, plan.in_elements()).at_least("out", y, plan.out_elements());
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_stencil_execute(c, plan.get(), x.data(), y.data()); },
        [&](auto c, auto bytes) { return tcu_stencil_execute_workspace(c, plan.get(), bytes); });
}

/**
 * tcu_stencil_iterate(): time steps.
 *
 * @param u        plan.in_elements() elements of the plan's type: the state, and the result.
 * @param scratch  as many.
 */
template <class Context, class T, class U, class Scratch>
outcome_of<Context> stencil_iterate(Context &ctx, const stencil<T> &plan, U &&u, Scratch &&scratch, uint64_t steps)
{
    const auto x = detail::output(u);
    const auto y = detail::output(scratch);
    static_assert(x.type() == type_of<T>() && y.type() == type_of<T>(),
                  "tcu::stencil_iterate: fields of another type than "
                  "the plan's");
    detail::checks checks("stencil_iterate");
    checks.at_least("u", x, plan.in_elements()).at_least("scratch", y, steps == 0 ? 0 : plan.in_elements());
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_stencil_iterate(c, plan.get(), x.data(), y.data(), steps); },
        [&](auto c, auto bytes) { return tcu_stencil_iterate_workspace(c, plan.get(), bytes); });
}

/** Options of adjacent_difference(). */
struct adjacent_difference_options {
    const uint64_t *count = nullptr; /**< in the context's memory: how many elements there are; default all */

    /** @return the same for C. */
    constexpr tcu_adjacent_difference_options c() const noexcept { return {count, {}}; }
};

/**
 * tcu_adjacent_difference(): out[0] = in[0], out[i] = in[i] - in[i - 1].
 *
 * @param in   any elements.
 * @param out  as many, of the same type; it may be `in`.
 */
template <class Context, class In, class Out>
outcome_of<Context>
adjacent_difference(Context &ctx, const In &in, Out &&out,
                    const adjacent_difference_options &options = detail::no_options<adjacent_difference_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    static_assert(x.type() == y.type(), "tcu::adjacent_difference: in and out are of two types");
    detail::checks checks("adjacent_difference");
    checks.equal("out", y, x.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_adjacent_difference(c, x.data(), x.size(), x.type(), y.data(), o); },
        [&](auto c, auto bytes) { return tcu_adjacent_difference_workspace(c, x.size(), x.type(), o, bytes); });
}

/**
 * tcu_finite_difference_weights(): weights of a finite difference on any nodes, all in host memory. It takes a context
 * for its errors alone.
 *
 * @param nodes    different numbers, also as a list in braces.
 * @param weights  as many.
 */
template <class Errors, class Weights>
outcome_of<basic_context<Errors>> finite_difference_weights(basic_context<Errors> &, double at,
                                                            view<const double> nodes, uint32_t derivative,
                                                            Weights &&weights)
{
    const auto y = detail::output(weights);
    static_assert(y.type() == TCU_TYPE_F64, "tcu::finite_difference_weights: weights are double");
    detail::checks checks("finite_difference_weights");
    checks.equal("weights", y, nodes.size()).at_most("nodes", nodes.size(), UINT32_MAX);
    const auto call = [&](tcu_context *) {
        return tcu_finite_difference_weights(at, nodes.data(), static_cast<uint32_t>(nodes.size()), derivative,
                                             y.data());
    };
    return Errors::finish(detail::checked_call(nullptr, checks, call));
}
} // namespace tcu

#endif // TCU_CPP_STENCIL_HPP
