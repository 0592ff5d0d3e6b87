/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels take the segments of a call, by how many results they give. From counts of instructions
 * (docs/design/selection.md); nobody has measured them. */
#ifndef TCUI_SELECTION_CUDA_SEGMENTS_TUNING_H
#define TCUI_SELECTION_CUDA_SEGMENTS_TUNING_H

enum {
    /* Blocks for few results have these at most: their sample then is large enough for segments of 10^4 keys. */
    TCUI_SELECTION_FEW_RESULTS = 128,

    TCUI_SELECTION_ROW_THREADS = 128 /* of the kernel that stores sorted rows */
};

#endif /* TCUI_SELECTION_CUDA_SEGMENTS_TUNING_H */
