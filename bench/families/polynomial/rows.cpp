/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/polynomial/family.h"

namespace bench
{
using namespace types;

namespace
{
const Params kDegrees = {3, 7, 15, 31, 63, 127, 255}, kHighDegrees = {63, 255};
const std::vector<tcu_type> kAllTypes = {F64, F32, F16, BF16};

void add(Table &t, bench_form form, const Pairs &pairs, uint64_t number, const Sizes &sizes, const Params &degrees,
         const Names &dists = kUniform)
{
    t.add(BENCH_POLYNOMIAL, form, pairs, sizes, degrees, dists, number);
}

void add_large(Table &t)
{
    add(t, BENCH_GRID, {{F16, F32}}, 1024, {1 << 20}, kDegrees);
    add(t, BENCH_GRID, {{F16, F32}}, 1024, {(1 << 20) - 3}, {15, 31, 63});
    for (tcu_type type : kAllTypes) {
        const Pairs pair = same({type});
        add(t, BENCH_GRID, pair, 1024, {1 << 20}, kDegrees);
        /* (Rows of results that begin anywhere.) */
        add(t, BENCH_GRID, pair, 1024, {(1 << 20) - 3}, {15, 31, 63});
        add(t, BENCH_GRID, pair, 64, {1 << 22}, {63});
        add(t, BENCH_GRID, pair, 16, {1 << 24}, kHighDegrees);
        add(t, BENCH_MAX, pair, 1024, {1 << 20}, {7, 15, 63, 255});
        add(t, BENCH_ARGMAX, pair, 1024, {1 << 20}, {63});
        add(t, BENCH_SUM, pair, 1024, {1 << 20}, {63});
        add(t, BENCH_ONE, pair, 1, {1 << 27}, kDegrees);
        add(t, BENCH_OWN, pair, 4096, {1 << 27}, kHighDegrees);
    }
    for (tcu_type type : {F64, F32}) {
        for (const char *breakpoints : {"even", "random"}) {
            add(t, BENCH_TABLE, same({type}), 1024, {1 << 27}, {3, 7}, {breakpoints});
        }
        add(t, BENCH_INDEXED, same({type}), 1024, {1 << 27}, {3, 7});
    }
}
} // namespace

void PolynomialFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    if (t.wants("small")) {
        add(t, BENCH_GRID, same(kAllTypes), 16, {10000}, {15});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_POLYNOMIAL, BENCH_GRID, F32, F32, 10000, 15, "uniform", Timed::calls, 16,
                    "tcu_polynomial_evaluate"});
    }
}

void PolynomialFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    add(t, BENCH_ONE, same(kReals), 1, kSorted, {3, 15, 63});
    add(t, BENCH_GRID, same(kReals), 16, {1000, 1 << 18}, {3, 15, 63});
    add(t, BENCH_MAX, same(kReals), 64, {1 << 14}, {15});
    add(t, BENCH_OWN, same(kReals), 1024, {1 << 20}, {15});
    add(t, BENCH_TABLE, same(kReals), 1024, {1000, 1 << 20}, {3}, {"random"});
    add(t, BENCH_INDEXED, same(kReals), 1024, {1000, 1 << 20}, {3});
}
} // namespace bench
