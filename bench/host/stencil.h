/* SPDX-License-Identifier: Apache-2.0 */
/** @file stencil.h The arrays of a row of stencils or convolutions on the host, and how far a result may be off. */
#ifndef TCU_BENCH_HOST_STENCIL_H
#define TCU_BENCH_HOST_STENCIL_H

#include <memory>

#include "bench/stencils.h"

namespace bench
{
class HostStencil
{
  public:
    /** Makes inputs and output of the row; the problem points into this object. */
    bench_problem prepare(const Row &row);
    void poison();
    /** Iterations begin with the input in the output. */
    void reset();
    /** How many outputs of a sample are outside the bound of stencil.h, and whether more was written than there is; the
     * largest error, as bench_stencil_check() has it. */
    uint64_t wrong(double &max_error) const;

  private:
    struct Sum {
        long double value, magnitude;
    };
    Sum expected_value(uint64_t at) const;
    Sum layer_value(uint64_t at) const;
    Sum grid_value(uint64_t at) const;
    void sweep_in_f64();

    bench_problem problem_ = {};
    std::vector<char> in_, out_, scratch_, kernel_, filters_, factors_[2];
    std::vector<double> weights_, swept_; // swept_: what iterations have to become
    std::unique_ptr<StencilPlan> plan_;
};
} // namespace bench

#endif
