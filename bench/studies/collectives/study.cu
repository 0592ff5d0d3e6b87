/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figure 11 of A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using Tensor Core Units",
 * ICS 2019, today: reductions and scans of a warp, of segments of a warp and of a block, on the matrix unit, by plain
 * instructions, and by CUB. The paper measures whole kernels; here data stay in registers, so that the collectives
 * themselves are compared (loop.cuh), from one warp a multiprocessor to as many as fit.
 */
#include <algorithm>
#include <cmath>
#include <tuple>

#include "bench/studies/collectives/measure.h"

namespace study::collectives
{
std::vector<Variant> &all_variants()
{
    static std::vector<Variant> variants;
    return variants;
}

namespace
{
const char *name_of(Operation operation)
{
    switch (operation) {
    case Operation::warp_reduce:
        return "warp_reduce";
    case Operation::warp_inclusive_scan:
        return "warp_inclusive_scan";
    case Operation::warp_exclusive_scan:
        return "warp_exclusive_scan";
    case Operation::warp_segmented_reduce:
        return "warp_segmented_reduce";
    case Operation::warp_segmented_scan:
        return "warp_segmented_scan";
    case Operation::block_reduce:
        return "block_reduce";
    case Operation::block_inclusive_scan:
        return "block_inclusive_scan";
    default:
        return "block_exclusive_scan";
    }
}

const char *name_of(Implementation implementation)
{
    switch (implementation) {
    case Implementation::matrix:
        return "matrix";
    case Implementation::plain:
        return "plain";
    case Implementation::cub:
        return "cub";
    default:
        return "loop";
    }
}

auto order(const Variant &v)
{
    return std::make_tuple(v.operation, v.type, v.items, v.segment, v.implementation, std::string(v.form));
}

void run(Gpu &gpu, Table &table)
{
    std::vector<Variant> variants = all_variants();
    std::sort(variants.begin(), variants.end(), [](const Variant &a, const Variant &b) { return order(a) < order(b); });
    Runner runner(gpu);
    for (const Variant &variant : variants) {
        const Measured measured = runner.measure(variant);
        Row row;
        row.text("operation", name_of(variant.operation)).text("type", tcu_type_name(variant.type));
        row.count("items", variant.items).count("segment", variant.segment);
        row.text("by", name_of(variant.implementation)).text("form", variant.form).number("latency", measured.latency);
        for (int warps : kOccupancies) {
            const auto found = measured.throughput.find(warps);
            row.number("w" + std::to_string(warps), found != measured.throughput.end() ? found->second : NAN);
        }
        row.count("full_warps", measured.full_warps).number("full", measured.full).number("spread", measured.spread);
        row.count("registers", measured.registers).count("local_bytes", measured.local_bytes);
        table.add(row, measured.right);
    }
}

const Study entry("collectives", "Figure 11 of Dakkak et al. today: collectives of warps and blocks beside CUB's", run);
} // namespace
} // namespace study::collectives
