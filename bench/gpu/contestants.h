/* SPDX-License-Identifier: Apache-2.0 */
/** @file contestants.h Who takes part in a row, and how one of them is run, timed and verified. */
#ifndef TCU_BENCH_GPU_CONTESTANTS_H
#define TCU_BENCH_GPU_CONTESTANTS_H

#include <functional>
#include <memory>

#include "bench/cub/variants.h"
#include "bench/gpu/family.h"
#include "bench/gpu/timing.h"

namespace bench
{
struct Contestant {
    Role role;
    std::string name;
    std::function<void()> launch; // enqueues one call; throws if it cannot
    bool half_sums = false;
    std::function<void()> reset = {};  // enqueues what has to be done before each call and is not timed
    std::shared_ptr<Train> train = {}; // of such calls, where one is too short to be timed
    double estimate = 0;               // ms, of one run
    std::string differs = {};          // how far its result is not the one asked for, which is its known way
    std::vector<double> samples = {};
    std::shared_ptr<Stopwatch> watch = {};
};

/** CUB's variants of a problem, with memory of their own. */
class CubContestants
{
  public:
    CubContestants(cudaStream_t stream, DeviceBuffer &temp) : stream_(stream), temp_(temp) {}
    /**
     * Those that run and give right results, within 30% of the fastest one; and always the fastest that sums in f32 or
     * better, and all of those that the family shows. Those whose results are known to be other ones take part, with a
     * sentence on it. What was left out, and why, is appended to `notes`.
     */
    std::vector<Contestant> of(const bench_problem &problem, const GpuFamily &family, const GpuCheck &reference,
                               std::string &notes);

  private:
    Contestant contestant(const CubVariant *variant, const bench_problem &problem, const GpuFamily &family);
    double time_once(const Contestant &contestant);

    cudaStream_t stream_;
    DeviceBuffer &temp_;
};

/** What memory allows, in each form that is worth trying. */
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

/**
 * Enqueues a layer in NCHW, as the library's, by cuDNN's fastest algorithm; sums in f32, of f32 without TF32. Tries all
 * algorithms before, which write the problem's output. Empty if cuDNN is not there; throws where it fails.
 */
std::function<void()> cudnn_layer(const bench_problem &problem, cudaStream_t stream);
} // namespace bench

#endif
