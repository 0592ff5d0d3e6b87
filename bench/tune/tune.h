/* SPDX-License-Identifier: Apache-2.0 */
/** @file tune.h What the sweeps of tcu-tune and the ablations share. */
#ifndef TCU_BENCH_TUNE_TUNE_H
#define TCU_BENCH_TUNE_TUNE_H

#include <functional>
#include <string>
#include <vector>

#include "bench/gpu/contestants.h"
#include "bench/gpu/roofs.h"
#include "primitives/context/context_internal.h"

namespace bench
{
class Tuner
{
  public:
    Tuner(tcu_context *context, cudaStream_t stream, uint64_t bytes, int runs)
        : context(context), stream_(stream), bytes(bytes), runs_(runs), data(stream), watch_(stream)
    {
    }

    /** Median milliseconds of a call, or NAN where it is refused. */
    double time(const std::function<tcu_status()> &call);

    tcu_context *const context;

  private:
    cudaStream_t stream_;

  public:
    const uint64_t bytes; // of input in the large cases

  private:
    int runs_;

  public:
    GpuData data;

  private:
    Stopwatch watch_;
};

/** GB/s for the bytes that a problem moves, as % of a roof. */
double percent_of(double roof_gigabytes_per_second, const bench_problem &problem, double milliseconds);

void tune_reduce(Tuner &tuner, const std::vector<tcu_type> &types, double read_roof);
void tune_scan(Tuner &tuner, const std::vector<tcu_type> &types, double copy_roof);
} // namespace bench

#endif
