/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes and limits of selections from whole arrays. They are from counts of bytes and instructions
 * (docs/design/selection.md), which has what was measured, too. */
#ifndef TCUI_SELECTION_CUDA_ARRAY_TUNING_H
#define TCUI_SELECTION_CUDA_ARRAY_TUNING_H

/* The first CUDA version, of toolkit and driver, in which a kernel's parameters may be 32 KB; before they are 4 KB. */
#define TCUI_SELECTION_LONG_PARAMETERS 12010

enum {
    TCUI_SELECTION_THREADS = 256,
    TCUI_SELECTION_BLOCKS = 4, /* of a multiprocessor: registers leave room for so many, and none waits for a place */
    TCUI_SELECTION_SCANNED_BLOCKS = 4, /* whose counts a thread scans: one round of up to 1024 blocks */
    TCUI_SELECTION_LOADS = 8,          /* vectors of 16 bytes that a thread has in flight */
    TCUI_SELECTION_LOADS_OF_SOME = 4,  /* where registers, or instructions, are many otherwise */
    TCUI_SELECTION_LOADS_OF_DIGITS =
        2, /* a kernel that counts few keys lasts as long as its instructions are fetched */
    /* Candidates are sorted, and the first ones taken, where there is room for at most so many times the results: no digits
     * then, and 1.6 as many keys to sort. 10^5 of 2^28 f32 took 0.431 ms instead of 0.480 (H200). */
    TCUI_SELECTION_SORTED_CANDIDATES = 4,
    TCUI_SELECTION_TOGETHER = 12, /* that are found together, by their digits; of more the array is sorted */
    /* Kernels that mark keys are made for one bracket, for few, some, and all of these: each takes 5 instructions a key. */
    TCUI_SELECTION_FEW = 3,
    TCUI_SELECTION_SOME = 6,
    /* Quantiles that a kernel takes from a sorted array, of 8 bytes each among its parameters. */
    TCUI_SELECTION_PICKS = 256,
    TCUI_SELECTION_MANY_PICKS = 3584,

    /*
     * The sample's places are spread evenly, so what it has of the keys before any one strays by less than that of an
     * independent sample, whose standard deviation is sqrt(e (1 - e / samples)) where e are expected. A bracket is so
     * many of these wide on either side, and so many keys more, where e is small.
     */
    TCUI_SELECTION_DEVIATIONS = 5,
    TCUI_SELECTION_NAN_DEVIATIONS = 8, /* where the sample has NaNs, whose number in the array is not known either */
    TCUI_SELECTION_MORE_SAMPLES = 8
};

#endif /* TCUI_SELECTION_CUDA_ARRAY_TUNING_H */
