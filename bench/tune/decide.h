/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file decide.h Which number of a row is the best one: arithmetic about times alone, without a GPU.
 *
 * Most rows are thresholds between two code paths. What a problem takes depends only on the side of the threshold on which
 * its size lies, so two times of each size are enough to know what every threshold would cost.
 */
#ifndef TCU_BENCH_TUNE_DECIDE_H
#define TCU_BENCH_TUNE_DECIDE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tune
{
/** How a row's number acts on a problem of a size. */
enum class Acts {
    up_to, /**< sizes up to the number are on one side, larger ones on the other */
    from,  /**< sizes from the number on are on one side, smaller ones on the other */
    value  /**< no size: each number may have times of its own */
};

struct Range {
    uint64_t least, most;
};

/** Whether a size is on the first side of a threshold, the one with small sizes. */
inline bool is_below(Acts acts, uint64_t size, uint64_t number)
{
    return acts == Acts::up_to ? size <= number : size < number;
}

/** The numbers that a row may get, in ascending order; `present` is the index of the one that it has. */
struct Candidates {
    std::vector<uint64_t> numbers;
    size_t present = 0;
    /** Thresholds: of the probes, in ascending order; with candidate j the first j of them are below the threshold. */
    std::vector<uint64_t> sizes;
};

/** The nearest size, or one near, that there are problems of: of whole vectors, an odd one. NULL: every size. */
using Snap = std::function<uint64_t(uint64_t size)>;

/**
 * A threshold's: sizes from 2^-3.5 to 2^3.5 times the present number, dense near it, as far as they are in `sizes` and
 * `allowed` has numbers for both sides of them; and a number between each two, of which one is the present number. The first
 * and the last number are at the outermost sizes, since nothing is known of sizes beyond them.
 */
Candidates around_threshold(Acts acts, uint64_t present, Range allowed, Range sizes, const Snap &snap = nullptr);

/** Of Acts::value: all numbers of a small range, else the present one times 2^-2 ... 2^2. */
Candidates around_value(uint64_t present, Range allowed);

/** Repeated times of a problem, in any unit. */
using Samples = std::vector<double>;

double median(Samples samples);

/** What was measured of a row. */
struct Measured {
    /** [probe][variant]: a variant is what the probe does under some of the candidates. */
    std::vector<std::vector<Samples>> probes;
    /** [candidate][probe]: which variant that is. */
    std::vector<std::vector<size_t>> variants;
    size_t present = 0; /**< candidate */
};

/** A threshold's: variant 0 is above the threshold, 1 below it. `places`: of each probe which of the sizes it has. */
std::vector<std::vector<size_t>> threshold_variants(size_t sizes, const std::vector<size_t> &places);
/** Each candidate is a variant of every probe. */
std::vector<std::vector<size_t>> value_variants(size_t candidates, size_t probes);

/** What another candidate changes, by the probes that are other variants under it than under the present one. */
struct Change {
    std::vector<size_t> probes;
    std::vector<double> gains; /**< of each probe: 0.05 if the present number takes 5% more time */
    double gain = 0;           /**< their geometric mean */
    double worst = 0;          /**< the least of them */
    double noise = 0;          /**< how far a time of the present number is from their median, relative to it */
};
Change change_of(const Measured &measured, size_t candidate);

/**
 * A row changes if its new number gains at least so much, and more than so many times the noise, and if no probe loses more
 * than so much: a row decides on several types and shapes, and none of them is to pay for the others.
 */
constexpr double kLeastGain = 0.02, kNoises = 3, kMostLoss = 0.05;
inline bool is_worth(const Change &change)
{
    return change.gain >= kLeastGain && change.gain > kNoises * change.noise && change.worst >= -kMostLoss;
}

/**
 * Of the candidates that are worth it the one with the least sum of log(time / better time) over all probes, if that is
 * less than the present number's; of equal ones the nearest to it. Else the present one.
 */
size_t decide(const Measured &measured);
} // namespace tune

#endif
