/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/compact/flags.cuh"

const bench_cub_variant bench_cub_compact_bits[] = {BENCH_COMPACT_BOTH(BENCH_BITS, TCU_TYPE_U8, " (bit iterator)"),
                                                    BENCH_COMPACT_BOTH(BENCH_BITS, TCU_TYPE_U32, " (bit iterator)"),
                                                    {}};
