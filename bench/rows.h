/* SPDX-License-Identifier: Apache-2.0 */
/** @file rows.h Which rows there are: the table that the documentation shows, and what options select of it. */
#ifndef TCU_BENCH_ROWS_H
#define TCU_BENCH_ROWS_H

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/problems/keys.h"
#include "bench/problems/problem.h"
#include "bench/problems/samples.h"

namespace bench
{
/** What a row times. */
enum class Timed {
    work,   /**< what the operation takes the device (the host backend: the processor) */
    calls,  /**< the caller's time for single calls of the operation: rows of "calls" */
    context /**< the caller's time to create and destroy a context; no operation, no types, n = 0 */
};

struct Row {
    bench_op op = BENCH_REDUCE;
    bench_form form = BENCH_NO_FORM;
    tcu_type in = TCU_TYPE_F32, out = TCU_TYPE_F32;
    uint64_t n = 0;
    double param =
        NAN; // segment size, mean length of segments or runs, fraction kept, number of bins, degree, steps; NaN: none
    std::string dist = "uniform";
    Timed timed = Timed::work;
    uint64_t polynomials = 0; // 0: the operation has none

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
bench_spread spread_of(const Row &row); // of a histogram's samples
bench_key_spread key_spread_of(const Row &row);

/** A row's problem but for its arrays; throws where a predicate has no value that keeps the fraction asked for. */
bench_problem problem_without_arrays(const Row &row);

/** What is read and written, each byte once; offsets, flags, values and weights too, of a compaction what is kept, but
 * not the count; levels not; coefficients, breakpoints and filters too. Of time steps one of them. */
double bytes_moved(const bench_problem &problem);

/** What memory allows. */
struct Roof {
    std::string name; // "copy", "read", "write"; "" where memory is far from being the limit
    double bytes = 0; // read and written together
};
Roof roof_of(const bench_problem &problem);

/** What the command line selects; empty lists select everything. */
struct Selection {
    std::vector<std::string> ops, ins, outs, cases, dists, sets; // sets: large, small, calls
    std::vector<uint64_t> ns;
    std::vector<double> params;
    uint64_t input_bytes = uint64_t(1) << 31;
    bool host = false; // of the host backend's table
};

/** The table of the host backend. */
std::vector<Row> host_rows();

/**
 * The rows of the table that the selection leaves. Where `ns` or `params` is given, each row's value is replaced by
 * every value of the list.
 */
std::vector<Row> select_rows(const Selection &selection);
} // namespace bench

#endif
