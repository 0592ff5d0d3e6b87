/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In which shape products of 16 polynomials are made, a row a kind of operands. From which degree on they pay: ../tuning.h.
 *
 * A giant step takes K tiles of 16 powers, and a warp has N times 8 points: larger K means fewer giant steps, larger N
 * fewer loads of coefficients, both more registers, of which a thread has 128 (two blocks of 256 on a multiprocessor).
 */
#ifndef TCUI_POLYNOMIAL_GRID_POLICY_CUH
#define TCUI_POLYNOMIAL_GRID_POLICY_CUH

#include "algorithms/polynomial/cuda/tuning.h"
#include "task.cuh"

namespace tcu
{

struct grid_policy {
    /* Below this degree the warps of a block write in step, as memory limits; and results of f16 and bf16. */
    uint64_t in_step_below, in_step_below_of_halves;
    /* The least degrees of the long shape; of rows that are no whole vectors. */
    uint64_t long_write_from, long_elements_from, long_reduce_from;
    int short_k, short_n, long_k, long_n;
};

/* Of f32; f64; f16 and bf16. Beside a number stands what decided it: ms on an H200 of 1024 polynomials at 2^20 points,
 * taken : next best. All of them are in docs/design/polynomial.md#measured-choices. */
template <class Operands>
constexpr grid_policy policy_of_operands = {.in_step_below = 48, /* degree 47: 1.24 : 1.34; 63: 1.53 : 1.46 */
                                            .long_write_from = 96,
                                            .long_elements_from = 96,
                                            .long_reduce_from = 48, /* degree 63, 2^19 points: .67 : .83 with 1x4 */
                                            .short_k = 1,           /* degree 63, 2^19 points: .91 : 1.01 with 2x2 */
                                            .short_n = 4,
                                            .long_k = 4, /* degree 255, 2^19 points: 2.12 : 2.24 with 2x2 */
                                            .long_n = 2};
template <>
constexpr grid_policy policy_of_operands<double_operands> = {
    .in_step_below = 36, /* degree 31: 2.33 : 2.66; 39: 2.77 : 2.66 */
    .long_write_from = 36,
    .long_elements_from = 96, /* 1000 of 2^20 - 3 points, degree 63: 4.07 : 4.67 with 2x2 */
    .long_reduce_from = 24,   /* H100, degree 15: 1.17 : .98 with 1x2; 31: 1.66 : 1.84 */
    .short_k = 1,             /* degree 63, 2^19 points: 1.66 : 1.93 with 2x2 */
    .short_n = 2,
    .long_k = 2, /* degree 255, 2^19 points: 5.35 : 5.47 with 1x2, 5.70 with 4x2 */
    .long_n = 2};
template <>
constexpr grid_policy policy_of_operands<single_half_operands> = {
    .in_step_below = 160,          /* degree 127: 1.18 : 1.35; 255: 1.72 : 1.63 */
    .in_step_below_of_halves = 17, /* degree 15: .63 : .74; 23: .75 : .73 */
    .long_write_from = 24,         /* degree 31: 1.14 : 1.30 with 1x4 */
    .long_elements_from = 24,
    .long_reduce_from = 32, /* degree 63, 2^19 points: .36 : .45 with 1x4 */
    .short_k = 1,
    .short_n = 4,
    .long_k = 4, /* degree 255, 2^19 points: .85 : 1.01 with 1x4 */
    .long_n = 4};

constexpr bool is_half(tcu_type type)
{
    return type == TCU_TYPE_F16 || type == TCU_TYPE_BF16;
}

constexpr uint64_t in_step_below(const grid_policy &policy, tcu_type out_type)
{
    return is_half(out_type) ? policy.in_step_below_of_halves : policy.in_step_below;
}

/* Whether all rows of results, which are not columns, are whole vectors. */
inline bool are_whole_rows(const tcui_polynomial_task *task)
{
    const uint64_t rows = task->polynomials.count * task->polynomials.planes;
    const size_t element_bytes = task->out_type == TCU_TYPE_F64 ? 8 : task->out_type == TCU_TYPE_F32 ? 4 : 2;
    return are_whole_vectors(task->out, rows > 1 ? task->out_stride : 0, element_bytes, 16);
}

/* (A workspace query does not know how rows lie, so both shapes need the same bytes.) */
template <class Operands>
bool has_long_shape(const tcui_polynomial_task *task)
{
    constexpr grid_policy policy = policy_of_operands<Operands>;
    static_assert(policy.long_elements_from == policy.long_write_from ||
                      (Operands::has_partial_steps && policy.long_n == policy.short_n),
                  "one workspace for rows that lie in any way");
    const uint64_t degree = task->polynomials.degree;
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        return degree >= policy.long_reduce_from;
    }
    const bool are_vectors = task->order != TCU_ORDER_COLUMN_MAJOR && are_whole_rows(task);
    return degree >= (are_vectors ? policy.long_write_from : policy.long_elements_from);
}

/* function(shape) */
template <class Operands, class Function>
auto in_shape(const tcui_polynomial_task *task, Function function)
{
    constexpr grid_policy policy = policy_of_operands<Operands>;
    return has_long_shape<Operands>(task) ? function(grid_shape<policy.long_k, policy.long_n>())
                                          : function(grid_shape<policy.short_k, policy.short_n>());
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_POLICY_CUH */
