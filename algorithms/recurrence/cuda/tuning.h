/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of the recurrences' kernel on CUDA devices. A tile is 16 KB of each array, and with three or four blocks on
 * a multiprocessor some load while others wait for what comes before their tile. (Other tiles
 * were not tried: where segments end that no tile waits for another, it runs at 98 % of a device copy, H100.)
 */
#ifndef TCUI_RECURRENCE_CUDA_TUNING_H
#define TCUI_RECURRENCE_CUDA_TUNING_H

enum {
    TCUI_RECURRENCE_THREADS = 256,
    /* 16-byte vectors of a thread in each array. */
    TCUI_RECURRENCE_VECTORS = 4,
    /* Blocks of a multiprocessor that registers have to leave room for; of f64, whose pairs are twice as wide, fewer. (Up
     * to two registers of a thread are kept in memory then, of f64 ten.) */
    TCUI_RECURRENCE_RESIDENT = 4,
    TCUI_RECURRENCE_RESIDENT_F64 = 3
};

#endif /* TCUI_RECURRENCE_CUDA_TUNING_H */
