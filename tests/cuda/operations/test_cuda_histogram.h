/* SPDX-License-Identifier: Apache-2.0 */
/* Policies by which any histogram takes a certain path. */
#ifndef TEST_CUDA_HISTOGRAM_H
#define TEST_CUDA_HISTOGRAM_H

#include "algorithms/histogram/cuda/tuning.h"

static const tcui_histogram_policy by_block = {UINT64_MAX, UINT64_MAX, 0, 0, 0, 0, true};
static const tcui_histogram_policy by_cluster = {UINT64_MAX, 0, UINT64_MAX, 0, 0, 0, true};
static const tcui_histogram_policy by_clusters = {UINT64_MAX, 0, 0, UINT64_MAX, UINT64_MAX, 0, true};
static const tcui_histogram_policy by_grid = {UINT64_MAX, 0, 0, 0, 0, 0, true};
/* Without tables. */
static const tcui_histogram_policy only_grid = {UINT64_MAX, 0, 0, 0, UINT64_MAX, 0, true};
static const tcui_histogram_policy by_general_grid = {UINT64_MAX, 0, 0, 0, 0, 0, false};
static const tcui_histogram_policy in_one_copy = {0, 0, 0, 0, 0, 0, true};
static const tcui_histogram_policy without_cache = {0, 0, 0, 0, 0, UINT64_MAX, true};

#endif /* TEST_CUDA_HISTOGRAM_H */
