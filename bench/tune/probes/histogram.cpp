/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms of 256 even bins around the thresholds of sizes, and of many bins around those of slots. */
#include "bench/inputs/samples.h"
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

constexpr double kBins = 256;
constexpr double kManyBins = 1 << 20; // more than private copies have slots

bench::Row even(tcu_type type, uint64_t n, double bins = kBins)
{
    return {BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, type, U32, n, bins};
}

// Slots: bins, and one for what lies outside.
Probes private_slots(tcu_type, const Scale &scale)
{
    return {Acts::up_to,
            [scale](uint64_t slots) { return even(I32, scale.elements(I32), double(slots - 1)); },
            {1 << 12, BENCH_MOST_BINS}};
}

Probes block_bytes(tcu_type, const Scale &)
{
    return {Acts::up_to, [](uint64_t bytes) { return even(U8, bytes); }, {1 << 10, 1 << 18}};
}

Probes cluster_bytes(tcu_type, const Scale &)
{
    return {Acts::up_to, [](uint64_t bytes) { return even(U8, bytes); }, {1 << 14, 1 << 23}};
}

Probes clusters_bytes(tcu_type, const Scale &)
{
    return {Acts::up_to,
            [](uint64_t bytes) { return even(F32, bytes / bench_size(F32)); },
            {1 << 18, 1 << 27},
            multiples_of(bench_size(F32))};
}

Probes table_samples(tcu_type, const Scale &)
{
    const auto at = [](uint64_t n) { return bench::Row{BENCH_HISTOGRAM_RANGE, BENCH_RANDOM, F32, U32, n, kBins}; };
    return {Acts::from, at, {1 << 16, 1 << 27}};
}

// Samples of which some bins have many.
Probes cached_pixels(tcu_type, const Scale &)
{
    const auto at = [](uint64_t n) {
        bench::Row row = even(I32, n, kManyBins);
        row.dist = "zipf";
        return row;
    };
    return {Acts::from, at, {1 << 16, 1 << 27}};
}

Probes special_counters(tcu_type, const Scale &scale)
{
    Probes probes = {Acts::value, nullptr};
    for (const tcu_type type : {U16, I32, F32}) {
        probes.problems.push_back(even(type, scale.elements(type)));
    }
    probes.problems.push_back({BENCH_HISTOGRAM_RANGE, BENCH_RANDOM, F32, U32, scale.elements(F32), kBins});
    return probes;
}

const Probing entered("histogram", {{"private_slots", private_slots},
                                    {"block_bytes", block_bytes},
                                    {"cluster_bytes", cluster_bytes},
                                    {"clusters_bytes", clusters_bytes},
                                    {"table_samples", table_samples},
                                    {"cached_pixels", cached_pixels},
                                    {"special_counters", special_counters}});
} // namespace
