/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' policy on CUDA devices: which unit counts the kept items of a granule. Untuned on every
 * architecture: with two registers of marks a lane the plain way is two instructions and a sum over the warp, and the
 * sum is needed behind the matrix unit too.
 */
#ifndef TCUI_COMPACT_TUNING_H
#define TCUI_COMPACT_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_compact_policy {
    tcu_arithmetic count; /* what TCU_ARITHMETIC_AUTO means */
} tcui_compact_policy;

static inline tcui_compact_policy tcui_compact_policy_of(const tcu_context *context)
{
    (void)context;
    const tcui_compact_policy row = {TCU_ARITHMETIC_PLAIN};
    return row;
}

#endif /* TCUI_COMPACT_TUNING_H */
