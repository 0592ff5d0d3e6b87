// SPDX-License-Identifier: Apache-2.0
// Runs and groups of keys, and histograms, against plain loops.
#include "cpp_test.hpp"

#include <cmath>
#include <map>

namespace
{
constexpr std::size_t n = 900;
} // namespace

Test(cpp_keys, runs)
{
    const auto keys = test::drawn<std::uint8_t>(n, 0, 2);
    const auto values = test::drawn<int>(n, -100, 100);
    std::vector<int> sums, firsts, scanned(n), got(n), got_scan(n);
    std::vector<std::uint8_t> run_keys, got_keys(n);
    std::vector<std::uint64_t> lengths, got_lengths(n);
    std::vector<std::int64_t> offsets, got_offsets(n + 1);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < n; i++) {
        const bool begins = i == 0 || keys[i] != keys[i - 1];
        if (begins) {
            sums.push_back(0), firsts.push_back(values[i]), run_keys.push_back(keys[i]), lengths.push_back(0);
            offsets.push_back(static_cast<std::int64_t>(i));
        }
        scanned[i] = begins ? 0 : scanned[i - 1] + values[i - 1];
        sums.back() += values[i];
        lengths.back()++;
    }
    offsets.push_back(static_cast<std::int64_t>(n));
    const auto check = [&](const std::vector<int> &expected) {
        cr_assert(count == expected.size());
        for (std::size_t k = 0; k < count; k++) {
            cr_assert(got[k] == expected[k] && got_keys[k] == run_keys[k] && got_lengths[k] == lengths[k], "run %zu",
                      k);
            cr_assert(got_offsets[k] == offsets[k]);
        }
        cr_assert(got_offsets[count] == offsets[count]);
        got.assign(n, 0), got_keys.assign(n, 9), count = 0;
    };
    tcu::runs runs;
    runs.keys = got_keys;
    runs.lengths = got_lengths;
    runs.offsets = got_offsets;
    runs.count = tcu::view(&count, 1);
    test::in_all_forms([&](auto &context) { return tcu::reduce_by_key(context, keys, values, got, runs); },
                       [&] { check(sums); });
    test::in_all_forms([&](auto &context) { return tcu::unique_by_key(context, keys, values, got, runs); },
                       [&] { check(firsts); });
    test::in_all_forms([&](auto &context) { return tcu::reduce_by_key(context, keys, values, nullptr, runs); },
                       [&] { got = sums, got.resize(n), check(sums); }, test::answer::enough);
    tcu::by_key_options options;
    options.exclusive = true;
    test::in_all_forms([&](auto &context) { return tcu::scan_by_key(context, keys, values, got_scan, options); },
                       [&] { test::expect_equal(got_scan, scanned, "scan"), got_scan.assign(n, 0); });
    tcu::context context = test::context();
    got_lengths.pop_back();
    runs.lengths = got_lengths;
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::reduce_by_key(context, keys, values, got, runs);
              }) == "tcu::reduce_by_key: runs.lengths has 899 elements; it has to have 900 or more");
    runs = {};
    runs.keys = got_scan;
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::reduce_by_key(context, keys, values, got, runs);
              }) == "tcu::reduce_by_key: runs.keys has 4 bytes an item; it has to have 1");
}

Test(cpp_keys, groups)
{
    struct label {
        char text[3];
    };
    const auto keys = test::drawn<int>(n, -20, 20);
    const auto values = test::drawn<float>(n, -100, 100);
    std::vector<label> labels(n);
    std::map<int, std::vector<std::size_t>> expected;
    for (std::size_t i = 0; i < n; i++) {
        labels[i] = {{static_cast<char>(i), static_cast<char>(i / 128), 'x'}};
        expected[keys[i]].push_back(i);
    }
    std::vector<float> sums(n), least(n);
    std::vector<std::uint64_t> counts(n), lengths(n);
    std::vector<label> last(n);
    std::vector<int> group_keys(n);
    std::uint64_t count = 0;
    tcu::runs groups;
    groups.keys = group_keys;
    groups.lengths = lengths;
    groups.count = tcu::view(&count, 1);
    test::in_all_forms(
        [&](auto &context) {
            return tcu::group_by(context, keys,
                                 {tcu::aggregate(TCU_AGGREGATE_SUM, values, sums),
                                  tcu::aggregate(TCU_AGGREGATE_MIN, values, least),
                                  tcu::aggregate(TCU_AGGREGATE_COUNT, nullptr, counts),
                                  tcu::aggregate(TCU_AGGREGATE_LAST, labels, last)},
                                 groups);
        },
        [&] {
            cr_assert(count == expected.size());
            std::size_t g = 0;
            for (const auto &[key, where] : expected) {
                float sum = 0, min = 1000;
                for (const std::size_t i : where) {
                    sum += values[i];
                    min = std::min(min, values[i]);
                }
                cr_assert(group_keys[g] == key && lengths[g] == where.size() && counts[g] == where.size());
                cr_assert(sums[g] == sum && least[g] == min);
                cr_assert(last[g].text[0] == labels[where.back()].text[0] &&
                          last[g].text[1] == labels[where.back()].text[1]);
                g++;
            }
            sums.assign(n, 0), group_keys.assign(n, 0), count = 0;
        });
    tcu::context context = test::context();
    tcu::group_by(context, keys, {}, groups);
    cr_assert(count == expected.size());
    const std::vector<tcu::group_column> nine(9, tcu::aggregate(TCU_AGGREGATE_SUM, values, sums));
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::group_by(context, keys, nine, groups); }) ==
              "tcu::group_by: columns has 9 elements; it has to have 8 or fewer");
}

Test(cpp_keys, histograms)
{
    const auto samples = test::drawn<float>(n, -5, 104);
    std::vector<std::uint32_t> even(10), expected(10);
    std::vector<std::uint64_t> ranges(2), expected_ranges(2);
    std::uint64_t outside = 0, expected_outside = 0;
    for (const float x : samples) {
        if (x >= 0 && x < 100) {
            expected[static_cast<std::size_t>(x) / 10]++;
            expected_ranges[x < 30 ? 0 : 1]++;
        } else {
            expected_outside++;
        }
    }
    tcu::histogram_options options;
    options.outside = tcu::view(&outside, 1);
    test::in_all_forms([&](auto &context) { return tcu::histogram_even(context, samples, even, 0.0, 100.0, options); },
                       [&] {
                           test::expect_equal(even, expected, "even bins"), even.assign(10, 0);
                           cr_assert(outside == expected_outside);
                       });
    const float levels[] = {0, 30, 100};
    test::in_all_forms([&](auto &context) { return tcu::histogram_range(context, samples, ranges, levels); },
                       [&] { test::expect_equal(ranges, expected_ranges, "ranges"), ranges.assign(2, 0); });
    tcu::context context = test::context();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::histogram_range(context, samples, even, levels);
              }) == "tcu::histogram_range: levels has 3 elements; it has to have 11");
    std::vector<float> ends(2);
    options = {};
    options.ends = ends;
    tcu::histogram_even(context, samples, even, 0.0f, 0.0f, options);
    cr_assert(ends[0] == *std::min_element(samples.begin(), samples.end()));
    std::vector<double> of_double(2);
    options.ends = of_double;
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::histogram_even(context, samples, even, 0.0f, 0.0f, options);
              }) == "tcu::histogram_even: options.ends is of type f64; it has to be of type f32");
}

Test(cpp_keys, histograms_of_channels)
{
    constexpr std::size_t pixels = 300;
    const auto samples = test::drawn<std::uint8_t>(3 * pixels, 0, 255);
    const auto weights = test::drawn<double>(pixels, 0, 9);
    std::vector<std::uint32_t> first(4), third(2), expected_first(4), expected_third(2);
    std::vector<double> sums(4), other(2), expected_sums(4), expected_other(2);
    const int levels[] = {0, 10, 300};
    for (std::size_t i = 0; i < pixels; i++) {
        expected_first[samples[3 * i] / 64]++;
        expected_sums[samples[3 * i] / 64] += weights[i];
        expected_third[samples[3 * i + 2] < 10 ? 0 : 1]++;
        expected_other[samples[3 * i + 2] < 10 ? 0 : 1] += weights[i];
    }
    test::in_all_forms(
        [&](auto &context) {
            return tcu::histogram_multi(
                context, samples, {tcu::even_bins(first, 0, 256), tcu::no_bins(), tcu::range_bins(third, levels)});
        },
        [&] {
            test::expect_equal(first, expected_first, "first"), test::expect_equal(third, expected_third, "third");
            first.assign(4, 0), third.assign(2, 0);
        });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::histogram_weighted(
                context, samples, weights,
                {tcu::even_bins(sums, 0, 256), tcu::no_bins(), tcu::range_bins(other, levels)});
        },
        [&] {
            test::expect_equal(sums, expected_sums, "sums"), test::expect_equal(other, expected_other, "other sums");
            sums.assign(4, 0), other.assign(2, 0);
        });
    // Rows with gaps: three pixels of two samples, and two samples behind them.
    const std::vector<std::uint8_t> rows = {1, 9, 1, 9, 1, 9, 77, 77, 1, 9};
    tcu::histogram_options options;
    options.columns = 3;
    options.row_stride_bytes = 8;
    options.num_pixels = 4;
    std::vector<std::uint64_t> ones(2), nines(2);
    tcu::context context = test::context();
    tcu::histogram_multi(context, rows, {tcu::even_bins(ones, 0, 2), tcu::even_bins(nines, 8, 10)}, options);
    cr_assert(ones[0] == 0 && ones[1] == 4 && nines[0] == 0 && nines[1] == 4);
    options.num_pixels = 5;
    cr_assert(
        test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
            tcu::histogram_multi(context, rows, {tcu::even_bins(ones, 0, 2), tcu::even_bins(nines, 8, 10)}, options);
        }) == "tcu::histogram_multi: samples has 10 elements; it has to have 12 or more");
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::histogram_multi(context, samples, {tcu::even_bins(first, 0, 2), tcu::even_bins(ones, 8, 10)});
              }) == "tcu::histogram_multi: a channel's counts is of type u64; it has to be of type u32");
}
