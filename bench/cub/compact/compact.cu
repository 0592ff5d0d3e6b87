/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/compact/flags.cuh"

const bench_cub_variant bench_cub_compact[] = {
    BENCH_COMPACT_BOTH(BENCH_BYTES, TCU_TYPE_U8, ""),
    BENCH_COMPACT_BOTH(BENCH_BYTES, TCU_TYPE_U16, ""),
    BENCH_COMPACT_BOTH(BENCH_BYTES, TCU_TYPE_U32, ""),
    BENCH_COMPACT_BOTH(BENCH_BYTES, TCU_TYPE_U64, ""),
    BENCH_COMPACT_BOTH(BENCH_BYTES, BENCH_B128, " (__int128)"),
    BENCH_COMPACT_VARIANT(BENCH_BYTES, BENCH_B128, uint4, "DeviceSelect::Flagged (uint4)", flagged),
    {}};
