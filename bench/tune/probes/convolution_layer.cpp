/* SPDX-License-Identifier: Apache-2.0 */
/* Layers of 3 x 3 filters, 64 channels to 64, of one image that is as large as makes so many multiply-adds. */
#include <cmath>

#include "bench/inputs/plans.h"
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

constexpr uint64_t kFilters = bench::kLayerChannels * bench::kLayerChannels * 9; // multiply-adds of a point
constexpr uint64_t kKilo = 1024;

uint64_t edge_of(uint64_t kilo_steps)
{
    const double edge = std::sqrt(double(kilo_steps) * kKilo / kFilters);
    return edge < 1 ? 1 : uint64_t(edge + 0.5);
}

Probes matrix_kilo_steps(tcu_type, const Scale &)
{
    const auto at = [](uint64_t kilo_steps) {
        bench::Row row = {BENCH_CONVOLUTION_LAYER, BENCH_LAYER_3X3, F16, F16};
        row.width = edge_of(kilo_steps);
        row.n = bench::kLayerChannels * row.width * row.width;
        return row;
    };
    const auto whole = [](uint64_t kilo_steps) {
        const uint64_t edge = edge_of(kilo_steps);
        return edge * edge * kFilters / kKilo;
    };
    return {Acts::from, at, {1, 1 << 20}, whole};
}

const Probing entered("convolution_layer", {{"matrix_kilo_steps", matrix_kilo_steps}});
} // namespace
