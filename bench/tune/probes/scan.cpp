/* SPDX-License-Identifier: Apache-2.0 */
/* Scans: whole arrays and segments for the unit; for the grids of small scans arrays that about fill them. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

bench::Row scan(tcu_type type, uint64_t n, bench_form form = BENCH_INCLUSIVE)
{
    return {BENCH_SCAN, form, type, type, n};
}

// Arrays of each of the types of so many bytes, as each of the grids has on some 130 multiprocessors.
Probes arrays(std::vector<tcu_type> types, std::vector<uint64_t> sizes)
{
    Probes probes = no_threshold({});
    for (const tcu_type type : types) {
        for (const uint64_t bytes : sizes) {
            probes.problems.push_back(scan(type, bytes / bench_size(type)));
        }
    }
    return probes;
}

std::vector<Probing::Entry> table(tcu_type type, const Scale &scale)
{
    const uint64_t n = scale.elements(type);
    std::vector<Probing::Entry> rows = {
        {"arithmetic", no_threshold({scan(type, n),
                                     scan(type, n, BENCH_EXCLUSIVE),
                                     {BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE, type, type, n, 1000},
                                     scan(type, n / 4)})}};
    const std::vector<tcu_type> narrow = {U8, F16, F32}, wide = {I64, F64};
    const Probes grid_1 = arrays(narrow, {1 << 19, 3 << 18, 1 << 20}),
                 grid_2 = arrays(narrow, {1 << 21, 1 << 22, 1 << 23}),
                 grid_3 = arrays(narrow, {5 << 21, 3 << 22, 1 << 24}),
                 wide_grid_1 = arrays(wide, {1 << 19, 3 << 18, 1 << 20}),
                 wide_grid_2 = arrays(wide, {1 << 21, 3 << 20, 1 << 22}),
                 wide_grid_3 = arrays(wide, {3 << 21, 1 << 23, 1 << 24});
    const std::vector<Probing::Entry> grids = {
        {"grid_1.warps", grid_1},           {"grid_1.vectors", grid_1},
        {"grid_2.warps", grid_2},           {"grid_2.vectors", grid_2},
        {"grid_3.warps", grid_3},           {"grid_3.vectors", grid_3},
        {"wide_grid_1.warps", wide_grid_1}, {"wide_grid_1.vectors", wide_grid_1},
        {"wide_grid_2.warps", wide_grid_2}, {"wide_grid_2.vectors", wide_grid_2},
        {"wide_grid_3.warps", wide_grid_3}, {"wide_grid_3.vectors", wide_grid_3}};
    rows.insert(rows.end(), grids.begin(), grids.end());
    return rows;
}

const Probing entered("scan", table);
} // namespace
