/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/sweep.h"

namespace tune
{
namespace
{
bool is_threshold(const Subject &subject)
{
    return subject.acts != Acts::value;
}

std::vector<std::vector<size_t>> variants_of(const Subject &subject)
{
    return is_threshold(subject) ? threshold_variants(subject.candidates.sizes.size(), subject.places)
                                 : value_variants(subject.candidates.numbers.size(), subject.problems.size());
}

// Times what has room; `kept` are its indices among the subject's problems.
Measured measure(const Subject &subject, Timer &timer, double seconds, std::vector<size_t> &kept)
{
    Measured measured;
    const std::vector<uint64_t> numbers = numbers_to_time(subject);
    for (size_t p = 0; p < subject.problems.size(); p++) {
        std::vector<Samples> times = timer.times(subject, subject.problems[p], numbers, seconds);
        if (!times.empty()) {
            measured.probes.push_back(std::move(times));
            kept.push_back(p);
        }
    }
    for (const std::vector<size_t> &of_all : variants_of(subject)) {
        measured.variants.emplace_back();
        for (const size_t p : kept) {
            measured.variants.back().push_back(of_all[p]);
        }
    }
    measured.present = subject.candidates.present;
    return measured;
}
} // namespace

std::vector<uint64_t> numbers_to_time(const Subject &subject)
{
    const std::vector<uint64_t> &numbers = subject.candidates.numbers;
    return is_threshold(subject) ? std::vector<uint64_t>{numbers.front(), numbers.back()} : numbers;
}

Outcome compare(const Subject &subject, uint64_t before, uint64_t after, Timer &timer, double seconds)
{
    Outcome outcome = {&subject, after, {}, {}};
    Measured measured;
    for (size_t p = 0; p < subject.problems.size(); p++) {
        if (is_threshold(subject) &&
            is_below(subject.acts, subject.size_of(p), before) == is_below(subject.acts, subject.size_of(p), after)) {
            continue;
        }
        std::vector<Samples> times = timer.times(subject, subject.problems[p], {before, after}, seconds);
        if (times.empty()) {
            outcome.left_out++;
            continue;
        }
        measured.probes.push_back(std::move(times));
        outcome.problems.push_back(&subject.problems[p]);
    }
    measured.variants = value_variants(2, measured.probes.size());
    outcome.change = change_of(measured, 1);
    return outcome;
}

Outcome sweep(const Subject &subject, Timer &timer, double seconds)
{
    Outcome outcome = {&subject, subject.present, {}, {}};
    if (subject.candidates.numbers.size() < 2) { // there is nothing to choose from
        return outcome;
    }
    std::vector<size_t> kept;
    const Measured measured = measure(subject, timer, seconds, kept);
    const size_t best = decide(measured);
    if (best != measured.present) {
        outcome = compare(subject, subject.present, subject.candidates.numbers[best], timer, seconds);
        if (!is_worth(outcome.change)) {
            outcome.number = subject.present;
        }
    }
    outcome.left_out = subject.problems.size() - kept.size();
    timer.keep(subject, outcome.number);
    return outcome;
}
} // namespace tune
