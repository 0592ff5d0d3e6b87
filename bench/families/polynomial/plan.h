/* SPDX-License-Identifier: Apache-2.0 */
/** @file plan.h What rows of polynomials have besides random numbers, on either backend. */
#ifndef TCU_BENCH_FAMILIES_POLYNOMIAL_PLAN_H
#define TCU_BENCH_FAMILIES_POLYNOMIAL_PLAN_H

#include <vector>

#include "bench/rows.h"

namespace bench
{
/** The library's plan of a problem's coefficients, for all contexts of the backend on the current device. */
class Plan
{
  public:
    /** What is still to be done is on the device's default stream. */
    Plan(tcu_backend backend, const bench_problem &problem);
    Plan(const Plan &) = delete;
    Plan &operator=(const Plan &) = delete;
    ~Plan() { tcu_polynomial_destroy(plan_); }
    const tcu_polynomial *get() const { return plan_; }

  private:
    tcu_polynomial *plan_ = nullptr;
};

/** The bytes of a table's breakpoints from -1 to 1 in the row's type, equidistant or random. */
std::vector<char> make_breakpoints(const Row &row);
} // namespace bench

#endif
