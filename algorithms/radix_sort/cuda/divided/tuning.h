/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of segments that are divided: which arrays take the path. */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H
#define TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H

enum {
    /*
     * Arrays of at least so many elements take the path: of keys of 4 bytes alone, with a payload, and of 8. In segments of
     * 2^15, and in passes alone, ms:
     *
     *     uniform    u32 2^25 0.52 (0.52), 2^26 0.82 (0.96), 2^27 1.41 (1.84); with u32 2^24 0.49 (0.56), 2^25 0.76
     *                (1.02); u64 2^22 0.28 (0.28), 2^23 0.36 (0.54), 2^24 0.50 (0.97); with u64 2^23 0.45 (0.83)
     *     constant   u32 2^26 1.10 (0.90), 2^27 1.87 (1.70); with u32 2^24 0.55 (0.47), 2^25 0.80 (0.88); u64 2^23 0.41
     *                (0.47)
     *     in [0, 1)  f64 2^23 0.42 (0.54), 2^27 2.84 (6.79), with u64 4.35 (13.7); f32 2^27, divided 2.21 (1.89), with
     *                u32 4.01 (3.69): blocks sort reals by a digit more
     *
     * Where keys are such that nothing is divided it takes 0.1 ms longer. In segments of 10,000, 2^14, 2^16, 2^20, 2^22:
     * 2^28 u32 4.6 (9.5), 3.6 (7.1), 2.5 (3.7), 2.6 (3.7), 3.8 (3.6); 2^27 u64 2.8 (8.1), 2.6 (8.7), 2.2 (6.1), 2.3
     * (5.9), 3.7 (6.2). By digits of 8 bits, whatever the length: u32 2^14 5.2, 2^16 3.1, 2^22 6.3; u64 4.7, 2.8, 5.7.
     */
    TCUI_SORT_DIVIDED_4 = 1 << 27,
    TCUI_SORT_DIVIDED_4_VALUES = 1 << 25,
    TCUI_SORT_DIVIDED_8 = 1 << 23,
    /* And of segments that have so many elements on average. */
    TCUI_SORT_DIVIDED_MEAN = 4096,
    /* What a block's sort of a part takes, of integers and of reals, in percent of a pass over whole tiles. */
    TCUI_SORT_DIVIDED_PART_PERCENT = 170,
    TCUI_SORT_DIVIDED_REAL_PART_PERCENT = 330,
    /* Blocks a multiprocessor that list the parts of runs. */
    TCUI_SORT_DIVIDED_LIST_BLOCKS = 8,
};

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H */
