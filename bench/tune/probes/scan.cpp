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

// Sizes that each of the grids has on some 130 multiprocessors.
Probes arrays(tcu_type type, std::initializer_list<uint64_t> sizes)
{
    Probes probes = {Acts::value, nullptr};
    for (const uint64_t n : sizes) {
        probes.problems.push_back({BENCH_SCAN, BENCH_INCLUSIVE, type, type, n});
    }
    return probes;
}
Probes grid_1(tcu_type, const Scale &)
{
    return arrays(F32, {1 << 17, 3 << 16, 1 << 18});
}
Probes grid_2(tcu_type, const Scale &)
{
    return arrays(F32, {1 << 19, 1 << 20, 1 << 21});
}
Probes grid_3(tcu_type, const Scale &)
{
    return arrays(F32, {5 << 19, 3 << 20, 1 << 22});
}
Probes wide_grid_1(tcu_type, const Scale &)
{
    return arrays(I64, {1 << 16, 3 << 15, 1 << 17});
}
Probes wide_grid_2(tcu_type, const Scale &)
{
    return arrays(I64, {1 << 18, 3 << 17, 1 << 19});
}
Probes wide_grid_3(tcu_type, const Scale &)
{
    return arrays(I64, {3 << 18, 1 << 20, 1 << 21});
}

const Probing entered("scan", {{"arithmetic", arithmetic},
                               {"grid_1.warps", grid_1},
                               {"grid_1.vectors", grid_1},
                               {"grid_2.warps", grid_2},
                               {"grid_2.vectors", grid_2},
                               {"grid_3.warps", grid_3},
                               {"grid_3.vectors", grid_3},
                               {"wide_grid_1.warps", wide_grid_1},
                               {"wide_grid_1.vectors", wide_grid_1},
                               {"wide_grid_2.warps", wide_grid_2},
                               {"wide_grid_2.vectors", wide_grid_2},
                               {"wide_grid_3.warps", wide_grid_3},
                               {"wide_grid_3.vectors", wide_grid_3}});
} // namespace
