/* SPDX-License-Identifier: Apache-2.0 */
/** @file sort.h The arrays of a sort's row on the host, and what has to come out of it. */
#ifndef TCU_BENCH_HOST_SORT_H
#define TCU_BENCH_HOST_SORT_H

#include <vector>

#include "bench/rows.h"

namespace bench
{
class HostSort
{
  public:
    /** Makes inputs and outputs of the row, whose offsets are given; the problem points into this object. */
    bench_problem prepare(const Row &row, std::vector<int64_t> offsets);
    /** Brings the input of a sort between two arrays to where it begins. */
    void reset();
    void poison();
    /** How many values are wrong, or were written though they should not, after poison(), reset() and a run. */
    uint64_t wrong() const;

  private:
    bench_problem problem_ = {};
    std::vector<char> in_, out_, values_in_, values_out_, spare_, spare_values_;
    std::vector<int64_t> offsets_;
    std::vector<uint64_t> positions_; // of the keys in order
};
} // namespace bench

#endif
