/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <cmath>

namespace course
{
namespace
{

class sum_of_numbers final : public trial
{
  public:
    sum_of_numbers(const std::string &title, const std::vector<float> &numbers, size_t offset = 0)
        : x(numbers, offset), sum(1)
    {
        name = title;
        elements = static_cast<double>(numbers.size());
        bytes = elements * sizeof(float);
        arrays = {x.data(), numbers.size(), sum.data()};
        for (float value : numbers) {
            expected += static_cast<double>(value);
            magnitude += std::fabs(static_cast<double>(value));
        }
    }

    const task &given() const override { return arrays; }
    void clear() override { sum.clear(); }

    /* However additions are ordered, an f32 sum is far closer than this; numbers that were rounded to f16 first have 11
     * bits each. */
    std::string wrong(const version &by) const override
    {
        const double allowed = std::ldexp(magnitude, by.rounds_to_half ? -11 : -18);
        return first_difference("the sum", sum.values(), {static_cast<float>(expected)}, {allowed});
    }

  private:
    array<float> x, sum;
    task arrays;
    double expected = 0, magnitude = 0;
};

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    if (why != purpose::check) {
        const size_t n = why == purpose::measure ? size_t{1} << 28 : 4096;
        all.push_back(std::make_unique<sum_of_numbers>("the sum of " + std::to_string(n) + " f32", numbers(n)));
        return all;
    }
    for (size_t n : edge_sizes(256)) {
        all.push_back(std::make_unique<sum_of_numbers>("n = " + std::to_string(n), numbers(n)));
    }
    all.push_back(std::make_unique<sum_of_numbers>("n = 1000, at an odd address", numbers(1000), 1));
    std::vector<float> with_nan = numbers(300);
    with_nan[299] = NAN;
    all.push_back(std::make_unique<sum_of_numbers>("n = 300, the last is NaN", with_nan));
    return all;
}

} // namespace course
