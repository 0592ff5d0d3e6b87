/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops that everybody would write for histograms, one thread, one pass. Bins of reals are found by a rounded product in
 * f64, so samples at the edges of bins may be counted beside their bin.
 */
#include <cstring>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
template <class Sample, class Count>
void count_even(const bench_problem *p)
{
    const Sample *x = static_cast<const Sample *>(p->in);
    Count *counts = static_cast<Count *>(p->out);
    const uint64_t n = p->n, num_bins = p->num_bins;
    if constexpr (!std::is_integral_v<Sample>) {
        const double lower = p->lower_level, scale = double(num_bins) / (p->upper_level - lower);
        for (uint64_t i = 0; i < n; i++) {
            const double place = (loaded(x[i]) - lower) * scale;
            if (place >= 0 && place < double(num_bins)) {
                counts[uint64_t(place)]++;
            }
        }
    } else {
        const int64_t lower = int64_t(p->lower_level);
        const uint64_t width = uint64_t(p->upper_level - p->lower_level);
        for (uint64_t i = 0; width == num_bins && i < n; i++) { // a bin for each value, the first for `lower`
            const uint64_t k = uint64_t(x[i] - lower);
            if (k < num_bins) {
                counts[k]++;
            }
        }
        for (uint64_t i = 0; width != num_bins && i < n; i++) {
            const uint64_t distance = uint64_t(x[i] - lower);
            if (distance < width) {
                counts[distance * num_bins / width]++;
            }
        }
    }
}

void count_ranges(const bench_problem *p)
{
    const float *x = static_cast<const float *>(p->in), *levels = static_cast<const float *>(p->levels);
    uint32_t *counts = static_cast<uint32_t *>(p->out);
    for (uint64_t i = 0; i < p->n; i++) {
        uint64_t below = 0, above = p->num_bins;
        if (!(x[i] >= levels[0] && x[i] < levels[p->num_bins])) {
            continue;
        }
        while (above - below > 1) {
            const uint64_t middle = (below + above) / 2;
            if (x[i] < levels[middle]) {
                above = middle;
            } else {
                below = middle;
            }
        }
        counts[below]++;
    }
}

void count_channels(const bench_problem *p)
{
    const uint8_t *x = static_cast<const uint8_t *>(p->in);
    uint32_t *counts = static_cast<uint32_t *>(p->out);
    for (uint64_t i = 0; i < p->n; i++) {
        for (uint64_t c = 0; c < BENCH_ACTIVE_CHANNELS; c++) {
            counts[c * p->num_bins + x[BENCH_CHANNELS * i + c]]++;
        }
    }
}

void sum_weights(const bench_problem *p)
{
    const float *x = static_cast<const float *>(p->in), *weights = static_cast<const float *>(p->weights);
    float *sums = static_cast<float *>(p->out);
    const double lower = p->lower_level, scale = double(p->num_bins) / (p->upper_level - lower);
    for (uint64_t i = 0; i < p->n; i++) {
        const double place = (x[i] - lower) * scale;
        if (place >= 0 && place < double(p->num_bins)) {
            sums[uint64_t(place)] += weights[i];
        }
    }
}

int loop(const bench_problem *p)
{
    std::memset(p->out, 0, bench_histogram_out_count(p) * bench_size(p->out_type));
    const auto is = [p](tcu_type in, tcu_type out) { return p->in_type == in && p->out_type == out; };
    switch (p->op) {
    case BENCH_HISTOGRAM_RANGE:
        return is(TCU_TYPE_F32, TCU_TYPE_U32) ? (count_ranges(p), 0) : 1;
    case BENCH_HISTOGRAM_MULTI:
        return is(TCU_TYPE_U8, TCU_TYPE_U32) && p->num_bins == 256 ? (count_channels(p), 0) : 1;
    case BENCH_HISTOGRAM_WEIGHTED:
        return is(TCU_TYPE_F32, TCU_TYPE_F32) ? (sum_weights(p), 0) : 1;
    default:
        return with_element(p->in_type, [p](auto zero) {
            const bool is_wide = p->out_type == TCU_TYPE_U64;
            (is_wide ? count_even<decltype(zero), uint64_t> : count_even<decltype(zero), uint32_t>)(p);
            return 0;
        });
    }
}
} // namespace

std::vector<Yardstick> histogram_yardsticks()
{
    return {{"loop", loop, true}};
}
} // namespace bench
