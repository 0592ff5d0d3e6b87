/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which element of a matrix a lane's register holds: the fragment layouts of mma.sync as the PTX ISA documents them
 * ("Matrix multiply-accumulate operation using mma instruction"), and the only place where lane arithmetic is written.
 *
 * With g = lane / 4 and t = lane % 4, and P elements of 32 / P bits packed in a 32-bit register, all m16n8 shapes share
 * one formula (k = 8 P: 8 for tf32, 16 for f16 and bf16, 32 for 8-bit integers, 256 for single bits):
 *
 *     A, 16 x k:  register r = 0..3, element j:  row = g + 8 (r mod 2),  column = P t + j + 4 P (r div 2)
 *     B, k x 8:   register r = 0..1, element j:  row = P t + j + 4 P r,  column = g
 *     C, 16 x 8:  register r = 0..3:             row = g + 8 (r div 2),  column = 2 t + (r mod 2)
 *
 * and m8n8k4 with f64 operands, one element a register:
 *
 *     A, 8 x 4:   row = g,  column = t
 *     B, 4 x 8:   row = t,  column = g
 *     C, 8 x 8:   register r = 0..1:  row = g,  column = 2 t + r
 *
 * and m16n8k16 with f64 operands, one element a register, C as in all m16n8 shapes:
 *
 *     A, 16 x 16: register r = 0..7:  row = g + 8 (r mod 2),  column = t + 4 (r div 2)
 *     B, 16 x 8:  register r = 0..3:  row = t + 4 r,          column = g
 */
#ifndef TCUI_FRAGMENT_H
#define TCUI_FRAGMENT_H

#include "lanes.h"

#ifdef __CUDACC__
#define TCUI_FRAGMENT_FUNCTION static __host__ __device__ inline constexpr
#elif defined(__cplusplus)
#define TCUI_FRAGMENT_FUNCTION static inline constexpr
#else
#define TCUI_FRAGMENT_FUNCTION static inline
#endif

typedef struct tcui_position {
    int row;
    int column;
} tcui_position;

#ifdef __cplusplus
#define TCUI_POSITION(row, column)                                                                                     \
    tcui_position                                                                                                      \
    {                                                                                                                  \
        row, column                                                                                                    \
    }
#else
#define TCUI_POSITION(row, column) ((tcui_position){row, column})
#endif

TCUI_FRAGMENT_FUNCTION int tcui_lane_group(int lane)
{
    return lane / 4;
}

TCUI_FRAGMENT_FUNCTION int tcui_lane_in_group(int lane)
{
    return lane % 4;
}

/* m16n8: `packed` is P, the elements in a register; `element` is j < P. */
TCUI_FRAGMENT_FUNCTION tcui_position tcui_m16n8_a(int packed, int lane, int reg, int element)
{
    return TCUI_POSITION(tcui_lane_group(lane) + 8 * (reg % 2),
                         packed * tcui_lane_in_group(lane) + element + 4 * packed * (reg / 2));
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m16n8_b(int packed, int lane, int reg, int element)
{
    return TCUI_POSITION(packed * tcui_lane_in_group(lane) + element + 4 * packed * reg, tcui_lane_group(lane));
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m16n8_c(int lane, int reg)
{
    return TCUI_POSITION(tcui_lane_group(lane) + 8 * (reg / 2), 2 * tcui_lane_in_group(lane) + reg % 2);
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m16n8k16_f64_a(int lane, int reg)
{
    return TCUI_POSITION(tcui_lane_group(lane) + 8 * (reg % 2), tcui_lane_in_group(lane) + 4 * (reg / 2));
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m16n8k16_f64_b(int lane, int reg)
{
    return TCUI_POSITION(tcui_lane_in_group(lane) + 4 * reg, tcui_lane_group(lane));
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m8n8k4_a(int lane)
{
    return TCUI_POSITION(tcui_lane_group(lane), tcui_lane_in_group(lane));
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m8n8k4_b(int lane)
{
    return TCUI_POSITION(tcui_lane_in_group(lane), tcui_lane_group(lane));
}

TCUI_FRAGMENT_FUNCTION tcui_position tcui_m8n8k4_c(int lane, int reg)
{
    return TCUI_POSITION(tcui_lane_group(lane), 2 * tcui_lane_in_group(lane) + reg);
}

#endif /* TCUI_FRAGMENT_H */
