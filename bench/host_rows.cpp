/* SPDX-License-Identifier: Apache-2.0 */
/* The host backend's rows: from a call of a microsecond to arrays far larger than caches, the types that users have. */
#include "bench/problems/stencils.h"
#include "bench/rows.h"

namespace bench
{
namespace
{
using Values = std::vector<double>;
using Sizes = std::vector<uint64_t>;
using Types = std::vector<tcu_type>;
struct Pair {
    tcu_type in, out;
};
const tcu_type F32 = TCU_TYPE_F32, F64 = TCU_TYPE_F64, U8 = TCU_TYPE_U8, U16 = TCU_TYPE_U16, U32 = TCU_TYPE_U32,
               U64 = TCU_TYPE_U64;

const uint64_t kMiddle = 1 << 22;
const Sizes kAll = {1000, 1 << 14, 1 << 18, kMiddle, 1 << 26}, kSorted = {1000, 1 << 14, 1 << 18, kMiddle},
            kLargest = {1 << 24}, kSome = {1000, 1 << 18, kMiddle}, kOne = {kMiddle};
const Values kNone = {NAN}, kHalf = {0.5}, kFractions = {0, 0.1, 0.9, 1}, kBelowAll = {0, 0.1, 0.9};
const Types kTypes = {U8, U16, U32, U64, F32, F64}, kReals = {F32, F64}, kItems = {U8, U16, U32, U64},
            kCompared = {U8, U16, U32, F32, F64};

std::vector<Pair> same(const Types &types)
{
    std::vector<Pair> pairs;
    for (tcu_type type : types) {
        pairs.push_back({type, type});
    }
    return pairs;
}

struct Builder {
    std::vector<Row> rows;

    void add(bench_op op, bench_form form, const std::vector<Pair> &pairs, const Sizes &sizes,
             const Values &params = kNone, const char *dist = "uniform", uint64_t polynomials = 0)
    {
        for (const Pair &pair : pairs) {
            for (double param : params) {
                for (uint64_t n : sizes) {
                    rows.push_back({op, form, pair.in, pair.out, n, param, dist, Timed::work, polynomials});
                }
            }
        }
    }
};

void add_sums(Builder &b)
{
    b.add(BENCH_REDUCE, BENCH_NO_FORM, same(kTypes), kAll);
    b.add(BENCH_REDUCE, BENCH_NO_FORM, {{U8, U64}, {U32, U64}, {F32, F64}}, kSome);
    b.add(BENCH_SCAN, BENCH_INCLUSIVE, same(kTypes), kAll);
    b.add(BENCH_SCAN, BENCH_EXCLUSIVE, same(kTypes), kSome);
    b.add(BENCH_SCAN, BENCH_INCLUSIVE, {{U8, U32}}, kSome);
    for (const auto &[op, form] :
         {std::pair(BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM), std::pair(BENCH_SEGMENTED_REDUCE_OFFSETS, BENCH_NO_FORM),
          std::pair(BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE), std::pair(BENCH_SEGMENTED_SCAN_OFFSETS, BENCH_INCLUSIVE)}) {
        b.add(op, form, same({U32, F32, F64}), {1 << 14, kMiddle}, {16, 256});
    }
}

void add_compactions(Builder &b)
{
    b.add(BENCH_COMPACT, BENCH_BYTES, same(kItems), kAll, kHalf);
    b.add(BENCH_COMPACT, BENCH_BYTES, same(kItems), kOne, kFractions);
    b.add(BENCH_COMPACT, BENCH_BITS, same({U32}), kSome, kHalf);
    b.add(BENCH_COMPACT_IF, BENCH_LESS, same(kCompared), kAll, kHalf);
    b.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, U32}), kOne, kBelowAll);
    b.add(BENCH_COMPACT_IF, BENCH_LESS, same(kReals), kOne, kFractions);
    b.add(BENCH_COMPACT_IF, BENCH_INSIDE, same({U32, F32}), kOne, kHalf);
    b.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}, {U8, U64}}, kAll, kHalf);
    b.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}}, kOne, kFractions);
    b.add(BENCH_COMPACT_INDICES, BENCH_BITS, {{U8, U32}}, kSome, kHalf);
    b.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), kSome, kHalf);
    b.add(BENCH_PARTITION, BENCH_BYTES, same(kItems), kAll, kHalf);
    b.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), kOne, kFractions);
    b.add(BENCH_PARTITION_IF, BENCH_LESS, same({U32, F32, F64}), kAll, kHalf);
    b.add(BENCH_UNIQUE, BENCH_NO_FORM, same(kItems), kAll, {4}, "geometric");
    b.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), kOne, {1, 64}, "geometric");
    b.add(BENCH_UNIQUE, BENCH_LENGTHS, same({U32}), kSome, {4}, "geometric");
}

void add_histograms(Builder &b)
{
    const bench_op even = BENCH_HISTOGRAM_EVEN;
    b.add(even, BENCH_NO_FORM, {{U8, U32}, {U16, U32}, {U32, U32}, {F32, U32}, {F64, U32}}, kAll, {256});
    b.add(even, BENCH_NO_FORM, {{U8, U64}}, kOne, {256});
    b.add(even, BENCH_NO_FORM, {{U16, U32}, {TCU_TYPE_I32, U32}}, {1 << 18, kMiddle}, {65536});
    b.add(even, BENCH_NO_FORM, {{U32, U32}, {F32, U32}}, kOne, {4096});
    for (const char *dist : {"constant", "zipf"}) {
        b.add(even, BENCH_NO_FORM, {{U8, U32}, {U32, U32}, {F32, U32}}, kOne, {256}, dist);
    }
    b.add(BENCH_HISTOGRAM_RANGE, BENCH_RANDOM, {{F32, U32}}, kSome, {256});
    b.add(BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, {{U8, U32}}, kSome, {256});
    b.add(BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, same({F32}), kSome, {256});
}

void add_sorts(Builder &b)
{
    b.add(BENCH_SORT, BENCH_NO_FORM, same(kTypes), kSorted);
    b.add(BENCH_SORT, BENCH_NO_FORM, same({U32, F64}), kLargest);
    for (const char *dist : {"sorted", "reversed", "two", "constant"}) {
        b.add(BENCH_SORT, BENCH_NO_FORM, same({U32}), kOne, kNone, dist);
    }
    b.add(BENCH_SORT, BENCH_BUFFERS, same({U32}), kOne);
    b.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U32, U64}), kSorted);
    b.add(BENCH_ARGSORT, BENCH_NO_FORM, {{U32, U32}, {F32, U32}, {F64, U64}}, kSorted);
    b.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U32, F32}), {1 << 14, kMiddle}, {16, 256, 4096});
    b.add(BENCH_SEGMENTED_SORT_OFFSETS, BENCH_NO_FORM, same({U32}), kOne, kNone, "powerlaw");
}

void add_polynomials(Builder &b)
{
    b.add(BENCH_POLYNOMIAL, BENCH_ONE, same(kReals), kSorted, {3, 15, 63}, "uniform", 1);
    b.add(BENCH_POLYNOMIAL, BENCH_GRID, same(kReals), {1000, 1 << 18}, {3, 15, 63}, "uniform", 16);
    b.add(BENCH_POLYNOMIAL, BENCH_MAX, same(kReals), {1 << 14}, {15}, "uniform", 64);
    b.add(BENCH_POLYNOMIAL, BENCH_OWN, same(kReals), {1 << 20}, {15}, "uniform", 1024);
    b.add(BENCH_POLYNOMIAL, BENCH_TABLE, same(kReals), {1000, 1 << 20}, {3}, "random", 1024);
    b.add(BENCH_POLYNOMIAL, BENCH_INDEXED, same(kReals), {1000, 1 << 20}, {3}, "uniform", 1024);
}

void add_stencils(Builder &b)
{
    b.add(BENCH_ADJACENT_DIFFERENCE, BENCH_NO_FORM, same(kTypes), kAll);
    for (bench_form form : {BENCH_1D_17, BENCH_2D_5POINT, BENCH_2D_BOX9, BENCH_3D_7POINT, BENCH_3D_27BOX}) {
        b.add(BENCH_STENCIL, form, same(kReals), kAll);
    }
    for (bench_form form : {BENCH_1D_65, BENCH_2D_BOX25, BENCH_3D_13STAR, BENCH_SEPARABLE_17}) {
        b.add(BENCH_STENCIL, form, same(kReals), kSome);
    }
    for (bench_form form : {BENCH_2D_5POINT, BENCH_3D_7POINT}) {
        b.add(BENCH_STENCIL_ITERATE, form, same(kReals), {1 << 14, kMiddle}, {16});
    }
    b.add(BENCH_CONVOLVE, BENCH_U8_5X5, same({U8}), {3 << 18, 3 << 22});
    b.add(BENCH_CONVOLVE, BENCH_SEPARABLE_17, same({F32}), {1 << 18, kMiddle});
    b.add(BENCH_CONVOLUTION_LAYER, BENCH_LAYER_3X3, same({F32}), {64 * 56 * 56});
}
} // namespace

std::vector<Row> host_rows()
{
    Builder b;
    add_sums(b);
    add_compactions(b);
    add_histograms(b);
    add_sorts(b);
    add_polynomials(b);
    add_stencils(b);
    return b.rows;
}
} // namespace bench
