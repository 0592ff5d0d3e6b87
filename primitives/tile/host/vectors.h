/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that hold vectors in registers, for each level. Define TCUI_TEMPLATE as a header's name and include this: it
 * includes that header for each level and each of f32 and f64 (for_each_level.h), with the functions of vector_template.h
 * and
 *
 *     TCUI_ACC       f32 and f64 (tile.h)
 *     TCUI_V(name)   `name`, then type and level: name_f32_avx2
 *     TCUI_LANES     elements of a vector
 *
 * Unlike other templates' levels these round differently: where the processor has fused multiply-adds they are taken,
 * since they halve the instructions. Each level by itself gives the same result on every run. (AVX2 against the baseline,
 * EPYC: polynomials at shared points 1.7 to 2.9 times as fast, convolutions 1.5 to 1.8 times, layers 2.8 to 3.2 times.)
 */
#include "tile.h"

#define TCUI_LEVEL_TEMPLATE "primitives/tile/host/vectors_of_level.h"
#include "for_each_level.h"

#undef TCUI_TEMPLATE
