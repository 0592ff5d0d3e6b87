/* SPDX-License-Identifier: Apache-2.0 */
/** @file family.h Histograms. */
#ifndef TCU_BENCH_FAMILIES_HISTOGRAM_FAMILY_H
#define TCU_BENCH_FAMILIES_HISTOGRAM_FAMILY_H

#include "bench/families/family.h"
#include "bench/families/histogram/problem.h"

namespace bench
{
class HistogramFamily final : public Family
{
  public:
    BENCH_FAMILY_HAS
    std::vector<Distributions> distributions() const override;
    bool fit(Row &row) const override;
    void set_problem(const Row &row, bench_problem &problem) const override;
    Roof roof(const bench_problem &problem) const override;
};
} // namespace bench

#endif
