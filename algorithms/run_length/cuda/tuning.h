/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels of run-length decoding: estimates (docs/design/gather.md), not measured. */
#ifndef TCUI_RUN_LENGTH_CUDA_TUNING_H
#define TCUI_RUN_LENGTH_CUDA_TUNING_H

enum {
    TCUI_RUN_LENGTH_THREADS = 256,
    /* Elements and runs of a thread. Odd, so that threads that store that far apart use all banks of shared memory. */
    TCUI_RUN_LENGTH_STEPS = 9,
    /* The same of longer items: blocks are to be many, and what they write the most part of their work. */
    TCUI_RUN_LENGTH_LONG_BYTES = 32, /* and more */
    TCUI_RUN_LENGTH_LONG_STEPS = 3,
    /* Words that a block writes at most: longer tiles have several blocks, each of which finds the tile's runs. */
    TCUI_RUN_LENGTH_BLOCK_WORDS = 16384,
    /* Words of a thread whose loads are on their way together. */
    TCUI_RUN_LENGTH_WORDS = 4
};

#endif /* TCUI_RUN_LENGTH_CUDA_TUNING_H */
