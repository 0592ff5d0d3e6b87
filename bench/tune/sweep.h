/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sweep.h A row after the other: its problems are timed under its candidates, the best one is chosen and timed once
 * more against the present number, since the best of several is partly the luckiest.
 */
#ifndef TCU_BENCH_TUNE_SWEEP_H
#define TCU_BENCH_TUNE_SWEEP_H

#include <stdexcept>

#include "bench/tune/probes.h"

namespace tune
{
/** What times problems: a GPU, or in tests a formula. */
class Timer
{
  public:
    virtual ~Timer() = default;
    /**
     * Times of a problem under each of some numbers of a row, in turns, in about so many seconds. None if the problem
     * cannot be done, as for want of memory. Throws if nothing more can be done, and WrongResult if a result is wrong.
     */
    virtual std::vector<Samples> times(const Subject &subject, const bench::Row &problem,
                                       const std::vector<uint64_t> &numbers, double seconds) = 0;
    /** All that is timed from now on is with this number of the row. */
    virtual void keep(const Subject &subject, uint64_t number) = 0;
};

struct WrongResult : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/** A row, and what was found about it. */
struct Outcome {
    const Subject *subject;
    uint64_t number; /**< the present one, if nothing is better */
    Change change;   /**< as measured once more; of a row that stays the same empty, or what was not enough */
    std::vector<const bench::Row *> problems; /**< of change.probes */
    size_t left_out = 0;                      /**< problems that cannot be done */

    bool has_changed() const { return number != subject->present; }
};

/** The numbers under which a subject's problems are timed: all candidates, of a threshold the ends. */
std::vector<uint64_t> numbers_to_time(const Subject &subject);

/** Tunes one row, with so many seconds for each problem. Keeps the number that it finds. */
Outcome sweep(const Subject &subject, Timer &timer, double seconds);

/** The problems whose path depends on whether the row has the one number or the other, timed with both. */
Outcome compare(const Subject &subject, uint64_t before, uint64_t after, Timer &timer, double seconds);
} // namespace tune

#endif
