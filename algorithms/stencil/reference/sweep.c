/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep as a product of matrices (Y. Chen et al., "ConvStencil: Transform Stencil Computation to Matrix Multiplication
 * on Tensor Cores", PPoPP'24). For every run of neighbouring taps w_0 ... w_(count - 1), whose first offset is lo,
 *
 *     C += A B,     A[r][k] = in[x_r + lo + k]     16 windows, each of 16 neighbouring results' neighbours
 *                   B[k][c] = w[k - c]             the band matrix of the taps; 0 outside of 0 ... count - 1
 *                   C[r][c] = out[x_r + c]
 *
 * k < count + 15, a tile of A and B after the other. The 16 windows may be of any lines: x_r is a point of the grid.
 *
 * Example: a line of 8 points, the second difference (1 -2 1) at lo = -1, zeros outside; windows of 4 results:
 *
 *     in  1 2 4 7 0 3 5 1                        |  1  0  0  0 |
 *                                                | -2  1  0  0 |
 *     A = | 0 1 2 4 7 0 |  points -1 ... 4   B = |  1 -2  1  0 |     C = |  0  1  1 -10 |  results 0 ... 3
 *         | 7 0 3 5 1 0 |  points  3 ... 8       |  0  1 -2  1 |         | 10 -1 -6   3 |  results 4 ... 7
 *                                                |  0  0  1 -2 |
 *                                                |  0  0  0  1 |
 *
 * The zeros of B are multiplied with what is in the window beside the taps. Where that is infinite or NaN, the product is
 * NaN and not 0: so results that are not finite are summed anew, tap by tap.
 */
#include <math.h>
#include <string.h>

#include "internal.h"
#include "window.h"

enum { EDGE = TCUI_REFERENCE_EDGE };

/* C += A B of taps t ... t + count - 1. With a step between results windows do not overlap: taps come one by one. */
static void multiply_run(const tcui_stencil *s, const void *in, const tcui_stencil_window *windows,
                         uint64_t num_windows, uint64_t t, uint64_t count, tcui_reference_tile *C)
{
    const tcui_tap first = tcui_stencil_reference_tap(s, t);
    for (uint64_t begin = 0; begin < count + EDGE - 1; begin += EDGE) {
        tcui_reference_tile A = {{{0}}}, B = {{{0}}};
        for (uint64_t i = 0; i < EDGE; i++) {
            for (uint64_t r = 0; r < num_windows; r++) {
                A.at[r][i] = tcui_stencil_window_input(s, in, &windows[r], begin + i, &first);
            }
            for (uint64_t c = 0; c < EDGE; c++) {
                const uint64_t k = begin + i;
                const bool is_tap = k >= c && k - c < count;
                B.at[i][c] = is_tap ? tcui_stencil_reference_tap(s, t + (k - c)).weight : 0;
            }
        }
        tcui_reference_multiply(C, &A, &B);
    }
}

/* The formula: result c of the window. */
static double sum_of_taps(const tcui_stencil *s, const void *in, const tcui_stencil_window *w, uint64_t c,
                          uint32_t field)
{
    double sum = 0;
    for (uint64_t t = 0; t < s->num_taps; t++) {
        const tcui_tap tap = tcui_stencil_reference_tap(s, t);
        if (tap.out_field == field) {
            sum += tap.weight * tcui_stencil_window_input(s, in, w, c, &tap);
        }
    }
    return sum;
}

static void copy_point(const tcui_stencil *s, const void *in, const tcui_stencil_window *w, uint64_t c, uint32_t field,
                       void *out)
{
    const size_t size = tcu_type_size(s->type);
    memcpy((char *)out + tcui_stencil_window_out(s, w, c, field) * size,
           (const char *)in + tcui_stencil_window_in(s, w, c, field) * size, size);
}

/* The results of one field in up to 16 windows: a tile C. */
static void write_tile(const tcui_stencil *s, const void *in, const tcui_stencil_window *windows, uint64_t num_windows,
                       uint32_t field, void *out)
{
    tcui_reference_tile C = {{{0}}};
    uint64_t count;
    for (uint64_t t = 0; t < s->num_taps; t += count) {
        count = s->axes[2].step == 1 ? tcui_stencil_reference_run(s, t) : 1;
        if (tcui_stencil_reference_tap(s, t).out_field == field) {
            multiply_run(s, in, windows, num_windows, t, count, &C);
        }
    }
    for (uint64_t r = 0; r < num_windows; r++) {
        const tcui_stencil_window *w = &windows[r];
        for (uint64_t c = 0; c < w->results; c++) {
            if (tcui_stencil_window_keeps(s, w, c)) {
                copy_point(s, in, w, c, field, out);
                continue;
            }
            const double sum = isfinite(C.at[r][c]) ? C.at[r][c] : sum_of_taps(s, in, w, c, field);
            tcui_reference_store(s->type, out, tcui_stencil_window_out(s, w, c, field), sum);
        }
    }
}

void tcui_stencil_reference_sweep(const tcui_stencil *s, const void *in, void *out)
{
    const uint64_t all = tcui_stencil_window_count(s);
    for (uint64_t first = 0; first < all; first += EDGE) {
        tcui_stencil_window windows[EDGE];
        const uint64_t num_windows = all - first < EDGE ? all - first : EDGE;
        for (uint64_t r = 0; r < num_windows; r++) {
            windows[r] = tcui_stencil_window_number(s, first + r);
        }
        for (uint32_t field = 0; field < s->out_fields; field++) {
            write_tile(s, in, windows, num_windows, field, out);
        }
    }
}

void tcui_stencil_reference_copy(const tcui_stencil *s, const void *in, void *out)
{
    const uint64_t all = tcui_stencil_window_count(s);
    for (uint64_t number = 0; number < all; number++) {
        const tcui_stencil_window w = tcui_stencil_window_number(s, number);
        for (uint32_t field = 0; field < s->out_fields; field++) {
            for (uint64_t c = 0; c < w.results; c++) {
                copy_point(s, in, &w, c, field, out);
            }
        }
    }
}
