/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The 16 x 16 tiles of the host backend: tcui_tile_f32, _f64, _u32 and _u64, named by the type that they accumulate in.
 * LoadTile converts the elements of an array to that type exactly (an integer modulo 2^w, sign-extended where its type
 * is signed), StoreTile rounds or truncates them back. In between stands the mma, D = A * B + C, by its definition, and
 * the products with the constant tiles of constant_tiles.h, each as the additions that are left of it.
 *
 * Element types are run-time values of tcu_type: everything is inlined into kernels that pass them as constants.
 */
#ifndef TCUI_TILE_HOST_H
#define TCUI_TILE_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "levels.h"
#include "primitives/tile/constant_tiles.h"
#include "primitives/tile/half.h"
#include "tcu/types.h"

enum { TCUI_TILE_EDGE = 16, TCUI_TILE_ELEMENTS = 256 };

typedef enum tcui_tile_layout {
    TCUI_ROW_MAJOR,   /* element (r, c) is number r * stride + c */
    TCUI_COLUMN_MAJOR /* element (r, c) is number c * stride + r */
} tcui_tile_layout;

/* The names that sum_pairs.h has for element types. */
enum {
    tcui_element_f16 = TCU_TYPE_F16,
    tcui_element_bf16 = TCU_TYPE_BF16,
    tcui_element_f32 = TCU_TYPE_F32,
    tcui_element_f64 = TCU_TYPE_F64,
    tcui_element_i8 = TCU_TYPE_I8,
    tcui_element_u8 = TCU_TYPE_U8,
    tcui_element_i16 = TCU_TYPE_I16,
    tcui_element_u16 = TCU_TYPE_U16,
    tcui_element_i32 = TCU_TYPE_I32,
    tcui_element_u32 = TCU_TYPE_U32,
    tcui_element_i64 = TCU_TYPE_I64,
    tcui_element_u64 = TCU_TYPE_U64
};

/* Inside a template for an accumulator TCUI_ACC, which is f32, f64, u32 or u64: `name` with the accumulator's behind it, and
 * what it is. */
#define TCUI_T(name)      TCUI_JOIN(name, TCUI_ACC)
#define TCUI_ACC_TYPE     TCUI_T(TCUI_TYPE)
#define TCUI_ACC_BYTES    TCUI_T(TCUI_BYTES)
#define TCUI_ACC_IS_FLOAT TCUI_T(TCUI_IS_FLOAT)

#define TCUI_TYPE_f32     float
#define TCUI_TYPE_f64     double
#define TCUI_TYPE_u32     uint32_t
#define TCUI_TYPE_u64     uint64_t
#define TCUI_BYTES_f32    4
#define TCUI_BYTES_f64    8
#define TCUI_BYTES_u32    4
#define TCUI_BYTES_u64    8
#define TCUI_IS_FLOAT_f32 1
#define TCUI_IS_FLOAT_f64 1
#define TCUI_IS_FLOAT_u32 0
#define TCUI_IS_FLOAT_u64 0

#define TCUI_ACC f32
#include "tile_template.h"
#define TCUI_ACC f64
#include "tile_template.h"
#define TCUI_ACC u32
#include "tile_template.h"
#define TCUI_ACC u64
#include "tile_template.h"

#endif /* TCUI_TILE_HOST_H */
