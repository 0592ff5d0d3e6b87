/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rows.h
 * Which rows there are: the table that the documentation shows, into which families enter theirs, and what options select of
 * it.
 */
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

constexpr int kAnyLevel = -1; // what the processor has

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
    int level = kAnyLevel;     // host backend: the most that its kernels may use, 0 ... of level_names()
    uint64_t width = 0;        // of stencils the points of a line, of layers an edge; 0: by n
    uint64_t height = 0;       // of volumes with a width the lines of a plane; 0: by n
    int32_t radius = 0;        // of stencils' boxes; 0: the form's

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
const std::vector<std::string> &level_names(); // from the lowest: "baseline", "avx2", "avx512"

/** A row's problem but for its arrays; throws where a predicate has no value that keeps the fraction asked for. */
bench_problem problem_without_arrays(const Row &row);

/** What the command line selects; empty lists select everything. */
struct Selection {
    std::vector<std::string> ops, ins, outs, cases, dists, sets, levels; // sets: large, small, calls
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

struct Pair {
    tcu_type in, out;
};
using Pairs = std::vector<Pair>;
using Sizes = std::vector<uint64_t>;
using Params = std::vector<double>;
using Names = std::vector<std::string>;

/** Types by their short names, for tables. */
namespace types
{
const tcu_type F16 = TCU_TYPE_F16, BF16 = TCU_TYPE_BF16, F32 = TCU_TYPE_F32, F64 = TCU_TYPE_F64, I8 = TCU_TYPE_I8,
               U8 = TCU_TYPE_U8, I16 = TCU_TYPE_I16, U16 = TCU_TYPE_U16, I32 = TCU_TYPE_I32, U32 = TCU_TYPE_U32,
               I64 = TCU_TYPE_I64, U64 = TCU_TYPE_U64, B128 = BENCH_B128;
}

/** What host tables have in common: sizes from a call of a microsecond to arrays far larger than caches, types. */
namespace host_table
{
const uint64_t kMiddle = 1 << 22;
const Sizes kAll = {1000, 1 << 14, 1 << 18, kMiddle, 1 << 26}, kSorted = {1000, 1 << 14, 1 << 18, kMiddle},
            kSome = {1000, 1 << 18, kMiddle}, kOne = {kMiddle};
const std::vector<tcu_type> kTypes = {types::U8, types::U16, types::U32, types::U64, types::F32, types::F64},
                            kReals = {types::F32, types::F64};
} // namespace host_table

const Sizes kLarge = {0}; // as many elements as the bytes of input that are asked for allow
const Params kNone = {NAN}, kHalf = {0.5};
const Names kUniform = {"uniform"};

constexpr uint64_t pow2(int k)
{
    return uint64_t(1) << k;
}

/** 2^first, ..., 2^last. */
Sizes powers(int first, int last);

/** Each type with itself. */
Pairs same(const std::vector<tcu_type> &types);

struct Table {
    const Selection &selection;
    std::vector<Row> rows;

    /** Whether the selection has that set: "large", "small", "calls". */
    bool wants(const char *set) const;

    /** A row for each pair of types, each parameter, each distribution and each size, the last one changing fastest. */
    void add(bench_op op, bench_form form, const Pairs &pairs, const Sizes &sizes, const Params &params = kNone,
             const Names &dists = kUniform, uint64_t polynomials = 0);

    /**
     * Rows that time single calls, of three sizes if it has none: for each function one type and form, as its first user
     * would call it. Without the name of the function it is that of the operation.
     */
    void add_call(Row row);
};
} // namespace bench

#endif
