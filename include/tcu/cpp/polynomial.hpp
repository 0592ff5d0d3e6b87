// SPDX-License-Identifier: Apache-2.0
/**
 * @file polynomial.hpp
 * Plans of polynomials: polynomial.h for C++. (polynomial_evaluate.hpp has their values.)
 */
#ifndef TCU_CPP_POLYNOMIAL_HPP
#define TCU_CPP_POLYNOMIAL_HPP

#include <tcu/cpp/plan.hpp>
#include <tcu/polynomial.h>

namespace tcu
{
/** Options of polynomials. */
struct polynomial_options {
    tcu_basis basis = TCU_BASIS_MONOMIAL; /**< of the coefficients */
    uint32_t derivatives = 0;             /**< q: evaluations give the value and the first q derivatives */
    uint64_t coefficient_stride = 0;      /**< from a polynomial's first coefficient to the next one's; 0: degree + 1 */
    double lower = 0;                     /**< x where t = -1; both 0: t is x */
    double upper = 0;                     /**< x where t = 1 */
    const uint64_t *count = nullptr;      /**< in the context's memory: how many points evaluations have; default all */

    /** @return the same for C. */
    constexpr tcu_polynomial_options c() const noexcept
    {
        return {basis, derivatives, coefficient_stride, lower, upper, count, {}};
    }
};

/** A plan: P polynomials of one degree, of coefficients and points of type T. It is made by polynomial_create(). */
template <class T>
class polynomial : public detail::plan<tcu_polynomial, tcu_polynomial_destroy>
{
  public:
    /** None, to be assigned to. */
    polynomial() noexcept = default;
    /** A plan that owns `handle`, of polynomials of this degree with these options. */
    polynomial(tcu_polynomial *handle, uint64_t num_polynomials, uint64_t degree,
               const polynomial_options &options) noexcept
        : plan(handle), num_polynomials_(num_polynomials), derivatives_(options.derivatives),
          num_coefficients_(needed(num_polynomials, degree, options))
    {
    }

    /** @return P. */
    uint64_t num_polynomials() const noexcept { return num_polynomials_; }
    /** @return (q + 1) P: values and derivatives of a point. */
    uint64_t num_rows() const noexcept { return detail::times(detail::plus(derivatives_, 1), num_polynomials_); }
    /** @return q + 1: the batches of what gives a value of each point. */
    uint64_t num_values() const noexcept { return detail::plus(derivatives_, 1); }
    /** @return the elements that coefficients reach over. */
    uint64_t num_coefficients() const noexcept { return num_coefficients_; }

    /** @return the elements that the coefficients of such polynomials reach over. */
    static uint64_t needed(uint64_t num_polynomials, uint64_t degree, const polynomial_options &options) noexcept
    {
        const uint64_t length = detail::plus(degree, 1);
        return detail::extent(num_polynomials, length,
                              options.coefficient_stride == 0 ? length : options.coefficient_stride);
    }

  private:
    uint64_t num_polynomials_ = 0;
    uint64_t derivatives_ = 0;
    uint64_t num_coefficients_ = 0;
};

/**
 * tcu_polynomial_create(): a plan.
 *
 * @param coefficients  (num_polynomials - 1) * stride + degree + 1 reals in ascending order.
 */
template <class Errors, class Coefficients>
auto polynomial_create(basic_context<Errors> &ctx, const Coefficients &coefficients, uint64_t num_polynomials,
                       uint64_t degree, const polynomial_options &options = detail::no_options<polynomial_options>)
{
    const auto x = detail::input(coefficients);
    using plan = polynomial<typename decltype(x)::value_type>;
    detail::checks checks("polynomial_create");
    checks.at_least("coefficients", x, plan::needed(num_polynomials, degree, options));
    const detail::c_options o(options);
    tcu_polynomial *handle = nullptr;
    const auto call = [&](tcu_context *c) {
        return tcu_polynomial_create(c, x.data(), num_polynomials, degree, x.type(), o, &handle);
    };
    const result<void> done = detail::checked_call(ctx.get(), checks, call);
    return Errors::finish(done, plan(handle, num_polynomials, degree, options));
}

/** tcu_polynomial_update(): other coefficients, as many, of the same degree. */
template <class Errors, class T, class Coefficients>
outcome_of<basic_context<Errors>> polynomial_update(basic_context<Errors> &ctx, polynomial<T> &plan,
                                                    const Coefficients &coefficients)
{
    const auto x = detail::input(coefficients);
    static_assert(x.type() == type_of<T>(), "tcu::polynomial_update: coefficients of another type than the plan's");
    detail::checks checks("polynomial_update");
    checks.at_least("coefficients", x, plan.num_coefficients());
    const auto call = [&](tcu_context *c) { return tcu_polynomial_update(c, plan.get(), x.data()); };
    return Errors::finish(detail::checked_call(ctx.get(), checks, call));
}
} // namespace tcu

#endif // TCU_CPP_POLYNOMIAL_HPP
