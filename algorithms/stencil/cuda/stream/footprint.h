/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the footprints that kernels are compiled for a stencil has. */
#ifndef TCUI_STENCIL_STREAM_FOOTPRINT_H
#define TCUI_STENCIL_STREAM_FOOTPRINT_H

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

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_STREAM_FOOTPRINT_H */
