/* SPDX-License-Identifier: Apache-2.0 */
/** @file family.h Stencils, convolutions and differences. */
#ifndef TCU_BENCH_FAMILIES_STENCIL_FAMILY_H
#define TCU_BENCH_FAMILIES_STENCIL_FAMILY_H

#include "bench/families/family.h"
#include "bench/families/stencil/problem.h"

namespace bench
{
class StencilFamily final : public Family
{
  public:
    BENCH_FAMILY_HAS
    bool fit(Row &row) const override;
    void set_problem(const Row &row, bench_problem &problem) const override;
    Roof roof(const bench_problem &problem) const override;
};
} // namespace bench

#endif
