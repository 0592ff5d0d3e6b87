/* SPDX-License-Identifier: Apache-2.0 */
/* The methods for bins of 16-bit reals: which there may be, and the trial of each with all samples. */
#include "halves.cuh"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

constexpr uint32_t all_halves = 1 << 16, half_checkers = half_check_blocks * half_check_threads;
static_assert(all_halves % half_checkers == 0, "as many for each thread");

/* 1.5 * 2^23: from here to 2^22 on either side numbers of type f32 are the integers. */
constexpr f64 integers = 12582912;

__device__ __forceinline__ uint32_t half_bin_by(const half_bins &bins, f32 x)
{
    return bins.method == half_method::by_sign   ? half_bin<half_method::by_sign>(bins, x)
           : bins.method == half_method::nearest ? half_bin<half_method::nearest>(bins, x)
                                                 : half_bin<half_method::below>(bins, x);
}

template <class In>
__global__ void __launch_bounds__(half_check_threads)
    check_halves(const __grid_constant__ tcui_real_bins exact, const __grid_constant__ half_candidates candidates,
                 uint32_t *verdicts)
{
    let_next_kernel_begin();
    bool is_right[half_candidates::count];
    for (int i = 0; i < half_candidates::count; i++) {
        is_right[i] = candidates.bins[i].method != half_method::none;
    }
    for (uint32_t at = blockIdx.x * half_check_threads + threadIdx.x; at < all_halves; at += half_checkers) {
        const unsigned short bits = static_cast<unsigned short>(at);
        In sample;
        memcpy(&sample, &bits, sizeof sample);
        const uint32_t bin = bin_of_real(exact, to_accumulator<f64>(sample));
#pragma unroll
        for (int i = 0; i < half_candidates::count; i++) {
            is_right[i] = is_right[i] && half_bin_by(candidates.bins[i], to_accumulator<f32>(sample)) == bin;
        }
    }
    uint32_t verdict = 0;
#pragma unroll
    for (int i = 0; i < half_candidates::count; i++) {
        verdict |= static_cast<uint32_t>(__syncthreads_count(!is_right[i]) == 0) << i;
    }
    wait_for_previous_kernel();
    if (threadIdx.x == 0) {
        verdicts[blockIdx.x] = verdict;
    }
}

} // namespace

half_candidates tcu::half_candidates_of(const tcui_bins *bins)
{
    const f64 lower = bins->reals.lower, upper = bins->reals.upper, num_bins = static_cast<f64>(bins->num_bins);
    const f64 scale = num_bins / (upper - lower), shift = -lower * scale;
    half_candidates candidates = {};
    if (std::abs(shift) + num_bins + 2 > 1 << 21) {
        return candidates;
    }
    const f64 nearest = std::nearbyint(shift);
    const bool at_zero = std::abs(shift - nearest) <= 0x1p-50 * (std::abs(shift) + num_bins);
    const bool is_near = std::abs(shift - nearest) <= 0.25;
    const f64 near_shift = is_near ? nearest : std::ceil(shift), more_shift = at_zero ? 0 : shift - near_shift;
    half_bins halves = {};
    halves.num_bins = static_cast<uint32_t>(bins->num_bins);
    halves.scale = static_cast<f32>(scale);
    const f32 scale_up = halves.scale < scale ? std::nextafter(halves.scale, INFINITY) : halves.scale;
    memcpy(&halves.scale_up, &scale_up, sizeof halves.scale_up);
    halves.base = static_cast<f32>(integers + near_shift);
    const f32 zero = static_cast<f32>(integers);
    memcpy(&halves.zero, &zero, sizeof halves.zero);
    halves.zero_and_one = halves.zero + 1;
    /* Three roundings, of half a unit in the last place each, and half as much for that of the constants. */
    const f64 more_scale = scale - halves.scale;
    const f64 tolerance =
        (std::abs(more_shift) + std::max(std::abs(lower), std::abs(upper)) * std::abs(more_scale)) * 0x1.8p-23;
    halves.less_scale = static_cast<f32>(-more_scale);
    halves.less = static_cast<f32>(-more_shift - tolerance);
    half_bins *next = candidates.bins;
    if (at_zero) {
        halves.method = half_method::by_sign;
        *next++ = halves;
    }
    halves.method = is_near ? half_method::nearest : half_method::below;
    *next++ = halves;
    /* The tolerance at the lowest edge, and its negative 16 bins from there. */
    const f64 slope = 2 * tolerance * scale / 16;
    halves.less_scale = static_cast<f32>(slope - more_scale);
    halves.less = static_cast<f32>(-more_shift - tolerance - slope * lower);
    *next = halves;
    return candidates;
}

tcu_status tcu::enqueue_half_checks(tcu_context *context, const tcui_histogram_task *task, uint32_t *verdicts,
                                    half_candidates *halves)
{
    const tcui_bins &bins = task->channels[0];
    *halves = half_candidates_of(&bins);
    halves->verdicts = verdicts;
    return launch_as(launch_kind::overlapping, context,
                     task->sample_type == TCU_TYPE_F16 ? check_halves<f16> : check_halves<bf16>, half_check_blocks,
                     static_cast<int>(half_check_threads), 0, tcui_real_bins_of(&bins.reals, bins.num_bins), *halves,
                     verdicts);
}
