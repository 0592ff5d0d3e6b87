// SPDX-License-Identifier: Apache-2.0
// Reductions, extrema, dot products, moments, scans and recurrences, against plain loops over whole numbers.
#include "cpp_test.hpp"

#include <algorithm>
#include <cmath>

namespace
{
constexpr std::size_t n = 1000;
constexpr std::uint64_t segment = 64;
const std::vector<std::int64_t> offsets = {0, 3, 3, 400, 999};

// Calls body(k, begin, end) of every segment of one size.
template <class Body>
void each_segment(const Body &body)
{
    for (std::size_t begin = 0, k = 0; begin < n; begin += segment, k++) {
        body(k, begin, std::min<std::size_t>(n, begin + segment));
    }
}

template <class Body>
void each_by_offsets(const Body &body)
{
    for (std::size_t k = 0; k + 1 < offsets.size(); k++) {
        body(k, static_cast<std::size_t>(offsets[k]), static_cast<std::size_t>(offsets[k + 1]));
    }
}
constexpr std::size_t num_segments = (n + segment - 1) / segment;
} // namespace

Test(cpp_sums, reduce)
{
    const auto in = test::drawn<int>(n, -1000, 1000);
    std::int64_t expected = 100, got = 0;
    for (const int x : in) {
        expected += x < 0 ? -x : x;
    }
    const std::int64_t start = 100;
    tcu::reduce_options options;
    options.map = TCU_MAP_ABSOLUTE;
    options.initial = &start;
    test::in_all_forms([&](auto &context) { return tcu::reduce(context, in, &got, options); },
                       [&] {
                           cr_assert(got == expected);
                           got = 0;
                       });
    int most = 0;
    options = {};
    options.op = TCU_OPERATOR_MAX;
    test::in_all_forms([&](auto &context) { return tcu::reduce(context, in, &most, options); },
                       [&] {
                           cr_assert(most == *std::max_element(in.begin(), in.end()));
                           most = 0;
                       });
    const std::uint64_t count = 10;
    options = {};
    options.count = &count;
    int first = 0, loop = 0;
    for (std::size_t i = 0; i < count; i++) {
        loop += in[i];
    }
    test::in_all_forms([&](auto &context) { return tcu::reduce(context, in, &first, options); },
                       [&] {
                           cr_assert(first == loop);
                           first = 0;
                       });
}

// That sum_mode reaches the library: it refuses an algorithm with it. (That of scans and moments is in same_arguments.cpp.)
Test(cpp_sums, sum_mode)
{
    tcu::context context = test::context();
    tcu::reduce_options reduction;
    reduction.sum_mode = TCU_SUM_REPRODUCIBLE;
    reduction.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES;
    const auto in = test::drawn<double>(n, -1000, 1000);
    double sum = 0;
    cr_assert(test::refusal(TCU_ERROR_UNSUPPORTED_ALGORITHM, [&] {
                  tcu::reduce(context, in, &sum, reduction);
              }).find("TCU_SUM_REPRODUCIBLE") != std::string::npos);
    reduction.algorithm = TCU_REDUCE_ALGORITHM_AUTO;
    double expected = 0;
    for (const double x : in) {
        expected += x;
    }
    test::in_all_forms([&](auto &ctx) { return tcu::reduce(ctx, in, &sum, reduction); },
                       [&] {
                           cr_assert(sum == expected);
                           sum = 0.5;
                       });
}

Test(cpp_sums, segmented_reduce)
{
    const auto in = test::drawn<short>(n, -1000, 1000);
    std::vector<int> got(num_segments), expected(num_segments), by_offsets(offsets.size() - 1),
        expected_by(by_offsets.size());
    each_segment([&](auto k, auto begin, auto end) {
        for (auto i = begin; i < end; i++) {
            expected[k] += in[i];
        }
    });
    each_by_offsets([&](auto k, auto begin, auto end) {
        for (auto i = begin; i < end; i++) {
            expected_by[k] += in[i];
        }
    });
    test::in_all_forms([&](auto &context) { return tcu::segmented_reduce(context, in, got, segment); },
                       [&] { test::expect_equal(got, expected, "sums"), got.assign(num_segments, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_reduce_offsets(context, in, by_offsets, offsets); },
        [&] { test::expect_equal(by_offsets, expected_by, "sums by offsets"), by_offsets.assign(4, 9); });
    tcu::context context = test::context();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::segmented_reduce_offsets(context, in, by_offsets, std::vector<std::int64_t>());
              }) == "tcu::segmented_reduce_offsets: offsets has 0 elements; it has to have 1 or more");
}

Test(cpp_sums, extrema)
{
    const auto in = test::drawn<float>(n, -1000, 1000);
    const auto least = std::min_element(in.begin(), in.end()), greatest = std::max_element(in.begin(), in.end());
    float min = 0, max = 0;
    std::int64_t argmin = -1;
    long long argmax = -1; // as wide as std::int64_t, and another type
    test::in_all_forms([&](auto &context) { return tcu::reduce_extrema(context, in, &min, &argmin, &max, &argmax); },
                       [&] {
                           cr_assert(min == *least && argmin == least - in.begin() && max == *greatest &&
                                     argmax == greatest - in.begin());
                           min = max = 0;
                           argmin = argmax = -1;
                       });
    test::in_all_forms(
        [&](auto &context) { return tcu::reduce_extrema(context, in, nullptr, nullptr, nullptr, &argmax); },
        [&] {
            cr_assert(argmax == greatest - in.begin() && argmin == -1);
            argmax = -1;
        });
    std::vector<float> mins(num_segments), expected(num_segments);
    std::vector<std::int64_t> where(offsets.size() - 1), expected_where(where.size());
    each_segment([&](auto k, auto begin, auto end) { expected[k] = *std::min_element(&in[begin], &in[end - 1] + 1); });
    each_by_offsets([&](auto k, auto begin, auto end) {
        expected_where[k] = begin == end ? -1
                                         : std::max_element(in.begin() + offsets[k], in.begin() + offsets[k + 1]) -
                                               in.begin() - offsets[k];
    });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::segmented_reduce_extrema(context, in, mins, nullptr, nullptr, nullptr, segment);
        },
        [&] { test::expect_equal(mins, expected, "minima"), mins.assign(num_segments, 0); });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::segmented_reduce_extrema_offsets(context, in, nullptr, nullptr, nullptr, where, offsets);
        },
        [&] { test::expect_equal(where, expected_where, "positions"), where.assign(4, 7); });
}

Test(cpp_sums, dot)
{
    const auto x = test::drawn<double>(n, -50, 50), y = test::drawn<double>(n, -50, 50);
    double got = 0, expected = 0;
    std::vector<double> sums(num_segments), of_segments(num_segments), by(offsets.size() - 1), of_offsets(by.size());
    for (std::size_t i = 0; i < n; i++) {
        expected += x[i] * y[i];
        of_segments[i / segment] += x[i] * y[i];
    }
    each_by_offsets([&](auto k, auto begin, auto end) {
        for (auto i = begin; i < end; i++) {
            of_offsets[k] += x[i] * y[i];
        }
    });
    test::in_all_forms([&](auto &context) { return tcu::dot(context, x, y, &got); },
                       [&] {
                           cr_assert(got == expected);
                           got = 0;
                       });
    test::in_all_forms([&](auto &context) { return tcu::segmented_dot(context, x, y, sums, segment); },
                       [&] { test::expect_equal(sums, of_segments, "products"), sums.assign(num_segments, 0); });
    test::in_all_forms([&](auto &context) { return tcu::segmented_dot_offsets(context, x, y, by, offsets); },
                       [&] { test::expect_equal(by, of_offsets, "products by offsets"), by.assign(4, 9); });
}

Test(cpp_sums, moments)
{
    const auto in = test::drawn<double>(n, -100, 100);
    std::vector<std::uint64_t> counts(num_segments);
    std::vector<double> means(num_segments), variances(num_segments);
    const auto check = [&](std::size_t k, std::size_t first, std::size_t number, std::size_t step, double correction) {
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < number; i++) {
            sum += in[first + i * step];
        }
        const double mean = sum / static_cast<double>(number);
        for (std::size_t i = 0; i < number; i++) {
            squares += (in[first + i * step] - mean) * (in[first + i * step] - mean);
        }
        const double variance = squares / (static_cast<double>(number) - correction);
        cr_assert(counts[k] == number && std::fabs(means[k] - mean) < 1e-9, "mean %zu", k);
        cr_assert(std::fabs(variances[k] - variance) < 1e-9 * variance, "variance %zu", k);
    };
    tcu::moments_options options;
    options.correction = 1;
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_moments(context, in, counts, means, variances, segment, options); },
        [&] {
            each_segment([&](auto k, auto begin, auto end) { check(k, begin, end - begin, 1, 1); });
            means.assign(num_segments, 0);
        });
    counts.resize(2), means.resize(2), variances.resize(2);
    const std::int64_t two[] = {0, 100, 1000};
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_moments_offsets(context, in, counts, means, variances, two); },
        [&] { check(0, 0, 100, 1, 0), check(1, 100, 900, 1, 0), means.assign(2, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::column_moments(context, in, counts, means, variances, 250, 2, 4); },
        [&] { check(0, 0, 250, 4, 0), check(1, 1, 250, 4, 0), means.assign(2, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::column_moments(context, in, counts, nullptr, nullptr, 10, 2, 2); },
        [&] {
            cr_assert(counts[0] == 10 && counts[1] == 10);
            counts.assign(2, 0);
        });
}

Test(cpp_sums, scan)
{
    const auto in = test::drawn<int>(n, -1000, 1000);
    std::vector<int> got(n), inclusive(n), exclusive(n), of_segments(n), by_offsets(n, 5);
    const int start = 1000;
    for (std::size_t i = 0; i < n; i++) {
        inclusive[i] = in[i] + (i == 0 ? 0 : inclusive[i - 1]);
        exclusive[i] = i == 0 ? start : exclusive[i - 1] + in[i - 1];
        of_segments[i] = in[i] + (i % segment == 0 ? 0 : of_segments[i - 1]);
    }
    each_by_offsets([&](auto, auto begin, auto end) {
        for (auto i = begin; i < end; i++) {
            by_offsets[i] = in[i] + (i == begin ? 0 : by_offsets[i - 1]);
        }
    });
    tcu::scan_options options;
    options.exclusive = true;
    options.initial = &start;
    test::in_all_forms([&](auto &context) { return tcu::scan(context, in, got); },
                       [&] { test::expect_equal(got, inclusive, "inclusive"), got.assign(n, 0); });
    test::in_all_forms([&](auto &context) { return tcu::scan(context, in, got, options); },
                       [&] { test::expect_equal(got, exclusive, "exclusive"), got.assign(n, 0); });
    test::in_all_forms([&](auto &context) { return got = in, tcu::scan(context, got, got); },
                       [&] { test::expect_equal(got, inclusive, "in place"), got.assign(n, 0); });
    test::in_all_forms([&](auto &context) { return tcu::segmented_scan(context, in, got, segment); },
                       [&] { test::expect_equal(got, of_segments, "segments"), got.assign(n, 5); });
    test::in_all_forms([&](auto &context) { return tcu::segmented_scan_offsets(context, in, got, offsets); },
                       [&] { test::expect_equal(got, by_offsets, "offsets"), got.assign(n, 5); });
#if __cplusplus >= 202002L
    test::in_all_forms(
        [&](auto &context) { return tcu::scan(context, in, got, {.exclusive = true, .initial = &start}); },
        [&] { test::expect_equal(got, exclusive, "designated"), got.assign(n, 0); });
#endif
}

Test(cpp_sums, recurrence)
{
    const auto a = test::drawn<double>(n, -1, 1), b = test::drawn<double>(n, -9, 9);
    std::vector<double> got(n), whole(n), constant(n), of_segments(n), by_offsets(n, 5);
    const double before = 3;
    const std::vector<double> starts(num_segments, 2);
    for (std::size_t i = 0; i < n; i++) {
        whole[i] = a[i] * (i == 0 ? before : whole[i - 1]) + b[i];
        constant[i] = -(i == 0 ? 0 : constant[i - 1]) + 2 * b[i];
        of_segments[i] = a[i] * (i % segment == 0 ? 2 : of_segments[i - 1]) + b[i];
    }
    each_by_offsets([&](auto, auto begin, auto end) {
        for (auto i = begin; i < end; i++) {
            by_offsets[i] = a[i] * (i == begin ? 0 : by_offsets[i - 1]) + b[i];
        }
    });
    tcu::recurrence_options options;
    options.constant_a = true;
    options.a = -1;
    options.scale_b = 2;
    test::in_all_forms([&](auto &context) { return tcu::linear_recurrence(context, a, b, &before, got); },
                       [&] { test::expect_equal(got, whole, "x"), got.assign(n, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::linear_recurrence(context, nullptr, b, nullptr, got, options); },
        [&] { test::expect_equal(got, constant, "x of one factor"), got.assign(n, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_linear_recurrence(context, a, b, starts, got, segment); },
        [&] { test::expect_equal(got, of_segments, "x of segments"), got.assign(n, 5); });
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_linear_recurrence_offsets(context, a, b, nullptr, got, offsets); },
        [&] { test::expect_equal(got, by_offsets, "x by offsets"), got.assign(n, 5); });
}
