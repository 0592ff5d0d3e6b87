/* SPDX-License-Identifier: Apache-2.0 */
/** @file family.h Sorts. */
#ifndef TCU_BENCH_FAMILIES_SORT_FAMILY_H
#define TCU_BENCH_FAMILIES_SORT_FAMILY_H

#include "bench/families/family.h"
#include "bench/families/sort/problem.h"

namespace bench
{
class SortFamily final : public Family
{
  public:
    BENCH_FAMILY_HAS
    std::vector<Distributions> distributions() const override;
};
} // namespace bench

#endif
