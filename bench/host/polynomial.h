/* SPDX-License-Identifier: Apache-2.0 */
/** @file polynomial.h The arrays of a row of polynomials on the host, and how far a result is from what it has to be. */
#ifndef TCU_BENCH_HOST_POLYNOMIAL_H
#define TCU_BENCH_HOST_POLYNOMIAL_H

#include <memory>

#include "bench/polynomials.h"

namespace bench
{
class HostPolynomial
{
  public:
    /** Makes inputs and output of the row; the problem points into this object. */
    bench_problem prepare(const Row &row);
    void poison();
    /** How many outputs of a sample are outside the bound of polynomial.h, and how many of all were not written; the
     * largest error, as bench_polynomial_check() has it. */
    uint64_t wrong(double &max_error) const;

  private:
    bench_problem problem_ = {};
    std::vector<char> in_, out_, coefficients_, breakpoints_;
    std::vector<uint32_t> indices_;
    std::vector<uint64_t> which_;
    std::unique_ptr<Plan> plan_;
};
} // namespace bench

#endif
