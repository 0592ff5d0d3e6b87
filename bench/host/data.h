/* SPDX-License-Identifier: Apache-2.0 */
/** @file data.h The arrays of a row on the host, and what has to come out of them; a class for each family. */
#ifndef TCU_BENCH_HOST_DATA_H
#define TCU_BENCH_HOST_DATA_H

#include <vector>

#include "bench/inputs/random.h"
#include "bench/rows.h"

namespace bench
{
/** Offsets of the row's segments, from 0 to n, on either backend. */
std::vector<int64_t> make_offsets(const Row &row);

class HostData
{
  public:
    virtual ~HostData() = default;
    /** Makes inputs and outputs of the row; the problem points into this object. */
    const bench_problem &prepare(const Row &row);
    /** Fills the outputs with what no result is. */
    virtual void poison() { fill_with_poison(out_); }
    /** True if a call changes its input, which reset() brings back. */
    virtual bool is_changed() const { return false; }
    virtual void reset() {}
    /**
     * After poison(), reset() and a call: how many results are wrong, or were written though they should not. Yardsticks
     * may round as a loop does, and write what a loop without branches writes. The error is that of Result::max_error.
     */
    virtual uint64_t wrong(bool is_yardstick, double &max_error) const = 0;

  protected:
    static constexpr uint64_t kGuardBytes = 64;

    /** Makes all arrays but offsets and `out`, and computes what has to come out. */
    virtual void make(const Row &row) = 0;

    /** Random elements in `to`. */
    static const void *random(std::vector<char> &to, tcu_type type, uint64_t n, uint64_t seed = BENCH_SEED);
    static void fill_with_poison(std::vector<char> &data);
    static bool is_poison(const std::vector<char> &data, uint64_t at, uint64_t bytes);
    /** Bytes behind an output that were written. */
    static uint64_t written_behind(const std::vector<char> &out);

    bench_problem problem_ = {};
    std::vector<char> in_, out_;

  private:
    std::vector<int64_t> offsets_;
};
} // namespace bench

#endif
