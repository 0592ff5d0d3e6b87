/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's mma wrappers and row tiles, made callable from C: matrices go in and out in row-major order, and the
 * kernels move them to and from registers by the layouts of fragment.h. Each function returns 0 or a cudaError_t.
 */
#ifndef MMA_KERNELS_H
#define MMA_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mma_wrapper {
    MMA_M16N8K16_F16,
    MMA_M16N8K16_BF16,
    MMA_M16N8K8_TF32,
    MMA_M16N8K32_S8,
    MMA_M16N8K32_U8,
    MMA_M16N8K256_B1_AND_POPC,
    MMA_M8N8K4_F64,
    MMA_M16N8K16_F64,
    MMA_WRAPPER_COUNT
} mma_wrapper;

typedef struct mma_shape {
    const char *name;
    int m, n, k;
    int minimum, maximum; /* integers that the operands hold exactly, and whose products and sums are exact */
} mma_shape;

mma_shape mma_shape_of(mma_wrapper wrapper);

/* count products: D[i] = A[i] B[i] + C[i], all small integers; host memory. */
int mma_multiply(mma_wrapper wrapper, int count, const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d);

/* One 16 x 32 tile of `type` (a tcu_type), elements in row-major order in host memory: totals[16] and scan[16][32] in
 * f64 for reals, modulo 2^64 as int64 bits for integers. */
int row_tile_sums(int type, bool matrix, const void *elements, void *totals, void *scan);

#ifdef __cplusplus
}
#endif

#endif /* MMA_KERNELS_H */
