/* SPDX-License-Identifier: Apache-2.0 */
/** @file measure.h Runs variants of the study `collectives` and checks their results. */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_MEASURE_H
#define TCU_BENCH_STUDIES_COLLECTIVES_MEASURE_H

#include <map>
#include <memory>

#include "bench/studies/collectives/collective.h"
#include "bench/studies/study.h"

namespace study::collectives
{
/** Warps a multiprocessor, from one on. */
constexpr int kOccupancies[] = {1, 2, 4, 8, 16, 32, 64};

/** Of one variant. */
struct Measured {
    /** Cycles of a repetition with as few warps as it takes: one, or the warps of a block. */
    double latency;
    /** Elements a cycle and multiprocessor, by warps a multiprocessor; no entry where so many do not fit. */
    std::map<int, double> throughput;
    int full_warps; // as many as fit
    double full;    // throughput with these
    double spread;  // of the cycles of multiprocessors there: (largest - least) / median
    int registers, local_bytes;
    bool right; // all results of all launches, and every time was measured
};

class Runner
{
  public:
    explicit Runner(const Gpu &gpu);
    ~Runner();
    Measured measure(const Variant &variant);

  private:
    class State;
    std::unique_ptr<State> state_;
};
} // namespace study::collectives

#endif
