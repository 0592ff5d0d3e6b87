/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tile reductions for every accumulator of the host backend, and the types that they are told. Included by the
 * reductions and by the scans, which add up the segments that cross from one chunk to the next.
 *
 * Floating-point sums are formed in f64 whatever the element type: the host has no matrix unit whose f32 accumulator
 * would be faster, f32 elements cannot overflow on the way, and one rounding at the end is all the error that counts.
 */
#ifndef TCUI_REDUCE_HOST_SUMS_H
#define TCUI_REDUCE_HOST_SUMS_H

#include "primitives/tile/tile_host.h"

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

#define TCUI_ACC      f64
#define TCUI_ACC_TYPE double
#include "tile.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE

#define TCUI_ACC      u32
#define TCUI_ACC_TYPE uint32_t
#include "tile.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE

#define TCUI_ACC      u64
#define TCUI_ACC_TYPE uint64_t
#include "tile.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE

#endif /* TCUI_REDUCE_HOST_SUMS_H */
