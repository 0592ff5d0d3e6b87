/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours on CUDA devices: the kernel's shape. */
#ifndef TCUI_STENCIL_DIFFERENCE_TUNING_H
#define TCUI_STENCIL_DIFFERENCE_TUNING_H

enum {
    /*
     * Threads of a block, blocks of a multiprocessor that registers leave room for. Threads x vectors of 16 bytes of a
     * thread x blocks on an H200, ms for 2 GiB of f64, u64, f32, f16, u8 (a copy 1.005; CUB of f64 1.021, f32 1.010) and
     * for 8 and 16 MiB of f32:
     *     256 x 1 x 8, stores evicted first    1.007, 1.007, 1.007, 1.010, 1.009    .0043, .0064
     *     256 x 1 x 8                          1.007, 1.006, 1.155, 1.006, 1.005    .0069, .0112
     *     128 x 2 x 16, stores evicted first   1.023, 1.019, 1.020, 1.020, 1.019    .0040, .0062
     *     256 x 2 x 8, stores evicted first    1.058, 1.059, 1.058, 1.058, 1.060    .0041, .0063
     *     256 x 2 x 8                          1.049, 1.133, 1.059, 1.235, 1.045    .0053, .0087
     */
    TCUI_DIFFERENCE_THREADS = 256,
    TCUI_DIFFERENCE_BLOCKS = 8,
};

#endif /* TCUI_STENCIL_DIFFERENCE_TUNING_H */
