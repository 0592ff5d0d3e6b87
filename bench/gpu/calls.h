/* SPDX-License-Identifier: Apache-2.0 */
/** @file calls.h Rows of "calls": what single calls cost the thread that makes them, by its own clock. */
#ifndef TCU_BENCH_GPU_CALLS_H
#define TCU_BENCH_GPU_CALLS_H

#include "bench/gpu/contestants.h"
#include "bench/result.h"

namespace bench
{
/** Who makes calls. */
enum class CallRole { workspace, in_cpp, unchecked, without_workspace, cub, empty_kernel, context };

struct Caller {
    CallRole role;
    std::string name;
    std::function<void()> call; // enqueues, and returns at once; throws if it cannot
    std::vector<double> enqueue_us = {}, call_us = {};
};

class GpuCalls
{
  public:
    GpuCalls(int device, cudaStream_t stream, GpuData &data, CubContestants &cub);
    GpuCalls(const GpuCalls &) = delete;
    GpuCalls &operator=(const GpuCalls &) = delete;
    ~GpuCalls();

    /** Verifies everyone's result and warms up; throws if nothing can be timed. */
    void prepare(Result &result, bool with_cub);
    /** A series of calls by each caller in turn. Returns the seconds of one by the library, with a workspace. */
    double round();
    void finish(Result &result) const;

  private:
    void add_library(const bench_problem &problem, const GpuCheck &reference, Result &result);
    void add_context();
    double time_burst(const Caller &caller) const; // microseconds a call
    double time_call(const Caller &caller) const;

    int device_;
    cudaStream_t stream_;
    GpuData &data_;
    CubContestants &cub_;
    DeviceBuffer workspace_;
    tcu_context *with_workspace_ = nullptr, *unchecked_ = nullptr, *without_workspace_ = nullptr;
    std::vector<Caller> callers_;
};
} // namespace bench

#endif
