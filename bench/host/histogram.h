/* SPDX-License-Identifier: Apache-2.0 */
/** @file histogram.h The arrays of a histogram row on the host, and what has to come out of it. */
#ifndef TCU_BENCH_HOST_HISTOGRAM_H
#define TCU_BENCH_HOST_HISTOGRAM_H

#include "bench/rows.h"

namespace bench
{
class HostHistogram
{
  public:
    /** Makes inputs and output of the row; the problem points into this object. */
    bench_problem prepare(const Row &row);
    void poison();
    /** The part of the samples that are not counted in their bin, or the largest error of a sum of weights relative to
     * the sum of their magnitudes; 1 if anything was written behind the output. */
    double error() const;

  private:
    bench_problem problem_ = {};
    std::vector<char> in_, weights_, out_;
    std::vector<float> levels_;
    std::vector<double> expected_, absolute_; // counts, or sums of weights and of their magnitudes
};
} // namespace bench

#endif
