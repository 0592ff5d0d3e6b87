/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the kernels for boxes on the matrix unit, and from how many taps on they pay.
 *
 * A box is padded with weights 0 to the first shape that holds it. Registers of a thread: 4 * out_lines * down for sums,
 * 2 * octets * (lines + out_lines - 1) for each row of windows, of which `ahead` are in flight, and halves * octets * down
 * for bands that are not in shared memory. What arrives later in a turn of the loop than the loop begins anew should
 * keep its registers: `ahead` divides `turn`, or each turn waits for all rows. (The boxes of 13 and 17 lines with weights
 * of two halves have no registers for that: 4 rows ahead, and one wait in 13 or 17 rows.)
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
/* Two axes: a warp has one line of results. (ms on an H200 for 2^28 points f16, one half a weight: 25
 * points .322, with 5 rows ahead and in a turn .364; 49 .371, in 4 blocks .373; 81 .374, in 4 blocks .390; 169 .605, with 4
 * rows ahead .621; 289 .730, with the last step in shared memory .767. Two halves: 25 .361, with 5 rows ahead in 5 blocks
 * .439; 49 .408, in 4 blocks .434; 81 .460, in 4 blocks .578.) */
inline constexpr box_shape plane_shapes[] = {
    {.halves = 2, .down = 5, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 10, .turn = 10, .blocks = 4,
     .bands = band_memory::registers},
    {.halves = 2, .down = 7, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 7, .turn = 7, .blocks = 3,
     .bands = band_memory::registers},
    {.halves = 2, .down = 9, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 3, .turn = 9, .blocks = 3,
     .bands = band_memory::registers},
    {.halves = 2, .down = 13, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 4, .turn = 13, .blocks = 2,
     .bands = band_memory::registers},
    {.halves = 2, .down = 17, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 4, .turn = 17, .blocks = 2,
     .bands = band_memory::last_step_shared},
};
inline constexpr box_shape plane_shapes_of_half[] = {
    {.halves = 1, .down = 5, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 10, .turn = 10, .blocks = 4,
     .bands = band_memory::registers},
    {.halves = 1, .down = 7, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 7, .turn = 7, .blocks = 3,
     .bands = band_memory::registers},
    {.halves = 1, .down = 9, .lines = 1, .octets = 2, .out_lines = 1, .ahead = 3, .turn = 9, .blocks = 3,
     .bands = band_memory::registers},
    {.halves = 1, .down = 13, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 1, .turn = 13, .blocks = 3,
     .bands = band_memory::registers},
    {.halves = 1, .down = 17, .lines = 1, .octets = 3, .out_lines = 1, .ahead = 2, .turn = 17, .blocks = 2,
     .bands = band_memory::registers},
};

/* Three axes: a band serves all lines of a warp. (ms for 2^27 points, one half a weight: 125 points .391, with bands in
 * registers .407, with a turn of 5 rows .526, with 2 lines in 3 blocks .503; 343 .752, with 2 lines in 3 blocks 1.21.) */
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
     .bands = band_memory::shared},
    {.halves = 1, .down = 7, .lines = 7, .octets = 2, .out_lines = 3, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
    {.halves = 1, .down = 9, .lines = 9, .octets = 2, .out_lines = 2, .ahead = 1, .turn = 1, .blocks = 2,
     .bands = band_memory::shared},
};
/* clang-format on */

/*
 * The least taps that pay, of f16 and bf16, with weights of two halves and of one. (ms on an H200 for 2^28 points f16, in
 * space 2^27, with two halves, with one, by multiply-adds: 5 of a line .32, .32, .33; 9 .32, .32, .38; 17 .32, .32, .46; 9
 * of a plane .36, .32, .36; 15 -, .32, 2.1; 25 .36, .32, .41; 27 of a volume .40, .33, .22; 64 .48, .39, 24. Boxes of 3 x 5
 * and 4 x 4 x 4 have no kernel that is made for them but strips/ and general/. Products of 17 x 17 take 1.6, and 2.3 one
 * axis after the other.)
 *
 * Lines of 600 points: 9 taps 2.60, 2.20 by multiply-adds; 17 2.60, 2.36; 25 2.66, 2.65; of 4000 9 taps .60, .62. Long
 * lines that begin anywhere: 9 taps .54, .38; 17 .54, .53; 25 .57, .64. Planes of 1922 x n, whose lines of results are no
 * whole vectors: 9 points .43, 1.45. Of 1280 x n 9 points .42, .38; 25 .42, .41; of 1920 x n .37, .39; .37, .44; with two
 * halves .43, .44. Input that begins anywhere, 1920 x n: 9 points .56, .46; 25 .56, .58; with two halves .64, .58.
 *
 * Why there are bands of halves and none of f64: prototypes, G points/s on an H200, by multiply-adds / on the matrix
 * unit with one weight of 11 bits, half of the kernels' products (a copy allows 265, 530 and 1060):
 *
 *                     f64          f32          f16                          f64          f32          f16
 *     2D, 5 points    237 / -      437 / -      864 / -      2D, 289         -             85 / 124     84 / 308
 *     2D, 25          230 / 208    424 / 440    810 / 899    3D, 27          206 / -      420 / 371    676 / 809
 *     2D, 49          200 / 193    418 / 442    527 / 882    3D, 125          90 / 65     196 / 195    192 / 502
 *     2D, 81          138 / 163    300 / 420    328 / 833    1D, 33 taps     256 / 201    434 / 465    640 / 967
 *                                                            1D, 129         114 / 101    184 / 254    196 / 637
 */
constexpr uint64_t lines_pay_from = 9, other_lines_pay_from = 25, long_line = 2048;
constexpr uint64_t planes_pay_from = 10, planes_of_half_pay_from = 9, planes_always_pay_from = 26, wide_plane = 1536;
constexpr uint64_t planes_of_half_anywhere_pay_from = 25;
constexpr uint64_t volumes_pay_from = 28;

/* Where lines begin anywhere and the path sliding joins vectors: the least taps that pay in planes whose lines of results
 * are no pairs, and in space. (ms on an H100, f16, products and sliding: planes of 16384 x 16383, 9 points 0.66, 0.58, 25
 * points 0.66, 0.68, of 16384 x 16382 0.47, 0.58; 512 x 512 x 511, 27 points 0.50, 0.64.) */
constexpr uint64_t planes_of_no_pairs_pay_from = 25, volumes_anywhere_pay_from = 27;

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_POLICY_CUH */
