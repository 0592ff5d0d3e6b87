/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/rows.h"

#include "bench/problems/stencils.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <stdexcept>

namespace bench
{
namespace
{
using Sizes = std::vector<uint64_t>;
using Fractions = std::vector<double>;
struct Pair {
    tcu_type in, out;
};

constexpr uint64_t pow2(int k)
{
    return uint64_t(1) << k;
}

const tcu_type F16 = TCU_TYPE_F16, BF16 = TCU_TYPE_BF16, F32 = TCU_TYPE_F32, F64 = TCU_TYPE_F64, I8 = TCU_TYPE_I8,
               U8 = TCU_TYPE_U8, I16 = TCU_TYPE_I16, U16 = TCU_TYPE_U16, I32 = TCU_TYPE_I32, U32 = TCU_TYPE_U32,
               I64 = TCU_TYPE_I64, U64 = TCU_TYPE_U64, B128 = BENCH_B128;

const std::vector<Pair> kReducePairs = {
    {F16, F16}, {F16, F32}, {BF16, BF16}, {BF16, F32}, {F32, F32}, {F32, F64}, {F64, F64}, {I8, I8},   {I8, I32},
    {I8, I64},  {U8, U8},   {U8, U32},    {U8, U64},   {I16, I16}, {I16, I32}, {I16, I64}, {U16, U16}, {U16, U32},
    {U16, U64}, {I32, I32}, {I32, I64},   {U32, U32},  {U32, U64}, {I64, I64}, {U64, U64}};
const std::vector<Pair> kScanPairs = {{F16, F16}, {BF16, BF16}, {F32, F32}, {F64, F64}, {I8, I8},
                                      {U8, U8},   {I16, I16},   {U16, U16}, {I32, I32}, {U32, U32},
                                      {I64, I64}, {U64, U64},   {F16, F32}, {U8, U32}};
// What a type pair stands for where not all are measured: each width, reals and integers, with and without widening.
const std::vector<Pair> kSmallReducePairs = {{F16, F32}, {F32, F32}, {I8, I32}, {F64, F64}};
const std::vector<Pair> kSmallScanPairs = {{F16, F16}, {F32, F32}, {U8, U8}, {I64, I64}};

const Sizes kAllSegments = {1,        2,        3,      4,        5,        6,        7,        8,       10,
                            12,       16,       17,     20,       24,       32,       33,       64,      100,
                            128,      256,      333,    512,      1000,     1003,     1024,     4096,    10000,
                            pow2(14), pow2(16), 100003, pow2(18), pow2(20), pow2(24), pow2(28), pow2(30)};
const Sizes kSomeReduceSegments = {1, 3, 5, 8, 10, 16, 20, 64, 100, 256, 1000, 4096, pow2(14), pow2(20), pow2(28)};
const Sizes kSomeScanSegments = {5, 8, 64, 100, 1000, 4096, pow2(16), 100003, pow2(20)};
const Sizes kExclusiveSegments = {8, 20, 64, 1000, pow2(14), pow2(20)};

// Of the items that are kept; mean lengths of runs.
const Fractions kFractions = {0.1, 0.5, 0.9}, kHalf = {0.5}, kRuns = {1, 4, 64};
const Fractions kOneByte = {256}, kSomeBins = {256, 1024, 4096};
const std::vector<std::string> kSpreads = {"uniform", "zipf", "peak", "constant"};
const std::vector<std::string> kUniform = {"uniform"},
                               kKeySpreads = {"uniform", "sorted", "reversed", "four", "two", "zipf", "constant"};

const Fractions kDegrees = {3, 7, 15, 31, 63, 127, 255}, kHighDegrees = {63, 255};
const std::vector<Pair> kPolynomialPairs = {{F64, F64}, {F32, F32}, {F16, F16}, {BF16, BF16}};

const Sizes kMeans = {8, 16, 32, 64, 256, 1000, 10000, 300000};
const Sizes kSomeMeans = {16, 256, 10000};

struct Builder {
    const Selection &selection;
    std::vector<Row> rows;

    uint64_t elements(const Row &row) const
    {
        if (bench_is_compaction(row.op)) { // one n for all sizes up to 8 bytes
            return std::min(selection.input_bytes / 8, selection.input_bytes / bench_size(row.in));
        }
        if (bench_is_sort(row.op)) { // one n for keys of up to 4 bytes
            return selection.input_bytes / (bench_size(row.in) <= 4 ? 8 : 16);
        }
        if (bench_is_histogram(row.op)) {
            return selection.input_bytes / (bench_size(row.in) * bench_channels(row.op) +
                                            (row.op == BENCH_HISTOGRAM_WEIGHTED ? bench_size(row.out) : 0));
        }
        const bool widening = bench_is_scan(row.op) && tcu_type_size(row.out) > tcu_type_size(row.in);
        uint64_t n = selection.input_bytes / (widening ? 2 : 1) / tcu_type_size(row.in);
        if (row.op != BENCH_REDUCE && row.op != BENCH_SCAN) {
            n = std::min(n, selection.input_bytes / 2);
        }
        if (bench_has_offsets(row.op)) {
            n /= 2;
        }
        return n;
    }
    void add(Row row)
    {
        if (row.n == 0) {
            row.n = elements(row);
        }
        rows.push_back(row);
    }
    void whole(bench_op op, bench_form form, const std::vector<Pair> &pairs, uint64_t n = 0)
    {
        for (const Pair &pair : pairs) {
            add({op, form, pair.in, pair.out, n, NAN, "uniform"});
        }
    }
    void segmented(bench_op op, bench_form form, Pair pair, const Sizes &sizes)
    {
        for (uint64_t size : sizes) {
            add({op, form, pair.in, pair.out, 0, double(size), "uniform"});
        }
    }
    void offsets(bench_op op, bench_form form, Pair pair, const Sizes &means, bool empty)
    {
        segmented(op, form, pair, means);
        for (const char *dist : {"powerlaw", "giant", "empty"}) {
            if (empty || dist != std::string("empty")) {
                add({op, form, pair.in, pair.out, 0, NAN, dist});
            }
        }
    }
    void kept(bench_op op, bench_form form, Pair pair, const Fractions &fractions, const char *dist = "uniform",
              uint64_t n = 0)
    {
        for (double fraction : fractions) {
            add({op, form, pair.in, pair.out, n, fraction, dist});
        }
    }
    void runs(bench_form form, tcu_type type, const Fractions &means, uint64_t n = 0)
    {
        for (double mean : means) {
            add({BENCH_UNIQUE, form, type, type, n, mean, "geometric"});
        }
    }
    void histogram(bench_op op, bench_form form, Pair pair, const Fractions &bins,
                   const std::vector<std::string> &spreads = kSpreads, uint64_t n = 0)
    {
        for (double number : bins) {
            for (const std::string &spread : spreads) {
                add({op, form, pair.in, pair.out, n, number, spread});
            }
        }
    }
    void sort(bench_op op, bench_form form, Pair pair, const std::vector<std::string> &spreads, uint64_t n = 0)
    {
        for (const std::string &spread : spreads) {
            add({op, form, pair.in, pair.out, n, NAN, spread});
        }
    }
    void add_all(const std::vector<Row> &some)
    {
        for (const Row &row : some) {
            add(row);
        }
    }
    void polynomials(bench_form form, Pair pair, uint64_t number, uint64_t n, const Fractions &degrees,
                     const char *dist = "uniform")
    {
        for (double degree : degrees) {
            add({BENCH_POLYNOMIAL, form, pair.in, pair.out, n, degree, dist, Timed::work, number});
        }
    }
};

void add_large_compactions(Builder &b)
{
    for (tcu_type type : {U8, U16, U32, U64, B128}) {
        b.kept(BENCH_COMPACT, BENCH_BYTES, {type, type}, kFractions);
    }
    b.kept(BENCH_COMPACT, BENCH_BYTES, {U32, U32}, {0, 1e-4, 1});
    b.kept(BENCH_COMPACT, BENCH_BYTES, {U32, U32}, kHalf, "clustered");
    b.kept(BENCH_COMPACT, BENCH_BYTES, {U32, U32}, kHalf, "alternating");
    for (tcu_type type : {U8, U32}) {
        b.kept(BENCH_COMPACT, BENCH_BITS, {type, type}, kHalf);
    }
    for (tcu_type type : {U32, F32}) {
        b.kept(BENCH_COMPACT_IF, BENCH_LESS, {type, type}, kFractions);
    }
    for (tcu_type type : {U8, U16, F64}) {
        b.kept(BENCH_COMPACT_IF, BENCH_LESS, {type, type}, kHalf);
    }
    b.kept(BENCH_COMPACT_IF, BENCH_INSIDE, {U32, U32}, kHalf);
    b.kept(BENCH_COMPACT_INDICES, BENCH_BYTES, {U8, U32}, kFractions);
    b.kept(BENCH_COMPACT_INDICES, BENCH_BYTES, {U8, U64}, kHalf);
    b.kept(BENCH_COMPACT_INDICES, BENCH_BITS, {U8, U32}, kHalf);
    b.kept(BENCH_COMPACT_COLUMNS, BENCH_BYTES, {U32, U32}, kFractions);
    b.kept(BENCH_PARTITION, BENCH_BYTES, {U32, U32}, kFractions);
    for (tcu_type type : {U8, U16, U64, B128}) {
        b.kept(BENCH_PARTITION, BENCH_BYTES, {type, type}, kHalf);
    }
    for (tcu_type type : {U32, F32}) {
        b.kept(BENCH_PARTITION_IF, BENCH_LESS, {type, type}, kHalf);
    }
    b.runs(BENCH_NO_FORM, U32, kRuns);
    b.runs(BENCH_LENGTHS, U32, kRuns);
    for (tcu_type type : {U8, U16, U64}) {
        b.runs(BENCH_NO_FORM, type, {4});
    }
}

void add_small_compactions(Builder &b, uint64_t n)
{
    b.kept(BENCH_COMPACT, BENCH_BYTES, {U32, U32}, kHalf, "uniform", n);
    b.kept(BENCH_COMPACT_IF, BENCH_LESS, {U32, U32}, kHalf, "uniform", n);
    b.kept(BENCH_COMPACT_COLUMNS, BENCH_BYTES, {U32, U32}, kHalf, "uniform", n);
    b.kept(BENCH_PARTITION, BENCH_BYTES, {U32, U32}, kHalf, "uniform", n);
    b.runs(BENCH_NO_FORM, U32, {4}, n);
}

void add_large_histograms(Builder &b)
{
    const bench_op even = BENCH_HISTOGRAM_EVEN;
    b.histogram(even, BENCH_NO_FORM, {U8, U32}, kOneByte);
    b.histogram(even, BENCH_NO_FORM, {U8, U64}, kOneByte, {"uniform"});
    for (tcu_type type : {U16, F16, BF16, F32}) {
        b.histogram(even, BENCH_NO_FORM, {type, U32}, kSomeBins);
    }
    b.histogram(even, BENCH_NO_FORM, {U16, U32}, {65536});
    b.histogram(even, BENCH_NO_FORM, {F64, U32}, kOneByte);
    for (tcu_type type : {I32, U32}) {
        b.histogram(even, BENCH_NO_FORM, {type, U32}, {256, 1024, 4096, 32768});
    }
    b.histogram(even, BENCH_NO_FORM, {I32, U64}, kOneByte, {"uniform"});
    b.histogram(even, BENCH_NO_FORM, {I32, U32}, {double(pow2(20))});
    for (bench_form form : {BENCH_LINEAR, BENCH_POWER, BENCH_LOG, BENCH_RANDOM}) {
        b.histogram(BENCH_HISTOGRAM_RANGE, form, {F32, U32}, kOneByte);
    }
    b.histogram(BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, {U8, U32}, kOneByte);
    b.histogram(BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, {F32, F32}, kOneByte);
}

void add_small_histograms(Builder &b, uint64_t n)
{
    for (tcu_type type : {U8, I32, F32}) {
        b.histogram(BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, {type, U32}, kOneByte, {"uniform"}, n);
    }
}

void add_large_sorts(Builder &b)
{
    for (tcu_type type : {U32, I32, F32}) {
        b.sort(BENCH_SORT, BENCH_NO_FORM, {type, type}, kKeySpreads);
    }
    for (tcu_type type : {U64, F64}) {
        b.sort(BENCH_SORT, BENCH_NO_FORM, {type, type}, kUniform);
    }
    for (tcu_type type : {U8, U16}) {
        b.sort(BENCH_SORT, BENCH_NO_FORM, {type, type}, {"uniform", "zipf", "constant"});
    }
    for (tcu_type type : {I8, I16, F16, BF16}) {
        b.sort(BENCH_SORT, BENCH_NO_FORM, {type, type}, kUniform);
    }
    b.sort(BENCH_SORT, BENCH_BUFFERS, {U32, U32}, kUniform);
    b.sort(BENCH_SORT_PAIRS, BENCH_NO_FORM, {U32, U32}, kKeySpreads);
    b.sort(BENCH_SORT_PAIRS, BENCH_NO_FORM, {U64, U64}, kUniform);
    b.sort(BENCH_SORT_PAIRS, BENCH_BUFFERS, {U32, U32}, kUniform);
    b.sort(BENCH_ARGSORT, BENCH_NO_FORM, {U32, U32}, kUniform);
    b.segmented(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, {U32, U32}, {16, 64, 256, 1024, 4096, 65536});
    b.add({BENCH_SEGMENTED_SORT_OFFSETS, BENCH_NO_FORM, U32, U32, 0, NAN, "powerlaw"});
}

void add_small_sorts(Builder &b, uint64_t n)
{
    for (tcu_type type : {U8, U16, U32}) {
        b.sort(BENCH_SORT, BENCH_NO_FORM, {type, type}, kUniform, n);
    }
    b.sort(BENCH_SORT_PAIRS, BENCH_NO_FORM, {U32, U32}, kUniform, n);
}

void add_large_polynomials(Builder &b)
{
    b.polynomials(BENCH_GRID, {F16, F32}, 1024, pow2(20), kDegrees);
    for (const Pair &pair : kPolynomialPairs) {
        b.polynomials(BENCH_GRID, pair, 1024, pow2(20), kDegrees);
        b.polynomials(BENCH_GRID, pair, 64, pow2(22), {63});
        b.polynomials(BENCH_GRID, pair, 16, pow2(24), kHighDegrees);
        b.polynomials(BENCH_MAX, pair, 1024, pow2(20), {7, 15, 63, 255});
        b.polynomials(BENCH_ARGMAX, pair, 1024, pow2(20), {63});
        b.polynomials(BENCH_SUM, pair, 1024, pow2(20), {63});
        b.polynomials(BENCH_ONE, pair, 1, pow2(27), kDegrees);
        b.polynomials(BENCH_OWN, pair, 4096, pow2(27), kHighDegrees);
    }
    for (const Pair &pair : {kPolynomialPairs[0], kPolynomialPairs[1]}) {
        for (const char *breakpoints : {"even", "random"}) {
            b.polynomials(BENCH_TABLE, pair, 1024, pow2(27), {3, 7}, breakpoints);
        }
        b.polynomials(BENCH_INDEXED, pair, 1024, pow2(27), {3, 7});
    }
}

void add_small_polynomials(Builder &b)
{
    for (const Pair &pair : kPolynomialPairs) {
        b.polynomials(BENCH_GRID, pair, 16, 10000, {15});
    }
}

// One type and form a function, as its first user would call it.
std::vector<Row> called()
{
    std::vector<Row> rows = {{BENCH_REDUCE, BENCH_NO_FORM, F32, F32, 0, NAN, "uniform"},
                             {BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM, F32, F32, 0, 256, "uniform"},
                             {BENCH_SCAN, BENCH_INCLUSIVE, F32, F32, 0, NAN, "uniform"},
                             {BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE, F32, F32, 0, 256, "uniform"},
                             {BENCH_COMPACT, BENCH_BYTES, U32, U32, 0, 0.5, "uniform"},
                             {BENCH_COMPACT_IF, BENCH_LESS, U32, U32, 0, 0.5, "uniform"},
                             {BENCH_UNIQUE, BENCH_NO_FORM, U32, U32, 0, 4, "geometric"},
                             {BENCH_PARTITION, BENCH_BYTES, U32, U32, 0, 0.5, "uniform"},
                             {BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, U8, U32, 0, 256, "uniform"},
                             {BENCH_SORT, BENCH_NO_FORM, U32, U32, 0, NAN, "uniform"},
                             {BENCH_SORT_PAIRS, BENCH_NO_FORM, U32, U32, 0, NAN, "uniform"},
                             {BENCH_ARGSORT, BENCH_NO_FORM, U32, U32, 0, NAN, "uniform"},
                             {BENCH_SEGMENTED_SORT, BENCH_NO_FORM, U32, U32, 0, 256, "uniform"},
                             {BENCH_POLYNOMIAL, BENCH_GRID, F32, F32, 10000, 15, "uniform", Timed::calls, 16},
                             {BENCH_ADJACENT_DIFFERENCE, BENCH_NO_FORM, F32, F32, 0, NAN, "uniform"},
                             {BENCH_STENCIL, BENCH_2D_5POINT, F32, F32, 0, NAN, "uniform"}};
    for (Row &row : rows) {
        row.timed = Timed::calls;
    }
    return rows;
}

Row context_row()
{
    Row row;
    row.timed = Timed::context;
    return row;
}

void add_calls(Builder &b)
{
    for (Row row : called()) {
        for (uint64_t n : row.n != 0 ? Sizes{row.n} : Sizes{pow2(10), pow2(16), pow2(20)}) {
            row.n = n;
            b.add(row);
        }
    }
    b.rows.push_back(context_row());
}

std::vector<Row> table(const Selection &selection)
{
    const bench_form inclusive = BENCH_INCLUSIVE, exclusive = BENCH_EXCLUSIVE, none = BENCH_NO_FORM;
    const auto wants = [&](const char *set) {
        return selection.sets.empty() ||
               std::find(selection.sets.begin(), selection.sets.end(), set) != selection.sets.end();
    };
    Builder b{selection, {}};
    if (wants("large")) {
        b.whole(BENCH_REDUCE, none, kReducePairs);
        b.whole(BENCH_SCAN, inclusive, kScanPairs);
        b.whole(BENCH_SCAN, exclusive, kScanPairs);

        b.segmented(BENCH_SEGMENTED_REDUCE, none, {F16, F32}, kAllSegments);
        for (const Pair &pair : std::vector<Pair>{{F16, F16}, {BF16, F32}, {F32, F32}, {I8, I32}, {I32, I32}}) {
            b.segmented(BENCH_SEGMENTED_REDUCE, none, pair, kSomeReduceSegments);
        }
        b.segmented(BENCH_SEGMENTED_SCAN, inclusive, {F16, F16}, kAllSegments);
        b.segmented(BENCH_SEGMENTED_SCAN, exclusive, {F16, F16}, kExclusiveSegments);
        for (const Pair &pair : std::vector<Pair>{{BF16, BF16}, {F32, F32}, {I8, I8}, {I32, I32}}) {
            b.segmented(BENCH_SEGMENTED_SCAN, inclusive, pair, kSomeScanSegments);
        }

        b.offsets(BENCH_SEGMENTED_REDUCE_OFFSETS, none, {F16, F32}, kMeans, true);
        b.offsets(BENCH_SEGMENTED_REDUCE_OFFSETS, none, {F32, F32}, kSomeMeans, false);
        b.offsets(BENCH_SEGMENTED_REDUCE_OFFSETS, none, {I32, I32}, kSomeMeans, false);
        b.offsets(BENCH_SEGMENTED_SCAN_OFFSETS, inclusive, {F16, F16}, kMeans, true);
        b.segmented(BENCH_SEGMENTED_SCAN_OFFSETS, exclusive, {F16, F16}, {16, 256, 10000});
        b.offsets(BENCH_SEGMENTED_SCAN_OFFSETS, inclusive, {F32, F32}, kSomeMeans, false);
        b.offsets(BENCH_SEGMENTED_SCAN_OFFSETS, inclusive, {I32, I32}, kSomeMeans, false);
        add_large_compactions(b);
        add_large_histograms(b);
        add_large_sorts(b);
        add_large_polynomials(b);
        b.add_all(large_stencils());
    }
    if (wants("small")) {
        for (int k = 10; k <= 22; k++) {
            b.whole(BENCH_REDUCE, none, kSmallReducePairs, pow2(k));
            b.whole(BENCH_SCAN, inclusive, kSmallScanPairs, pow2(k));
            add_small_compactions(b, pow2(k));
            add_small_histograms(b, pow2(k));
            b.add_all(small_stencils(pow2(k)));
        }
    }
    if (wants("small")) {
        for (int k = 10; k <= 24; k++) {
            add_small_sorts(b, pow2(k));
        }
    }
    if (wants("small")) {
        add_small_polynomials(b);
    }
    // The whole-array operations over n, for the figure.
    if (wants("large")) {
        for (int k = 23; k <= 29; k++) {
            b.whole(BENCH_REDUCE, none, {{F16, F32}, {F32, F32}}, pow2(k));
            b.whole(BENCH_SCAN, inclusive, {{F16, F16}, {F32, F32}}, pow2(k));
        }
    }
    if (wants("calls")) {
        add_calls(b);
    }
    return b.rows;
}

bool listed(const std::vector<std::string> &list, const std::string &value)
{
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}
} // namespace

const char *op_name(bench_op op)
{
    static const char *const names[BENCH_OP_COUNT] = {"reduce",
                                                      "segmented_reduce",
                                                      "segmented_reduce_offsets",
                                                      "scan",
                                                      "segmented_scan",
                                                      "segmented_scan_offsets",
                                                      "compact",
                                                      "compact_if",
                                                      "compact_indices",
                                                      "compact_columns",
                                                      "partition",
                                                      "partition_if",
                                                      "unique",
                                                      "histogram_even",
                                                      "histogram_range",
                                                      "histogram_multi",
                                                      "histogram_weighted",
                                                      "radix_sort",
                                                      "radix_sort_pairs",
                                                      "argsort",
                                                      "segmented_sort",
                                                      "segmented_sort_offsets",
                                                      "polynomial",
                                                      "adjacent_difference",
                                                      "stencil",
                                                      "stencil_iterate",
                                                      "convolve",
                                                      "convolution_layer"};
    return names[op];
}

const char *form_name(bench_form form)
{
    if (stencil_name(form) != nullptr) {
        return stencil_name(form);
    }
    static const char *const names[] = {"",        "inclusive", "exclusive", "bytes", "bits",   "less",    "inside",
                                        "lengths", "linear",    "power",     "log",   "random", "buffers", "grid",
                                        "reduce",  "argmax",    "sum",       "one",   "own",    "table",   "indexed"};
    return names[form];
}

std::string type_name(tcu_type type)
{
    return type == BENCH_B128 ? "b128" : tcu_type_name(type);
}

std::string param_text(double param)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.12g", param);
    return text;
}

bench_spread spread_of(const Row &row)
{
    return row.dist == "zipf"       ? BENCH_SPREAD_ZIPF
           : row.dist == "peak"     ? BENCH_SPREAD_PEAK
           : row.dist == "constant" ? BENCH_SPREAD_CONSTANT
                                    : BENCH_SPREAD_UNIFORM;
}

bench_key_spread key_spread_of(const Row &row)
{
    return row.dist == "sorted"     ? BENCH_KEYS_SORTED
           : row.dist == "reversed" ? BENCH_KEYS_REVERSED
           : row.dist == "four"     ? BENCH_KEYS_FOUR
           : row.dist == "two"      ? BENCH_KEYS_TWO
           : row.dist == "zipf"     ? BENCH_KEYS_ZIPF
           : row.dist == "constant" ? BENCH_KEYS_CONSTANT
                                    : BENCH_KEYS_UNIFORM;
}

std::string Row::group() const
{
    return timed == Timed::work ? op_name(op) : "calls";
}

std::string Row::case_name() const
{
    return timed == Timed::work      ? form_name(form)
           : timed == Timed::context ? "tcu_context_create"
                                     : std::string("tcu_") + op_name(op) +
                                           (polynomials > 0       ? "_evaluate"
                                            : op == BENCH_STENCIL ? "_execute"
                                                                  : "");
}

std::vector<std::string> function_names()
{
    std::vector<std::string> names;
    for (const Row &row : called()) {
        names.push_back(row.case_name());
    }
    names.push_back(context_row().case_name());
    return names;
}

std::string Row::name() const
{
    if (timed == Timed::context) {
        return group() + "/" + case_name();
    }
    std::string text = group() + "/" + type_name(in) + "/" + type_name(out) + "/" + dist;
    if (has_param()) {
        text += "/" + param_text(param);
    }
    if (!case_name().empty()) {
        text += "/" + case_name();
    }
    if (polynomials > 0) {
        text += "/p:" + std::to_string(polynomials);
    }
    return text + "/n:" + std::to_string(n);
}

namespace
{
// The element below which lies that fraction of what bench_fill() draws, as the first bytes of a value.
uint64_t quantile(tcu_type type, double fraction)
{
    uint64_t bits = 0;
    const double real = 2 * fraction - 1;
    const float narrow = float(real);
    switch (type) {
    case TCU_TYPE_F32:
        std::memcpy(&bits, &narrow, sizeof narrow);
        return bits;
    case TCU_TYPE_F64:
        std::memcpy(&bits, &real, sizeof real);
        return bits;
    case TCU_TYPE_U8:
    case TCU_TYPE_U16:
    case TCU_TYPE_U32:
        bits = uint64_t(std::ldexp(fraction, int(8 * bench_size(type))));
        if (bits >> 8 * bench_size(type) == 0) {
            return bits;
        }
        throw std::invalid_argument("no " + type_name(type) + " is above all others");
    default:
        throw std::invalid_argument("no predicate on " + type_name(type) + " here");
    }
}
} // namespace

namespace
{
// Integers: all values of bytes, and of other types a range that no multiplication by a power of two finds the bins of,
// unless there is a bin for each value.
void set_bins(const Row &row, bench_problem &p)
{
    p.num_bins = uint64_t(row.param);
    p.level_type = bench_is_float(row.in) || row.in == U32 ? row.in : I32;
    p.lower_level = bench_is_float(row.in) ? -1.5 : row.in == U16 ? 100 : row.in == I32 ? -1e9 : 0;
    p.upper_level = bench_is_float(row.in) ? 1.5
                    : row.in == U8         ? 256
                    : row.in == U16        ? 60100
                    : row.in == I32        ? 1000000007
                                           : 4000000007;
    if ((row.in == U16 || row.in == I32) && p.num_bins >= 65536) {
        p.lower_level = 0;
        p.upper_level = double(p.num_bins);
    }
}
} // namespace

bench_problem problem_without_arrays(const Row &row)
{
    bench_problem p = {};
    p.op = row.op;
    p.form = row.form;
    p.in_type = row.in;
    p.out_type = row.out;
    p.n = row.n;
    p.num_segments = 1;
    if (bench_has_segment_size(row.op)) {
        p.segment_size = uint64_t(row.param);
        p.num_segments = (row.n + p.segment_size - 1) / p.segment_size;
    }
    if (row.form == BENCH_LESS) {
        p.value = quantile(row.in, row.param);
    }
    if (row.form == BENCH_INSIDE) {
        p.value = quantile(row.in, 0.5 - row.param / 2);
        p.upper = quantile(row.in, 0.5 + row.param / 2);
    }
    if (bench_is_histogram(row.op)) {
        set_bins(row, p);
    }
    if (row.op == BENCH_POLYNOMIAL) {
        p.num_polynomials = row.polynomials;
        p.degree = uint64_t(row.param);
    }
    if (bench_is_stencil(row.op)) {
        set_grid(row, p);
    }
    return p;
}

double bytes_moved(const bench_problem &p)
{
    const double in = double(bench_size(p.in_type)), out = double(bench_size(p.out_type)), n = double(p.n);
    if (bench_is_histogram(p.op)) {
        return n * (in * double(bench_channels(p.op)) + (p.weights != nullptr ? out : 0.0)) +
               double(bench_out_count(&p)) * out;
    }
    if (p.op == BENCH_POLYNOMIAL) {
        return n * in + double(bench_out_count(&p)) * out + double(bench_coefficient_count(&p)) * in +
               (p.form == BENCH_TABLE ? double(p.num_polynomials + 1) * in : 0.0) +
               (p.form == BENCH_INDEXED ? 4 * n : 0.0) + (p.form == BENCH_ARGMAX ? 8 * n : 0.0);
    }
    if (bench_is_stencil(p.op)) { // of iterations those of one step
        return n * (in + out) + (p.op == BENCH_CONVOLUTION_LAYER ? double(bench_filter_count(&p.layer)) * in : 0.0);
    }
    const double offsets = bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0;
    if (bench_is_sort(p.op)) { // positions do not come from memory
        return n * in + double(bench_out_bytes(&p)) + 2 * n * double(bench_value_bytes(&p)) + offsets;
    }
    if (!bench_is_compaction(p.op)) {
        return n * in + double(bench_out_count(&p)) * out + offsets;
    }
    const double columns = double(bench_columns(p.op)), kept = double(p.kept);
    return (p.in != nullptr ? n * in * columns : 0.0) +
           (p.flags != nullptr ? double(bench_flag_bytes(p.form, p.n)) : 0.0) +
           (bench_is_partition(p.op) ? n : kept) * out * columns + (p.run_lengths != nullptr ? 8.0 * kept : 0.0);
}

Roof roof_of(const bench_problem &p)
{
    if (p.op == BENCH_POLYNOMIAL) {
        if (p.form == BENCH_GRID && p.degree <= 15) {
            return {"write", double(bench_out_bytes(&p))};
        }
        if (p.form == BENCH_TABLE || p.form == BENCH_INDEXED || (p.form == BENCH_ONE && p.degree <= 31)) {
            return {"copy", bytes_moved(p)};
        }
        return {};
    }
    if (p.op == BENCH_CONVOLUTION_LAYER) {
        return {};
    }
    const bool copies =
        bench_is_stencil(p.op) || bench_is_scan(p.op) || bench_is_compaction(p.op) || bench_is_sort(p.op);
    return {copies ? "copy" : "read", bytes_moved(p)};
}

std::vector<Row> select_rows(const Selection &selection)
{
    std::vector<Row> chosen;
    std::set<std::string> seen;
    const auto take = [&](Row row) {
        const bool fraction = bench_is_compaction(row.op) && row.op != BENCH_UNIQUE;
        if (row.has_param() && (fraction ? row.param > 1 : row.param < (row.polynomials > 0 ? 0 : 1))) {
            return;
        }
        if (row.form == BENCH_OWN) {
            row.n -= row.n % row.polynomials;
        }
        if (bench_is_stencil(row.op)) {
            row.n = whole_grid(row);
        }
        if (bench_is_histogram(row.op) && row.param > BENCH_MOST_BINS) {
            return;
        }
        if (bench_has_segment_size(row.op)) {
            const uint64_t size = uint64_t(row.param);
            if (size > row.n) {
                return;
            }
            row.n -= row.n % size; // whole segments, so that every variant of every contestant applies
            row.param = double(size);
        }
        if (row.n > 0 && seen.insert(row.name()).second) {
            chosen.push_back(row);
        }
    };
    for (const Row &row : selection.host ? host_rows() : table(selection)) {
        if (!listed(selection.ops, row.group()) ||
            (!row.case_name().empty() && !listed(selection.cases, row.case_name()))) {
            continue;
        }
        if (row.timed == Timed::context) { // the other options name what it does not have
            chosen.push_back(row);
            continue;
        }
        if (!listed(selection.ins, type_name(row.in)) || !listed(selection.outs, type_name(row.out)) ||
            !listed(selection.dists, row.dist)) {
            continue;
        }
        for (uint64_t n : selection.ns.empty() ? Sizes{row.n} : selection.ns) {
            for (double param :
                 selection.params.empty() || !row.has_param() ? Fractions{row.param} : selection.params) {
                Row variant = row;
                variant.n = n;
                variant.param = param;
                take(variant);
            }
        }
    }
    // Rows that share an input stand together.
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const Row &a, const Row &b) { return a.timed != b.timed ? a.timed < b.timed : a.op < b.op; });
    return chosen;
}
} // namespace bench
