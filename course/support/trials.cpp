/* SPDX-License-Identifier: Apache-2.0 */
#include <cmath>
#include <cstdio>
#include <type_traits>

#include "lesson.h"

namespace course
{
namespace
{

template <class T>
std::string text_of(T value)
{
    if constexpr (std::is_integral_v<T>) {
        return std::to_string(value);
    } else if (value != value) {
        return "NaN"; /* without a sign, which says nothing */
    } else {
        char text[64];
        std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
        return text;
    }
}

/* (NaN differs from every number, and is no further from NaN than 0.) */
template <class T>
bool differ(T got, T expected, double allowed)
{
    if (got == expected || (got != got && expected != expected)) {
        return false;
    }
    return !(std::fabs(static_cast<double>(got) - static_cast<double>(expected)) <= allowed);
}

} // namespace

template <class T>
std::string first_difference(const char *name, const std::vector<T> &got, const std::vector<T> &expected,
                             const std::vector<double> &allowed)
{
    for (size_t i = 0; i < expected.size(); i++) {
        if (differ(got[i], expected[i], allowed.empty() ? 0 : allowed[i])) {
            const std::string index = expected.size() > 1 ? "[" + std::to_string(i) + "]" : "";
            return name + index + " is " + text_of(got[i]) + ", expected " + text_of(expected[i]);
        }
    }
    return "";
}
template std::string first_difference(const char *, const std::vector<float> &, const std::vector<float> &,
                                      const std::vector<double> &);
template std::string first_difference(const char *, const std::vector<uint8_t> &, const std::vector<uint8_t> &,
                                      const std::vector<double> &);
template std::string first_difference(const char *, const std::vector<int32_t> &, const std::vector<int32_t> &,
                                      const std::vector<double> &);
template std::string first_difference(const char *, const std::vector<uint32_t> &, const std::vector<uint32_t> &,
                                      const std::vector<double> &);
template std::string first_difference(const char *, const std::vector<uint64_t> &, const std::vector<uint64_t> &,
                                      const std::vector<double> &);

std::vector<float> numbers(size_t n, unsigned seed)
{
    std::vector<float> x(n);
    uint32_t state = seed * 2654435761u + 1;
    for (float &value : x) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
    }
    return x;
}

std::vector<size_t> edge_sizes(size_t tile)
{
    return {0, 1, 2, 31, 32, 33, tile - 1, tile, tile + 1, 3 * tile + 5};
}

} // namespace course
