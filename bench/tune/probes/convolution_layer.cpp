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

void set_edge(bench::Row &problem, uint64_t kilo_steps)
{
    problem.width = edge_of(kilo_steps);
    problem.n = bench::kLayerChannels * problem.width * problem.width;
}

uint64_t whole_image(uint64_t kilo_steps)
{
    const uint64_t edge = edge_of(kilo_steps);
    return edge * edge * kFilters / kKilo;
}

std::vector<Probing::Entry> table(tcu_type, const Scale &)
{
    return {{"matrix_kilo_steps", from({1, 1 << 20},
                                       {{BENCH_CONVOLUTION_LAYER, BENCH_LAYER_3X3, F16, F16},
                                        {BENCH_CONVOLUTION_LAYER, BENCH_LAYER_3X3, BF16, BF16}},
                                       set_edge, whole_image)}};
}

const Probing entered("convolution_layer", table);
} // namespace
