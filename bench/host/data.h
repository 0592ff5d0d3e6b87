/* SPDX-License-Identifier: Apache-2.0 */
/** @file data.h The arrays of a row on the host, and what has to come out of them; a class for each family. */
#ifndef TCU_BENCH_HOST_DATA_H
#define TCU_BENCH_HOST_DATA_H

#include <memory>
#include <vector>

#include "bench/rows.h"

namespace bench
{
class HostData
{
  public:
    virtual ~HostData() = default;
    /** Makes inputs and outputs of the row; the problem points into this object. */
    virtual bench_problem prepare(const Row &row) = 0;
    /** Fills the outputs with what no result is. */
    virtual void poison() = 0;
    /** True if a call changes its input, which reset() brings back. */
    virtual bool is_changed() const { return false; }
    virtual void reset() {}
    /**
     * After poison(), reset() and a call: how many results are wrong, or were written though they should not. Yardsticks
     * may round as a loop does, and write what a loop without branches writes. The error is that of Result::max_error.
     */
    virtual uint64_t wrong(bool is_yardstick, double &max_error) const = 0;
};

/** Offsets of the row's segments, from 0 to n. */
std::vector<int64_t> make_offsets(const Row &row);
} // namespace bench

#endif
