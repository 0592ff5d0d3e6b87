/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCU_COURSE_LAYER_H
#define TCU_COURSE_LAYER_H

#include <cuda_fp16.h>

#include "lesson.h"

namespace course
{

/* A convolution layer: N pictures of C x H x W, K filters of C x R x R, zeros around the pictures. */
struct layer {
    int batch, channels, height, width; /* N, C, H, W */
    int filters, extent;                /* K, R */
    int stride, padding;
    int out_height, out_width; /* P, Q */
    int depth;                 /* C R R: elements of a window, and of a filter */
    size_t area, windows;      /* P Q, N P Q */
};

inline layer layer_of(int batch, int channels, int height, int width, int filters, int extent, int stride, int padding)
{
    const int out_height = (height + 2 * padding - extent) / stride + 1;
    const int out_width = (width + 2 * padding - extent) / stride + 1;
    const size_t area = static_cast<size_t>(out_height) * static_cast<size_t>(out_width);
    return {batch,
            channels,
            height,
            width,
            filters,
            extent,
            stride,
            padding,
            out_height,
            out_width,
            channels * extent * extent,
            area,
            static_cast<size_t>(batch) * area};
}

} // namespace course

/* out(n, k, p, q) = sum over c, r, s of weights(k, c, r, s) * in(n, c, p stride - padding + r, q stride - padding + s),
 * and batch-norm: with the mean and the variance of filter k's elements of `out`, of all pictures together,
 * normalised = (out - mean[k]) / sqrt(variance[k] + epsilon) * gamma[k] + beta[k]. */
struct course::task {
    layer shape;
    const __half *in, *weights;
    const float *gamma, *beta;
    float epsilon;
    __half *out, *normalised;
    float *mean, *variance;
    /* Room for the matrix of windows, depth x windows, and for moments of each filter's elements of each picture. */
    __half *matrix;
    float *part_means, *part_variances;
};

#endif /* TCU_COURSE_LAYER_H */
