// SPDX-License-Identifier: Apache-2.0
/**
 * @file stencil.hpp
 * Plans of stencils, sweeps and time steps, and differences of neighbours: stencil.h for C++.
 */
#ifndef TCU_CPP_STENCIL_HPP
#define TCU_CPP_STENCIL_HPP

#include <array>

#include <tcu/cpp/plan.hpp>
#include <tcu/stencil.h>

namespace tcu
{
/** A grid and a stencil: tcu_stencil_desc without the type. 0 stands for the defaults there. */
struct stencil_desc {
    uint32_t dimensions = 0;                     /**< D, 1 to 3 */
    std::array<uint64_t, 3> extents = {};        /**< points along each of the D axes, slowest first */
    uint64_t channels = 0;                       /**< interleaved elements of a point; 0: 1 */
    uint64_t batch = 0;                          /**< sets of fields; 0: 1 */
    uint32_t in_fields = 0;                      /**< 0: 1 */
    uint32_t out_fields = 0;                     /**< 0: 1 */
    std::array<uint64_t, 3> in_strides = {};     /**< elements between neighbours of `in` along each axis; 0: dense */
    std::array<uint64_t, 3> out_strides = {};    /**< the same of `out` */
    uint64_t in_field_stride = 0;                /**< elements between fields of `in`; 0: dense */
    uint64_t out_field_stride = 0;               /**< the same of `out` */
    uint64_t in_batch_stride = 0;                /**< elements between sets of fields of `in`; 0: dense */
    uint64_t out_batch_stride = 0;               /**< the same of `out` */
    std::array<tcu_boundary, 3> boundaries = {}; /**< what lies outside of each axis */
    double constant = 0;                         /**< outside of TCU_BOUNDARY_CONSTANT axes */
    view<const int32_t> offsets = {};            /**< D for each tap, in points; of a box none */
    view<const double> weights = {};             /**< one for each tap, or each point of the box */
    view<const uint32_t> tap_fields = {};        /**< two for each tap: the output field and the input field; or none */
    std::array<uint32_t, 3> box = {};            /**< instead of offsets: the points of a dense box */
    std::array<int32_t, 3> origin = {};          /**< the element of the box that has offset 0 */
};

namespace detail
{
inline tcu_stencil_desc to_c(const stencil_desc &desc, tcu_type type) noexcept
{
    tcu_stencil_desc made = TCU_STENCIL_DESC_INIT;
    made.type = type;
    made.dimensions = desc.dimensions;
    for (std::size_t axis = 0; axis < TCU_STENCIL_MAX_DIMENSIONS; axis++) {
        made.extents[axis] = desc.extents[axis];
        made.in_strides[axis] = desc.in_strides[axis];
        made.out_strides[axis] = desc.out_strides[axis];
        made.boundaries[axis] = desc.boundaries[axis];
        made.box[axis] = desc.box[axis];
        made.origin[axis] = desc.origin[axis];
    }
    made.channels = desc.channels;
    made.batch = desc.batch;
    made.in_fields = desc.in_fields;
    made.out_fields = desc.out_fields;
    made.in_field_stride = desc.in_field_stride;
    made.out_field_stride = desc.out_field_stride;
    made.in_batch_stride = desc.in_batch_stride;
    made.out_batch_stride = desc.out_batch_stride;
    made.constant = desc.constant;
    made.num_taps = desc.offsets.size() == 0 ? 0 : desc.weights.size();
    made.offsets = desc.offsets.size() == 0 ? nullptr : desc.offsets.data();
    made.weights = desc.weights.data();
    made.tap_fields = desc.tap_fields.size() == 0 ? nullptr : desc.tap_fields.data();
    return made;
}

/* Taps have as many offsets and fields as weights say, a box as many weights as points. */
inline void check_taps(checks &arguments, const stencil_desc &desc) noexcept
{
    const uint64_t taps = desc.weights.size();
    if (desc.offsets.size() != 0) {
        arguments.length("desc.offsets", desc.offsets.size(), times(taps, desc.dimensions), true);
    } else if (desc.dimensions >= 1 && desc.dimensions <= TCU_STENCIL_MAX_DIMENSIONS) {
        uint64_t points = 1;
        for (uint32_t axis = 0; axis < desc.dimensions; axis++) {
            points = times(points, desc.box[axis]);
        }
        arguments.length("desc.weights", taps, points, true);
    }
    if (desc.tap_fields.size() != 0) {
        arguments.length("desc.tap_fields", desc.tap_fields.size(), times(taps, 2), true);
    }
}

/* Elements from the first to the last of one of the two arrays. */
inline uint64_t elements_of_grid(const stencil_desc &desc, const std::array<uint64_t, 3> &strides, uint64_t fields,
                                 uint64_t field_stride, uint64_t batch_stride) noexcept
{
    if (desc.dimensions < 1 || desc.dimensions > TCU_STENCIL_MAX_DIMENSIONS) {
        return 0;
    }
    uint64_t span = times(desc.extents[desc.dimensions - 1], desc.channels == 0 ? 1 : desc.channels);
    uint64_t dense = span;
    const auto add = [&](uint64_t count, uint64_t stride) {
        stride = stride == 0 ? dense : stride;
        span = extent(count, span, stride);
        dense = times(stride, count);
    };
    for (std::size_t axis = desc.dimensions - 1; axis-- > 0;) {
        add(desc.extents[axis], strides[axis]);
    }
    add(fields, field_stride);
    add(desc.batch == 0 ? 1 : desc.batch, batch_stride);
    return span;
}
} // namespace detail

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
