/* SPDX-License-Identifier: Apache-2.0 */
/** @file by_key.h Keys of groups: numbers below a power of two, in any order; for the host and for the device. */
#ifndef TCU_BENCH_INPUTS_BY_KEY_H
#define TCU_BENCH_INPUTS_BY_KEY_H

#include "bench/inputs/random.h"

/** The first `groups` keys are all of them, each once: an odd factor permutes numbers modulo a power of two. */
BENCH_INLINE uint32_t bench_group_key(uint64_t i, uint64_t groups)
{
    const uint64_t drawn = i < groups ? i * 0x9e3779b97f4a7c15u : bench_hash(i ^ BENCH_SEED);
    return (uint32_t)(drawn & (groups - 1));
}

#endif
