/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of uniform keys: arrays of a length around each threshold, of the keys and payload that it is about. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

constexpr uint64_t kMost = uint64_t(1) << 28; // elements of 4 bytes; half of 8, a quarter of 16
constexpr uint64_t kBlock = 8704;             // elements of a segment that a block sorts, at most
constexpr double kSegment = 1 << 15;          // of arrays that may be divided

bench::Row keys(tcu_type type, uint64_t n)
{
    return {BENCH_SORT, BENCH_NO_FORM, type, type, n};
}

bench::Row pairs(tcu_type key, tcu_type value, uint64_t n)
{
    return {BENCH_SORT_PAIRS, BENCH_NO_FORM, key, value, n};
}

template <bench_op Op>
Probes from_keys(tcu_type type, Range sizes)
{
    return {Acts::from, [type](uint64_t n) { return bench::Row{Op, BENCH_NO_FORM, type, type, n}; }, sizes};
}

Probes many_copies_from(tcu_type, const Scale &)
{
    return from_keys<BENCH_SORT>(U32, {1 << 19, kMost});
}
Probes hybrid_4(tcu_type, const Scale &)
{
    return from_keys<BENCH_SORT>(U32, {1 << 18, kMost});
}
Probes hybrid_4_values(tcu_type, const Scale &)
{
    return from_keys<BENCH_SORT_PAIRS>(U32, {1 << 18, kMost / 2});
}
Probes hybrid_8(tcu_type, const Scale &)
{
    return from_keys<BENCH_SORT>(U64, {1 << 17, kMost / 2});
}

// Values of 16 bytes.
Probes by_index_items(tcu_type, const Scale &)
{
    return {Acts::from, [](uint64_t n) { return pairs(U32, B128, n); }, {1 << 15, kMost / 4}};
}
Probes leading_items(tcu_type, const Scale &)
{
    return {Acts::from, [](uint64_t n) { return pairs(U32, B128, n); }, {1 << 20, kMost / 4}};
}

template <bench_op Op>
Probes divided(tcu_type type, Range sizes)
{
    const auto at = [type](uint64_t n) { return bench::Row{Op, BENCH_NO_FORM, type, type, n, kSegment}; };
    return {Acts::from, at, sizes, multiples_of(uint64_t(kSegment))};
}
Probes divided_4(tcu_type, const Scale &)
{
    return divided<BENCH_SEGMENTED_SORT>(U32, {1 << 20, kMost});
}
Probes divided_4_values(tcu_type, const Scale &)
{
    return divided<BENCH_SEGMENTED_SORT_PAIRS>(U32, {1 << 20, kMost / 2});
}
Probes divided_8(tcu_type, const Scale &)
{
    return divided<BENCH_SEGMENTED_SORT>(U64, {1 << 18, kMost / 2});
}

// Segments of a mean length, of 8-byte keys, which the row for these lets be divided; shorter ones are sorted by blocks.
Probes divided_mean(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t size) {
        return bench::Row{BENCH_SEGMENTED_SORT, BENCH_NO_FORM, U64, U64, scale.elements(U64), double(size)};
    };
    return {Acts::from, at, {kBlock + 1, 1 << 17}};
}

Probes comparisons_least(tcu_type, const Scale &)
{
    return from_keys<BENCH_SORT>(U32, {2, 1 << 10});
}
Probes comparisons_bytes(tcu_type, const Scale &)
{
    return {Acts::up_to,
            [](uint64_t bytes) { return keys(U32, bytes / bench_size(U32)); },
            {1 << 13, 1 << 20},
            multiples_of(bench_size(U32))};
}
Probes comparisons_at_once(tcu_type, const Scale &)
{
    return {Acts::up_to, [](uint64_t n) { return keys(U32, n); }, {64, 1 << 15}};
}

Probes comparisons_in_block(tcu_type, const Scale &)
{
    const auto at = [](uint64_t n) { return bench::Row{BENCH_SORT, BENCH_IN_PLACE, U32, U32, n}; };
    return {Acts::up_to, at, {33, 1 << 13}};
}

// 16-bit keys; and 8-bit ones.
Probes counted_least_shorts(tcu_type, const Scale &)
{
    return from_keys<BENCH_SORT>(U16, {1 << 11, 1 << 20});
}
Probes counted_block_bytes(tcu_type, const Scale &)
{
    return {Acts::up_to, [](uint64_t n) { return keys(U8, n); }, {1 << 10, 1 << 20}};
}

// Numbers that are no thresholds of a length.
Probes lengths(std::initializer_list<bench::Row> problems)
{
    return {Acts::value, nullptr, {}, nullptr, problems};
}
Probes short_arrays(tcu_type, const Scale &)
{
    return lengths({keys(U32, 1 << 18), keys(U32, 1 << 19), pairs(U32, U32, 1 << 19), keys(U32, 1 << 21)});
}
Probes middle_arrays(tcu_type, const Scale &)
{
    return lengths({keys(U32, 1 << 21), keys(U32, 5 << 20), keys(U32, 12000000), pairs(U32, U32, 5 << 20)});
}
Probes hybrid_arrays(tcu_type, const Scale &)
{
    return lengths({keys(U64, 1 << 23), keys(U64, 1 << 26), pairs(U32, U32, 1 << 26), keys(U32, kMost)});
}

const Probing entered("radix_sort", {{"small_items", short_arrays},
                                     {"many_copies_from", many_copies_from},
                                     {"even_rounds", middle_arrays},
                                     {"segment_items", hybrid_arrays},
                                     {"most_runs", hybrid_arrays},
                                     {"leading_items", leading_items},
                                     {"hybrid_4", hybrid_4},
                                     {"hybrid_4_values", hybrid_4_values},
                                     {"hybrid_8", hybrid_8},
                                     {"divided_4", divided_4},
                                     {"divided_4_values", divided_4_values},
                                     {"divided_8", divided_8},
                                     {"divided_mean", divided_mean},
                                     {"comparisons_least", comparisons_least},
                                     {"comparisons_bytes", comparisons_bytes},
                                     {"comparisons_at_once", comparisons_at_once},
                                     {"comparisons_in_block", comparisons_in_block},
                                     {"counted_least_shorts", counted_least_shorts},
                                     {"counted_block_bytes", counted_block_bytes},
                                     {"by_index_items", by_index_items}});
} // namespace
