/* SPDX-License-Identifier: Apache-2.0 */
/* From counts of instructions (docs/design/selection.md); nobody has measured it. */
#ifndef TCUI_SELECTION_CUDA_SEGMENTS_TUNING_H
#define TCUI_SELECTION_CUDA_SEGMENTS_TUNING_H

enum {
    TCUI_SELECTION_ROW_THREADS = 128 /* of the kernel that stores sorted rows */
};

#endif /* TCUI_SELECTION_CUDA_SEGMENTS_TUNING_H */
