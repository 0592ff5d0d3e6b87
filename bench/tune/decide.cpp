/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/decide.h"

#include <algorithm>
#include <cmath>

namespace tune
{
namespace
{
// Powers of two, dense near the present number, none of which is that number itself.
const double kSteps[] = {-3.5, -2.5, -1.5, -0.75, -0.25, 0.25, 0.75, 1.5, 2.5, 3.5};
constexpr uint64_t kFew = 8; // numbers of a range that are all tried

uint64_t scaled(uint64_t number, double steps)
{
    const double result = std::round(double(number) * std::exp2(steps));
    return result < 0x1p63 ? uint64_t(result) : UINT64_MAX;
}

uint64_t clamped(uint64_t number, uint64_t least, uint64_t most)
{
    return std::min(std::max(number, least), most);
}

// A number that the sizes before index j are below, and the others not.
uint64_t between(Acts acts, const std::vector<uint64_t> &sizes, size_t j, Range allowed)
{
    const uint64_t step = acts == Acts::from; // from the size on: the number behind it has it below
    const uint64_t least = j == 0 ? allowed.least : std::max(allowed.least, sizes[j - 1] + step);
    const uint64_t most = j == sizes.size() ? allowed.most : std::min(allowed.most, sizes[j] + step - 1);
    const uint64_t middle = j == 0              ? sizes.front()
                            : j == sizes.size() ? sizes.back()
                                                : uint64_t(std::sqrt(double(sizes[j - 1]) * double(sizes[j])) + 0.5);
    return clamped(middle, least, most);
}

// As a standard deviation, but one outlier of many does not matter.
double relative_spread(const Samples &samples)
{
    const double middle = median(samples);
    Samples distances;
    for (const double sample : samples) {
        distances.push_back(std::fabs(std::log(sample / middle)));
    }
    return 1.4826 * median(distances);
}

double cost(const Measured &measured, size_t candidate)
{
    double sum = 0;
    for (size_t p = 0; p < measured.probes.size(); p++) {
        double best = INFINITY;
        for (const Samples &variant : measured.probes[p]) {
            best = std::min(best, median(variant));
        }
        sum += std::log(median(measured.probes[p][measured.variants[candidate][p]]) / best);
    }
    return sum;
}
} // namespace

Candidates around_threshold(Acts acts, uint64_t present, Range allowed, Range sizes, const Snap &snap)
{
    Candidates candidates;
    const uint64_t middle = clamped(present, sizes.least, sizes.most);
    for (const double step : kSteps) {
        const uint64_t size = snap ? snap(scaled(middle, step)) : scaled(middle, step);
        const bool is_new = candidates.sizes.empty() || size > candidates.sizes.back();
        if (is_new && size >= sizes.least && size <= sizes.most && is_below(acts, size, allowed.most) &&
            !is_below(acts, size, allowed.least)) {
            candidates.sizes.push_back(size);
        }
    }
    const auto first_above = std::find_if(candidates.sizes.begin(), candidates.sizes.end(),
                                          [&](uint64_t size) { return !is_below(acts, size, present); });
    candidates.present = size_t(first_above - candidates.sizes.begin());
    if (candidates.sizes.empty()) {
        candidates.numbers = {present};
        return candidates;
    }
    for (size_t j = 0; j <= candidates.sizes.size(); j++) {
        candidates.numbers.push_back(j == candidates.present ? present : between(acts, candidates.sizes, j, allowed));
    }
    return candidates;
}

Candidates around_value(uint64_t present, Range allowed)
{
    Candidates candidates;
    if (allowed.most - allowed.least < kFew) {
        for (uint64_t k = 0; k <= allowed.most - allowed.least; k++) {
            candidates.numbers.push_back(allowed.least + k);
        }
    } else {
        for (const double step : {-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0}) {
            candidates.numbers.push_back(step == 0 ? present
                                                   : clamped(scaled(present, step), allowed.least, allowed.most));
        }
        std::sort(candidates.numbers.begin(), candidates.numbers.end());
        candidates.numbers.erase(std::unique(candidates.numbers.begin(), candidates.numbers.end()),
                                 candidates.numbers.end());
    }
    const auto found = std::find(candidates.numbers.begin(), candidates.numbers.end(), present);
    candidates.present = size_t(found - candidates.numbers.begin());
    return candidates;
}

double median(Samples samples)
{
    std::sort(samples.begin(), samples.end());
    const size_t last = samples.size() - 1;
    return (samples[last / 2] + samples[(last + 1) / 2]) / 2;
}

std::vector<std::vector<size_t>> threshold_variants(size_t sizes, const std::vector<size_t> &places)
{
    std::vector<std::vector<size_t>> variants(sizes + 1);
    for (size_t j = 0; j <= sizes; j++) {
        for (const size_t place : places) {
            variants[j].push_back(place < j);
        }
    }
    return variants;
}

std::vector<std::vector<size_t>> value_variants(size_t candidates, size_t probes)
{
    std::vector<std::vector<size_t>> variants;
    for (size_t j = 0; j < candidates; j++) {
        variants.emplace_back(probes, j);
    }
    return variants;
}

Change change_of(const Measured &measured, size_t candidate)
{
    Change change;
    double logarithms = 0, squares = 0;
    for (size_t p = 0; p < measured.probes.size(); p++) {
        const size_t present = measured.variants[measured.present][p], other = measured.variants[candidate][p];
        if (present == other) {
            continue;
        }
        const Samples &before = measured.probes[p][present];
        const double ratio = median(before) / median(measured.probes[p][other]), spread = relative_spread(before);
        change.probes.push_back(p);
        change.gains.push_back(ratio - 1);
        logarithms += std::log(ratio);
        squares += spread * spread;
    }
    if (!change.probes.empty()) {
        change.worst = *std::min_element(change.gains.begin(), change.gains.end());
        change.gain = std::exp(logarithms / double(change.probes.size())) - 1;
        change.noise = std::sqrt(squares / double(change.probes.size()));
    }
    return change;
}

size_t decide(const Measured &measured)
{
    const auto distance = [&](size_t candidate) {
        return candidate > measured.present ? candidate - measured.present : measured.present - candidate;
    };
    size_t best = measured.present;
    double least = cost(measured, best);
    for (size_t candidate = 0; candidate < measured.variants.size(); candidate++) {
        const double sum = cost(measured, candidate);
        const bool is_better = sum < least || (sum == least && distance(candidate) < distance(best));
        if (is_better && is_worth(change_of(measured, candidate))) {
            best = candidate;
            least = sum;
        }
    }
    return best;
}
} // namespace tune
