/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of the recurrences' kernel on CUDA devices. A tile is 16 KB of each array, and with three or four blocks on
 * a multiprocessor some load while others wait for what comes before their tile. (Tiles of other sizes were not tried.
 * Where every tile begins with a segment, so that none waits, these reach 99.6 to 100.3 % of a device copy on an H100.)
 */
#ifndef TCUI_RECURRENCE_CUDA_TUNING_H
#define TCUI_RECURRENCE_CUDA_TUNING_H

enum {
    TCUI_RECURRENCE_THREADS = 256,
    /* 16-byte vectors of a thread in each array. */
    TCUI_RECURRENCE_VECTORS = 4,
    /* Blocks of a multiprocessor that registers have to leave room for; of f64, whose pairs are twice as wide, fewer.
     * (nvcc 13 then spills nothing for sm_90, up to 14 bytes a thread for sm_80, and of f64 up to 32.) */
    TCUI_RECURRENCE_RESIDENT = 4,
    TCUI_RECURRENCE_RESIDENT_F64 = 3
};

#endif /* TCUI_RECURRENCE_CUDA_TUNING_H */
