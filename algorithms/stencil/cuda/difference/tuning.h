/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours on CUDA devices: the kernel's shape (docs/design/stencil.md#measured-choices). */
#ifndef TCUI_STENCIL_DIFFERENCE_TUNING_H
#define TCUI_STENCIL_DIFFERENCE_TUNING_H

enum {
    /* Of a block, a vector of 16 bytes each; blocks of a multiprocessor that registers leave room for. ms on an H200
     * for 2 GiB of f32, stores evicted first: 1.007 : 1.019 with 128 threads, 2 vectors each and 16 blocks. */
    TCUI_DIFFERENCE_THREADS = 256,
    TCUI_DIFFERENCE_BLOCKS = 8,
};

#endif /* TCUI_STENCIL_DIFFERENCE_TUNING_H */
