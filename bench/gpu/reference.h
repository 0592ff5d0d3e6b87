/* SPDX-License-Identifier: Apache-2.0 */
/** @file reference.h What a row's outputs are held against, whatever its operation. */
#ifndef TCU_BENCH_GPU_REFERENCE_H
#define TCU_BENCH_GPU_REFERENCE_H

#include "bench/gpu/data.h"

namespace bench
{
class GpuReference
{
  public:
    /** Computes it (of polynomials when it is asked for); of a compaction also sets `problem.kept`. */
    GpuReference(bench_problem &problem, cudaStream_t stream);
    GpuReference(const GpuReference &) = delete;
    GpuReference &operator=(const GpuReference &) = delete;
    ~GpuReference();
    /** Overwrites the outputs, so that nothing of an earlier contestant is taken for the next one's. */
    void poison() const;
    /** Compares what a contestant left. `rejects_reversed`: see bench_cub_variant. Waits. */
    bench_verdict check(const char *contestant, bool rejects_reversed = false) const;

  private:
    bench_problem problem_;
    cudaStream_t stream_;
    bench_reference *sums_ = nullptr;
    bench_order *order_ = nullptr;
    bench_counts *counts_ = nullptr;
    bench_sorted *sorted_ = nullptr;
    bench_swept *swept_ = nullptr;
};
} // namespace bench

#endif
