/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace course
{
namespace
{

class heat final : public trial
{
  public:
    heat(const std::vector<size_t> &extents, int steps, const std::vector<float> &beginning, size_t offset = 0)
        : host_u(beginning), u(beginning, offset), result(beginning.size(), offset), scratch(beginning.size(), offset)
    {
        name = std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " + std::to_string(extents[2]) +
               " points, " + std::to_string(steps) + (steps == 1 ? " step" : " steps") +
               (offset > 0 ? ", at an odd address" : "");
        elements = static_cast<double>(beginning.size()) * steps;
        bytes = 2 * elements * sizeof(float); /* without fused steps: u is read and written in each */
        arrays = {u.data(), extents[0], extents[1], extents[2], 0.15f, steps, result.data(), scratch.data()};
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        result.clear();
        scratch.clear();
    }

    /* Weights are positive and their sum is 1, so that no value is above the largest; a step has 8 roundings. */
    std::string wrong(const version &) const override
    {
        std::vector<double> now(host_u.begin(), host_u.end()), next(now.size());
        double largest = 0;
        for (double value : now) {
            largest = std::fmax(largest, std::fabs(value));
        }
        for (int step = 0; step < arrays.steps; step++) {
            for (size_t i = 0; i < now.size(); i++) {
                next[i] = next_value(now, i);
            }
            std::swap(now, next);
        }
        const std::vector<double> allowed(now.size(), std::ldexp(10.0 * arrays.steps * largest, -24));
        const std::string difference =
            first_difference("u", result.values(), std::vector<float>(now.begin(), now.end()), allowed);
        return difference.empty() ? "" : difference + " (point (plane * height + row) * width + column)";
    }

  private:
    std::vector<float> host_u;
    array<float> u, result, scratch;
    task arrays;

    double next_value(const std::vector<double> &now, size_t i) const
    {
        const size_t extents[] = {arrays.width, arrays.height, arrays.depth};
        double sum = 0;
        size_t distance = 1, rest = i;
        for (size_t n : extents) {
            const size_t at = rest % n;
            if (n > 1 && (at == 0 || at == n - 1)) {
                return now[i];
            }
            sum += n > 1 ? now[i - distance] - 2 * now[i] + now[i + distance] : 0;
            distance *= n;
            rest /= n;
        }
        return now[i] + static_cast<double>(arrays.a) * sum;
    }
};

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](const std::vector<size_t> &extents, int steps, size_t offset = 0) {
        all.push_back(std::make_unique<heat>(extents, steps, numbers(extents[0] * extents[1] * extents[2]), offset));
    };
    if (why != purpose::check) {
        if (why == purpose::measure) {
            add({256, 1024, 1024}, 8);
        } else {
            add({16, 12, 28}, 2);
        }
        return all;
    }
    add({1, 1, 0}, 2);
    add({1, 1, 1}, 2);
    add({1, 1, 2}, 1);
    for (size_t n : {28, 29, 31}) { /* around the outputs of a block of version 4 */
        add({1, 1, n}, 2);
    }
    add({1, 1, 33}, 3);
    add({1, 4, 5}, 1);
    add({1, 8, 32}, 1);
    add({1, 13, 29}, 2); /* two dimensions */
    add({1, 15, 33}, 1);
    add({2, 2, 2}, 1);
    add({3, 4, 5}, 0);
    add({3, 4, 5}, 3);
    add({5, 13, 5}, 2);
    add({17, 3, 3}, 2);
    add({3, 4, 31}, 1, 1);
    std::vector<float> with_nan = numbers(5 * 6 * 7);
    with_nan[(2 * 6 + 3) * 7 + 4] = NAN;
    all.push_back(std::make_unique<heat>(std::vector<size_t>{5, 6, 7}, 2, with_nan));
    all.back()->name += ", one is NaN";
    return all;
}

} // namespace course
