/* SPDX-License-Identifier: Apache-2.0 */
/** @file rows.h Which rows there are: the table that the documentation shows, and what options select of it. */
#ifndef TCU_BENCH_ROWS_H
#define TCU_BENCH_ROWS_H

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/problem.h"

namespace bench
{
/** What a row times. */
enum class Timed {
    work,   /**< what the operation takes the device (the host backend: the processor) */
    calls,  /**< the caller's time for single calls of the operation: rows of "calls" */
    context /**< the caller's time to create and destroy a context; no operation, no types, n = 0 */
};

struct Row {
    bench_op op = {};
    bench_form form = BENCH_NO_FORM;
    tcu_type in = TCU_TYPE_F32, out = TCU_TYPE_F32;
    uint64_t n = 0;
    double param =
        NAN; // segment size, mean length of segments or runs, fraction kept, number of bins, degree, steps; NaN: none
    std::string dist = "uniform";
    Timed timed = Timed::work;
    uint64_t polynomials = 0;  // 0: the operation has none
    std::string function = ""; // of calls: its name

    bool has_param() const { return !std::isnan(param); }
    std::string group() const;     // "reduce", ... of the operation; "calls"
    std::string case_name() const; // "inclusive", "bytes", ...; "" for BENCH_NO_FORM; of calls the function's name
    std::string name() const;      // unique, what --benchmark_filter sees
    bool operator==(const Row &other) const { return name() == other.name(); }
};

const char *op_name(bench_op op);
const char *form_name(bench_form form);    // "inclusive", "bytes", ...; "" for BENCH_NO_FORM
std::vector<std::string> function_names(); // that rows of "calls" time
std::string type_name(tcu_type type);      // also of BENCH_B128: "b128"
std::string param_text(double param);

/** A row's problem but for its arrays; throws where a predicate has no value that keeps the fraction asked for. */
bench_problem problem_without_arrays(const Row &row);

/** What the command line selects; empty lists select everything. */
struct Selection {
    std::vector<std::string> ops, ins, outs, cases, dists, sets; // sets: large, small, calls
    std::vector<uint64_t> ns;
    std::vector<double> params;
    uint64_t input_bytes = uint64_t(1) << 31;
    bool host = false; // of the host backend's table
};

/**
 * The rows of the table that the selection leaves. Where `ns` or `params` is given, each row's value is replaced by
 * every value of the list.
 */
std::vector<Row> select_rows(const Selection &selection);
} // namespace bench

#endif
