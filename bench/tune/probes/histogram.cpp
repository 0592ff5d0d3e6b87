/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms of 256 bins around the thresholds of sizes, and of many bins around those of slots. */
#include "bench/inputs/samples.h"
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const double kFewBins = 16, kBins = 256;
const double kManyBins = 1 << 20; // more than private copies have slots
const double kSomeBins = 1 << 17; // of which private copies have parts, or buckets
const uint64_t kPart = 16;        // of a large input: a small one

bench::Row even(tcu_type type, uint64_t n = 0, double bins = kBins, const char *dist = "uniform")
{
    return {BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, type, U32, n, bins, dist};
}

bench::Row between_levels(uint64_t n = 0, double bins = kBins)
{
    return {BENCH_HISTOGRAM_RANGE, BENCH_RANDOM, F32, U32, n, bins};
}

// Slots: bins, and one for what lies outside.
void set_slots(bench::Row &problem, uint64_t slots)
{
    problem.param = double(slots - 1);
}

std::vector<Probing::Entry> table(tcu_type, const Scale &scale)
{
    const std::vector<bench::Row> by_width = {even(U8), even(F32), even(F64)};
    const Snap whole = multiples_of(bench_size(F64));
    const uint64_t n = scale.elements(F32);
    return {
        {"private_slots",
         up_to({1 << 12, BENCH_MOST_BINS},
               {even(I32, n), even(I32, n / kPart), even(I32, n, kBins, "zipf"), even(U32, n), even(F32, n)},
               set_slots)},
        {"block_bytes", up_to({1 << 10, 1 << 18}, by_width, set_bytes, whole)},
        {"cluster_bytes", up_to({1 << 14, 1 << 23}, by_width, set_bytes, whole)},
        // (Where bins are found in many instructions a 32nd counts: samples of 8 bytes are of no other path here.)
        {"clusters_bytes", up_to({1 << 18, 1 << 27}, {even(U8), even(U16), even(F32)}, set_bytes, whole)},
        // Even bins, too: with tables clusters end, and 16-bit reals have some of their edges.
        {"table_samples",
         from({1 << 16, 1 << 27},
              {between_levels(), between_levels(0, kFewBins), even(F64), even(F32), even(F16), even(U16), even(U8)},
              set_n)},
        {"cached_pixels", from({1 << 16, 1 << 27},
                               {even(I32, 0, kManyBins, "zipf"), even(I32, 0, kManyBins, "peak"),
                                even(I32, 0, kManyBins), even(F32, 0, kManyBins, "zipf")},
                               set_n)},
        {"bucket_slots",
         from({1 << 15, BENCH_MOST_BINS},
              {even(I32, n), even(I32, n / kPart), even(I32, n, kBins, "zipf"), even(F32, n)}, set_slots)},
        {"bucket_samples", from({1 << 18, 1 << 27},
                                {even(I32, 0, kSomeBins), even(I32, 0, kManyBins), even(I32, 0, kManyBins, "zipf"),
                                 even(F32, 0, kManyBins), even(U16, 0, kManyBins), even(F64, 0, kManyBins)},
                                set_n)},
        {"bucket_bits", no_threshold({even(I32, n, kSomeBins), even(I32, n, kManyBins), even(F32, n, kManyBins)})},
        {"bucket_round", no_threshold({even(I32, n, kSomeBins), even(I32, n, kManyBins), even(F32, n, kManyBins)})},
        {"special_counters",
         no_threshold({even(U8, n), even(U16, n), even(I32, n), even(F32, n), even(F64, n / 2), between_levels(n)})},
    };
}

const Probing entered("histogram", table);
} // namespace
