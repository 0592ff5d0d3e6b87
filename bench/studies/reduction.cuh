/* SPDX-License-Identifier: Apache-2.0 */
/** @file reduction.cuh The library's reduction, for studies of sums. */
#ifndef TCU_BENCH_STUDIES_REDUCTION_CUH
#define TCU_BENCH_STUDIES_REDUCTION_CUH

#include "bench/studies/gpu.cuh"

namespace study
{
/** tcu_reduce() on the device with workspace of its own; throws where it fails. */
class Reduction
{
  public:
    Reduction(const Gpu &gpu, tcu_type in_type, tcu_type out_type, uint64_t most_elements);
    /** Enqueues out[0] = the sum of n elements. */
    void enqueue(const void *in, void *out, uint64_t n) const;

  private:
    const Gpu &gpu_;
    tcu_type in_type_, out_type_;
    size_t bytes_;
    Array<char> workspace_;
};
} // namespace study

#endif
