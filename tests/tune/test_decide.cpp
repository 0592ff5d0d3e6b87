/* SPDX-License-Identifier: Apache-2.0 */
/* What tcu-tune decides, of times that are made up: thresholds whose best place is known, noise, ties, bounds. */
#include "bench/tune/decide.h"

#include <cmath>
#include <numeric>
#include <random>

#include <criterion/criterion.h>

using namespace tune;

namespace
{
constexpr size_t kRounds = 15;
constexpr uint64_t kAll = UINT64_MAX;

struct Case {
    Acts acts;
    uint64_t present;
    Range allowed, sizes;
};

const Case cases[] = {{Acts::up_to, 4800, {0, 16368}, {512, 16368}},
                      {Acts::from, 1 << 20, {1, kAll}, {1, kAll}},
                      {Acts::up_to, 3, {0, 1000}, {1, 1000}},
                      {Acts::from, 2, {1, 64}, {1, 64}},
                      {Acts::up_to, kAll, {0, kAll}, {1 << 10, 1 << 22}},
                      {Acts::from, 100, {80, 130}, {1, 1000}},
                      {Acts::up_to, 0, {0, 50}, {1, 50}},
                      {Acts::from, 1, {1, 1 << 30}, {1, 1 << 30}}};

// Samples around a time, with relative noise of so much.
Samples samples_of(double time, double noise, std::mt19937 &random)
{
    std::normal_distribution<double> normal(0, noise);
    Samples samples;
    for (size_t round = 0; round < kRounds; round++) {
        samples.push_back(time * std::exp(normal(random)));
    }
    return samples;
}

std::vector<std::vector<size_t>> one_probe_a_size(size_t sizes)
{
    std::vector<size_t> places(sizes);
    std::iota(places.begin(), places.end(), size_t(0));
    return threshold_variants(sizes, places);
}

// A threshold at which problems of both sides take the same time is the best one: below it grows by the size, above it
// has a constant part besides.
Measured crossing_at(const Candidates &candidates, double crossing, double noise, std::mt19937 &random)
{
    Measured measured;
    for (const uint64_t size : candidates.sizes) {
        const double above = crossing / 2 + double(size) / 2, below = double(size);
        measured.probes.push_back({samples_of(above, noise, random), samples_of(below, noise, random)});
    }
    measured.variants = one_probe_a_size(candidates.sizes.size());
    measured.present = candidates.present;
    return measured;
}
} // namespace

Test(tune_decide, candidates_of_thresholds_lie_between_the_sizes)
{
    for (const Case &c : cases) {
        const Candidates found = around_threshold(c.acts, c.present, c.allowed, c.sizes);
        cr_assert_gt(found.sizes.size(), 0u, "present %llu", (unsigned long long)c.present);
        cr_assert_eq(found.numbers.size(), found.sizes.size() + 1);
        cr_expect_eq(found.numbers[found.present], c.present);
        for (size_t j = 0; j < found.numbers.size(); j++) {
            cr_expect(found.numbers[j] >= c.allowed.least && found.numbers[j] <= c.allowed.most);
            for (size_t i = 0; i < found.sizes.size(); i++) {
                cr_expect_eq(is_below(c.acts, found.sizes[i], found.numbers[j]), i < j, "present %llu, %zu, %zu",
                             (unsigned long long)c.present, i, j);
            }
        }
        for (size_t i = 0; i < found.sizes.size(); i++) {
            cr_expect(found.sizes[i] >= c.sizes.least && found.sizes[i] <= c.sizes.most);
            cr_expect(i == 0 || found.sizes[i] > found.sizes[i - 1]);
        }
    }
}

Test(tune_decide, sizes_are_those_that_there_are_problems_of)
{
    const Candidates found =
        around_threshold(Acts::up_to, 100, {0, 1000}, {16, 1000}, [](uint64_t size) { return size / 16 * 16; });
    cr_assert_geq(found.sizes.size(), 5u);
    for (const uint64_t size : found.sizes) {
        cr_expect_eq(size % 16, 0u);
    }
}

Test(tune_decide, finds_the_crossing)
{
    std::mt19937 random(1);
    for (const double noise : {0.0, 0.003}) {
        for (const double factor : {0.15, 0.3, 0.7, 1.6, 3.0, 6.0}) {
            const uint64_t present = 1 << 16;
            const double crossing = double(present) * factor;
            const Candidates candidates = around_threshold(Acts::from, present, {1, kAll}, {1, kAll});
            const Measured measured = crossing_at(candidates, crossing, noise, random);
            const size_t best = decide(measured);
            cr_expect_neq(best, candidates.present, "crossing %g", crossing);
            cr_expect_leq(std::fabs(std::log2(double(candidates.numbers[best]) / crossing)), 1.0, "crossing %g: %llu",
                          crossing, (unsigned long long)candidates.numbers[best]);
            const Change change = change_of(measured, best);
            cr_expect(is_worth(change));
            cr_expect_eq(change.probes.size(), change.gains.size());
        }
    }
}

Test(tune_decide, stays_where_the_present_number_is_best)
{
    std::mt19937 random(2);
    for (int repetition = 0; repetition < 200; repetition++) {
        const Candidates candidates = around_threshold(Acts::up_to, 5000, {1, kAll}, {1, kAll});
        const double noise = 0.001 * (repetition % 20);
        cr_expect_eq(decide(crossing_at(candidates, 5000, noise, random)), candidates.present, "noise %g", noise);
    }
}

Test(tune_decide, ties_stay)
{
    Measured measured;
    measured.probes.assign(4, {Samples(kRounds, 1.0), Samples(kRounds, 1.0)});
    measured.variants = one_probe_a_size(4);
    for (measured.present = 0; measured.present <= 4; measured.present++) {
        cr_expect_eq(decide(measured), measured.present);
    }
}

Test(tune_decide, of_equal_candidates_the_nearest)
{
    Measured measured;
    measured.probes = {{Samples(kRounds, 2.0), Samples(kRounds, 1.0), Samples(kRounds, 1.0), Samples(kRounds, 1.5)}};
    measured.variants = value_variants(4, 1);
    measured.present = 0;
    cr_expect_eq(decide(measured), 1u);
    measured.present = 3;
    cr_expect_eq(decide(measured), 2u);
}

Test(tune_decide, small_gains_and_gains_within_noise_do_not_count)
{
    std::mt19937 random(3);
    for (const auto &[gain, noise, changes] :
         {std::tuple(0.015, 0.0, false), std::tuple(0.03, 0.0, true), std::tuple(0.05, 0.05, false),
          std::tuple(0.5, 0.02, true), std::tuple(-0.5, 0.0, false)}) {
        Measured measured;
        for (int probe = 0; probe < 6; probe++) {
            measured.probes.push_back({samples_of(1 + gain, noise, random), samples_of(1, noise, random)});
        }
        measured.variants = value_variants(2, 6);
        cr_expect_eq(decide(measured), changes ? 1u : 0u, "gain %g, noise %g", gain, noise);
        cr_expect_float_eq(change_of(measured, 1).gain, gain, 0.001 + noise);
        cr_expect(std::fabs(change_of(measured, 1).noise - noise) <= 0.5 * noise + 1e-12);
    }
}

// A large gain at the next size is not given up for small ones behind it, which lower the mean.
Test(tune_decide, a_gain_counts_though_more_of_the_same_would_not)
{
    Measured measured;
    measured.probes = {{Samples(kRounds, 1.05), Samples(kRounds, 1.0)}};
    for (int probe = 0; probe < 7; probe++) {
        measured.probes.push_back({Samples(kRounds, 1.0001), Samples(kRounds, 1.0)});
    }
    measured.variants = one_probe_a_size(8);
    measured.present = 0;
    const size_t best = decide(measured);
    cr_expect(best >= 1 && best <= 3, "%zu", best);
}

// Two types of each of six sizes: one gains a lot with a lower number, the other one loses so much of the lower three.
Test(tune_decide, no_type_pays_for_another)
{
    for (const auto &[loss, best] : {std::pair(0.04, 0), std::pair(0.06, 3), std::pair(0.3, 3)}) {
        Measured measured;
        std::vector<size_t> places;
        for (size_t place = 0; place < 6; place++) {
            const double other = place < 3 ? 1 / (1 - loss) : 1.0;
            measured.probes.push_back({Samples(kRounds, 1.0), Samples(kRounds, 2.0)}); // above, below
            measured.probes.push_back({Samples(kRounds, other), Samples(kRounds, 1.0)});
            places.insert(places.end(), 2, place);
        }
        measured.variants = threshold_variants(6, places);
        measured.present = 6;
        cr_expect_eq(decide(measured), size_t(best), "loss %g", loss);
        const Change change = change_of(measured, 0);
        cr_expect_float_eq(change.worst, -loss, 1e-9);
        cr_expect_eq(is_worth(change), best == 0);
        cr_expect_gt(change.gain, 0.2); // the mean alone would not say so
    }
}

// Nothing is known of sizes beyond the outermost.
Test(tune_decide, thresholds_end_where_sizes_do)
{
    for (const Case &c : cases) {
        const Candidates found = around_threshold(c.acts, c.present, c.allowed, c.sizes);
        const uint64_t smallest = found.sizes.front(), largest = found.sizes.back();
        const bool is_from = c.acts == Acts::from;
        if (found.present > 0) {
            cr_expect_eq(found.numbers.front(), std::max(smallest - !is_from, c.allowed.least));
        }
        if (found.present < found.sizes.size()) {
            cr_expect_eq(found.numbers.back(), std::min(largest + is_from, c.allowed.most));
        }
    }
}

Test(tune_decide, all_sizes_on_one_side)
{
    for (const Case &c : cases) {
        const Candidates candidates = around_threshold(c.acts, c.present, c.allowed, c.sizes);
        for (const size_t better : {size_t(0), size_t(1)}) { // above, below
            Measured measured;
            for (size_t p = 0; p < candidates.sizes.size(); p++) {
                measured.probes.push_back({Samples(kRounds, 1.5), Samples(kRounds, 1.5)});
                measured.probes.back()[better] = Samples(kRounds, 1.0);
            }
            measured.variants = one_probe_a_size(candidates.sizes.size());
            measured.present = candidates.present;
            cr_expect_eq(decide(measured), better == 1 ? candidates.sizes.size() : 0u);
        }
    }
}

Test(tune_decide, candidates_of_values)
{
    const Candidates few = around_value(2, {1, 4}), many = around_value(1024, {16, 2048}),
                     edge = around_value(16, {16, kAll});
    cr_assert_eq(few.numbers.size(), 4u);
    cr_expect_eq(few.numbers[few.present], 2u);
    cr_expect_eq(many.numbers[many.present], 1024u);
    cr_expect_eq(many.numbers.front(), 256u);
    cr_expect_eq(many.numbers.back(), 2048u);
    cr_expect_eq(edge.present, 0u);
    for (size_t k = 1; k < many.numbers.size(); k++) {
        cr_expect_gt(many.numbers[k], many.numbers[k - 1]);
    }
}
