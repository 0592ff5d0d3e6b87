/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/samples.h"

#include <stdlib.h>
#include <string.h>

static const double exponent = 1.1; /* of Zipf's law */

bench_spread bench_spread_named(const char *name)
{
    return strcmp(name, "zipf") == 0       ? BENCH_SPREAD_ZIPF
           : strcmp(name, "peak") == 0     ? BENCH_SPREAD_PEAK
           : strcmp(name, "constant") == 0 ? BENCH_SPREAD_CONSTANT
                                           : BENCH_SPREAD_UNIFORM;
}

void bench_make_zipf_ranks(double *ranks, uint64_t num_bins)
{
    double sum = 0;
    for (uint64_t r = 0; r < num_bins; r++) {
        ranks[r] = sum += pow((double)(r + 1), -exponent);
    }
    for (uint64_t r = 0; r < num_bins; r++) {
        ranks[r] /= sum;
    }
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void bench_make_levels(bench_form form, float *levels, uint64_t num_bins)
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
            levels[k] = (float)(3 * bench_fraction(random) - 1.5);
            break;
        default:
            levels[k] = (float)(3 * part - 1.5);
            break;
        }
    }
    if (form == BENCH_RANDOM) {
        qsort(levels, num_bins + 1, sizeof *levels, compare);
    }
}
