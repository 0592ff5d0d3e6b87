/* SPDX-License-Identifier: Apache-2.0 */
/* The edges between even bins of reals, as numbers of type f32, for the counters that look at them. */
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>

#include "edges.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

constexpr int edge_threads = TCUI_HISTOGRAM_EDGE_THREADS;

/* For any f32, and infinities: tcui_is_above_edge() takes numbers between lower and upper. */
__device__ __noinline__ bool is_above_edge(const tcui_real_bins &bins, uint32_t key, int64_t k)
{
    const f32 x = number_of(key);
    if (x >= bins.upper) {
        return true;
    }
    return x >= bins.lower && tcui_is_above_edge(&bins, x, k);
}

/* The least f32, or infinity, that is not below the edge. (It waits where it writes, and lets the next kernel begin at
 * once: halves are counted after two such small kernels.) */
__global__ void __launch_bounds__(edge_threads) make_edges(const __grid_constant__ tcui_real_bins bins, f32 *edges)
{
    let_next_kernel_begin();
    const int64_t k = static_cast<int64_t>(blockIdx.x) * edge_threads + threadIdx.x;
    if (k > bins.num_bins) {
        wait_for_previous_kernel();
        return;
    }
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
        if (is_above_edge(bins, middle, k)) {
            end = middle;
        } else {
            begin = middle;
        }
    }
    wait_for_previous_kernel();
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
          margin <= 0x1p-7)) {
        return false;
    }
    estimate->scale = static_cast<f32>(scale);
    estimate->shift = static_cast<f32>(shift);
    estimate->margin = static_cast<f32>(margin);
    estimate->most = static_cast<f32>(num_bins + 0.75);
    estimate->num_bins = static_cast<uint32_t>(bins->num_bins);
    return true;
}

bool tcu::edges_in_f32(const tcui_bins *bins, real_bins *estimate)
{
    const f64 lower = bins->reals.lower, upper = bins->reals.upper;
    /* width / num_bins, as the quotient of two numbers of few bits. */
    uint64_t factor = bins->num_bins;
    int exponent;
    uint64_t mantissa = static_cast<uint64_t>(std::ldexp(std::frexp(upper - lower, &exponent), DBL_MANT_DIG));
    exponent -= DBL_MANT_DIG;
    for (; mantissa % 2 == 0; mantissa /= 2) {
        exponent++;
    }
    for (; factor % 2 == 0; factor /= 2) {
        --exponent;
    }
    const uint64_t common = std::gcd(factor, mantissa);
    factor /= common;
    const f64 width = std::ldexp(static_cast<f64>(mantissa / common), exponent);
    const f64 first = static_cast<f64>(factor) * lower, last = static_cast<f64>(factor) * upper;
    /* The sums lie between these. They are numbers of type f32 if all terms are multiples of a unit of which these are
     * 2^24 at most; and then no product or difference here was rounded. */
    int most;
    std::frexp(std::max(std::abs(first), std::abs(last)), &most);
    const f64 unit = std::ldexp(1, most - FLT_MANT_DIG);
    const auto is_multiple = [unit](f64 x) { return std::nearbyint(x / unit) * unit == x; };
    if (factor > 1u << FLT_MANT_DIG || std::max(std::abs(first), std::abs(last)) > FLT_MAX || !is_multiple(lower) ||
        !is_multiple(upper) || !is_multiple(width) || static_cast<f32>(width) != width) {
        return false;
    }
    estimate->factor = static_cast<f32>(factor);
    estimate->first = static_cast<f32>(first);
    estimate->width = static_cast<f32>(width);
    return true;
}

tcu_status tcu::enqueue_edges(tcu_context *context, const tcui_bins *bins, f32 *edges)
{
    return launch_as(launch_kind::overlapping, context, make_edges, bins->num_bins / edge_threads + 1, edge_threads, 0,
                     tcui_real_bins_of(&bins->reals, bins->num_bins), edges);
}
