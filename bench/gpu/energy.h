/* SPDX-License-Identifier: Apache-2.0 */
/** @file energy.h Energy by NVML, which is loaded at run time: nothing here needs it to build. */
#ifndef TCU_BENCH_GPU_ENERGY_H
#define TCU_BENCH_GPU_ENERGY_H

#include <functional>
#include <memory>

#include "bench/result.h"

namespace bench
{
/** "580.159.04", or "" without NVML. */
std::string driver_version();

class EnergyMeter
{
  public:
    /** Watches a CUDA device (measures its idle power for two seconds); null, and a line on stderr, without NVML. */
    static std::unique_ptr<EnergyMeter> open(int cuda_device);
    /** Repeats `work`, which handles `elements` and waits for its end, for at least `seconds`. */
    Energy measure(double seconds, double elements, const std::function<void()> &work);
    double idle_watts() const { return idle_watts_; }

  private:
    double joules() const; // since the driver was loaded
    double clock(int which) const;

    void *device_ = nullptr;
    double idle_watts_ = 0;
};
} // namespace bench

#endif
