/* SPDX-License-Identifier: Apache-2.0 */
/* Selections from whole arrays of the narrowest and the widest keys that are sampled: few results and many, quantiles. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const double kFew = 10, kMany = 100000, kThree = 3; // results

bench::Row top_k(tcu_type type, double results, uint64_t n = 0)
{
    return {BENCH_TOP_K, BENCH_NO_FORM, type, type, n, results};
}

bench::Row rows(uint64_t n, uint64_t count)
{
    return {BENCH_SEGMENTED_TOP_K, BENCH_NO_FORM, F32, F32, n, double(n / count)};
}

bench::Row quantiles(tcu_type type, uint64_t n = 0)
{
    return {BENCH_QUANTILES, BENCH_NO_FORM, type, F64, n, kThree};
}

std::vector<Probing::Entry> table(tcu_type, const Scale &scale)
{
    const uint64_t n = scale.elements(F32);
    const std::vector<bench::Row> few = {top_k(F32, kFew), top_k(U64, kFew), quantiles(F32), quantiles(F64)};
    return {
        {"sample_bits", no_threshold({top_k(F32, kFew, n), top_k(F32, kMany, n), top_k(U64, kMany, n / 2),
                                      quantiles(F32, n), quantiles(F64, n / 2)})},
        {"sampled_items", from({1 << 18, 1 << 26}, few, set_n)},
        {"sorted_items", up_to({1 << 10, 1 << 20}, few, set_n)},
        {"block_items", up_to({1 << 8, 1 << 14}, {top_k(F32, kFew), top_k(U64, kFew)}, set_n)},
        {"row_items", no_threshold({rows(n, 4), rows(n, 16), rows(n, 64)})},
    };
}

const Probing entered("selection", table);
} // namespace
