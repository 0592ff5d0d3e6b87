/* SPDX-License-Identifier: Apache-2.0 */
/** @file runner.h One row from its inputs to its times, on the GPU or on the host. */
#ifndef TCU_BENCH_RUNNER_H
#define TCU_BENCH_RUNNER_H

#include <memory>

#include "bench/result.h"

namespace bench
{
struct RunOptions {
    int rounds = 15; // each round times every contestant once, in turn
    int device = -1;
    int multiprocessors = 0; // of a GPU, which everyone has to do with; 0: all
    bool energy = false;
    double energy_seconds = 2;
    bool cub = true;
    bool count = false; // on a GPU the library is timed with the option `count`, too
};

class Runner
{
  public:
    virtual ~Runner() = default;
    virtual void describe(Header &header) = 0;
    /** Makes the inputs, runs and verifies every contestant; false with result.error set if nothing can be timed. */
    virtual bool prepare(Result &result) = 0;
    /** Times every contestant once. Returns the library's seconds a call. */
    virtual double round() = 0;
    /** Fills the result's times. */
    virtual void finish(Result &result) = 0;
};

std::unique_ptr<Runner> make_host_runner(const RunOptions &options);
/** Null, with a reason, if there is no usable GPU; defined only in builds with CUDA. */
std::unique_ptr<Runner> make_gpu_runner(const RunOptions &options, std::string &reason);
} // namespace bench

#endif
