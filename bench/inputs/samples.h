/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file samples.h
 * The inputs of histograms, and the definition of their bins. A sample is drawn in two steps, its bin and its place in
 * the bin, so that a distribution of bins is the same for every type; compiled for the host and for the device.
 *
 * Reals are multiples of a step, so that the bin of a sample is a quotient of integers. (A half or a bf16 is rounded
 * towards zero and may so fall into another bin than the one drawn; it still is a multiple of the step.)
 */
#ifndef TCU_BENCH_INPUTS_SAMPLES_H
#define TCU_BENCH_INPUTS_SAMPLES_H

#include <algorithm>

#include "bench/inputs/random.h"

/** How likely bins are. */
typedef enum bench_spread {
    BENCH_SPREAD_UNIFORM,
    BENCH_SPREAD_ZIPF,    /**< rank r = 1, 2, ... with probability ~ r^-1.1; ranks lie shuffled over the bins */
    BENCH_SPREAD_PEAK,    /**< 78% in one bin, the others uniform over all */
    BENCH_SPREAD_CONSTANT /**< all samples are one number */
} bench_spread;

/** By its name on the command line. */
static inline bench_spread bench_spread_named(const char *name)
{
    return strcmp(name, "zipf") == 0       ? BENCH_SPREAD_ZIPF
           : strcmp(name, "peak") == 0     ? BENCH_SPREAD_PEAK
           : strcmp(name, "constant") == 0 ? BENCH_SPREAD_CONSTANT
                                           : BENCH_SPREAD_UNIFORM;
}

/** What samples are drawn from. Arrays lie where the samples are made. */
typedef struct bench_sampler {
    bench_problem problem;
    bench_spread spread;
    const double *ranks; /**< BENCH_SPREAD_ZIPF: num_bins values of bench_make_zipf_ranks() */
} bench_sampler;

/** ranks[r] = probability of rank r + 1 or a lower one. */
static inline void bench_make_zipf_ranks(double *ranks, uint64_t num_bins)
{
    double sum = 0;
    for (uint64_t r = 0; r < num_bins; r++) {
        ranks[r] = sum += pow((double)(r + 1), -1.1);
    }
    for (uint64_t r = 0; r < num_bins; r++) {
        ranks[r] /= sum;
    }
}

/** num_bins + 1 increasing levels: equally spaced, as k^1.5, as e^k, or sorted random numbers. */
static inline void bench_make_levels(bench_form form, float *levels, uint64_t num_bins)
{
    uint64_t random = 20263;
    for (uint64_t k = 0; k <= num_bins; k++) {
        const double part = (double)k / (double)num_bins;
        random = random * 6364136223846793005u + 1442695040888963407u;
        switch (form) {
        case BENCH_POWER:
            levels[k] = (float)(300 * pow(part, 1.5) - 5);
            break;
        case BENCH_LOG:
            levels[k] = (float)exp(12 * part - 6);
            break;
        case BENCH_RANDOM:
            levels[k] = (float)(3 * bench_unit(random) - 1.5);
            break;
        default:
            levels[k] = (float)(3 * part - 1.5);
            break;
        }
    }
    if (form == BENCH_RANDOM) {
        std::sort(levels, levels + num_bins + 1);
    }
}

/** Products of a number of bins and of steps between lower and upper have 64 bits. */
#define BENCH_MOST_BINS (1u << 22)

/** The largest step that all samples of a type are multiples of. */
BENCH_INLINE double bench_step(tcu_type type)
{
    return !bench_is_float(type) ? 1 : type == TCU_TYPE_F64 ? 0x1p-40 : 0x1p-23;
}

/** The bin that holds x, or -1. Of even bins: exact for multiples of the type's step. */
BENCH_INLINE int64_t bench_bin_of(const bench_problem *p, double x)
{
    if (p->levels != NULL) {
        const float *levels = (const float *)p->levels;
        uint64_t below = 0, above = p->num_bins; /* levels[below] <= x < levels[above] */
        if (!(x >= levels[0] && x < levels[p->num_bins])) {
            return -1;
        }
        while (above - below > 1) {
            const uint64_t middle = (below + above) / 2;
            if (x < levels[middle]) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return (int64_t)below;
    }
    if (!(x >= p->lower_level && x < p->upper_level)) {
        return -1;
    }
    const double step = bench_step(p->in_type);
    return (int64_t)((uint64_t)((x - p->lower_level) / step) * p->num_bins /
                     (uint64_t)((p->upper_level - p->lower_level) / step));
}

BENCH_INLINE uint64_t bench_draw_bin(const bench_sampler *sampler, uint64_t bits)
{
    const uint64_t bins = sampler->problem.num_bins, peak = 7 * bins / 256;
    const double u = bench_unit(bits), in_peak = 0.78;
    uint64_t below = 0, above = bins - 1;
    switch (sampler->spread) {
    case BENCH_SPREAD_ZIPF:
        while (below < above) {
            const uint64_t middle = (below + above) / 2;
            if (u < sampler->ranks[middle]) {
                above = middle;
            } else {
                below = middle + 1;
            }
        }
        return (below * 2654435761u + 12345) % bins; /* a prime: no two ranks have one bin */
    case BENCH_SPREAD_PEAK:
        return u < in_peak ? peak : (uint64_t)((u - in_peak) / (1 - in_peak) * (double)bins);
    case BENCH_SPREAD_CONSTANT:
        return peak;
    default:
        return (uint64_t)(u * (double)bins);
    }
}

/** A number of that bin. */
BENCH_INLINE double bench_draw_sample(const bench_sampler *sampler, uint64_t bin, uint64_t bits)
{
    const bench_problem *p = &sampler->problem;
    const double place = sampler->spread == BENCH_SPREAD_CONSTANT ? 0.5 : bench_unit(bits);
    if (p->levels != NULL) {
        const float low = ((const float *)p->levels)[bin], high = ((const float *)p->levels)[bin + 1];
        const float x = (float)(low + place * ((double)high - low));
        return x < high ? x : low;
    }
    const double step = bench_step(p->in_type);
    const uint64_t width = (uint64_t)((p->upper_level - p->lower_level) / step);
    const uint64_t first = (bin * width + p->num_bins - 1) / p->num_bins;
    const uint64_t end = ((bin + 1) * width + p->num_bins - 1) / p->num_bins;
    return p->lower_level + (double)(first + (uint64_t)(place * (double)(end - first))) * step;
}

#endif
