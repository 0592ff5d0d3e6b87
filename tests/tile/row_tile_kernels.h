/* SPDX-License-Identifier: Apache-2.0 */
/* The library's row tiles (row_tile.cuh), made callable from C. */
#ifndef ROW_TILE_KERNELS_H
#define ROW_TILE_KERNELS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One 16 x 32 tile of `type` (a tcu_type), elements in row-major order in host memory: totals[16] and scan[16][32] in
 * f64 for reals, modulo 2^64 as int64 bits for integers. Returns 0 or a cudaError_t. */
int row_tile_sums(int type, bool matrix, const void *elements, void *totals, void *scan);

#ifdef __cplusplus
}
#endif

#endif /* ROW_TILE_KERNELS_H */
