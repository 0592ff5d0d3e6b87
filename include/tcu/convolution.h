/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file convolution.h
 * Convolutions and correlations of signals and images with kernels in the context's memory, and the convolution layer of
 * neural networks. In one call each, without a plan; stencil.h has plans, more axes, and what differential equations need.
 *
 * @code
 * const float signal[6] = {1, 2, 6, 4, 5, 0}, weights[3] = {0.25f, 0.5f, 0.25f};
 * float smooth[6];
 * tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
 * desc.height = 1;
 * desc.width = 6;
 * desc.padding = TCU_PADDING_SAME;
 * desc.boundary = TCU_BOUNDARY_CLAMP;
 * tcu_status status = tcu_convolve_1d(context, &desc, signal, weights, 3, smooth, NULL);
 * assert(status == TCU_SUCCESS && smooth[0] == 1.25f && smooth[2] == 4.5f && smooth[5] == 1.25f);
 * @endcode
 *
 * With a kernel w of k_y x k_x weights, strides s and the paddings' first coordinates b (below), for every image of the
 * batch and every channel by itself
 *
 *     correlation   out(y, x) = sum over i, j of  w(i, j) * in(s_y y + b_y + i, s_x x + b_x + j)
 *     convolution   the same with the kernel turned over: w(k_y - 1 - i, k_x - 1 - j)
 *
 * | padding | output points of an axis of n            | b        | as                                        |
 * |---------|------------------------------------------|----------|-------------------------------------------|
 * | VALID   | (n - k) / s + 1, or 0 where n < k        | 0        | the kernel stays inside                   |
 * | SAME    | (n + s - 1) / s                          | -(k / 2) | scipy.signal: `same`, kernel centred      |
 * | FULL    | (n + k - 2) / s + 1                      | -(k - 1) | every point that the kernel touches       |
 *
 * Divisions round down. What lies outside of the image is the description's boundary (KEEP is none here).
 *
 * **Counts.** Extents must be 1 or more. Where a comment says "0: 1", 0 stands for 1; of layers alone a batch of 0 is none.
 * Where there is no image or no output point (VALID with n < k), nothing is read or written, and pointers may be NULL.
 *
 * **Types, accuracy, determinism, streams, errors:** as in stencil.h. Weights are f64 for images of f64, else f32; they
 * are read when the call executes, on every replay of a graph. All weights count, also zeros: 0 times infinity is NaN.
 * `out` must not overlap anything else.
 */
#ifndef TCU_CONVOLUTION_H
#define TCU_CONVOLUTION_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "stencil.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Which outputs a convolution has. Values are pinned. */
typedef enum tcu_padding { TCU_PADDING_VALID = 0, TCU_PADDING_SAME = 1, TCU_PADDING_FULL = 2 } tcu_padding;

/** Whether the kernel is turned over. Values are pinned. */
typedef enum tcu_convolution_kind {
    TCU_CONVOLUTION = 0, /**< turned over along each axis, as in mathematics and numpy.convolve */
    TCU_CORRELATION = 1  /**< as it is, as in image processing and neural networks */
} tcu_convolution_kind;

/** The images. Start from TCU_CONVOLUTION_DESC_INIT; 0 stands for the defaults below. */
typedef struct tcu_convolution_desc {
    tcu_type type;             /**< f64, f32, f16, bf16 or u8: of `in` and `out` */
    uint64_t height;           /**< rows of an image, 1 or more; of tcu_convolve_1d() 0 or 1 */
    uint64_t width;            /**< points of a row, or of a signal, 1 or more */
    uint64_t channels;         /**< interleaved elements of a point; 0: 1 */
    uint64_t batch;            /**< images; 0: 1 */
    uint64_t in_row_stride;    /**< elements between rows of `in`; 0: dense */
    uint64_t out_row_stride;   /**< the same of `out` */
    uint64_t in_image_stride;  /**< elements between images of `in`; 0: dense */
    uint64_t out_image_stride; /**< the same of `out` */
    uint32_t stride_y;         /**< rows between the kernel's positions; 0: 1 */
    uint32_t stride_x;         /**< the same along a row */
    tcu_padding padding;       /**< which outputs there are */
    tcu_convolution_kind kind; /**< whether the kernel is turned over */
    tcu_boundary boundary;     /**< of both axes */
    double constant;           /**< outside, with TCU_BOUNDARY_CONSTANT; rounded to the type as results are */
    uint64_t reserved[4];      /**< must be 0 */
} tcu_convolution_desc;

/** Convolution of f32, all outputs where the kernel stays inside; nothing else set. */
#define TCU_CONVOLUTION_DESC_INIT                                                                                      \
    {                                                                                                                  \
        TCU_TYPE_F32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, TCU_PADDING_VALID, TCU_CONVOLUTION, TCU_BOUNDARY_ZERO, 0.0,        \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/**
 * Options of the convolutions of signals and images; NULL means the defaults of TCU_CONVOLUTION_OPTIONS_INIT. There
 * is no option yet: the reserved fields are room for those to come.
 */
typedef struct tcu_convolution_options {
    unsigned reserved[8]; /**< must be 0 */
} tcu_convolution_options;

/** Initialiser of tcu_convolution_options. */
#define TCU_CONVOLUTION_OPTIONS_INIT                                                                                   \
    {                                                                                                                  \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Points of the output. Checks the description as the calls do.
 *
 * @param[out] out_height,out_width  host memory.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT; TCU_ERROR_SIZE_OVERFLOW (sentence: tcu_context_last_error(NULL)).
 */
TCU_API tcu_status tcu_convolve_2d_shape(const tcu_convolution_desc *desc, uint64_t kernel_height,
                                         uint64_t kernel_width, uint64_t *out_height, uint64_t *out_width);

/**
 * Signals: one row each, `batch` of them, in_image_stride apart. The description's strides of rows and stride_y are not
 * used.
 *
 * @param desc     host memory, read before the function returns.
 * @param in       the signals.
 * @param weights  `kernel_width` weights. Context memory.
 * @param out      the results, of tcu_convolve_2d_shape()'s width.
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_convolve_1d(tcu_context *context, const tcu_convolution_desc *desc, const void *in,
                                   const void *weights, uint64_t kernel_width, void *out,
                                   const tcu_convolution_options *options);

/** Bytes of workspace that tcu_convolve_1d() needs. No device work. */
TCU_API tcu_status tcu_convolve_1d_workspace(tcu_context *context, const tcu_convolution_desc *desc,
                                             uint64_t kernel_width, const tcu_convolution_options *options,
                                             size_t *bytes);

/**
 * Images.
 *
 * @param weights  kernel_height x kernel_width weights, row by row. Context memory.
 * @param out      the results, of tcu_convolve_2d_shape().
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_convolve_2d(tcu_context *context, const tcu_convolution_desc *desc, const void *in,
                                   const void *weights, uint64_t kernel_height, uint64_t kernel_width, void *out,
                                   const tcu_convolution_options *options);

/** Bytes of workspace that tcu_convolve_2d() needs. No device work. */
TCU_API tcu_status tcu_convolve_2d_workspace(tcu_context *context, const tcu_convolution_desc *desc,
                                             uint64_t kernel_height, uint64_t kernel_width,
                                             const tcu_convolution_options *options, size_t *bytes);

/**
 * Images with a kernel that is a product, w(i, j) = column_weights[i] * row_weights[j]: k_y + k_x multiply-adds a point
 * instead of k_y * k_x (on CUDA devices where strides are 1, k_y is at most 17 and k_x * channels about 2 KiB of elements;
 * else as many as of a dense kernel). Sums along rows come first, or, where a kernel is too large for that, products of two
 * weights. They are not rounded to the type, but may overflow where a result does not, or be denormal: with d, the smallest
 * denormal number (2^-149, f64 2^-1074), at most d (k_x sum of |column_weights| + sum of |in| under the kernel) is added
 * to the error that stencil.h states. kernel_height * kernel_width is limited as that of tcu_convolve_2d().
 *
 * @param column_weights  kernel_height weights. Context memory.
 * @param row_weights     kernel_width weights. Context memory.
 * @param options         NULL for the defaults.
 */
TCU_API tcu_status tcu_convolve_2d_separable(tcu_context *context, const tcu_convolution_desc *desc, const void *in,
                                             const void *column_weights, uint64_t kernel_height,
                                             const void *row_weights, uint64_t kernel_width, void *out,
                                             const tcu_convolution_options *options);

/** Bytes of workspace that tcu_convolve_2d_separable() needs. No device work. */
TCU_API tcu_status tcu_convolve_2d_separable_workspace(tcu_context *context, const tcu_convolution_desc *desc,
                                                       uint64_t kernel_height, uint64_t kernel_width,
                                                       const tcu_convolution_options *options, size_t *bytes);

/* ------------------------------------------------------------------------------------------- convolution layers --- */

/** A convolution layer. Start from TCU_CONVOLUTION_LAYER_DESC_INIT; 0 stands for the defaults below. */
typedef struct tcu_convolution_layer_desc {
    tcu_type type;          /**< f16, bf16 or f32: of all arrays */
    uint64_t batch;         /**< N; 0: nothing is read or written */
    uint64_t in_channels;   /**< C, 1 or more */
    uint64_t height;        /**< H, 1 or more */
    uint64_t width;         /**< W, 1 or more */
    uint64_t out_channels;  /**< K, 1 or more */
    uint32_t kernel_height; /**< R, 1 or more */
    uint32_t kernel_width;  /**< S, 1 or more */
    uint32_t stride_y;      /**< rows between the kernel's positions; 0: 1 */
    uint32_t stride_x;      /**< the same along a row */
    uint32_t padding_y;     /**< rows of zeros above and below */
    uint32_t padding_x;     /**< columns of zeros on each side */
    uint32_t dilation_y;    /**< rows between neighbouring points of the kernel; 0: 1 */
    uint32_t dilation_x;    /**< the same along a row */
    uint64_t reserved[4];   /**< must be 0 */
} tcu_convolution_layer_desc;

/** Nothing set. */
#define TCU_CONVOLUTION_LAYER_DESC_INIT                                                                                \
    {                                                                                                                  \
        TCU_TYPE_F16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                                                           \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/**
 * Options of tcu_convolution_layer(); NULL means the defaults of TCU_CONVOLUTION_LAYER_OPTIONS_INIT. There is no
 * option yet: the reserved fields are room for those to come.
 */
typedef struct tcu_convolution_layer_options {
    unsigned reserved[8]; /**< must be 0 */
} tcu_convolution_layer_options;

/** Initialiser of tcu_convolution_layer_options. */
#define TCU_CONVOLUTION_LAYER_OPTIONS_INIT                                                                             \
    {                                                                                                                  \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Points of the layer's output: P = (H + 2 padding_y - dilation_y (R - 1) - 1) / stride_y + 1, or 0 where that is less
 * than nothing; Q likewise.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT; TCU_ERROR_SIZE_OVERFLOW (sentence: tcu_context_last_error(NULL)).
 */
TCU_API tcu_status tcu_convolution_layer_shape(const tcu_convolution_layer_desc *desc, uint64_t *out_height,
                                               uint64_t *out_width);

/**
 * The convolution layer (a correlation; outside are zeros, which a filter's infinities make NaN), as a product of the
 * filters' matrix, K x (C R S), and the windows' matrix, (C R S) x (N P Q), which is never stored (implicit im2col):
 *
 *     out(n, k, p, q) = bias(k) + sum over c, r, s of  filters(k, c, r, s)
 *                       * in(n, c, p stride_y - padding_y + r dilation_y, q stride_x - padding_x + s dilation_x)
 *
 * Products are summed in f32: of f16 and bf16 on the matrix unit, but with TCU_ARITHMETIC_PLAIN; of f32 always by
 * multiply-adds. Zeros outside count as terms: there infinite filters give NaN.
 *
 * @param in       N x C x H x W elements, dense.
 * @param filters  K x C x R x S elements, dense.
 * @param bias     K elements, or NULL.
 * @param out      N x K x P x Q elements, dense; must not overlap anything else.
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_convolution_layer(tcu_context *context, const tcu_convolution_layer_desc *desc, const void *in,
                                         const void *filters, const void *bias, void *out,
                                         const tcu_convolution_layer_options *options);

/** Bytes of workspace that tcu_convolution_layer() needs, with or without bias. No device work. */
TCU_API tcu_status tcu_convolution_layer_workspace(tcu_context *context, const tcu_convolution_layer_desc *desc,
                                                   const tcu_convolution_layer_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_CONVOLUTION_H */
