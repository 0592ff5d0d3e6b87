/* SPDX-License-Identifier: Apache-2.0 */
/* Policies by which any histogram takes a certain path. */
#ifndef TEST_CUDA_HISTOGRAM_H
#define TEST_CUDA_HISTOGRAM_H

#include "algorithms/histogram/cuda/tuning.h"

static const tcui_histogram_policy by_block = {
    .private_slots = UINT64_MAX, .block_bytes = UINT64_MAX, .special_counters = true};
static const tcui_histogram_policy by_cluster = {
    .private_slots = UINT64_MAX, .cluster_bytes = UINT64_MAX, .special_counters = true};
static const tcui_histogram_policy by_clusters = {
    .private_slots = UINT64_MAX, .clusters_bytes = UINT64_MAX, .table_samples = UINT64_MAX, .special_counters = true};
static const tcui_histogram_policy by_grid = {.private_slots = UINT64_MAX, .special_counters = true};
/* Without tables. */
static const tcui_histogram_policy only_grid = {
    .private_slots = UINT64_MAX, .table_samples = UINT64_MAX, .special_counters = true};
static const tcui_histogram_policy by_general_grid = {.private_slots = UINT64_MAX, .special_counters = false};
static const tcui_histogram_policy in_one_copy = {.special_counters = true};
static const tcui_histogram_policy without_cache = {.cached_pixels = UINT64_MAX, .special_counters = true};
/* In buckets of 32 slots, two tiles a round, as far as there are 8192 slots; or in large ones. Bins between levels
 * and all others that do not pay are counted in one copy. */
static const tcui_histogram_policy in_small_buckets = {
    .bucket_bits = 5, .bucket_round = 1 << 15, .special_counters = true};
static const tcui_histogram_policy in_general_buckets = {.bucket_bits = 5, .bucket_round = 1 << 15};
static const tcui_histogram_policy in_buckets = {.bucket_bits = 15, .bucket_round = 1 << 27, .special_counters = true};

#endif /* TEST_CUDA_HISTOGRAM_H */
