/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sums/cub/segmented_scan.cuh"

const bench_cub_variant bench_cub_segmented_scan_inclusive[] = {
    BENCH_SEGMENTED_SCAN_TABLE(BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE, "Inclusive"),
    BENCH_SEGMENTED_SCAN_TABLE(BENCH_SEGMENTED_SCAN_OFFSETS, BENCH_INCLUSIVE, "Inclusive"),
    {}};

const bench_cub_variant bench_cub_segmented_scan_exclusive[] = {
    BENCH_SEGMENTED_SCAN_TABLE(BENCH_SEGMENTED_SCAN, BENCH_EXCLUSIVE, "Exclusive"),
    BENCH_SEGMENTED_SCAN_TABLE(BENCH_SEGMENTED_SCAN_OFFSETS, BENCH_EXCLUSIVE, "Exclusive"),
    {}};
