/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sums/family.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kReducePairs = {{F16, F16}, {F16, F32}, {BF16, BF16}, {BF16, F32}, {F32, F32}, {F32, F64}, {F64, F64},
                            {I8, I8},   {I8, I32},  {I8, I64},    {U8, U8},    {U8, U32},  {U8, U64},  {I16, I16},
                            {I16, I32}, {I16, I64}, {U16, U16},   {U16, U32},  {U16, U64}, {I32, I32}, {I32, I64},
                            {U32, U32}, {U32, U64}, {I64, I64},   {U64, U64}};
const Pairs kScanPairs = {{F16, F16}, {BF16, BF16}, {F32, F32}, {F64, F64}, {I8, I8},   {U8, U8},   {I16, I16},
                          {U16, U16}, {I32, I32},   {U32, U32}, {I64, I64}, {U64, U64}, {F16, F32}, {U8, U32}};
// What a type pair stands for where not all are measured: each width, reals and integers, with and without widening.
const Pairs kSmallReducePairs = {{F16, F32}, {F32, F32}, {I8, I32}, {F64, F64}};
const Pairs kSmallScanPairs = {{F16, F16}, {F32, F32}, {U8, U8}, {I64, I64}};

const Params kAllSegments = {1,       2,       3,      4,       5,       6,       7,       8,      10,
                             12,      16,      17,     20,      24,      32,      33,      64,     100,
                             128,     256,     333,    512,     1000,    1003,    1024,    4096,   10000,
                             1 << 14, 1 << 16, 100003, 1 << 18, 1 << 20, 1 << 24, 1 << 28, 1 << 30};
const Params kSomeReduceSegments = {1, 3, 5, 8, 10, 16, 20, 64, 100, 256, 1000, 4096, 1 << 14, 1 << 20, 1 << 28};
const Params kSomeScanSegments = {5, 8, 64, 100, 1000, 4096, 1 << 16, 100003, 1 << 20};
const Params kExclusiveSegments = {8, 20, 64, 1000, 1 << 14, 1 << 20};

// Mean lengths.
const Params kMeans = {8, 16, 32, 64, 256, 1000, 10000, 300000}, kSomeMeans = {16, 256, 10000};

void add_offsets(Table &t, bench_op op, bench_form form, Pair pair, const Params &means, bool empty)
{
    t.add(op, form, {pair}, kLarge, means);
    t.add(op, form, {pair}, kLarge, kNone, empty ? Names{"powerlaw", "giant", "empty"} : Names{"powerlaw", "giant"});
}

void add_large(Table &t)
{
    t.add(BENCH_REDUCE, BENCH_NO_FORM, kReducePairs, kLarge);
    t.add(BENCH_SCAN, BENCH_INCLUSIVE, kScanPairs, kLarge);
    t.add(BENCH_SCAN, BENCH_EXCLUSIVE, kScanPairs, kLarge);

    const bench_op reduce = BENCH_SEGMENTED_REDUCE, scan = BENCH_SEGMENTED_SCAN;
    t.add(reduce, BENCH_NO_FORM, {{F16, F32}}, kLarge, kAllSegments);
    t.add(reduce, BENCH_NO_FORM, {{F16, F16}, {BF16, F32}, {F32, F32}, {I8, I32}, {I32, I32}}, kLarge,
          kSomeReduceSegments);
    t.add(scan, BENCH_INCLUSIVE, same({F16}), kLarge, kAllSegments);
    t.add(scan, BENCH_EXCLUSIVE, same({F16}), kLarge, kExclusiveSegments);
    t.add(scan, BENCH_INCLUSIVE, same({BF16, F32, I8, I32}), kLarge, kSomeScanSegments);

    const bench_op reduce_offsets = BENCH_SEGMENTED_REDUCE_OFFSETS, scan_offsets = BENCH_SEGMENTED_SCAN_OFFSETS;
    add_offsets(t, reduce_offsets, BENCH_NO_FORM, {F16, F32}, kMeans, true);
    add_offsets(t, reduce_offsets, BENCH_NO_FORM, {F32, F32}, kSomeMeans, false);
    add_offsets(t, reduce_offsets, BENCH_NO_FORM, {I32, I32}, kSomeMeans, false);
    add_offsets(t, scan_offsets, BENCH_INCLUSIVE, {F16, F16}, kMeans, true);
    t.add(scan_offsets, BENCH_EXCLUSIVE, same({F16}), kLarge, kSomeMeans);
    add_offsets(t, scan_offsets, BENCH_INCLUSIVE, {F32, F32}, kSomeMeans, false);
    add_offsets(t, scan_offsets, BENCH_INCLUSIVE, {I32, I32}, kSomeMeans, false);
}
} // namespace

void SumsFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_REDUCE, BENCH_NO_FORM, kSmallReducePairs, {n});
        t.add(BENCH_SCAN, BENCH_INCLUSIVE, kSmallScanPairs, {n});
    }
    for (uint64_t n : t.wants("large") ? powers(23, 29) : Sizes()) { // over n, for the figure
        t.add(BENCH_REDUCE, BENCH_NO_FORM, {{F16, F32}, {F32, F32}}, {n});
        t.add(BENCH_SCAN, BENCH_INCLUSIVE, same({F16, F32}), {n});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_REDUCE, BENCH_NO_FORM, F32, F32});
        t.add_call({BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM, F32, F32, 0, 256});
        t.add_call({BENCH_SCAN, BENCH_INCLUSIVE, F32, F32});
        t.add_call({BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE, F32, F32, 0, 256});
    }
}

void SumsFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_REDUCE, BENCH_NO_FORM, same(kTypes), kAll);
    t.add(BENCH_REDUCE, BENCH_NO_FORM, {{U8, U64}, {U32, U64}, {F32, F64}}, kSome);
    t.add(BENCH_SCAN, BENCH_INCLUSIVE, same(kTypes), kAll);
    t.add(BENCH_SCAN, BENCH_EXCLUSIVE, same(kTypes), kSome);
    t.add(BENCH_SCAN, BENCH_INCLUSIVE, {{U8, U32}}, kSome);
    for (const auto &[op, form] :
         {std::pair(BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM), std::pair(BENCH_SEGMENTED_REDUCE_OFFSETS, BENCH_NO_FORM),
          std::pair(BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE), std::pair(BENCH_SEGMENTED_SCAN_OFFSETS, BENCH_INCLUSIVE)}) {
        t.add(op, form, same({U32, F32, F64}), {1 << 14, kMiddle}, {16, 256});
    }
}
} // namespace bench
