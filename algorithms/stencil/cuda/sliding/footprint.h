/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the footprints that kernels are compiled for a stencil has. */
#ifndef TCUI_STENCIL_SLIDING_FOOTPRINT_H
#define TCUI_STENCIL_SLIDING_FOOTPRINT_H

#include "algorithms/stencil/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tcui_footprint_kind {
    TCUI_FOOTPRINT_NONE,
    TCUI_FOOTPRINT_BOX,
    TCUI_FOOTPRINT_STAR, /* whole */
    TCUI_FOOTPRINT_HOLES /* some points of a star of radius 2 or 4 */
} tcui_footprint_kind;

typedef struct tcui_stencil_footprint {
    tcui_footprint_kind kind;
    int dimensions; /* 2: axes 1 and 2, each point of axis 0 by itself; 3 */
    int radius;
    int32_t first[TCUI_AXES]; /* the shape's first offset */
} tcui_stencil_footprint;

tcui_stencil_footprint tcui_stencil_footprint_of(const tcui_stencil_task *task);

/* instances/ */
#define TCUI_SLIDING_INSTANCE(type, dimensions)                                                                        \
    tcu_status tcui_stencil_sliding_##type##_##dimensions##d(tcu_context *context, const tcui_stencil_task *task);
TCUI_SLIDING_INSTANCE(f64, 2)
TCUI_SLIDING_INSTANCE(f64, 3)
TCUI_SLIDING_INSTANCE(f32, 2)
TCUI_SLIDING_INSTANCE(f32, 3)
TCUI_SLIDING_INSTANCE(f16, 2)
TCUI_SLIDING_INSTANCE(f16, 3)
TCUI_SLIDING_INSTANCE(bf16, 2)
TCUI_SLIDING_INSTANCE(bf16, 3)
TCUI_SLIDING_INSTANCE(u8, 2)
#undef TCUI_SLIDING_INSTANCE

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_SLIDING_FOOTPRINT_H */
