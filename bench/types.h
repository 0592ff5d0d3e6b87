/* SPDX-License-Identifier: Apache-2.0 */
/** @file types.h The types of elements. Plain C, for the host and for the device. */
#ifndef TCU_BENCH_TYPES_H
#define TCU_BENCH_TYPES_H

#include <stdint.h>

#include "tcu/tcu.h"

/* Also called by kernels. */
#ifdef __CUDACC__
#define BENCH_INLINE static inline __host__ __device__
#else
#define BENCH_INLINE static inline
#endif

/** A tcu_type, or this: 16 bytes that are only moved. */
#define BENCH_B128 ((tcu_type)TCU_TYPE_COUNT)

#ifdef __cplusplus
extern "C" {
#endif

BENCH_INLINE int bench_is_float(tcu_type type)
{
    return type <= TCU_TYPE_F64;
}
/** Bytes of an element. */
BENCH_INLINE uint64_t bench_size(tcu_type type)
{
    if (type == BENCH_B128) {
        return 16;
    }
    switch (type) {
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        return 1;
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16:
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return 2;
    case TCU_TYPE_F32:
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        return 4;
    default:
        return 8;
    }
}

#ifdef __cplusplus
}
#endif

#endif
