/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the edges of bins of reals are such as edge_finder takes. */
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "task.cuh"

bool tcu::edge_bins_of(const tcui_histogram_task *task, edge_bins *edges)
{
    const tcui_bins &bins = task->channels[0];
    if (task->num_channels != 1 || bins.kind != TCU_BINS_EVEN || !tcui_is_real(task->sample_type)) {
        return false;
    }
    const tcui_real_bins reals = tcui_real_bins_of(&bins.reals, bins.num_bins);
    const f64 lower = reals.lower, upper = reals.upper, num_bins = static_cast<f64>(bins.num_bins);
    const f64 most = std::max(std::abs(lower), std::abs(upper)) * num_bins;
    if (!reals.estimated || !(most <= DBL_MAX / 4)) {
        return false;
    }
    int exponent;
    std::frexp(2 * most, &exponent); /* the width of one bin may be twice as large */
    /* (No unit below 2^-1000: so quotients by it are exact.) */
    const f64 unit = std::ldexp(1, exponent - DBL_MANT_DIG);
    const auto is_multiple = [unit](f64 x) { return std::nearbyint(x / unit) * unit == x; };
    if (exponent < DBL_MANT_DIG - 1000 || !is_multiple(lower) || !is_multiple(upper)) {
        return false;
    }
    *edges = {
        lower, upper, reals.scale, num_bins, num_bins * lower, upper - lower, static_cast<uint32_t>(bins.num_bins)};
    return true;
}
