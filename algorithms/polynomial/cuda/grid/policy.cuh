/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From which degree on products of 16 polynomials pay, and in which shape, a row a kind of operands.
 *
 * A giant step takes K tiles of 16 powers, and a warp has N times 8 points: larger K means fewer giant steps, larger N fewer
 * loads of coefficients, both more registers, of which a thread has 128 (two blocks of 256 on a multiprocessor).
 */
#ifndef TCUI_POLYNOMIAL_GRID_POLICY_CUH
#define TCUI_POLYNOMIAL_GRID_POLICY_CUH

#include "algorithms/polynomial/cuda/tuning.h"
#include "task.cuh"

namespace tcu
{

/* Of values that are written. */
struct grid_write_policy {
    uint64_t from;          /* the least degree that pays */
    uint64_t in_step_below; /* below this degree the warps of a block write in step, as memory limits */
};

struct grid_policy {
    grid_write_policy write, write_halves; /* of many polynomials; results of f16 and bf16 */
    /* The least degrees that pay: values of few polynomials written; values reduced. */
    uint64_t few_from, reduce_from;
    /* The least degrees of the long shape; of rows that are no whole vectors. */
    uint64_t long_write_from, long_elements_from, long_reduce_from;
    int short_k, short_n, long_k, long_n;
};

/*
 * ms on an H200, Horner's scheme and shapes K x N, of 1024 polynomials at 2^19 points (16 at 2^24):
 *
 *     f64    d = 63: 2.66, 1x2 1.66, 2x2 1.93, 4x2 2.36; d = 255: 9.87, 1x2 5.47, 2x2 5.35, 4x2 5.70; max, d = 15: 0.97,
 *            1x2 0.76; d = 63: 2.81, 1x2 1.70, 2x2 1.82; of 16, d = 63: 1.48, 1x2 1.09, 1x4 1.21; d = 255: 5.25, 2x2 2.97
 *     f32    d = 63: 1.46, 1x4 0.91, 2x2 1.01, 4x2 1.02; d = 255: 5.05, 1x4 2.30, 2x2 2.24, 4x2 2.12; max, d = 15: 0.85,
 *            1x4 0.33; d = 63: 1.80, 1x4 0.83, 4x2 0.67; of 16, d = 63: 0.77, 1x4 0.67; d = 255: 2.60, 4x2 1.46
 *     f16    d = 63: 1.46, 1x4 0.61, 4x4 0.61; d = 255: 5.05, 1x4 1.01, 4x4 0.85; max, d = 15: 0.85, 1x4 0.26; d = 63:
 *            1.80, 1x4 0.45, 4x4 0.36; of 16, d = 63: 0.79, 1x4 0.48; d = 255: 2.70, 4x4 0.82
 *
 * With one block of 256 threads on a multiprocessor, so twice the registers, f64 at 2^20 points: d = 63: 1x2 4.14, 2x4
 * 3.23 (two blocks, 1x2: 3.19); d = 255: 2x4 10.4, 4x4 10.8 (two blocks, 2x2: 10.1).
 *
 * At 2^20 points, Horner's scheme, products, products in step, of 1024 polynomials:
 *
 *     f64             d = 23: 2.22, 2.68, 2.32; d = 27: 2.48, 2.68, 2.32; d = 31: 2.75, 2.66, 2.33; d = 39: 3.3, 2.66, 2.77
 *     f32             d = 23: 1.17, 1.32, 1.19; d = 27: 1.34, 1.33, 1.19; d = 47: 2.16, 1.34, 1.24; d = 63: 2.81, 1.46, 1.53
 *     f16 to f32      d = 23: 1.18, 1.36, 1.29; d = 31, 1x4: 1.51, 1.45, 1.30, 4x4 1.14; d = 127: 5.2, 1.35, 1.18; d = 255:
 *                     10, 1.63, 1.72
 *     f16 to f16      d = 7: 0.48, -, -; d = 15: 0.75, 0.74, 0.63; d = 23: 1.01, 0.73, 0.75; d = 31, 1x4: 1.31, 0.73, 0.75,
 *                     4x4 0.76; d = 47, 1x4: 1.88, 1.05, 1.07, 4x4 0.76
 *     max             f64, d = 7 and 15: 0.920, 1.185 and 1.544, 1.188
 *
 * On an H100, whose memory takes 1.4 times as long, with a tile of coefficients loaded ahead and the values' own
 * instructions reduced, before and after, 1024 polynomials at 2^20 points:
 *
 *     max             f64, d = 15: 1.18, 0.98 (2x2 1.17); d = 31: 1.81, 1.84 (2x2 1.66); d = 63: 3.11, 2.85 (2x2);
 *                     f32, d = 15: 0.59, 0.46; d = 63: 1.29, 1.13; d = 255: 3.83, 3.79; f16, d = 15: 0.45, 0.31; d = 63:
 *                     0.62, 0.51; d = 255: 1.49, 1.39
 *     written         f64, d = 95: 4.49, 4.14 (2x2); d = 127: 5.66, 5.45 (2x2); f32, d = 63: 1.65, 1.62; d = 255: 4.18, 3.84
 *     of 16 at 2^24   f64, d = 63: 1.10, 1.07 (Horner's scheme 1.26); d = 255: 2.93, 2.78; f32, d = 31: 0.60, 0.48 (0.41);
 *                     d = 63: 0.69, 0.54 (0.71); f16, d = 63: 0.53, 0.42
 *
 * Rows that begin anywhere, f64, 1000 of 2^20 - 3 points, d = 63: 4.07 (1x2), 4.67 (2x2).
 *
 * f64 with one block of 4x2 a multiprocessor: max, d = 63: 3.25, and d = 255 10.6; with 2x2 in blocks of 192 threads, which
 * have registers for tiles ahead: 3.16 and 10.9.
 */
template <class Operands>
constexpr grid_policy policy_of_operands = {.write = {.from = 24, .in_step_below = 48},
                                            .write_halves = {},
                                            .few_from = 44,
                                            .reduce_from = 5,
                                            .long_write_from = 96,
                                            .long_elements_from = 96,
                                            .long_reduce_from = 48,
                                            .short_k = 1,
                                            .short_n = 4,
                                            .long_k = 4,
                                            .long_n = 2};
template <>
constexpr grid_policy policy_of_operands<double_operands> = {.write = {.from = 26, .in_step_below = 36},
                                                             .write_halves = {},
                                                             .few_from = 42,
                                                             .reduce_from = 9,
                                                             .long_write_from = 36,
                                                             .long_elements_from = 96,
                                                             .long_reduce_from = 24,
                                                             .short_k = 1,
                                                             .short_n = 2,
                                                             .long_k = 2,
                                                             .long_n = 2};
template <>
constexpr grid_policy policy_of_operands<single_half_operands> = {.write = {.from = 24, .in_step_below = 160},
                                                                  .write_halves = {.from = 13, .in_step_below = 17},
                                                                  .few_from = 48,
                                                                  .reduce_from = 4,
                                                                  .long_write_from = 24,
                                                                  .long_elements_from = 24,
                                                                  .long_reduce_from = 32,
                                                                  .short_k = 1,
                                                                  .short_n = 4,
                                                                  .long_k = 4,
                                                                  .long_n = 4};

constexpr grid_write_policy write_policy(const grid_policy &policy, tcu_type out_type)
{
    return out_type == TCU_TYPE_F16 || out_type == TCU_TYPE_BF16 ? policy.write_halves : policy.write;
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
                  "one plan for rows that lie in any way");
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
