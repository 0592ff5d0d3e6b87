/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernel of gathers and scatters: estimates (docs/design/gather.md counts what they are to hide), not
 * measured. */
#ifndef TCUI_GATHER_CUDA_TUNING_H
#define TCUI_GATHER_CUDA_TUNING_H

enum {
    TCUI_GATHER_THREADS = 256,
    /* Words of a thread, whose loads are on their way together: as many registers hold 8 of up to 8 bytes, and 4 of 16. */
    TCUI_GATHER_WORDS = 8,
    TCUI_GATHER_WIDE_WORDS = 4,
    /* Blocks of a multiprocessor that registers have to leave room for: 1024 threads with 8 loads each. */
    TCUI_GATHER_RESIDENT = 4,
    /* Numbers that a thread stores. */
    TCUI_GATHER_NUMBERS = 4
};

#endif /* TCUI_GATHER_CUDA_TUNING_H */
