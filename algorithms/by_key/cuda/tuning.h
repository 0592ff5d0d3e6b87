/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels that operations by key have besides those of compactions, reductions and scans: estimates. */
#ifndef TCUI_BY_KEY_CUDA_TUNING_H
#define TCUI_BY_KEY_CUDA_TUNING_H

enum {
    TCUI_BY_KEY_ARRAY_THREADS = 256,
    TCUI_BY_KEY_GATHER_ITEMS = 8, /* of a thread, in flight together */
    TCUI_BY_KEY_PICK_BLOCKS = 8   /* of a multiprocessor */
};

#endif /* TCUI_BY_KEY_CUDA_TUNING_H */
