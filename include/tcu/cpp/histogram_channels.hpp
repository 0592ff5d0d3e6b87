// SPDX-License-Identifier: Apache-2.0
/**
 * @file histogram_channels.hpp
 * Histograms of interleaved channels, and sums of weights by bins: histogram.h for C++.
 */
#ifndef TCU_CPP_HISTOGRAM_CHANNELS_HPP
#define TCU_CPP_HISTOGRAM_CHANNELS_HPP

#include <cstring>

#include <tcu/cpp/histogram.hpp>

namespace tcu
{
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

#endif // TCU_CPP_HISTOGRAM_CHANNELS_HPP
