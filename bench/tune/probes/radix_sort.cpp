/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts: arrays of a length around each threshold, of the keys and payloads that it is about. Where the number of passes
 * depends on the keys there are some that are all equal, of which the paths for evenly spread ones gain nothing.
 */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const uint64_t kMost = uint64_t(1) << 28; // elements of 4 bytes; half of 8, a quarter of 16
const uint64_t kBlock = 8704;             // elements of a segment that a block sorts, at most
const double kSegment = 1 << 15;          // of arrays that may be divided
const char kUniform[] = "uniform", kEqual[] = "constant";

bench::Row keys(tcu_type type, const char *dist = kUniform, uint64_t n = 0)
{
    return {BENCH_SORT, BENCH_NO_FORM, type, type, n, NAN, dist};
}

bench::Row pairs(tcu_type key, tcu_type value, const char *dist = kUniform, uint64_t n = 0)
{
    return {BENCH_SORT_PAIRS, BENCH_NO_FORM, key, value, n, NAN, dist};
}

bench::Row in_place(tcu_type type)
{
    return {BENCH_SORT, BENCH_IN_PLACE, type, type};
}

bench::Row segments(bench_op op, tcu_type type, const char *dist = kUniform, uint64_t n = 0)
{
    return {op, BENCH_NO_FORM, type, type, n, kSegment, dist};
}

std::vector<Probing::Entry> table(tcu_type, const Scale &scale)
{
    constexpr bench_op alone = BENCH_SEGMENTED_SORT, with_values = BENCH_SEGMENTED_SORT_PAIRS;
    const Snap whole_segments = multiples_of(uint64_t(kSegment)), whole_vectors = multiples_of(bench_size(U64));
    const uint64_t n = scale.elements(U64);
    const Probes hybrid_arrays =
        no_threshold({keys(U64, kUniform, 1 << 23), keys(U64, kUniform, 1 << 26), keys(U64, "zipf", 1 << 26),
                      pairs(U32, U32, kUniform, 1 << 26), keys(U32, kUniform, kMost)});
    const std::vector<bench::Row> few = {keys(U32), keys(U64), pairs(U32, U32), pairs(U64, U64)};
    return {
        // Numbers that are no thresholds of a length.
        {"small_items",
         no_threshold({keys(U32, kUniform, 1 << 18), keys(U32, kUniform, 1 << 19), keys(U64, kUniform, 1 << 19),
                       pairs(U32, U32, kUniform, 1 << 19), keys(U32, kUniform, 1 << 21)})},
        {"even_rounds",
         no_threshold({keys(U32, kUniform, 1 << 21), keys(U32, kUniform, 5 << 20), keys(U32, kUniform, 12000000),
                       pairs(U32, U32, kUniform, 5 << 20), keys(U64, kUniform, 1 << 20)})},
        {"segment_items", hybrid_arrays},
        {"most_runs", hybrid_arrays},

        {"many_copies_from", from({1 << 19, kMost}, {keys(U32), keys(U32, kEqual), keys(F32), pairs(U32, U32)}, set_n)},
        {"hybrid_4", from({1 << 18, kMost}, {keys(U32), keys(U32, kEqual), keys(F32)}, set_n)},
        {"hybrid_4_values",
         from({1 << 18, kMost / 2}, {pairs(U32, U32), pairs(U32, U32, kEqual), pairs(U32, U64)}, set_n)},
        {"hybrid_8", from({1 << 17, kMost / 2}, {keys(U64), keys(U64, kEqual), keys(F64), pairs(U64, U64)}, set_n)},
        {"by_index_items", from({1 << 15, kMost / 4}, {pairs(U32, B128), pairs(U64, B128)}, set_n)},
        {"leading_items",
         from({1 << 20, kMost / 4}, {pairs(U32, B128), pairs(U32, B128, kEqual), pairs(U64, B128)}, set_n)},

        {"divided_4",
         from({1 << 20, kMost}, {segments(alone, U32), segments(alone, U32, kEqual)}, set_n, whole_segments)},
        {"divided_4_values",
         from({1 << 20, kMost / 2}, {segments(with_values, U32), segments(with_values, U32, kEqual)}, set_n,
              whole_segments)},
        {"divided_8",
         from({1 << 18, kMost / 2},
              {segments(alone, U64), segments(alone, U64, kEqual), segments(alone, F64), segments(with_values, U64)},
              set_n, whole_segments)},
        // Segments of a mean length, of keys which the row for these lets be divided; shorter ones are sorted by blocks.
        {"divided_mean", from({kBlock + 1, 1 << 17},
                              {segments(alone, U64, kUniform, n), segments(alone, U64, kEqual, n),
                               segments(with_values, U64, kUniform, n / 2)},
                              set_segment)},

        {"comparisons_least", from({2, 1 << 10}, few, set_n)},
        {"comparisons_bytes",
         up_to({1 << 13, 1 << 20}, {keys(U32), keys(U64), pairs(U32, U32)}, set_bytes, whole_vectors)},
        {"comparisons_at_once", up_to({64, 1 << 15}, few, set_n)},
        {"comparisons_in_block", up_to({33, 1 << 13}, {in_place(U32), in_place(U64)}, set_n)},
        // Of 16-bit keys; and of 8-bit ones.
        {"counted_least_shorts", from({1 << 11, 1 << 20}, {keys(U16), keys(U16, kEqual)}, set_n)},
        {"counted_block_bytes", up_to({1 << 10, 1 << 20}, {keys(U8), keys(U8, kEqual)}, set_n)},
    };
}

const Probing entered("radix_sort", table);
} // namespace
