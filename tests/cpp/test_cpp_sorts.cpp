// SPDX-License-Identifier: Apache-2.0
// Sorts, merges, searches, top-k, places of the order and quantiles, against the C++ library.
#include "cpp_test.hpp"

#include <algorithm>
#include <numeric>

namespace
{
constexpr std::size_t n = 1500;
constexpr std::uint64_t segment = 100;
const std::vector<std::int64_t> offsets = {0, 10, 10, 900, 1500};

struct record {
    std::uint32_t place;
    std::uint8_t rest[5];
};

// Positions of keys in the order of a stable sort, within [begin, end).
template <class T, class Less>
std::vector<std::uint32_t> order(const std::vector<T> &keys, std::size_t begin, std::size_t end, const Less &less)
{
    std::vector<std::uint32_t> positions(end - begin);
    std::iota(positions.begin(), positions.end(), static_cast<std::uint32_t>(begin));
    std::stable_sort(positions.begin(), positions.end(), [&](auto a, auto b) { return less(keys[a], keys[b]); });
    return positions;
}
template <class T>
std::vector<std::uint32_t> ascending(const std::vector<T> &keys, std::size_t begin, std::size_t end)
{
    return order(keys, begin, end, std::less<T>());
}

template <class T>
std::vector<T> taken(const std::vector<T> &keys, const std::vector<std::uint32_t> &positions)
{
    std::vector<T> made;
    for (const std::uint32_t i : positions) {
        made.push_back(keys[i]);
    }
    return made;
}

// The positions of each segment in its order, one segment behind the other.
template <class T>
std::vector<std::uint32_t> by_segments(const std::vector<T> &keys)
{
    std::vector<std::uint32_t> all;
    for (std::size_t begin = 0; begin < n; begin += segment) {
        const auto part = ascending(keys, begin, begin + segment);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}
template <class T>
std::vector<std::uint32_t> by_offsets(const std::vector<T> &keys)
{
    std::vector<std::uint32_t> all;
    for (std::size_t k = 0; k + 1 < offsets.size(); k++) {
        const auto part =
            ascending(keys, static_cast<std::size_t>(offsets[k]), static_cast<std::size_t>(offsets[k + 1]));
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

void expect_places(const std::vector<record> &got, const std::vector<std::uint32_t> &expected)
{
    for (std::size_t i = 0; i < expected.size(); i++) {
        cr_assert(got[i].place == expected[i] && got[i].rest[4] == static_cast<std::uint8_t>(expected[i]), "value %zu",
                  i);
    }
}

std::vector<record> places()
{
    std::vector<record> made(n);
    for (std::size_t i = 0; i < n; i++) {
        made[i] = {static_cast<std::uint32_t>(i), {0, 1, 2, 3, static_cast<std::uint8_t>(i)}};
    }
    return made;
}
} // namespace

Test(cpp_sorts, whole_arrays)
{
    const auto keys = test::drawn<int>(n, -200, 200);
    const auto values = places();
    const auto positions = ascending(keys, 0, n);
    const auto expected = taken(keys, positions);
    std::vector<int> got(n), other(n);
    std::vector<record> got_values(n), other_values(n);
    std::vector<std::uint32_t> indices(n);
    test::in_all_forms([&](auto &context) { return tcu::radix_sort(context, keys, got); },
                       [&] { test::expect_equal(got, expected, "keys"), got.assign(n, 0); });
    test::in_all_forms([&](auto &context) { return got = keys, tcu::radix_sort(context, got, got); },
                       [&] { test::expect_equal(got, expected, "keys in place"), got.assign(n, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::radix_sort_pairs(context, keys, got, values, got_values); },
        [&] { test::expect_equal(got, expected, "keys"), expect_places(got_values, positions), got.assign(n, 0); });
    test::in_all_forms([&](auto &context) { return tcu::argsort(context, keys, indices); },
                       [&] { test::expect_equal(indices, positions, "positions"), indices.assign(n, 0); });
    tcu::sort_options down;
    down.descending = true;
    test::in_all_forms([&](auto &context) { return tcu::radix_sort(context, keys, got, down); },
                       [&] {
                           test::expect_equal(got, std::vector<int>(expected.rbegin(), expected.rend()), "descending");
                           got.assign(n, 0);
                       });
    tcu::context context = test::context();
    got = keys;
    int current = tcu::radix_sort_buffers(context, got, other, 0);
    test::expect_equal(current == 0 ? got : other, expected, "keys between buffers");
    other = keys, other_values = values;
    current = tcu::radix_sort_buffers(context, got, other, got_values, other_values, 1, down);
    cr_assert((current == 0 ? got : other)[0] == expected.back());
    test::in_all_forms(
        [&](auto &any) {
            got = keys, got_values = values;
            return tcu::radix_sort_buffers(any, got, other, got_values, other_values, 0);
        },
        [] {});
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::argsort(context, keys, tcu::view(indices.data(), 3));
              }) == "tcu::argsort: indices has 3 elements; it has to have 1500");
}

Test(cpp_sorts, segments)
{
    const auto keys = test::drawn<double>(n, -50, 50);
    const auto values = places();
    const auto of_segments = by_segments(keys), of_offsets = by_offsets(keys);
    std::vector<double> got(n);
    std::vector<record> got_values(n);
    const auto check = [&](const std::vector<std::uint32_t> &positions) {
        test::expect_equal(got, taken(keys, positions), "keys of segments");
        got.assign(n, 0);
    };
    test::in_all_forms([&](auto &context) { return tcu::segmented_sort(context, keys, got, segment); },
                       [&] { check(of_segments); });
    test::in_all_forms([&](auto &context) { return tcu::segmented_sort_offsets(context, keys, got, offsets); },
                       [&] { check(of_offsets); });
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_sort_pairs(context, keys, got, values, got_values, segment); },
        [&] { check(of_segments), expect_places(got_values, of_segments); });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::segmented_sort_pairs_offsets(context, keys, got, values, got_values, offsets);
        },
        [&] { check(of_offsets), expect_places(got_values, of_offsets); });
}

Test(cpp_sorts, merges_and_searches)
{
    auto a = test::drawn<short>(400, -50, 50), b = test::drawn<short>(300, -50, 50);
    std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
    std::vector<short> expected(700), got(700);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
    std::vector<int> a_values(400), b_values(300, -1), got_values(700);
    std::iota(a_values.begin(), a_values.end(), 0);
    test::in_all_forms([&](auto &context) { return tcu::merge(context, a, b, got); },
                       [&] { test::expect_equal(got, expected, "merged"), got.assign(700, 0); });
    test::in_all_forms(
        [&](auto &context) { return tcu::merge_pairs(context, a, a_values, b, b_values, got, got_values); },
        [&] {
            test::expect_equal(got, expected, "merged"), got.assign(700, 0);
            int next = 0;
            for (const int value : got_values) {
                cr_assert(value == -1 || value == next, "those of a stay in their order");
                next += value == -1 ? 0 : 1;
            }
            cr_assert(next == 400);
        });
    std::vector<std::uint64_t> lower(b.size()), upper(b.size());
    tcu::search_options behind;
    behind.upper = true;
    test::in_all_forms([&](auto &context) { return tcu::search_sorted(context, a, b, lower); },
                       [&] {
                           for (std::size_t j = 0; j < b.size(); j++) {
                               const auto at = std::lower_bound(a.begin(), a.end(), b[j]) - a.begin();
                               cr_assert(lower[j] == static_cast<std::uint64_t>(at));
                           }
                           lower.assign(b.size(), 9999);
                       });
    test::in_all_forms([&](auto &context) { return tcu::search_sorted(context, a, b, upper, behind); },
                       [&] {
                           for (std::size_t j = 0; j < b.size(); j++) {
                               const auto at = std::upper_bound(a.begin(), a.end(), b[j]) - a.begin();
                               cr_assert(upper[j] == static_cast<std::uint64_t>(at));
                           }
                           upper.assign(b.size(), 9999);
                       });
}

Test(cpp_sorts, top_k)
{
    constexpr std::uint64_t k = 7;
    const auto keys = test::drawn<float>(n, -1000, 1000);
    const auto values = places();
    auto best = order(keys, 0, n, std::greater<float>());
    best.resize(k);
    std::vector<float> got(k);
    std::vector<std::uint32_t> positions(k);
    std::vector<record> got_values(k);
    std::uint64_t num_out = 0;
    tcu::top_k_options options;
    options.num_out = tcu::view(&num_out, 1);
    test::in_all_forms([&](auto &context) { return tcu::top_k(context, keys, k, got, positions, options); },
                       [&] {
                           test::expect_equal(got, taken(keys, best), "best"),
                               test::expect_equal(positions, best, "places");
                           cr_assert(num_out == k);
                           got.assign(k, 0), positions.assign(k, 0), num_out = 0;
                       });
    test::in_all_forms([&](auto &context) { return tcu::top_k(context, keys, k, nullptr, positions); },
                       [&] { test::expect_equal(positions, best, "places alone"), positions.assign(k, 0); });
    test::in_all_forms([&](auto &context) { return tcu::top_k_pairs(context, keys, values, k, got, got_values); },
                       [&] { expect_places(got_values, best), got_values.assign(k, {}); });
    const auto of_rows = by_segments(keys), of_lists = by_offsets(keys);
    tcu::top_k_options smallest;
    smallest.smallest = true;
    std::vector<std::uint64_t> rows(n / segment * k);
    std::vector<float> row_keys(rows.size());
    std::vector<record> row_values(rows.size());
    const auto check_rows = [&](const auto &place_at) {
        for (std::size_t i = 0; i < rows.size(); i++) {
            cr_assert(place_at(i) == of_rows[i / k * segment + i % k], "result %zu", i);
        }
    };
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_top_k(context, keys, segment, k, row_keys, rows, smallest); },
        [&] { check_rows([&](auto i) { return rows[i]; }), rows.assign(rows.size(), 0); });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::segmented_top_k_pairs(context, keys, values, segment, k, nullptr, row_values, smallest);
        },
        [&] { check_rows([&](auto i) { return row_values[i].place; }), row_values.assign(rows.size(), {}); });
    rows.resize(4 * k), row_values.resize(4 * k);
    const auto check_lists = [&](const auto &place_at) {
        for (std::size_t s = 0; s < 4; s++) {
            const std::uint64_t length = static_cast<std::uint64_t>(offsets[s + 1] - offsets[s]);
            for (std::uint64_t j = 0; j < std::min(k, length); j++) {
                cr_assert(place_at(s * k + j) == of_lists[static_cast<std::size_t>(offsets[s]) + j], "%zu of %zu", j,
                          s);
            }
        }
    };
    test::in_all_forms(
        [&](auto &context) { return tcu::segmented_top_k_offsets(context, keys, offsets, k, nullptr, rows, smallest); },
        [&] { check_lists([&](auto i) { return rows[i]; }), rows.assign(rows.size(), 0); });
    test::in_all_forms(
        [&](auto &context) {
            return tcu::segmented_top_k_pairs_offsets(context, keys, values, offsets, k, nullptr, row_values, smallest);
        },
        [&] { check_lists([&](auto i) { return row_values[i].place; }), row_values.assign(4 * k, {}); });
}

Test(cpp_sorts, places_of_the_order)
{
    const auto keys = test::drawn<double>(n, -1000, 1000);
    const auto positions = ascending(keys, 0, n);
    double key = 0;
    std::uint32_t index = 0;
    test::in_all_forms([&](auto &context) { return tcu::nth_element(context, keys, 100, &key, &index); },
                       [&] { cr_assert(key == keys[positions[100]] && index == positions[100]); });
    test::in_all_forms([&](auto &context) { return index = 0, tcu::nth_element(context, keys, 3, nullptr, &index); },
                       [&] { cr_assert(index == positions[3]); });
    std::vector<double> quantiles(3);
    test::in_all_forms(
        [&](auto &context) {
            return tcu::quantiles(context, keys, {0.0, 0.5, 1.0}, quantiles);
        },
        [&] {
            cr_assert(quantiles[0] == keys[positions[0]] && quantiles[2] == keys[positions[n - 1]]);
            cr_assert(quantiles[1] == (keys[positions[n / 2 - 1]] + keys[positions[n / 2]]) / 2);
            quantiles.assign(3, 0);
        });
}
