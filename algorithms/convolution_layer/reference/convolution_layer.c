/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The convolution layer as a product of matrices (implicit im2col: S. Chetlur et al., "cuDNN: Efficient Primitives for
 * Deep Learning", 2014), K filters of C x R x S weights on N images, P x Q results of each:
 *
 *     out = F W + bias        F: K x (C R S)          F[k][(c, r, s)] = filters(k, c, r, s)
 *                             W: (C R S) x (N P Q)    W[(c, r, s)][(n, p, q)] = in(n, c, y, x)
 *
 *     y = p stride_y - padding_y + r dilation_y,  x = q stride_x - padding_x + s dilation_x;  0 outside of the image
 *
 * A column of W is the window that one result sees. W has each input up to R S times, so it is never stored: a tile of it
 * is gathered when it is needed.
 *
 * Example: N = C = 1, an image of 3 x 3, two filters of 2 x 2, no padding, strides and dilations 1, so P = Q = 2:
 *
 *     image  1 2 3                                      | 1 2 4 5 |  (0, 0)
 *            4 5 6         F = | 1 0 0 -1 |         W = | 2 3 5 6 |  (0, 1)      F W = | -4 -4 -4 -4 |
 *            7 8 9             | 1 1 1  1 |             | 4 5 7 8 |  (1, 0)            | 12 16 24 28 |
 *                                                       | 5 6 8 9 |  (1, 1)
 *
 * The first window, 1 2 4 5, has the sum 12; the rows of F W are the two images that come out, each 2 x 2.
 */
#include "algorithms/convolution_layer/backend.h"
#include "primitives/tile/reference/tile.h"

enum { EDGE = TCUI_REFERENCE_EDGE };

typedef tcui_convolution_layer_task layer;

/* F[k][row]; zeros around the matrix. */
static double filter_at(const layer *l, uint64_t k, uint64_t row)
{
    const uint64_t rows = l->in_channels * l->axes[0].kernel * l->axes[1].kernel;
    return k < l->out_channels && row < rows ? tcui_reference_load(l->type, l->filters, k * rows + row) : 0;
}

/* W[row][column]; zeros around the image, and around the matrix. */
static double window_at(const layer *l, uint64_t row, uint64_t column)
{
    const tcui_layer_axis *y = &l->axes[0], *x = &l->axes[1];
    const uint64_t s = row % x->kernel, r = row / x->kernel % y->kernel, c = row / x->kernel / y->kernel;
    const uint64_t q = column % x->out, p = column / x->out % y->out, n = column / x->out / y->out;
    if (c >= l->in_channels || n >= l->batch) {
        return 0;
    }
    /* (Where the padding is larger than the rest the difference wraps around, to a number far beyond the image.) */
    const uint64_t in_y = p * y->stride + r * y->dilation - y->padding;
    const uint64_t in_x = q * x->stride + s * x->dilation - x->padding;
    if (in_y >= y->in || in_x >= x->in) {
        return 0;
    }
    return tcui_reference_load(l->type, l->in, ((n * l->in_channels + c) * y->in + in_y) * x->in + in_x);
}

/* The tile of results whose first one is filter k's at column `column` of W. */
static void write_tile(const layer *l, uint64_t k, uint64_t column)
{
    const uint64_t rows = l->in_channels * l->axes[0].kernel * l->axes[1].kernel;
    const uint64_t points = l->axes[0].out * l->axes[1].out;
    tcui_reference_tile A, B, C = {{{0}}};
    for (uint64_t row = 0; row < rows; row += EDGE) {
        for (uint64_t i = 0; i < EDGE; i++) {
            for (uint64_t j = 0; j < EDGE; j++) {
                A.at[i][j] = filter_at(l, k + i, row + j);
                B.at[i][j] = window_at(l, row + i, column + j);
            }
        }
        tcui_reference_multiply(&C, &A, &B);
    }
    for (uint64_t i = 0; i < EDGE && k + i < l->out_channels; i++) {
        const double bias = l->bias != NULL ? tcui_reference_load(l->type, l->bias, k + i) : 0;
        for (uint64_t j = 0; j < EDGE && column + j < l->batch * points; j++) {
            const uint64_t n = (column + j) / points, point = (column + j) % points;
            tcui_reference_store(l->type, l->out, (n * l->out_channels + k + i) * points + point, C.at[i][j] + bias);
        }
    }
}

static tcu_status execute(tcu_context *context, const void *task, void *workspace)
{
    const layer *l = task;
    const uint64_t columns = l->batch * l->axes[0].out * l->axes[1].out;
    (void)context, (void)workspace;
    for (uint64_t k = 0; k < l->out_channels; k += EDGE) {
        for (uint64_t column = 0; column < columns; column += EDGE) {
            write_tile(l, k, column);
        }
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_convolution_layer_reference = {
    .id = TCUI_CONVOLUTION_LAYER, .name = "convolution_layer", .paths = paths, .num_paths = 1};
