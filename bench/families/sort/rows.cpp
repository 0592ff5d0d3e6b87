/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sort/family.h"

namespace bench
{
using namespace types;

namespace
{
const Names kSpreads = {"uniform", "sorted", "reversed", "four", "two", "zipf", "constant", "spaced", "countdown"},
            kPowerLaw = {"powerlaw"};

void add_large(Table &t)
{
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U32, I32, F32}), kLarge, kNone, kSpreads);
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U64}), kLarge, kNone, {"uniform", "sorted", "reversed"});
    t.add(BENCH_SORT, BENCH_NO_FORM, same({F64}), kLarge);
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U8, U16}), kLarge, kNone, {"uniform", "zipf", "constant"});
    t.add(BENCH_SORT, BENCH_NO_FORM, same({I8, I16, F16, BF16}), kLarge);
    t.add(BENCH_SORT, BENCH_BUFFERS, same({U32}), kLarge);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U32}), kLarge, kNone, kSpreads);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U64}), kLarge);
    t.add(BENCH_SORT_PAIRS, BENCH_BUFFERS, same({U32}), kLarge);
    t.add(BENCH_ARGSORT, BENCH_NO_FORM, same({U32}), kLarge);
    t.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U32}), kLarge, {16, 64, 256, 1024, 4096, 65536, 1 << 20});
    t.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U64}), kLarge, {4096, 65536, 1 << 20});
    t.add(BENCH_SEGMENTED_SORT_OFFSETS, BENCH_NO_FORM, same({U32}), kLarge, kNone, kPowerLaw);
}
} // namespace

void SortFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 24) : Sizes()) {
        t.add(BENCH_SORT, BENCH_NO_FORM, same({U8, U16, U32}), {n});
        t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U32}), {n});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_SORT, BENCH_NO_FORM, U32, U32});
        t.add_call({BENCH_SORT_PAIRS, BENCH_NO_FORM, U32, U32});
        t.add_call({BENCH_ARGSORT, BENCH_NO_FORM, U32, U32});
        t.add_call({BENCH_SEGMENTED_SORT, BENCH_NO_FORM, U32, U32, 0, 256});
    }
}

void SortFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_SORT, BENCH_NO_FORM, same(kTypes), kSorted);
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U32, F64}), {1 << 24});
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U32}), kOne, kNone, {"sorted", "reversed", "two", "constant"});
    t.add(BENCH_SORT, BENCH_BUFFERS, same({U32}), kOne);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U32, U64}), kSorted);
    t.add(BENCH_ARGSORT, BENCH_NO_FORM, {{U32, U32}, {F32, U32}, {F64, U64}}, kSorted);
    t.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U32, F32}), {1 << 14, kMiddle}, {16, 256, 4096});
    t.add(BENCH_SEGMENTED_SORT_OFFSETS, BENCH_NO_FORM, same({U32}), kOne, kNone, kPowerLaw);
}
} // namespace bench
