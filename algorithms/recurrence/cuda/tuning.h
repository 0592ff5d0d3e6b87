/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of the recurrences' kernel on CUDA devices. A tile is 16 KB of each array, and with three or more blocks on
 * a multiprocessor some load while others wait for what comes before their tile. Not measured yet.
 */
#ifndef TCUI_RECURRENCE_CUDA_TUNING_H
#define TCUI_RECURRENCE_CUDA_TUNING_H

enum {
    TCUI_RECURRENCE_THREADS = 256,
    /* 16-byte vectors of a thread in each array. */
    TCUI_RECURRENCE_VECTORS = 4,
    /* Blocks of a multiprocessor that registers have to leave room for. */
    TCUI_RECURRENCE_RESIDENT = 3
};

#endif /* TCUI_RECURRENCE_CUDA_TUNING_H */
