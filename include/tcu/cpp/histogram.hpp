// SPDX-License-Identifier: Apache-2.0
/**
 * @file histogram.hpp
 * Histograms of one array: histogram.h for C++. (histogram_channels.hpp has pixels and weights.) Counts are integers of 32
 * or 64 bits without a sign.
 */
#ifndef TCU_CPP_HISTOGRAM_HPP
#define TCU_CPP_HISTOGRAM_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/histogram.h>

namespace tcu
{
/** Options of the histograms. */
struct histogram_options {
    bool accumulate = false;               /**< outputs are added to what is there; default: overwritten */
    uint64_t columns = 0;                  /**< samples, or pixels, of a row; 0: there are no rows */
    uint64_t row_stride_bytes = 0;         /**< from a row of samples to the next; 0: no gaps */
    uint64_t weights_row_stride_bytes = 0; /**< the same of weights */
    view<uint64_t> outside = {};           /**< of each channel, the samples that no bin holds */
    uint32_t *flags = nullptr;             /**< in the context's memory: bits of tcu_histogram_flag */
    const uint64_t *count = nullptr;       /**< in the context's memory: how many samples there are; default all */
    item_view ends = {};                   /**< of histogram_even(): two samples, the ends that it finds */
    uint64_t num_pixels = 0;               /**< where rows have gaps: samples, or pixels; 0: all that the array holds */

    /** @return the same for C, but for `num_pixels`. */
    constexpr tcu_histogram_options c() const noexcept
    {
        return {accumulate ? 1 : 0, columns, row_stride_bytes, weights_row_stride_bytes, outside.data(), flags, count,
                ends.data(),        {}};
    }
};

namespace detail
{
/* Elements that an array reaches over: rows of `columns` pixels, the last one shorter. */
constexpr uint64_t elements_of_rows(uint64_t n, uint64_t columns, uint64_t stride_bytes, uint64_t pixel_elements,
                                    uint64_t element_bytes) noexcept
{
    if (n == 0 || columns == 0 || stride_bytes == 0) {
        return times(n, pixel_elements);
    }
    const uint64_t rows_before = (n - 1) / columns;
    return plus(times(rows_before, stride_bytes / element_bytes), times(n - rows_before * columns, pixel_elements));
}

/* How many pixels there are; and whether arrays of samples and of options are large enough. */
template <class Samples>
uint64_t read_pixels(checks &arguments, const histogram_options &options, const Samples &samples,
                     uint64_t channels) noexcept
{
    const uint64_t n = options.num_pixels != 0 ? options.num_pixels : channels == 0 ? 0 : samples.size() / channels;
    arguments.at_least("samples", samples,
                       elements_of_rows(n, options.columns, options.row_stride_bytes, channels, samples.item_bytes()));
    arguments.items("options.ends", options.ends, 2, samples.type());
    if (options.outside.data() != nullptr) {
        arguments.length("options.outside", options.outside.size(), channels, true);
    }
    return n;
}
} // namespace detail

/**
 * tcu_histogram_even(): counts of equal bins between two values.
 *
 * @param samples      any elements.
 * @param counts       one of each bin.
 * @param lower,upper  of one type, integers with samples of integers and reals with samples of reals. Where
 *                     `options.ends` is given they are not looked at.
 */
template <class Context, class Samples, class Counts, class Level>
outcome_of<Context> histogram_even(Context &ctx, const Samples &samples, Counts &&counts, const Level &lower,
                                   const Level &upper,
                                   const histogram_options &options = detail::no_options<histogram_options>)
{
    const auto x = detail::input(samples);
    const auto y = detail::output(counts);
    constexpr tcu_type level_type = type_of<Level>();
    detail::checks checks("histogram_even");
    const uint64_t n = detail::read_pixels(checks, options, x, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_histogram_even(c, x.data(), x.type(), y.data(), y.type(), y.size(), &lower, &upper, level_type,
                                      n, o);
        },
        [&](auto c, auto bytes) {
            return tcu_histogram_even_workspace(c, x.type(), y.type(), y.size(), level_type, n, o, bytes);
        });
}

/**
 * tcu_histogram_range(): counts of bins between neighbouring levels.
 *
 * @param counts  one of each bin.
 * @param levels  one more, that do not decrease.
 */
template <class Context, class Samples, class Counts, class Levels>
outcome_of<Context> histogram_range(Context &ctx, const Samples &samples, Counts &&counts, const Levels &levels,
                                    const histogram_options &options = detail::no_options<histogram_options>)
{
    const auto x = detail::input(samples);
    const auto y = detail::output(counts);
    const auto l = detail::input(levels);
    detail::checks checks("histogram_range");
    const uint64_t n = detail::read_pixels(checks, options, x, 1);
    checks.equal("levels", l, detail::plus(y.size(), 1));
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_histogram_range(c, x.data(), x.type(), y.data(), y.type(), y.size(), l.data(), l.type(), n, o);
        },
        [&](auto c, auto bytes) {
            return tcu_histogram_range_workspace(c, x.type(), y.type(), y.size(), l.type(), n, o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_HISTOGRAM_HPP
