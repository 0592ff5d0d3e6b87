/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <cmath>

namespace course
{
namespace
{

class scan_of_numbers final : public trial
{
  public:
    scan_of_numbers(const std::string &title, const std::vector<float> &numbers, size_t offset = 0)
        : x(numbers, offset), y(numbers.size(), offset), scratch(scratch_words(numbers.size()))
    {
        name = title;
        elements = static_cast<double>(numbers.size());
        bytes = 2 * elements * sizeof(float);
        arrays = {x.data(), numbers.size(), y.data(), scratch.data()};
        double sum = 0, magnitude = 0;
        for (float value : numbers) {
            sum += static_cast<double>(value);
            magnitude += std::fabs(static_cast<double>(value));
            expected.push_back(static_cast<float>(sum));
            magnitudes.push_back(static_cast<float>(magnitude));
        }
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        y.clear();
        scratch.clear();
    }

    /* However additions are ordered, f32 sums are far closer than this to the sum of magnitudes; numbers that were
     * rounded to f16 first, and sums of them once more, have 11 bits each. */
    std::string wrong(const version &by) const override
    {
        std::vector<double> allowed;
        for (float magnitude : magnitudes) {
            allowed.push_back(std::ldexp(static_cast<double>(magnitude), by.rounds_to_half ? -10 : -18));
        }
        return first_difference("y", y.values(), expected, allowed);
    }

  private:
    array<float> x, y;
    array<unsigned long long> scratch;
    task arrays;
    std::vector<float> expected, magnitudes;
};

void add(std::vector<std::unique_ptr<trial>> &all, const std::string &title, const std::vector<float> &x,
         size_t offset = 0)
{
    all.push_back(std::make_unique<scan_of_numbers>(title, x, offset));
}

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    if (why != purpose::check) {
        const size_t n = why == purpose::measure ? size_t{1} << 28 : 4096;
        add(all, "the scan of " + std::to_string(n) + " f32", numbers(n));
        return all;
    }
    for (size_t n : edge_sizes(256)) {
        add(all, "n = " + std::to_string(n), numbers(n));
    }
    for (size_t n : {2049, 4097}) { /* around tiles of 2048 */
        add(all, "n = " + std::to_string(n), numbers(n));
    }
    add(all, "n = 300, at an odd address", numbers(300), 1);
    std::vector<float> x = numbers(600);
    x[550] = NAN;
    add(all, "n = 600, x[550] is NaN", x);
    x = numbers(300);
    for (float &value : x) {
        value = 10000 * std::fabs(value); /* sums of 15 are beyond the range of f16 */
    }
    add(all, "n = 300, up to 10000", x);
    return all;
}

} // namespace course
