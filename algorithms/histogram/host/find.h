/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bins of samples on the host, for every type and kind of bins: a function that finds those of up to a tile of
 * samples at a time, so that what follows, counting or summing, is about bins alone.
 */
#ifndef TCUI_HISTOGRAM_HOST_FIND_H
#define TCUI_HISTOGRAM_HOST_FIND_H

#include "algorithms/histogram/bins/integers.h"
#include "algorithms/histogram/bins/levels.h"
#include "algorithms/histogram/bins/reals.h"
#include "primitives/tile/host/tile.h"

typedef struct tcui_finder tcui_finder;

/*
 * The bins of samples[stride * i], 0 <= i < count. A sample that no bin holds has bin num_bins.
 */
typedef void (*tcui_find_function)(const tcui_finder *finder, const void *samples, uint64_t stride, int count,
                                   uint32_t *found);

/* What is needed to find a channel's bins. */
struct tcui_finder {
    tcui_find_function find;
    uint32_t num_bins;
    bool by_values; /* bin k holds the integer integers.first + k and no other, for every k < num_bins */
    tcui_even_integers integers;
    tcui_multiplier multiplier;
    tcui_real_bins reals;
    const uint64_t *keys; /* of levels */
    uint64_t num_keys;
};

/* `keys` has room for num_bins + 1 values where the bins are between levels. */
void tcui_finder_set(tcui_finder *finder, const tcui_bins *bins, tcu_type sample_type, uint64_t *keys);

#endif /* TCUI_HISTOGRAM_HOST_FIND_H */
