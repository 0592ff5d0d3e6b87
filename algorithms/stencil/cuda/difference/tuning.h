/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours on CUDA devices: the kernel's shape. */
#ifndef TCUI_STENCIL_DIFFERENCE_TUNING_H
#define TCUI_STENCIL_DIFFERENCE_TUNING_H

enum {
    /* Threads of a block, vectors of 16 bytes of a thread, blocks of a multiprocessor that registers leave room for. Not
     * measured: 5 blocks have 80 KiB in flight; an H200 needs about 16 KiB a multiprocessor. */
    TCUI_DIFFERENCE_THREADS = 256,
    TCUI_DIFFERENCE_VECTORS = 4,
    TCUI_DIFFERENCE_BLOCKS = 5,
};

#endif /* TCUI_STENCIL_DIFFERENCE_TUNING_H */
