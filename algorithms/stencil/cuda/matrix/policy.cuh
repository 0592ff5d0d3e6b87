/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the kernels for boxes on the matrix unit, and from how many taps on they pay.
 *
 * A box is padded with weights 0 to the first shape that holds it. Registers of a thread: 4 * out_lines * down for
 * sums, 2 * octets * (lines + out_lines - 1) for each row of windows, of which `ahead` are in flight, and halves *
 * octets * down for bands that are not in shared memory. What arrives later in a turn of the loop than the loop begins
 * anew should keep its registers: `ahead` divides `turn`, or each turn waits for all rows. (The boxes of 13 and 17
 * lines with weights of two halves have no registers for that: 4 rows ahead, and one wait in 13 or 17 rows.)
 */
#ifndef TCUI_STENCIL_MATRIX_POLICY_CUH
#define TCUI_STENCIL_MATRIX_POLICY_CUH

#include <iterator>

#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

/* Where a warp has its bands: in shared memory, a band should serve several lines of results. */
enum class band_memory { registers, last_step_shared, shared };

struct box_shape {
    int halves;      /* of a weight: 2, or 1 where one has all its bits */
    int down, lines; /* taps along the axis that a warp goes down, and along the one beside it */
    /* 8 elements each: of the windows of 8 neighbouring results. 1: crossed windows, of 4 neighbours on two lines each,
     * which have an octet of every line; where taps are few, less of their bands is 0. */
    int octets;
    int out_lines; /* lines of results of a warp */
    int ahead;     /* rows of windows that are loaded ahead */
    int turn;      /* rows in a turn of the loop: a multiple of down, or 1, by which sums move through registers */
    int blocks;    /* of a multiprocessor, at least */
    band_memory bands;

    constexpr bool are_crossed() const { return octets == 1; }
    constexpr int lines_of_bands() const { return are_crossed() ? lines / 2 + 1 : lines; }
    constexpr int steps() const { return (octets + 1) / 2; } /* of 16 elements of a window */
};

/* clang-format off */
/* Two axes: a warp has one line of results. Beside a row: ms on an H200 for 2^28 points f16, taken : next best. */
inline constexpr box_shape plane_shapes[] = {
    {.halves = 2, .down = 5, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 10, .turn = 10, .blocks = 4,
     .bands = band_memory::registers}, /* .361 : .439 with 5 rows ahead in 5 blocks */
    {.halves = 2, .down = 7, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 7, .turn = 7, .blocks = 3,
     .bands = band_memory::registers}, /* .408 : .434 in 4 blocks */
    {.halves = 2, .down = 9, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 3, .turn = 9, .blocks = 3,
     .bands = band_memory::registers}, /* .460 : .578 in 4 blocks */
    {.halves = 2, .down = 13, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 4, .turn = 13, .blocks = 2,
     .bands = band_memory::registers},
    {.halves = 2, .down = 17, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 4, .turn = 17, .blocks = 2,
     .bands = band_memory::last_step_shared},
};
inline constexpr box_shape plane_shapes_of_half[] = {
    {.halves = 1, .down = 5, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 10, .turn = 10, .blocks = 4,
     .bands = band_memory::registers}, /* .322 : .364 with 5 rows ahead and in a turn */
    {.halves = 1, .down = 7, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 7, .turn = 7, .blocks = 3,
     .bands = band_memory::registers}, /* .371 : .373 in 4 blocks */
    {.halves = 1, .down = 9, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 3, .turn = 9, .blocks = 3,
     .bands = band_memory::registers}, /* .374 : .390 in 4 blocks */
    {.halves = 1, .down = 13, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 1, .turn = 13, .blocks = 3,
     .bands = band_memory::registers}, /* .605 : .621 with 4 rows ahead */
    {.halves = 1, .down = 17, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 2, .turn = 17, .blocks = 2,
     .bands = band_memory::registers}, /* .730 : .767 with the last step in shared memory */
};

/* Three axes: a band serves all lines of a warp. Beside a row: ms for 2^27 points. */
inline constexpr box_shape volume_shapes[] = {
    {.halves = 2, .down = 3, .lines = 3, .octets = 1, .out_lines = 4, .ahead = 1, .turn = 3, .blocks = 3,
     .bands = band_memory::shared},
    {.halves = 2, .down = 5, .lines = 5, .octets = 1, .out_lines = 4, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
    {.halves = 2, .down = 5, .lines = 5, .octets = 2, .out_lines = 4, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
    {.halves = 2, .down = 7, .lines = 7, .octets = 2, .out_lines = 3, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
    {.halves = 2, .down = 9, .lines = 9, .octets = 2, .out_lines = 2, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
};
inline constexpr box_shape volume_shapes_of_half[] = {
    {.halves = 1, .down = 3, .lines = 3, .octets = 1, .out_lines = 4, .ahead = 1, .turn = 3, .blocks = 3,
     .bands = band_memory::shared},
    {.halves = 1, .down = 5, .lines = 5, .octets = 1, .out_lines = 4, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
    {.halves = 1, .down = 5, .lines = 5, .octets = 2, .out_lines = 4, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared}, /* .391 : .407 with bands in registers */
    {.halves = 1, .down = 7, .lines = 7, .octets = 2, .out_lines = 3, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared}, /* .752 : 1.21 with 2 lines in 3 blocks */
    {.halves = 1, .down = 9, .lines = 9, .octets = 2, .out_lines = 2, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
};
/* clang-format on */

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_POLICY_CUH */
