/* SPDX-License-Identifier: Apache-2.0 */
/* Products of fragments (mma, corrected_mma), made callable from C, on matrices in host memory in row-major order. Each
 * function returns 0 or a cudaError_t. */
#ifndef PRODUCT_KERNELS_H
#define PRODUCT_KERNELS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct product_shape {
    const char *name;
    int m, n, k;
    int a_minimum, a_maximum, b_minimum, b_maximum; /* integers of which products and sums are exact */
} product_shape;

enum { PRODUCTS = 17 };

product_shape product_shape_of(int product);

/* `count` products: D = A B + C, of integers. */
int product_multiply(int product, int count, const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d);

/* Kinds of corrected products. */
enum { CORRECTED_K16_F16, CORRECTED_K8_F16, CORRECTED_K8_TF32, CORRECTED_K4_TF32, CORRECTED_PRODUCTS };

int corrected_k(int product);

/* D = A B + C of f32, A of 16 x depth, B of depth x 8, C and D of 16 x 8: `corrected` by corrected_mma(), k by k, and
 * `plain` by mma() of the rounded operands. */
int corrected_multiply(int product, int depth, const float *a, const float *b, const float *c, float *corrected,
                       float *plain);

#ifdef __cplusplus
}
#endif

#endif /* PRODUCT_KERNELS_H */
