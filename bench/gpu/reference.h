/* SPDX-License-Identifier: Apache-2.0 */
/** @file reference.h What a row's outputs are held against: the check of its family. */
#ifndef TCU_BENCH_GPU_REFERENCE_H
#define TCU_BENCH_GPU_REFERENCE_H

#include "bench/gpu/family.h"

namespace bench
{
class GpuReference
{
  public:
    /** Computes it; of a compaction also sets `problem.kept`. */
    GpuReference(const GpuFamily &family, bench_problem &problem, cudaStream_t stream);
    GpuReference(const GpuReference &) = delete;
    GpuReference &operator=(const GpuReference &) = delete;
    ~GpuReference();
    const GpuFamily &family() const { return family_; }
    /** Overwrites the outputs, so that nothing of an earlier contestant is taken for the next one's. */
    void poison() const;
    /** Compares what a contestant left. `rejects_reversed`: see bench_cub_variant. Waits. */
    bench_verdict check(const char *contestant, bool rejects_reversed = false) const;

  private:
    const GpuFamily &family_;
    const bench_check &check_;
    bench_problem problem_;
    cudaStream_t stream_;
    void *reference_ = nullptr;
};
} // namespace bench

#endif
