/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/rows.h"

#include <algorithm>
#include <set>

namespace bench
{
namespace
{
using Sizes = std::vector<uint64_t>;
struct Pair {
    tcu_type in, out;
};

constexpr uint64_t pow2(int k)
{
    return uint64_t(1) << k;
}

const tcu_type F16 = TCU_TYPE_F16, BF16 = TCU_TYPE_BF16, F32 = TCU_TYPE_F32, F64 = TCU_TYPE_F64, I8 = TCU_TYPE_I8,
               U8 = TCU_TYPE_U8, I16 = TCU_TYPE_I16, U16 = TCU_TYPE_U16, I32 = TCU_TYPE_I32, U32 = TCU_TYPE_U32,
               I64 = TCU_TYPE_I64, U64 = TCU_TYPE_U64;

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

const Sizes kMeans = {8, 16, 32, 64, 256, 1000, 10000, 300000};
const Sizes kSomeMeans = {16, 256, 10000};

struct Builder {
    const Selection &selection;
    std::vector<Row> rows;

    uint64_t elements(const Row &row) const
    {
        const bool widening = bench_is_scan(row.op) && tcu_type_size(row.out) > tcu_type_size(row.in);
        uint64_t n = selection.input_bytes / (widening ? 2 : 1) / tcu_type_size(row.in);
        if (row.op != BENCH_REDUCE && row.op != BENCH_SCAN)
            n = std::min(n, selection.input_bytes / 2);
        if (bench_has_offsets(row.op))
            n /= 2;
        return n;
    }
    void add(Row row)
    {
        if (row.n == 0)
            row.n = elements(row);
        rows.push_back(row);
    }
    void whole(bench_op op, tcu_scan_kind kind, const std::vector<Pair> &pairs, uint64_t n = 0)
    {
        for (const Pair &pair : pairs)
            add({op, kind, pair.in, pair.out, n, 0, "uniform"});
    }
    void segmented(bench_op op, tcu_scan_kind kind, Pair pair, const Sizes &sizes)
    {
        for (uint64_t size : sizes)
            add({op, kind, pair.in, pair.out, 0, size, "uniform"});
    }
    void offsets(bench_op op, tcu_scan_kind kind, Pair pair, const Sizes &means, bool empty)
    {
        segmented(op, kind, pair, means);
        for (const char *dist : {"powerlaw", "giant", "empty"})
            if (empty || dist != std::string("empty"))
                add({op, kind, pair.in, pair.out, 0, 0, dist});
    }
};

std::vector<Row> table(const Selection &selection)
{
    const tcu_scan_kind inclusive = TCU_SCAN_INCLUSIVE, exclusive = TCU_SCAN_EXCLUSIVE;
    const auto wants = [&](const char *set) {
        return selection.sets.empty() ||
               std::find(selection.sets.begin(), selection.sets.end(), set) != selection.sets.end();
    };
    Builder b{selection, {}};
    if (wants("large")) {
        b.whole(BENCH_REDUCE, inclusive, kReducePairs);
        b.whole(BENCH_SCAN, inclusive, kScanPairs);
        b.whole(BENCH_SCAN, exclusive, kScanPairs);

        b.segmented(BENCH_SEGMENTED_REDUCE, inclusive, {F16, F32}, kAllSegments);
        for (const Pair &pair : std::vector<Pair>{{F16, F16}, {BF16, F32}, {F32, F32}, {I8, I32}, {I32, I32}})
            b.segmented(BENCH_SEGMENTED_REDUCE, inclusive, pair, kSomeReduceSegments);
        b.segmented(BENCH_SEGMENTED_SCAN, inclusive, {F16, F16}, kAllSegments);
        b.segmented(BENCH_SEGMENTED_SCAN, exclusive, {F16, F16}, kExclusiveSegments);
        for (const Pair &pair : std::vector<Pair>{{BF16, BF16}, {F32, F32}, {I8, I8}, {I32, I32}})
            b.segmented(BENCH_SEGMENTED_SCAN, inclusive, pair, kSomeScanSegments);

        b.offsets(BENCH_SEGMENTED_REDUCE_OFFSETS, inclusive, {F16, F32}, kMeans, true);
        b.offsets(BENCH_SEGMENTED_REDUCE_OFFSETS, inclusive, {F32, F32}, kSomeMeans, false);
        b.offsets(BENCH_SEGMENTED_REDUCE_OFFSETS, inclusive, {I32, I32}, kSomeMeans, false);
        b.offsets(BENCH_SEGMENTED_SCAN_OFFSETS, inclusive, {F16, F16}, kMeans, true);
        b.segmented(BENCH_SEGMENTED_SCAN_OFFSETS, exclusive, {F16, F16}, {16, 256, 10000});
        b.offsets(BENCH_SEGMENTED_SCAN_OFFSETS, inclusive, {F32, F32}, kSomeMeans, false);
        b.offsets(BENCH_SEGMENTED_SCAN_OFFSETS, inclusive, {I32, I32}, kSomeMeans, false);
    }
    if (wants("small"))
        for (int k = 10; k <= 22; k++) {
            b.whole(BENCH_REDUCE, inclusive, kSmallReducePairs, pow2(k));
            b.whole(BENCH_SCAN, inclusive, kSmallScanPairs, pow2(k));
        }
    // The whole-array operations over n, for the figure.
    if (wants("large"))
        for (int k = 23; k <= 29; k++) {
            b.whole(BENCH_REDUCE, inclusive, {{F16, F32}, {F32, F32}}, pow2(k));
            b.whole(BENCH_SCAN, inclusive, {{F16, F16}, {F32, F32}}, pow2(k));
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
    static const char *const names[BENCH_OP_COUNT] = {"reduce", "segmented_reduce", "segmented_reduce_offsets",
                                                      "scan",   "segmented_scan",   "segmented_scan_offsets"};
    return names[op];
}

std::string Row::case_name() const
{
    return !bench_is_scan(op) ? "" : kind == TCU_SCAN_INCLUSIVE ? "inclusive" : "exclusive";
}

std::string Row::name() const
{
    std::string text = std::string(op_name(op)) + "/" + tcu_type_name(in) + "/" + tcu_type_name(out) + "/" + dist;
    if (param != 0)
        text += "/" + std::to_string(param);
    if (bench_is_scan(op))
        text += "/" + case_name();
    return text + "/n:" + std::to_string(n);
}

std::vector<Row> select_rows(const Selection &selection)
{
    std::vector<Row> chosen;
    std::set<std::string> seen;
    const auto take = [&](Row row) {
        row.n = std::min(row.n, selection.largest_n);
        if (bench_has_segment_size(row.op)) {
            if (row.param > row.n)
                return;
            row.n -= row.n % row.param; // whole segments, so that every variant of every contestant applies
        }
        if (row.n > 0 && seen.insert(row.name()).second)
            chosen.push_back(row);
    };
    for (const Row &row : table(selection)) {
        if (!listed(selection.ops, op_name(row.op)) || !listed(selection.ins, tcu_type_name(row.in)) ||
            !listed(selection.outs, tcu_type_name(row.out)) || !listed(selection.dists, row.dist) ||
            (bench_is_scan(row.op) && !listed(selection.cases, row.case_name())))
            continue;
        const bool has_param = row.param != 0;
        for (uint64_t n : selection.ns.empty() ? Sizes{row.n} : selection.ns)
            for (uint64_t param : selection.params.empty() || !has_param ? Sizes{row.param} : selection.params) {
                Row variant = row;
                variant.n = n;
                variant.param = param;
                take(variant);
            }
    }
    // Rows that share an input stand together.
    std::stable_sort(chosen.begin(), chosen.end(), [](const Row &a, const Row &b) { return a.op < b.op; });
    return chosen;
}
} // namespace bench
