/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <algorithm>
#include <cmath>

namespace course
{
namespace
{

class scan_of_segments final : public trial
{
  public:
    /* Lengths of segments that add up to the number of elements. */
    scan_of_segments(const std::string &title, const std::vector<float> &numbers, const std::vector<size_t> &lengths,
                     size_t offset = 0)
        : x(numbers, offset), y(numbers.size(), offset), sums(lengths.size()), offsets(offsets_of(lengths)),
          scratch(scratch_words(numbers.size()))
    {
        name = title;
        elements = static_cast<double>(numbers.size());
        bytes = 8 * elements + 12 * static_cast<double>(lengths.size());
        arrays = {x.data(), numbers.size(), offsets.data(), lengths.size(), y.data(), sums.data(), scratch.data()};
        size_t i = 0;
        for (size_t length : lengths) {
            double sum = 0, magnitude = 0;
            for (const size_t end = i + length; i < end; i++) {
                sum += static_cast<double>(numbers[i]);
                magnitude += std::fabs(static_cast<double>(numbers[i]));
                expected_y.push_back(static_cast<float>(sum));
                magnitudes.push_back(static_cast<float>(magnitude));
            }
            expected_sums.push_back(static_cast<float>(sum));
            sum_magnitudes.push_back(static_cast<float>(magnitude));
        }
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        y.clear();
        sums.clear();
        scratch.clear();
    }

    /* However additions are ordered, f32 sums are far closer than this to the sum of magnitudes of their segment alone:
     * what leaks out of another segment shows. */
    std::string wrong(const version &) const override
    {
        const std::string first = first_difference("y", y.values(), expected_y, allowed(magnitudes));
        return first.empty() ? first_difference("sums", sums.values(), expected_sums, allowed(sum_magnitudes)) : first;
    }

  private:
    array<float> x, y, sums;
    array<int64_t> offsets;
    array<unsigned long long> scratch;
    task arrays;
    std::vector<float> expected_y, expected_sums, magnitudes, sum_magnitudes;

    static std::vector<int64_t> offsets_of(const std::vector<size_t> &lengths)
    {
        std::vector<int64_t> offsets = {0};
        for (size_t length : lengths) {
            offsets.push_back(offsets.back() + static_cast<int64_t>(length));
        }
        return offsets;
    }

    static std::vector<double> allowed(const std::vector<float> &magnitudes)
    {
        std::vector<double> all;
        for (float magnitude : magnitudes) {
            all.push_back(std::ldexp(static_cast<double>(magnitude), -18));
        }
        return all;
    }
};

/* Segments of one size; the last may be shorter. */
std::vector<size_t> of_size(size_t n, size_t size)
{
    std::vector<size_t> lengths;
    for (size_t begin = 0; begin < n; begin += size) {
        lengths.push_back(std::min(size, n - begin));
    }
    return lengths;
}

/* Mostly short ones, an eighth of them empty, and in the middle one of `longest`. */
std::vector<size_t> of_many_sizes(size_t n, size_t longest)
{
    std::vector<size_t> lengths;
    uint32_t state = 1;
    bool is_long_one_missing = true;
    for (size_t left = n; left > 0; left -= lengths.back()) {
        state = state * 1664525u + 1013904223u;
        const uint32_t drawn = state >> 16;
        size_t length = drawn % 8 == 0 ? 0 : 1 + drawn % (drawn % 3 == 0 ? 80 : 10);
        if (is_long_one_missing && left <= n / 2) {
            length = longest;
            is_long_one_missing = false;
        }
        lengths.push_back(std::min(length, left));
    }
    return lengths;
}

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](const std::string &title, const std::vector<float> &x, const std::vector<size_t> &lengths,
                         size_t offset = 0) {
        all.push_back(std::make_unique<scan_of_segments>(title, x, lengths, offset));
    };
    if (why != purpose::check) {
        const size_t n = why == purpose::measure ? size_t{1} << 28 : 4096;
        const size_t longest = why == purpose::measure ? size_t{1} << 17 : 1024;
        const std::vector<size_t> lengths = of_many_sizes(n, longest);
        add("segments of " + std::to_string(n) + " f32: " + std::to_string(lengths.size()) + " of 0 to 80 elements, " +
                "one of " + std::to_string(longest),
            numbers(n), lengths);
        return all;
    }
    for (size_t n : edge_sizes(256)) {
        add("n = " + std::to_string(n) + ", segments of 5", numbers(n), of_size(n, 5));
    }
    add("n = 0, three segments", {}, {0, 0, 0});
    add("n = 100, segments of 1", numbers(100), of_size(100, 1));
    add("n = 300, segments of 32, at an odd address", numbers(300), of_size(300, 32), 1);
    add("n = 600, one segment", numbers(600), {600});
    add("n = 600, the first and the last are empty", numbers(600), {0, 0, 256, 344, 0});
    add("n = 2500, of many sizes", numbers(2500), of_many_sizes(2500, 1000));
    std::vector<float> x = numbers(300);
    x[39] = NAN; /* the last of its segment */
    add("n = 300, segments of 40, x[39] is NaN", x, of_size(300, 40));
    return all;
}

} // namespace course
