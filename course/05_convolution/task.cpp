/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <algorithm>
#include <cmath>

namespace course
{
namespace
{

constexpr boundary policies[] = {boundary::zero, boundary::clamp, boundary::reflect, boundary::periodic};

const char *name_of(boundary policy)
{
    return policy == boundary::zero      ? "zero"
           : policy == boundary::clamp   ? "clamp"
           : policy == boundary::reflect ? "reflect"
                                         : "periodic";
}

/* x[i], walking back into the array step by step where i is outside. */
double value_at(const std::vector<float> &x, int64_t i, boundary policy)
{
    const int64_t n = static_cast<int64_t>(x.size());
    while (i < 0 || i >= n) {
        switch (policy) {
        case boundary::zero:
            return 0;
        case boundary::clamp:
            i = i < 0 ? 0 : n - 1;
            break;
        case boundary::reflect:
            i = n == 1 ? 0 : i < 0 ? -i : 2 * (n - 1) - i;
            break;
        case boundary::periodic:
            i += i < 0 ? n : -n;
            break;
        }
    }
    return static_cast<double>(x[static_cast<size_t>(i)]);
}

class convolution final : public trial
{
  public:
    convolution(const std::string &title, const std::vector<float> &signal, size_t width, boundary policy,
                size_t offset = 0)
        : host_x(signal), host_w(numbers(width, 7)), x(signal, offset), w(host_w), y(signal.size(), offset)
    {
        name = title;
        elements = static_cast<double>(signal.size());
        bytes = 2 * elements * sizeof(float);
        arrays = {x.data(), signal.size(), w.data(), host_w.data(), static_cast<int>(width), policy, y.data()};
    }

    const task &given() const override { return arrays; }
    void clear() override { y.clear(); }

    /* Each of `width` products and sums is rounded, by at most 2^-24 of what is summed. Rounding elements and
     * weights to f16 changes a product by 2^-10 of it, or, where one of them is denormal, by 2^-25 of the other. */
    std::string wrong(const version &by) const override
    {
        const double terms = static_cast<double>(host_w.size());
        const double unit = std::ldexp(terms + 2, -24) + (by.rounds_to_half ? std::ldexp(1.01, -10) : 0);
        const double denormal = by.rounds_to_half ? std::ldexp(terms, -24) : 0;
        std::vector<float> expected(host_x.size());
        std::vector<double> allowed(host_x.size());
        for (size_t i = 0; i < host_x.size(); i++) {
            double sum = 0, magnitude = 0;
            for (size_t j = 0; j < host_w.size(); j++) {
                const int64_t from = static_cast<int64_t>(i + j) - static_cast<int64_t>(host_w.size() / 2);
                const double product = static_cast<double>(host_w[j]) * value_at(host_x, from, arrays.outside);
                sum += product;
                magnitude += std::fabs(product);
            }
            expected[i] = static_cast<float>(sum);
            allowed[i] = unit * magnitude + denormal;
        }
        const std::vector<float> got = y.values();
        for (size_t i = 0; by.rounds_to_half && i < expected.size(); i++) {
            if (std::isnan(got[i]) && has_nan_near(i)) { /* 0 * NaN of a matrix */
                expected[i] = got[i];
            }
        }
        return first_difference("y", got, expected, allowed);
    }

  private:
    std::vector<float> host_x, host_w;
    array<float> x, w, y;
    task arrays;

    /* Among the 16 outputs of i's row of a matrix, and the width - 1 elements around them. */
    bool has_nan_near(size_t i) const
    {
        const size_t before = 15 + host_w.size(), end = std::min(host_x.size(), i + before + 1);
        for (size_t k = i < before ? 0 : i - before; k < end; k++) {
            if (std::isnan(host_x[k])) {
                return true;
            }
        }
        return false;
    }
};

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](const std::string &more, const std::vector<float> &x, size_t width, boundary policy,
                         size_t offset = 0) {
        const std::string title =
            "n = " + std::to_string(x.size()) + ", " + std::to_string(width) + " weights, " + name_of(policy) + more;
        all.push_back(std::make_unique<convolution>(title, x, width, policy, offset));
    };
    if (why != purpose::check) {
        const size_t n = why == purpose::measure ? size_t{1} << 28 : 4096;
        add("", numbers(n), 15, boundary::clamp);
        return all;
    }
    for (boundary policy : policies) {
        for (size_t n : {0, 1, 2, 31, 32, 33}) {
            add("", numbers(n), 5, policy);
        }
    }
    int turn = 0;
    for (size_t n : {255, 256, 257, 773, 1023, 1024, 1025, 2047, 2049}) { /* tiles of 256, 1024 and 2048 */
        add("", numbers(n), 5, policies[turn++ % 4]);
    }
    for (size_t width : {1, 2, 4, 15, most_weights}) {
        add("", numbers(300), width, policies[turn++ % 4]);
    }
    add(": longer than the signal", numbers(3), 33, boundary::reflect);
    add(": longer than the signal", numbers(3), 33, boundary::periodic);
    add(", at an odd address", numbers(1030), 5, boundary::clamp, 1);
    std::vector<float> with_nan = numbers(300);
    with_nan[255] = NAN;
    add(", x[255] is NaN", with_nan, 3, boundary::zero);
    return all;
}

} // namespace course
