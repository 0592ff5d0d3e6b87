/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sums/cub/scan.cuh"

const bench_cub_variant bench_cub_scan_inclusive[] = {BENCH_SCAN_TABLE(BENCH_INCLUSIVE, "DeviceScan::Inclusive"), {}};

const bench_cub_variant bench_cub_scan_exclusive[] = {BENCH_SCAN_TABLE(BENCH_EXCLUSIVE, "DeviceScan::Exclusive"), {}};
