/* SPDX-License-Identifier: Apache-2.0 */
/** @file roofs.h What memory allows, in each form that is worth trying. */
#ifndef TCU_BENCH_GPU_ROOFS_H
#define TCU_BENCH_GPU_ROOFS_H

#include "bench/gpu/contestants.h"

namespace bench
{
class GpuRoofs
{
  public:
    explicit GpuRoofs(cudaStream_t stream) : stream_(stream) {}
    /** The forms of the roof "copy", "read" or "write" for so many bytes (read and written together). */
    std::vector<Contestant> of(const std::string &roof, double bytes);
    /** GB/s of a roof on 2 GiB, the fastest form's median of 9. */
    double gigabytes_per_second(const std::string &roof);

  private:
    cudaStream_t stream_;
    DeviceBuffer memory_, sink_;
};

/** Enqueues a kernel of one warp that does nothing. */
void launch_empty(cudaStream_t stream);
} // namespace bench

#endif
