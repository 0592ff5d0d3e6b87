/* SPDX-License-Identifier: Apache-2.0 */
/* The edges between even bins of reals, as numbers of type f32, for the counters that look at them. */
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>

#include "histogram_edges.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

constexpr int edge_threads = 128;
/* With fewer, estimates of halves are near to an edge too often. */
constexpr uint32_t least_fraction_bits = 6;

/* For any f32, and infinities: tcui_is_above_edge() takes numbers between lower and upper. */
__device__ __noinline__ bool is_above_edge(const tcui_real_bins &bins, uint32_t key, int64_t k)
{
    const f32 x = number_of(key);
    if (x >= bins.upper)
        return true;
    return x >= bins.lower && tcui_is_above_edge(&bins, x, k);
}

/* The least f32, or infinity, that is not below the edge. */
__global__ void __launch_bounds__(edge_threads) make_edges(const __grid_constant__ tcui_real_bins bins, f32 *edges)
{
    wait_for_previous_kernel();
    const int64_t k = static_cast<int64_t>(blockIdx.x) * edge_threads + threadIdx.x;
    if (k > bins.num_bins)
        return;
    const f64 width = (bins.upper - bins.lower) / static_cast<f64>(bins.num_bins);
    uint32_t end = key_of_real(static_cast<f32>(bins.lower + static_cast<f64>(k) * width)) + 1;
    uint32_t begin = end - 3;
    /* [begin, end] nearly always has it; where lower is far from the edge, and this near to 0, it need not. */
    if (!is_above_edge(bins, end, k) || is_above_edge(bins, begin, k)) {
        begin = key_of_real(-FLT_MAX) - 1;
        end = key_of_real(FLT_MAX) + 1;
    }
    while (end - begin > 1) {
        const uint32_t middle = begin + (end - begin) / 2;
        if (is_above_edge(bins, middle, k))
            end = middle;
        else
            begin = middle;
    }
    edges[k] = number_of(end);
}

} // namespace

bool tcu::estimate_reals(const tcui_bins *bins, real_bins *estimate)
{
    const f64 lower = bins->reals.lower, upper = bins->reals.upper, width = upper - lower;
    const f64 most = std::max(std::abs(lower), std::abs(upper)), num_bins = static_cast<f64>(bins->num_bins);
    const f64 scale = num_bins / width, shift = -lower * scale;
    /* In units of 2^-24: of the scale's rounding, and the shift's, at most `most` * scale, of the sum's num_bins; and
     * one `most` * scale more for what lies beside the bins. */
    const f64 margin = num_bins * (2 * most / width + 4) * 0x1p-24;
    if (!(most <= FLT_MAX / 2 && scale >= 0x1p-100 && scale <= 0x1p100 && std::abs(shift) <= 0x1p100 &&
          margin <= 0x1p-7))
        return false;
    estimate->scale = static_cast<f32>(scale);
    estimate->shift = static_cast<f32>(shift);
    estimate->margin = static_cast<f32>(margin);
    estimate->most = static_cast<f32>(num_bins + 0.75);
    estimate->num_bins = static_cast<uint32_t>(bins->num_bins);
    return true;
}

bool tcu::fix_estimates(const tcui_bins *bins, const real_bins &estimate, fixed_bins *fixed)
{
    const f64 lower = bins->reals.lower, upper = bins->reals.upper, width = upper - lower, scale = estimate.scale;
    /* Of a sample in the bins or beside them, in bins: what the rounding of the scale makes. */
    const f64 true_scale = static_cast<f64>(bins->num_bins) / width;
    const f64 most = std::max(std::abs(lower), std::abs(upper)) + 1 / true_scale;
    const f64 error = most * (std::abs(scale - true_scale) + true_scale * 0x1p-50);
    /* Sums of 1.5 * 2^23 units and up to num_bins + 1 have the exponent of the former. */
    uint32_t bits = 0;
    while ((bins->num_bins + 1) << (bits + 1) < 1u << 22)
        ++bits;
    while (bits > 0 && std::ldexp(error, static_cast<int>(bits)) > 0.5)
        --bits;
    const f64 unit = std::ldexp(1.0, -static_cast<int>(bits)), zero = unit * 12582912.0;
    const f64 shift = std::floor(-lower * scale / unit) * unit;
    const f32 zero_as_summed = static_cast<f32>(zero);
    fixed->fraction_bits = bits;
    fixed->fraction = (1u << bits) - 1;
    fixed->shift = static_cast<f32>(zero + shift);
    memcpy(&fixed->zero, &zero_as_summed, sizeof fixed->zero);
    /* In doubles, of numbers of 24 bits: a product is exact, and a sum that is none of them is not taken for one. */
    const bool is_exact = width == static_cast<f64>(static_cast<f32>(width)) &&
                          lower == static_cast<f64>(static_cast<f32>(lower)) && upper == lower + width &&
                          scale * width == static_cast<f64>(bins->num_bins) && -lower * scale == shift;
    fixed->near = is_exact ? 0 : 3;
    fixed->zero -= is_exact ? 0 : 2;
    return fixed->shift == zero + shift && (is_exact || bits >= least_fraction_bits);
}

tcu_status tcu::enqueue_edges(tcu_context *context, const tcui_bins *bins, f32 *edges)
{
    return launch_as(launch_kind::overlapping, context, make_edges, bins->num_bins / edge_threads + 1, edge_threads, 0,
                     tcui_real_bins_of(&bins->reals, bins->num_bins), edges);
}
