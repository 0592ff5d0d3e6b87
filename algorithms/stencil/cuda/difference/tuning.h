/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours on CUDA devices: the kernel's shape. */
#ifndef TCUI_STENCIL_DIFFERENCE_TUNING_H
#define TCUI_STENCIL_DIFFERENCE_TUNING_H

enum {
    /*
     * Threads of a block, vectors of 16 bytes of a thread, blocks of a multiprocessor that registers leave room for. H200,
     * ms for 2^29 f32 (a copy 1.005, CUB 1.010): 512 x 2 x 4 blocks 1.041; 256 x 2 x 8 1.046; 256 x 4 x 6 1.055;
     * 256 x 4 x 5 with evict-first loads and stores 1.124.
     */
    TCUI_DIFFERENCE_THREADS = 512,
    TCUI_DIFFERENCE_VECTORS = 2,
    TCUI_DIFFERENCE_BLOCKS = 4,
};

#endif /* TCUI_STENCIL_DIFFERENCE_TUNING_H */
