/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that hold vectors in registers, for every instruction set that they are worth having for. Define
 * TCUI_TEMPLATE as a header's name and include this: it includes that header for each level and each of f32 and f64,
 * with the functions of vector_template.h and
 *
 *     TCUI_ACC, TCUI_ACC_TYPE, TCUI_ACC_BYTES   f32, float, 4 and f64, double, 8
 *     TCUI_V(name)                              `name`, then type and level: name_f32_avx2
 *     TCUI_TARGET                               stands before every function
 *     TCUI_LANES                                elements of a vector
 *
 * Unlike the levels of target.h these round differently: where the processor has fused multiply-adds they are
 * taken, since they halve the instructions. Each level by itself gives the same result on every run.
 */
#include <stdint.h>
#include <string.h>

#include "target.h"

#ifndef TCUI_HOST_VECTORS_H
#define TCUI_HOST_VECTORS_H

#define TCUI_V_(name, acc, level)  name##_##acc##_##level
#define TCUI_V__(name, acc, level) TCUI_V_(name, acc, level)
/* Inside a template: `name` with the names of type and level behind it. */
#define TCUI_V(name) TCUI_V__(name, TCUI_ACC, TCUI_LEVEL)

/* Before a loop over an array of vectors, so that the array is registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define TCUI_UNROLL _Pragma("GCC unroll 16")
#elif defined(__clang__)
#define TCUI_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TCUI_UNROLL
#endif

#endif /* TCUI_HOST_VECTORS_H */

#define TCUI_LEVEL_TEMPLATE "primitives/tile/host/vectors_of_level.h"
#include "levels.h"

#undef TCUI_TEMPLATE
