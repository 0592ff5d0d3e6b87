// SPDX-License-Identifier: Apache-2.0
// What moves items: compactions, partitions, runs, gathers, scatters, run lengths, against plain loops.
#include "cpp_test.hpp"

#include <array>

namespace
{
constexpr std::size_t n = 777;

// An item that is no word.
struct record {
    std::uint32_t id;
    std::uint16_t part[3];
    bool operator==(const record &other) const { return id == other.id && part[2] == other.part[2]; }
};

std::vector<record> records()
{
    std::vector<record> made(n);
    for (std::size_t i = 0; i < n; i++) {
        made[i] = {static_cast<std::uint32_t>(i), {1, 2, static_cast<std::uint16_t>(3 * i)}};
    }
    return made;
}

std::vector<unsigned char> bits_of(const std::vector<unsigned char> &flags)
{
    std::vector<unsigned char> bits((flags.size() + 7) / 8);
    for (std::size_t i = 0; i < flags.size(); i++) {
        bits[i / 8] = static_cast<unsigned char>(bits[i / 8] | (flags[i] != 0 ? 1u << i % 8 : 0u));
    }
    return bits;
}

// The first `count` are as expected, and what lies behind them is untouched.
template <class T>
void expect_kept(std::vector<T> &got, std::uint64_t &count, const std::vector<T> &expected, const T &rest)
{
    cr_assert(count == expected.size());
    for (std::size_t i = 0; i < got.size(); i++) {
        cr_assert(got[i] == (i < count ? expected[i] : rest), "item %zu", i);
    }
    got.assign(got.size(), rest);
    count = 99999;
}
} // namespace

Test(cpp_items, compact)
{
    const auto in = records();
    const auto flags = test::drawn<unsigned char>(n, 0, 1);
    const auto bits = bits_of(flags);
    const record none = {5, {}};
    std::vector<record> got(n, none), expected, others, both;
    std::vector<std::uint32_t> positions(n, 7), expected_positions;
    for (std::size_t i = 0; i < n; i++) {
        (flags[i] != 0 ? expected : others).push_back(in[i]);
        if (flags[i] != 0) {
            expected_positions.push_back(static_cast<std::uint32_t>(i));
        }
    }
    both = expected;
    both.insert(both.end(), others.begin(), others.end());
    std::uint64_t count = 99999;
    test::in_all_forms([&](auto &context) { return tcu::compact(context, in, flags, got, &count); },
                       [&] { expect_kept(got, count, expected, none); });
    test::in_all_forms([&](auto &context) { return tcu::compact(context, in, tcu::flag_bits{bits}, got, &count); },
                       [&] { expect_kept(got, count, expected, none); });
    std::vector<record> place;
    test::in_all_forms([&](auto &context) { return place = in, tcu::compact(context, place, flags, place, &count); },
                       [&] {
                           cr_assert(count == expected.size());
                           place.resize(count);
                           test::expect_equal(place, expected, "in place");
                       });
    test::in_all_forms([&](auto &context) { return tcu::compact_indices(context, flags, positions, &count); },
                       [&] { expect_kept(positions, count, expected_positions, 7u); });
    test::in_all_forms(
        [&](auto &context) { return tcu::compact_indices(context, tcu::flag_bits{bits}, positions, &count); },
        [&] { expect_kept(positions, count, expected_positions, 7u); });
    test::in_all_forms([&](auto &context) { return tcu::partition(context, in, flags, got, &count); },
                       [&] {
                           cr_assert(count == expected.size());
                           test::expect_equal(got, both, "both parts");
                           got.assign(n, none);
                       });
    const std::array<bool, 3> three = {true, false, true};
    const int numbers[] = {4, 5, 6};
    int two[3] = {};
    tcu::context context = test::context();
    tcu::compact(context, numbers, three, two, &count);
    cr_assert(count == 2 && two[0] == 4 && two[1] == 6);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::compact(context, in, tcu::flag_bits{tcu::view(bits.data(), 97)}, got, &count);
              }) == "tcu::compact: flags has 97 elements; it has to have 98 or more");
}

Test(cpp_items, predicates)
{
    const auto in = test::drawn<float>(n, 0, 100);
    const float low = 25, high = 75;
    std::vector<float> got(n, -1), inside, greater, partitioned, not_greater;
    for (const float x : in) {
        if (low <= x && x <= high) {
            inside.push_back(x);
        }
        (x > high ? greater : not_greater).push_back(x);
    }
    partitioned = greater;
    partitioned.insert(partitioned.end(), not_greater.begin(), not_greater.end());
    std::uint64_t count = 99999;
    test::in_all_forms(
        [&](auto &context) {
            return tcu::compact_if(context, in, tcu::keep_if(TCU_COMPARE_INSIDE, low, high), got, &count);
        },
        [&] { expect_kept(got, count, inside, -1.0f); });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::compact_if(context, in, tcu::keep_if_device(TCU_COMPARE_GREATER, &high), got, &count);
        },
        [&] { expect_kept(got, count, greater, -1.0f); });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::partition_if(context, in, tcu::keep_if(TCU_COMPARE_GREATER, 75.0f), got, &count);
        },
        [&] {
            cr_assert(count == greater.size());
            test::expect_equal(got, partitioned, "both parts");
            got.assign(n, -1);
        });
}

Test(cpp_items, columns)
{
    const auto x = records();
    const auto y = test::drawn<double>(n, 0, 1000);
    const auto flags = test::drawn<unsigned char>(n, 0, 1);
    const record none = {5, {}};
    std::vector<record> x_out(n, none), x_kept;
    std::vector<double> y_out(n, -1), y_kept;
    for (std::size_t i = 0; i < n; i++) {
        if (flags[i] != 0) {
            x_kept.push_back(x[i]);
            y_kept.push_back(y[i]);
        }
    }
    std::uint64_t count = 99999;
    test::in_all_forms(
        [&](auto &context) {
            return tcu::compact_columns(context, {tcu::column(x, x_out), tcu::column(y, y_out)}, flags, &count);
        },
        [&] {
            std::uint64_t again = count;
            expect_kept(x_out, again, x_kept, none);
            expect_kept(y_out, count, y_kept, -1.0);
        },
        test::answer::enough);
    tcu::context context = test::context();
    std::vector<tcu::compact_column> nine(9, tcu::column(y, y_out));
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::compact_columns(context, nine, flags, &count); }) ==
              "tcu::compact_columns: columns has 9 elements; it has to have 8 or fewer");
    y_out.pop_back();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::compact_columns(context, {tcu::column(y, y_out)}, flags, &count);
              }).find("a column's out has 776") != std::string::npos);
}

Test(cpp_items, unique)
{
    const auto in = test::drawn<std::uint16_t>(n, 0, 2);
    std::vector<std::uint16_t> got(n, 9), expected;
    std::vector<std::uint64_t> lengths(n, 9), expected_lengths;
    for (std::size_t i = 0; i < n; i++) {
        if (i == 0 || in[i] != in[i - 1]) {
            expected.push_back(in[i]);
            expected_lengths.push_back(0);
        }
        expected_lengths.back()++;
    }
    std::uint64_t count = 99999;
    test::in_all_forms([&](auto &context) { return tcu::unique(context, in, got, lengths, &count); },
                       [&] {
                           std::uint64_t again = count;
                           expect_kept(got, again, expected, std::uint16_t(9));
                           expect_kept(lengths, count, expected_lengths, std::uint64_t(9));
                       });
    test::in_all_forms([&](auto &context) { return tcu::unique(context, in, got, nullptr, &count); },
                       [&] { expect_kept(got, count, expected, std::uint16_t(9)); });
}

Test(cpp_items, gather_and_scatter)
{
    const auto source = records();
    const auto indices = test::drawn<int>(500, -3, static_cast<int>(n) + 2);
    const record none = {5, {}};
    std::vector<record> got(indices.size(), none), expected(indices.size(), none);
    std::uint64_t out_of_range = 99999, expected_outside = 0;
    for (std::size_t i = 0; i < indices.size(); i++) {
        if (indices[i] < 0 || indices[i] >= static_cast<int>(n)) {
            expected_outside++;
        } else {
            expected[i] = source[static_cast<std::size_t>(indices[i])];
        }
    }
    tcu::gather_options options;
    options.out_of_range = &out_of_range;
    test::in_all_forms([&](auto &context) { return tcu::gather(context, source, indices, got, options); },
                       [&] {
                           test::expect_equal(got, expected, "gathered");
                           cr_assert(out_of_range == expected_outside);
                           got.assign(indices.size(), none);
                       });
    std::vector<std::uint64_t> places(n);
    std::vector<record> scattered(n + 5, none), reversed(n + 5, none);
    for (std::size_t i = 0; i < n; i++) {
        places[i] = n - 1 - i;
        reversed[n - 1 - i] = source[i];
    }
    test::in_all_forms([&](auto &context) { return tcu::scatter(context, source, places, scattered); },
                       [&] {
                           test::expect_equal(scattered, reversed, "scattered");
                           scattered.assign(n + 5, none);
                       });
    tcu::context context = test::context();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::gather(context, source, places, got); }) ==
              "tcu::gather: out has 500 elements; it has to have 777");
}

Test(cpp_items, run_length_decode)
{
    const std::vector<std::uint32_t> lengths = {2, 0, 3, 1};
    const std::vector<float> items = {5, 6, 7, 8};
    const std::vector<float> expected = {5, 5, 7, 7, 7, 8, -1, -1};
    const std::vector<std::uint64_t> expected_runs = {0, 0, 2, 2, 2, 3, 9, 9};
    std::vector<float> got(8, -1);
    std::vector<std::uint64_t> runs(8, 9);
    std::uint64_t count = 0;
    test::in_all_forms(
        [&](auto &context) { return tcu::run_length_decode(context, lengths, items, got, runs, &count); },
        [&] {
            test::expect_equal(got, expected, "items");
            test::expect_equal(runs, expected_runs, "runs");
            cr_assert(count == 6);
            got.assign(8, -1);
            runs.assign(8, 9);
        });
    test::in_all_forms(
        [&](auto &context) { return tcu::run_length_decode(context, lengths, nullptr, nullptr, runs, nullptr); },
        [&] { test::expect_equal(runs, expected_runs, "runs alone"), runs.assign(8, 9); });
    test::in_all_forms(
        [&](auto &context) { return tcu::run_length_decode(context, lengths, items, got, nullptr, nullptr); },
        [&] { test::expect_equal(got, expected, "items alone"), got.assign(8, -1); });
}
