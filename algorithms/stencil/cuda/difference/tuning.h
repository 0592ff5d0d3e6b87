/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours on CUDA devices: the kernel's shape. */
#ifndef TCUI_STENCIL_DIFFERENCE_TUNING_H
#define TCUI_STENCIL_DIFFERENCE_TUNING_H

enum {
    /*
     * Threads of a block, vectors of 16 bytes of a thread, blocks of a multiprocessor that registers leave room for. H200,
     * ms for 2 GiB of f32; f16; and for 8 MiB of f32 (a copy 1.005; CUB 1.010, 1.398): 256 x 2 x 8 1.046; 1.232; .0052.
     * 256 x 1 x 8 1.153; 1.005; .0069. 512 x 2 x 4 1.041; 1.185; .0074. 256 x 4 x 5, loads and stores evicted first, 1.108;
     * 1.108; .0047.
     */
    TCUI_DIFFERENCE_THREADS = 256,
    TCUI_DIFFERENCE_VECTORS = 2,
    TCUI_DIFFERENCE_VECTORS_OF_2_BYTES = 1,
    TCUI_DIFFERENCE_BLOCKS = 8,
};

#endif /* TCUI_STENCIL_DIFFERENCE_TUNING_H */
