/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/studies/rounding/model.h"

#include <algorithm>
#include <cmath>

#include "bench/inputs/random.h"

namespace study
{
namespace
{
constexpr int kLeastExponent = -7, kExponents = 11; // of random numbers; 16 products of them are in the range of f16
constexpr double kHidden = 1;                       // the significand's bit before the point
constexpr int kKept[] = {10, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26, 27, 28};
constexpr int kGroups[] = {2, 4, 8, 16};

/** x without what lies behind `bits` fractional bits of 2^exponent. */
double cut(double x, int exponent, int bits)
{
    return std::ldexp(std::trunc(std::ldexp(x, bits - exponent)), exponent - bits);
}

int exponent_of(double x)
{
    return x == 0 ? -10000 : std::ilogb(x);
}

double rounded_sum(double sum, int bits, bool to_nearest)
{
    if (sum == 0) {
        return 0;
    }
    const int shift = bits - exponent_of(sum);
    const double scaled = std::ldexp(sum, shift);
    return std::ldexp(to_nearest ? std::nearbyint(scaled) : std::trunc(scaled), -shift);
}

double random_number(int bits, uint64_t &state)
{
    const auto next = [&state] { return bench_hash(state++); };
    const double fraction = std::ldexp(std::trunc(std::ldexp(bench_unit(next()), bits)), -bits);
    const int exponent = kLeastExponent + int(next() % kExponents);
    return (next() & 1 ? -1 : 1) * std::ldexp(kHidden + fraction, exponent);
}
} // namespace

double modelled(const Model &model, const Format &format, const Terms &terms)
{
    double sum = terms.c;
    for (int first = 0; first < format.depth; first += model.group) {
        const int last = std::min(first + model.group, format.depth);
        int largest = exponent_of(sum);
        for (int t = first; t < last; t++) {
            const double product = terms.a[t] * terms.b[t];
            const int exponent = product == 0           ? exponent_of(0)
                                 : model.adds_exponents ? exponent_of(terms.a[t]) + exponent_of(terms.b[t])
                                                        : exponent_of(product);
            largest = std::max(largest, exponent);
        }
        double group = cut(sum, largest, model.kept);
        for (int t = first; t < last; t++) {
            group += cut(terms.a[t] * terms.b[t], largest, model.kept);
        }
        sum = rounded_sum(group, format.bits, model.to_nearest);
    }
    return sum;
}

double chained(const Format &format, const Terms &terms)
{
    double sum = terms.c;
    for (int t = 0; t < format.depth; t++) {
        sum = std::fma(terms.a[t], terms.b[t], sum);
    }
    return sum;
}

Exact exact(const Format &format, const Terms &terms)
{
    Exact e = {terms.c, std::fabs((long double)terms.c)};
    for (int t = 0; t < format.depth; t++) {
        const long double product = (long double)terms.a[t] * terms.b[t];
        e.sum += product;
        e.magnitudes += std::fabs(product);
    }
    return e;
}

double error_bound(const Format &format, const Exact &exact)
{
    return (format.depth + 2) * std::ldexp(double(exact.magnitudes), 1 - format.bits) +
           std::ldexp(1.0, -format.denormal);
}

Fit best_fit(const Format &format, const std::vector<Terms> &trials, const std::vector<double> &results)
{
    Fit best = {{}, -1, int(trials.size())};
    for (int kept : kKept) {
        for (int group : kGroups) {
            for (int kind = 0; kind < 4; kind++) {
                const Model model = {kept, group, (kind & 1) != 0, (kind & 2) != 0};
                int matches = 0;
                for (size_t t = 0; t < trials.size(); t++) {
                    matches += modelled(model, format, trials[t]) == results[t];
                }
                if (group <= format.depth && matches > best.matches) {
                    best.model = model;
                    best.matches = matches;
                }
            }
        }
    }
    return best;
}

std::vector<Terms> random_trials(const Format &format, int count)
{
    std::vector<Terms> trials(count);
    uint64_t state = BENCH_SEED;
    for (Terms &terms : trials) {
        for (int t = 0; t < format.depth; t++) {
            terms.a[t] = random_number(format.operand_bits, state);
            terms.b[t] = random_number(format.operand_bits, state);
        }
        terms.c = random_number(format.bits, state);
    }
    return trials;
}
} // namespace study
