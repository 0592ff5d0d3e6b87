/* SPDX-License-Identifier: Apache-2.0 */
/** @file timing.h How work on a GPU is timed: by events, many short calls as one graph. */
#ifndef TCU_BENCH_GPU_TIMING_H
#define TCU_BENCH_GPU_TIMING_H

#include <functional>

#include "bench/gpu/data.h"

namespace bench
{
/** Calls in a train, of work that is too short to be timed alone. */
constexpr int kTrainCalls = 50;

/** Events around calls. */
class Stopwatch
{
  public:
    explicit Stopwatch(cudaStream_t stream);
    Stopwatch(const Stopwatch &) = delete;
    Stopwatch &operator=(const Stopwatch &) = delete;
    ~Stopwatch();
    void start() { cuda_check(cudaEventRecord(begin_, stream_), "event"); }
    void stop() { cuda_check(cudaEventRecord(end_, stream_), "event"); }
    double milliseconds() const; // waits

  private:
    cudaStream_t stream_;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/** Calls in a row as one graph, so that the GPU's time is measured and not how fast the host enqueues. */
class Train
{
  public:
    Train(cudaStream_t stream, int calls, const std::function<void()> &launch);
    Train(const Train &) = delete;
    Train &operator=(const Train &) = delete;
    ~Train();
    void run() { cuda_check(cudaGraphLaunch(executable_, stream_), "graph"); }

  private:
    cudaStream_t stream_;
    cudaGraphExec_t executable_ = nullptr;
};
} // namespace bench

#endif
