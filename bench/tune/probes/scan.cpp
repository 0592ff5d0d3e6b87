/* SPDX-License-Identifier: Apache-2.0 */
/* Scans: whole arrays and segments for the unit; for the grids of small scans arrays that about fill them. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

Probes arithmetic(tcu_type type, const Scale &scale)
{
    const uint64_t n = scale.elements(type);
    return {Acts::value,
            nullptr,
            {},
            nullptr,
            {{BENCH_SCAN, BENCH_INCLUSIVE, type, type, n},
             {BENCH_SCAN, BENCH_EXCLUSIVE, type, type, n},
             {BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE, type, type, n, 1000},
             {BENCH_SCAN, BENCH_INCLUSIVE, type, type, n / 4}}};
}

// With sums of 32 bits; of 64 bits half as many have room.
template <int First, int Last>
Probes grid(tcu_type, const Scale &)
{
    Probes probes = {Acts::value, nullptr};
    for (const uint64_t n : bench::powers(First, Last)) {
        probes.problems.push_back({BENCH_SCAN, BENCH_INCLUSIVE, F32, F32, n});
    }
    return probes;
}
template <int First, int Last>
Probes wide_grid(tcu_type, const Scale &)
{
    Probes probes = {Acts::value, nullptr};
    for (const uint64_t n : bench::powers(First - 1, Last - 1)) {
        probes.problems.push_back({BENCH_SCAN, BENCH_INCLUSIVE, I64, I64, n});
    }
    return probes;
}

const Probing entered("scan", {{"arithmetic", arithmetic},
                               {"grid_1.warps", grid<17, 19>},
                               {"grid_1.vectors", grid<17, 19>},
                               {"grid_2.warps", grid<19, 21>},
                               {"grid_2.vectors", grid<19, 21>},
                               {"grid_3.warps", grid<21, 23>},
                               {"grid_3.vectors", grid<21, 23>},
                               {"wide_grid_1.warps", wide_grid<17, 19>},
                               {"wide_grid_1.vectors", wide_grid<17, 19>},
                               {"wide_grid_2.warps", wide_grid<19, 21>},
                               {"wide_grid_2.vectors", wide_grid<19, 21>},
                               {"wide_grid_3.warps", wide_grid<21, 23>},
                               {"wide_grid_3.vectors", wide_grid<21, 23>}});
} // namespace
