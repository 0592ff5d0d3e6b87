/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/compact/family.h"

namespace bench
{
using namespace types;

namespace
{
// Of the items that are kept; mean lengths of runs.
const Params kKept = {0.1, 0.5, 0.9}, kRuns = {1, 4, 64};
const Names kGeometric = {"geometric"};

void add_large(Table &t)
{
    t.add(BENCH_COMPACT, BENCH_BYTES, same({U8, U16, U32, U64, B128}), kLarge, kKept);
    t.add(BENCH_COMPACT, BENCH_BYTES, same({U32}), kLarge, {0, 1e-4, 1});
    t.add(BENCH_COMPACT, BENCH_BYTES, same({U32}), kLarge, kHalf, {"clustered", "alternating"});
    t.add(BENCH_COMPACT, BENCH_BITS, same({U8, U32}), kLarge, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U32, F32}), kLarge, kKept);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, F64}), kLarge, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_INSIDE, same({U32}), kLarge, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}}, kLarge, kKept);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U64}}, kLarge, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BITS, {{U8, U32}}, kLarge, kHalf);
    t.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), kLarge, kKept);
    t.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), kLarge, kKept);
    t.add(BENCH_PARTITION, BENCH_BYTES, same({U8, U16, U64, B128}), kLarge, kHalf);
    t.add(BENCH_PARTITION_IF, BENCH_LESS, same({U32, F32}), kLarge, kHalf);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), kLarge, kRuns, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_LENGTHS, same({U32}), kLarge, kRuns, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U8, U16, U64}), kLarge, {4}, kGeometric);
}
} // namespace

void CompactFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    if (t.wants("small")) {
        const Sizes sizes = powers(10, 22);
        t.add(BENCH_COMPACT, BENCH_BYTES, same({U32}), sizes, kHalf);
        t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U32}), sizes, kHalf);
        t.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), sizes, kHalf);
        t.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), sizes, kHalf);
        t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), sizes, {4}, kGeometric);
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_COMPACT, BENCH_BYTES, U32, U32, 0, 0.5});
        t.add_call({BENCH_COMPACT_IF, BENCH_LESS, U32, U32, 0, 0.5});
        t.add_call({BENCH_UNIQUE, BENCH_NO_FORM, U32, U32, 0, 4, "geometric"});
        t.add_call({BENCH_PARTITION, BENCH_BYTES, U32, U32, 0, 0.5});
    }
}

void CompactFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    const Pairs items = same({U8, U16, U32, U64});
    const Params fractions = {0, 0.1, 0.9, 1};
    t.add(BENCH_COMPACT, BENCH_BYTES, items, kAll, kHalf);
    t.add(BENCH_COMPACT, BENCH_BYTES, items, kOne, fractions);
    t.add(BENCH_COMPACT, BENCH_BITS, same({U32}), kSome, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, U32, F32, F64}), kAll, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, U32}), kOne, {0, 0.1, 0.9});
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same(kReals), kOne, fractions);
    t.add(BENCH_COMPACT_IF, BENCH_INSIDE, same({U32, F32}), kOne, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}, {U8, U64}}, kAll, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}}, kOne, fractions);
    t.add(BENCH_COMPACT_INDICES, BENCH_BITS, {{U8, U32}}, kSome, kHalf);
    t.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), kSome, kHalf);
    t.add(BENCH_PARTITION, BENCH_BYTES, items, kAll, kHalf);
    t.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), kOne, fractions);
    t.add(BENCH_PARTITION_IF, BENCH_LESS, same({U32, F32, F64}), kAll, kHalf);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, items, kAll, {4}, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), kOne, {1, 64}, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_LENGTHS, same({U32}), kSome, {4}, kGeometric);
}
} // namespace bench
