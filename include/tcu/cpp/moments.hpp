// SPDX-License-Identifier: Apache-2.0
/**
 * @file moments.hpp
 * Count, mean and variance: moments.h for C++. An output that is not wanted is nullptr.
 */
#ifndef TCU_CPP_MOMENTS_HPP
#define TCU_CPP_MOMENTS_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/moments.h>

namespace tcu
{
/** Options of the moments. */
struct moments_options {
    uint64_t correction = 0;                 /**< the variance is divided by the number of elements less this */
    const uint64_t *count = nullptr;         /**< in the context's memory: how many elements there are; default all */
    tcu_sum_mode sum_mode = TCU_SUM_FASTEST; /**< in which order; of columns the default alone */

    /** @return the same for C. */
    constexpr tcu_moments_options c() const noexcept { return {correction, count, sum_mode, {}}; }
};

namespace detail
{
/* The type of means and variances: that of the one that is wanted, or of both. */
template <class Mean, class Variance>
constexpr tcu_type moments_type(const Mean &, const Variance &) noexcept
{
    if constexpr (is_wanted<Mean> && is_wanted<Variance>) {
        static_assert(Mean::type() == Variance::type(), "tcu: mean and variance are of two types");
        return Mean::type();
    } else if constexpr (is_wanted<Mean>) {
        return Mean::type();
    } else if constexpr (is_wanted<Variance>) {
        return Variance::type();
    } else {
        return TCU_TYPE_F32;
    }
}

/* Of counts alone: a type that goes with the elements. */
template <class X, class Mean, class Variance>
constexpr tcu_type moments_type(const X &, const Mean &mean, const Variance &variance) noexcept
{
    return !is_wanted<Mean> && !is_wanted<Variance> && X::type() == TCU_TYPE_F64 ? TCU_TYPE_F64
                                                                                 : moments_type(mean, variance);
}
} // namespace detail

/**
 * tcu_segmented_moments(): count, mean and variance of each segment of `segment_size` elements.
 *
 * @param count          ceil(in.size() / segment_size) integers of 64 bits without a sign, or nullptr.
 * @param mean,variance  as many results, or nullptr.
 */
template <class Context, class In, class Count, class Mean, class Variance>
outcome_of<Context> segmented_moments(Context &ctx, const In &in, Count &&count, Mean &&mean, Variance &&variance,
                                      uint64_t segment_size,
                                      const moments_options &options = detail::no_options<moments_options>)
{
    const auto x = detail::input(in);
    const auto counts = detail::output(count);
    const auto means = detail::output(mean);
    const auto variances = detail::output(variance);
    const tcu_type type = detail::moments_type(x, means, variances);
    const uint64_t segments = detail::segments_of(x.size(), segment_size);
    detail::checks checks("segmented_moments");
    checks.equal("count", counts, segments).equal("mean", means, segments).equal("variance", variances, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_moments(c, x.data(), x.type(), detail::as_u64(counts), means.data(), variances.data(),
                                         type, x.size(), segment_size, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_moments_workspace(c, x.type(), type, x.size(), segment_size, o, bytes);
        });
}

/** tcu_segmented_moments_offsets(): those of each segment by offsets. */
template <class Context, class In, class Count, class Mean, class Variance, class Offsets>
outcome_of<Context> segmented_moments_offsets(Context &ctx, const In &in, Count &&count, Mean &&mean,
                                              Variance &&variance, const Offsets &offsets,
                                              const moments_options &options = detail::no_options<moments_options>)
{
    const auto x = detail::input(in);
    const auto counts = detail::output(count);
    const auto means = detail::output(mean);
    const auto variances = detail::output(variance);
    const auto ends = detail::input(offsets);
    const tcu_type type = detail::moments_type(x, means, variances);
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_moments_offsets");
    checks.offsets(ends).equal("count", counts, segments);
    checks.equal("mean", means, segments).equal("variance", variances, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_moments_offsets(c, x.data(), x.type(), detail::as_u64(counts), means.data(),
                                                 variances.data(), type, x.size(), detail::as_offsets(ends), segments,
                                                 o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_moments_offsets_workspace(c, x.type(), type, x.size(), segments, o, bytes);
        });
}

/**
 * tcu_column_moments(): those of the columns of a row-major matrix.
 *
 * @param in                   (rows - 1) * row_stride + columns elements, or more.
 * @param count,mean,variance  `columns` results each, or nullptr.
 */
template <class Context, class In, class Count, class Mean, class Variance>
outcome_of<Context> column_moments(Context &ctx, const In &in, Count &&count, Mean &&mean, Variance &&variance,
                                   uint64_t rows, uint64_t columns, uint64_t row_stride,
                                   const moments_options &options = detail::no_options<moments_options>)
{
    const auto x = detail::input(in);
    const auto counts = detail::output(count);
    const auto means = detail::output(mean);
    const auto variances = detail::output(variance);
    const tcu_type type = detail::moments_type(x, means, variances);
    detail::checks checks("column_moments");
    checks.at_least("in", x, detail::extent(rows, columns, row_stride)).equal("count", counts, columns);
    checks.equal("mean", means, columns).equal("variance", variances, columns);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_column_moments(c, x.data(), x.type(), detail::as_u64(counts), means.data(), variances.data(),
                                      type, rows, columns, row_stride, o);
        },
        [&](auto c, auto bytes) {
            return tcu_column_moments_workspace(c, x.type(), type, rows, columns, row_stride, o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_MOMENTS_HPP
