/* SPDX-License-Identifier: Apache-2.0 */
/** @file compaction.h The arrays of a compaction row on the host, and what has to come out of it. */
#ifndef TCU_BENCH_HOST_COMPACTION_H
#define TCU_BENCH_HOST_COMPACTION_H

#include "bench/rows.h"

namespace bench
{
class HostCompaction
{
  public:
    /** Makes inputs and outputs of the row; the problem points into this object. */
    bench_problem prepare(const Row &row);
    void poison();
    /** How many values are wrong, or were written though they should not, after poison() and a run. */
    uint64_t wrong() const;

  private:
    bool is_kept(uint64_t i) const;
    bool is_poison(const std::vector<char> &data, uint64_t at, uint64_t bytes) const;

    bench_problem problem_ = {};
    std::vector<char> in_, flags_, out_, run_lengths_, count_;
    std::vector<uint64_t> positions_; // of the kept items, then of the others
};
} // namespace bench

#endif
