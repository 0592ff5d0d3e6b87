// SPDX-License-Identifier: Apache-2.0
/**
 * @file stencil_create.hpp
 * Plans of stencils: stencil.h for C++. (stencil.hpp has sweeps.)
 */
#ifndef TCU_CPP_STENCIL_CREATE_HPP
#define TCU_CPP_STENCIL_CREATE_HPP

#include <tcu/cpp/plan.hpp>
#include <tcu/cpp/stencil_desc.hpp>
#include <tcu/stencil.h>

namespace tcu
{
/** A plan: a stencil on a grid of elements of type T. It is made by stencil_create() and its like. */
template <class T>
class stencil : public detail::plan<tcu_stencil, tcu_stencil_destroy>
{
  public:
    /** None, to be assigned to. */
    stencil() noexcept = default;
    /** A plan that owns `handle`, of this grid with so many fields. */
    stencil(tcu_stencil *handle, const stencil_desc &desc, uint64_t in_fields, uint64_t out_fields) noexcept
        : plan(handle), in_elements_(detail::elements_of_grid(desc, desc.in_strides, in_fields, desc.in_field_stride,
                                                              desc.in_batch_stride)),
          out_elements_(detail::elements_of_grid(desc, desc.out_strides, out_fields, desc.out_field_stride,
                                                 desc.out_batch_stride))
    {
    }

    /** @return the elements that `in` reaches over. */
    uint64_t in_elements() const noexcept { return in_elements_; }
    /** @return the elements that `out` reaches over. */
    uint64_t out_elements() const noexcept { return out_elements_; }

  private:
    uint64_t in_elements_ = 0;
    uint64_t out_elements_ = 0;
};

namespace detail
{
/* Creates a plan by `create`, whose fields are those of the description, or 1, or what its operator has. */
template <class T, class Errors, class Create>
typename Errors::template outcome<stencil<T>> create_stencil(basic_context<Errors> &ctx, const checks &checks,
                                                             const stencil_desc &desc, uint64_t in_fields,
                                                             uint64_t out_fields, const Create &create)
{
    const tcu_stencil_desc of_c = to_c(desc, type_of<T>());
    tcu_stencil *handle = nullptr;
    const result<void> done =
        checked_call(ctx.get(), checks, [&](tcu_context *c) { return create(c, &of_c, &handle); });
    return Errors::finish(done, stencil<T>(handle, desc, desc.in_fields == 0 ? in_fields : desc.in_fields,
                                           desc.out_fields == 0 ? out_fields : desc.out_fields));
}
} // namespace detail

/**
 * tcu_stencil_create(): a plan.
 *
 *     const int offsets[] = {-1, 0, 1};
 *     const double weights[] = {0.25, 0.5, 0.25};
 *     tcu::stencil_desc desc;
 *     desc.dimensions = 1;
 *     desc.extents = {n};
 *     desc.offsets = offsets;
 *     desc.weights = weights;
 *     auto plan = tcu::stencil_create<float>(context, desc);
 */
template <class T, class Errors>
typename Errors::template outcome<stencil<T>> stencil_create(basic_context<Errors> &ctx, const stencil_desc &desc)
{
    detail::checks checks("stencil_create");
    detail::check_taps(checks, desc);
    return detail::create_stencil<T>(ctx, checks, desc, 1, 1,
                                     [&](auto c, auto d, auto plan) { return tcu_stencil_create(c, d, plan); });
}

/**
 * tcu_stencil_create_derivative(): the m-th derivative along an axis.
 *
 * @param spacings  the distance of neighbours along each of the D axes, also as a list in braces.
 */
template <class T, class Errors>
typename Errors::template outcome<stencil<T>>
stencil_create_derivative(basic_context<Errors> &ctx, const stencil_desc &desc, uint32_t axis, uint32_t derivative,
                          uint32_t order, view<const double> spacings)
{
    detail::checks checks("stencil_create_derivative");
    checks.equal("spacings", spacings, desc.dimensions);
    return detail::create_stencil<T>(ctx, checks, desc, 1, 1, [&](auto c, auto d, auto plan) {
        return tcu_stencil_create_derivative(c, d, axis, derivative, order, spacings.data(), plan);
    });
}

/** tcu_stencil_create_laplacian(): the sum of second derivatives along all axes. */
template <class T, class Errors>
typename Errors::template outcome<stencil<T>> stencil_create_laplacian(basic_context<Errors> &ctx,
                                                                       const stencil_desc &desc, uint32_t order,
                                                                       view<const double> spacings)
{
    detail::checks checks("stencil_create_laplacian");
    checks.equal("spacings", spacings, desc.dimensions);
    return detail::create_stencil<T>(ctx, checks, desc, 1, 1, [&](auto c, auto d, auto plan) {
        return tcu_stencil_create_laplacian(c, d, order, spacings.data(), plan);
    });
}

/** tcu_stencil_create_gradient(): from one field D fields, the derivative along each axis. */
template <class T, class Errors>
typename Errors::template outcome<stencil<T>> stencil_create_gradient(basic_context<Errors> &ctx,
                                                                      const stencil_desc &desc, uint32_t order,
                                                                      view<const double> spacings)
{
    detail::checks checks("stencil_create_gradient");
    checks.equal("spacings", spacings, desc.dimensions);
    return detail::create_stencil<T>(ctx, checks, desc, 1, desc.dimensions, [&](auto c, auto d, auto plan) {
        return tcu_stencil_create_gradient(c, d, order, spacings.data(), plan);
    });
}

/** tcu_stencil_create_divergence(): from D fields one, the sum of the derivatives along their axes. */
template <class T, class Errors>
typename Errors::template outcome<stencil<T>> stencil_create_divergence(basic_context<Errors> &ctx,
                                                                        const stencil_desc &desc, uint32_t order,
                                                                        view<const double> spacings)
{
    detail::checks checks("stencil_create_divergence");
    checks.equal("spacings", spacings, desc.dimensions);
    return detail::create_stencil<T>(ctx, checks, desc, desc.dimensions, 1, [&](auto c, auto d, auto plan) {
        return tcu_stencil_create_divergence(c, d, order, spacings.data(), plan);
    });
}
} // namespace tcu

#endif // TCU_CPP_STENCIL_CREATE_HPP
