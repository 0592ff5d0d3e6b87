/* SPDX-License-Identifier: Apache-2.0 */
/* Particles without neighbours, by a list of cells, as examples/cells has it: the particles are brought into the order of
 * their cells, and each one looks into the 27 cells around it. */
#ifndef TCU_BENCH_APPLICATIONS_CELLS_H
#define TCU_BENCH_APPLICATIONS_CELLS_H

#include "bench/applications/application.h"
#include "examples/cells/cells.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cells {
    uint64_t n;
    int level; /* 2^level cells an axis: numbers of cells have 3 * level bits */
    const point *particles;
    point *points; /* the particles in the order of their cells, and of their places where they share one */
    uint64_t *num_lonely;
    uint32_t *lonely; /* which of the points have less than FEW_NEIGHBOURS; room for n */
} cells;

/* Kernels that both sides have, enqueued. */
void cells_number(const cells *p, uint32_t *codes, cudaStream_t stream); /* of each particle's cell */
/* flags[i]: whether point i is lonely. The cells that are not empty have *num_cells ascending codes, and begin at
 * begins[k], which are of 4 or of 8 bytes. */
void cells_flag_u32(const cells *p, const uint32_t *codes, const uint32_t *begins, const uint64_t *num_cells,
                    unsigned char *flags, cudaStream_t stream);
void cells_flag_i64(const cells *p, const uint32_t *codes, const int64_t *begins, const uint64_t *num_cells,
                    unsigned char *flags, cudaStream_t stream);

APP_DECLARE(cells);

#ifdef __cplusplus
}
#endif

#endif
