/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/family.h"

namespace bench
{
using namespace types;

namespace
{
const Params k256 = {256}, kSomeBins = {256, 1024, 4096};
const Names kSpreads = {"uniform", "zipf", "peak", "constant"};

void add_large(Table &t)
{
    const bench_op even = BENCH_HISTOGRAM_EVEN;
    t.add(even, BENCH_NO_FORM, {{U8, U32}}, kLarge, k256, kSpreads);
    t.add(even, BENCH_NO_FORM, {{U8, U64}}, kLarge, k256);
    t.add(even, BENCH_NO_FORM, {{U16, U32}, {F16, U32}, {BF16, U32}, {F32, U32}}, kLarge, kSomeBins, kSpreads);
    t.add(even, BENCH_NO_FORM, {{U16, U32}}, kLarge, {65536}, kSpreads);
    t.add(even, BENCH_NO_FORM, {{F64, U32}}, kLarge, k256, kSpreads);
    t.add(even, BENCH_NO_FORM, {{I32, U32}, {U32, U32}}, kLarge, {256, 1024, 4096, 32768}, kSpreads);
    t.add(even, BENCH_NO_FORM, {{I32, U64}}, kLarge, k256);
    t.add(even, BENCH_NO_FORM, {{I32, U32}}, kLarge, {1 << 20}, kSpreads);
    for (bench_form form : {BENCH_LINEAR, BENCH_POWER, BENCH_LOG, BENCH_RANDOM}) {
        t.add(BENCH_HISTOGRAM_RANGE, form, {{F32, U32}}, kLarge, k256, kSpreads);
    }
    t.add(BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, {{U8, U32}}, kLarge, k256, kSpreads);
    t.add(BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, same({F32}), kLarge, k256, kSpreads);
}
} // namespace

void HistogramFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, {{U8, U32}, {I32, U32}, {F32, U32}}, {n}, k256);
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, U8, U32, 0, 256});
    }
}

void HistogramFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    const bench_op even = BENCH_HISTOGRAM_EVEN;
    t.add(even, BENCH_NO_FORM, {{U8, U32}, {U16, U32}, {U32, U32}, {F32, U32}, {F64, U32}}, kAll, k256);
    t.add(even, BENCH_NO_FORM, {{U8, U64}}, kOne, k256);
    t.add(even, BENCH_NO_FORM, {{U16, U32}, {I32, U32}}, {1 << 18, kMiddle}, {65536});
    t.add(even, BENCH_NO_FORM, {{U32, U32}, {F32, U32}}, kOne, {4096});
    for (const char *dist : {"constant", "zipf"}) {
        t.add(even, BENCH_NO_FORM, {{U8, U32}, {U32, U32}, {F32, U32}}, kOne, k256, {dist});
    }
    t.add(BENCH_HISTOGRAM_RANGE, BENCH_RANDOM, {{F32, U32}}, kSome, k256);
    t.add(BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, {{U8, U32}}, kSome, k256);
    t.add(BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, same({F32}), kSome, k256);
}
} // namespace bench
