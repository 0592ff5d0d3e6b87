/* SPDX-License-Identifier: Apache-2.0 */
/** @file table.h How families enter their rows into a table, that of GPUs or that of the host backend. */
#ifndef TCU_BENCH_FAMILIES_TABLE_H
#define TCU_BENCH_FAMILIES_TABLE_H

#include "bench/rows.h"

namespace bench
{
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
