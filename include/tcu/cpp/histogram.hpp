// SPDX-License-Identifier: Apache-2.0
/**
 * @file histogram.hpp
 * Histograms: histogram.h for C++. Counts are integers of 32 or 64 bits without a sign.
 */
#ifndef TCU_CPP_HISTOGRAM_HPP
#define TCU_CPP_HISTOGRAM_HPP

#include <cstring>

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

/** The bins of one channel of histogram_multi() and histogram_weighted(): made by even_bins(), range_bins(), no_bins(). */
struct histogram_channel {
    tcu_histogram_channel channel; /**< for C, but for `lower` and `upper` */
    unsigned char lower[8];        /**< of even bins, of the type of levels */
    unsigned char upper[8];        /**< likewise */
    int count_type;                /**< of counts or sums; -1 where the channel is not counted */
    uint64_t num_levels;           /**< of bins between levels: one more than bins */
};

/** @return equal bins: counts, or sums, of samples or weights between two values of one type. */
template <class Counts, class Level>
histogram_channel even_bins(Counts &&counts, const Level &lower, const Level &upper) noexcept
{
    const auto y = detail::output(counts);
    histogram_channel made = {TCU_HISTOGRAM_CHANNEL_EVEN_INIT(y.data(), y.size(), nullptr, nullptr, type_of<Level>()),
                              {},
                              {},
                              y.type(),
                              y.size() + 1};
    std::memcpy(made.lower, &lower, sizeof lower);
    std::memcpy(made.upper, &upper, sizeof upper);
    return made;
}

/** @return bins between levels, of which there are one more than counts. */
template <class Counts, class Levels>
histogram_channel range_bins(Counts &&counts, const Levels &levels) noexcept
{
    const auto y = detail::output(counts);
    const auto l = detail::input(levels);
    return {TCU_HISTOGRAM_CHANNEL_RANGE_INIT(y.data(), y.size(), l.data(), l.type()), {}, {}, y.type(), l.size()};
}

/** @return a channel that is there and not counted. */
inline histogram_channel no_bins() noexcept
{
    return {TCU_HISTOGRAM_CHANNEL_NONE_INIT, {}, {}, detail::no_type, 0};
}

namespace detail
{
/* The channels for C, whose ends of even bins lie in the user's, and the type of their counts. */
class channels
{
  public:
    channels(checks &arguments, const view<const histogram_channel> &given) noexcept
    {
        arguments.at_most("channels", given.size(), TCU_MAX_CHANNELS);
        for (std::size_t i = 0; i < given.size() && i < TCU_MAX_CHANNELS; i++) {
            const histogram_channel &channel = given.data()[i];
            of_c[number] = channel.channel;
            of_c[number].lower = channel.lower;
            of_c[number].upper = channel.upper;
            number++;
            if (channel.count_type != no_type) {
                count_type = is_typed ? count_type : static_cast<tcu_type>(channel.count_type);
                is_typed = true;
                arguments.same_type("a channel's counts", channel.count_type, count_type);
                arguments.length("a channel's levels", channel.num_levels, plus(channel.channel.num_bins, 1), true);
            }
        }
    }

    tcu_histogram_channel of_c[TCU_MAX_CHANNELS];
    int number = 0;
    tcu_type count_type = TCU_TYPE_U32;

  private:
    bool is_typed = false;
};
} // namespace detail

/**
 * tcu_histogram_multi(): histograms of interleaved channels.
 *
 *     tcu::histogram_multi(context, pixels, {tcu::even_bins(red, 0, 256), tcu::no_bins(), tcu::even_bins(blue, 0, 256)});
 *
 * @param samples   pixels of as many samples as there are channels.
 * @param channels  1 to TCU_MAX_CHANNELS, whose counts have one type.
 */
template <class Context, class Samples>
outcome_of<Context> histogram_multi(Context &ctx, const Samples &samples, view<const histogram_channel> channels,
                                    const histogram_options &options = detail::no_options<histogram_options>)
{
    const auto x = detail::input(samples);
    detail::checks checks("histogram_multi");
    const detail::channels bins(checks, channels);
    const uint64_t n = detail::read_pixels(checks, options, x, channels.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_histogram_multi(c, x.data(), x.type(), bins.number, bins.of_c, bins.count_type, n, o);
        },
        [&](auto c, auto bytes) {
            return tcu_histogram_multi_workspace(c, x.type(), bins.number, bins.of_c, bins.count_type, n, o, bytes);
        });
}

/**
 * tcu_histogram_weighted(): sums of weights by bins, of one or more channels.
 *
 * @param samples   pixels of as many samples as there are channels.
 * @param weights   one a pixel.
 * @param channels  1 to TCU_MAX_CHANNELS, whose sums have one type.
 */
template <class Context, class Samples, class Weights>
outcome_of<Context> histogram_weighted(Context &ctx, const Samples &samples, const Weights &weights,
                                       view<const histogram_channel> channels,
                                       const histogram_options &options = detail::no_options<histogram_options>)
{
    const auto x = detail::input(samples);
    const auto w = detail::input(weights);
    detail::checks checks("histogram_weighted");
    const detail::channels bins(checks, channels);
    const uint64_t n = detail::read_pixels(checks, options, x, channels.size());
    checks.at_least("weights", w,
                    detail::elements_of_rows(n, options.columns, options.weights_row_stride_bytes, 1, w.item_bytes()));
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_histogram_weighted(c, x.data(), x.type(), w.data(), w.type(), bins.number, bins.of_c,
                                          bins.count_type, n, o);
        },
        [&](auto c, auto bytes) {
            return tcu_histogram_weighted_workspace(c, x.type(), w.type(), bins.number, bins.of_c, bins.count_type, n,
                                                    o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_HISTOGRAM_HPP
