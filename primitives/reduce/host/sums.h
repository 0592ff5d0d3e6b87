/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tile reductions for every accumulator of the host backend, and the types that they are given. Included by the
 * reductions and by the scans, which add up the segments that cross from one chunk to the next.
 *
 * Floating-point sums are formed in f64 whatever the element type: the host has no matrix unit whose f32 accumulator
 * would be faster, f32 elements cannot overflow on the way, and one rounding at the end is all the error that counts.
 */
#ifndef TCUI_REDUCE_HOST_SUMS_H
#define TCUI_REDUCE_HOST_SUMS_H

#include <math.h>

#include "integers.h"
#include "primitives/tile/host/two_sum.h"
#include "reals.h"

typedef struct tcui_sum_types {
    tcu_type in;
    tcu_type out;
} tcui_sum_types;

/* A sum in flight between chunks; which member depends on the kernel. */
typedef union tcui_host_sum {
    double f64;
    uint32_t u32;
    uint64_t u64;
} tcui_host_sum;

/* From the accumulators' names in sum_pairs.h to the host's. */
#define tcui_host_acc_f32 f64
#define tcui_host_acc_f64 f64
#define tcui_host_acc_u32 u32
#define tcui_host_acc_u64 u64

/* The function of the accumulator `acc` of sum_pairs.h, and a kernel's types as constants. */
#define TCUI_HOST_FUNCTION(name, acc) TCUI_JOIN(name, tcui_host_acc_##acc)
#define TCUI_HOST_TYPES(in, out)      ((tcui_sum_types){(tcu_type)tcui_element_##in, (tcu_type)tcui_element_##out})

/*
 * The sum of the elements first ... first + count - 1, of which there are no more than a chunk has; `types` are
 * constants in every caller.
 */
TCUI_ALWAYS_INLINE double tcui_sum_f64(tcui_sum_types types, const void *in, uint64_t first, uint64_t count)
{
    return tcui_sum_reals(types.in, in, first, count);
}

TCUI_ALWAYS_INLINE uint64_t tcui_sum_u64(tcui_sum_types types, const void *in, uint64_t first, uint64_t count)
{
    switch (types.in) {
    case TCU_TYPE_I8:
        return tcui_sum_bytes((const uint8_t *)in + first, count, true) - (count << 7);
    case TCU_TYPE_U8:
        return tcui_sum_bytes((const uint8_t *)in + first, count, false);
    case TCU_TYPE_I16:
        return tcui_sum_halfwords((const uint16_t *)in + first, count, true) - (count << 15);
    case TCU_TYPE_U16:
        return tcui_sum_halfwords((const uint16_t *)in + first, count, false);
    case TCU_TYPE_I32:
        return tcui_sum_words((const uint32_t *)in + first, count, true) - (count << 31);
    case TCU_TYPE_U32:
        return tcui_sum_words((const uint32_t *)in + first, count, false);
    default:
        return tcui_sum_modulo_64((const uint64_t *)in + first, count, first);
    }
}

TCUI_ALWAYS_INLINE uint32_t tcui_sum_u32(tcui_sum_types types, const void *in, uint64_t first, uint64_t count)
{
    switch (types.out) {
    case TCU_TYPE_U8:
        return tcui_sum_modulo_8((const uint8_t *)in + first, count, first);
    case TCU_TYPE_U16:
        return tcui_sum_modulo_16((const uint16_t *)in + first, count, first);
    default:
        return types.in == TCU_TYPE_U32 ? tcui_sum_modulo_32((const uint32_t *)in + first, count, first)
                                        : (uint32_t)tcui_sum_u64(types, in, first, count);
    }
}

/* sum + lost += x, for sums of many terms. Of reals `lost` is what rounding loses; where it is no number, since a sum or a
 * part of one is infinite, nothing is added. */
static inline void tcui_add_f64(double *sum, double *lost, double x)
{
    const double before = *sum;
    *sum = before + x;
    const double error = tcui_two_sum_lost(before, x, *sum);
    *lost += isfinite(error) ? error : 0;
}

static inline void tcui_add_u64(uint64_t *sum, const uint64_t *lost, uint64_t x)
{
    (void)lost;
    *sum += x;
}

static inline void tcui_add_u32(uint32_t *sum, const uint32_t *lost, uint32_t x)
{
    (void)lost;
    *sum += x;
}

#endif /* TCUI_REDUCE_HOST_SUMS_H */
