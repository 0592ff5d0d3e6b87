/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the histograms' policy that a tuning file can set. */
#include "algorithms/histogram/cuda/tuning.h"
#include "primitives/context/tuning.h"

/* Blocks and clusters count with 32 bits. */
#define MOST_COUNTED ((uint64_t)1 << 31)

#define COUNT(field, most) TCUI_TUNING_ROW_OF_COUNT(#field, tcui_histogram_policy, field, 0, most)

static const tcui_tuning_row rows[] = {
    COUNT(private_slots, 1 << 24), /* more are too many parts (private/shapes.cu) */
    COUNT(block_bytes, MOST_COUNTED),
    COUNT(cluster_bytes, MOST_COUNTED),
    COUNT(clusters_bytes, MOST_COUNTED),
    COUNT(table_samples, UINT64_MAX),
    COUNT(cached_pixels, UINT64_MAX),
    COUNT(special_counters, 1),
    COUNT(bucket_slots, UINT64_MAX),
    COUNT(bucket_samples, UINT64_MAX),
    COUNT(bucket_bits, 15), /* a rest has 16 (buckets/task.cuh) */
    COUNT(bucket_round, MOST_COUNTED),
};

const tcui_tuning_family tcui_histogram_tuning =
    TCUI_TUNING_FAMILY("histogram", TCUI_HISTOGRAM, tcui_histogram_own_policy, rows);
