/* SPDX-License-Identifier: Apache-2.0 */
/** @file family.h Reductions and scans, of whole arrays and of segments. */
#ifndef TCU_BENCH_FAMILIES_SUMS_FAMILY_H
#define TCU_BENCH_FAMILIES_SUMS_FAMILY_H

#include "bench/families/family.h"
#include "bench/families/sums/problem.h"

namespace bench
{
class SumsFamily final : public Family
{
  public:
    BENCH_FAMILY_HAS
    std::vector<Distributions> distributions() const override;
    Roof roof(const bench_problem &problem) const override;
};
} // namespace bench

#endif
