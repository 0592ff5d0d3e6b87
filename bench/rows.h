/* SPDX-License-Identifier: Apache-2.0 */
/** @file rows.h Which rows there are: the table that the documentation shows, and what options select of it. */
#ifndef TCU_BENCH_ROWS_H
#define TCU_BENCH_ROWS_H

#include <cstdint>
#include <string>
#include <vector>

#include "bench/problem.h"

namespace bench
{
struct Row {
    bench_op op = BENCH_REDUCE;
    tcu_scan_kind kind = TCU_SCAN_INCLUSIVE;
    tcu_type in = TCU_TYPE_F32, out = TCU_TYPE_F32;
    uint64_t n = 0;
    uint64_t param = 0; // segment size, or mean length; 0: none
    std::string dist = "uniform";

    std::string case_name() const; // "inclusive", "exclusive" or ""
    std::string name() const;      // unique, what --benchmark_filter sees
    bool operator==(const Row &other) const { return name() == other.name(); }
};

const char *op_name(bench_op op);

/** What the command line selects; empty lists select everything. */
struct Selection {
    std::vector<std::string> ops, ins, outs, cases, dists, sets; // sets: large, small
    std::vector<uint64_t> ns, params;
    uint64_t input_bytes = uint64_t(1) << 31;
    uint64_t largest_n = UINT64_MAX; // the host backend's limit
};

/**
 * The rows of the table that the selection leaves. Where `ns` or `params` is given, each row's value is replaced by
 * every value of the list.
 */
std::vector<Row> select_rows(const Selection &selection);
} // namespace bench

#endif
