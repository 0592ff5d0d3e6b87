/* SPDX-License-Identifier: Apache-2.0 */
/** @file family.h Compactions, partitions and unique. */
#ifndef TCU_BENCH_FAMILIES_COMPACT_FAMILY_H
#define TCU_BENCH_FAMILIES_COMPACT_FAMILY_H

#include "bench/families/compact/problem.h"
#include "bench/families/family.h"

namespace bench
{
class CompactFamily final : public Family
{
  public:
    BENCH_FAMILY_HAS
    std::vector<Distributions> distributions() const override;
    bool fit(Row &row) const override;
    void set_problem(const Row &row, bench_problem &problem) const override;
};
} // namespace bench

#endif
