/* SPDX-License-Identifier: Apache-2.0 */
/* From which work on the host shares a call among threads. */
#ifndef TCUI_THREADS_TUNING_H
#define TCUI_THREADS_TUNING_H

/*
 * Calls that one thread does in less than some 200 us are done by one thread. The others take 5 to 20 us to begin where
 * they wait for work, and where other programs use their processors as long as these let them wait: a sum of 100,000 f32,
 * 9 us on one thread, took up to 12 ms on two of a busy machine.
 */
enum { TCUI_LEAST_SHARED_NS = 200000 };

/*
 * What one thread takes for it in a cache, in ps: an AMD EPYC with AVX-512 (docs/benchmarks/host.md, rows of 2^18 elements),
 * but for those marked as estimates. About, since types and data differ: of the limit above only the order matters.
 */
enum {
    TCUI_PS_SUM_BYTE = 15,                /* 11 of integers, 21 of f32 */
    TCUI_PS_SUM_SEGMENT = 2000,           /* 1000 of 16 elements, 8000 by offsets */
    TCUI_PS_ARITHMETIC_ELEMENT = 300,     /* of sums of mapped elements and of products: an estimate */
    TCUI_PS_OPERATOR_SEGMENT = 10000,     /* with other operators than sums: an estimate */
    TCUI_PS_ALL_ONES_ELEMENT = 200,       /* of sums by products with ones: an estimate */
    TCUI_PS_SCAN_INTEGER = 180,           /* 140 to 240 */
    TCUI_PS_SCAN_REAL = 500,              /* 390 to 590 */
    TCUI_PS_MOMENTS_ELEMENT = 500,        /* of a mean and a variance: an estimate */
    TCUI_PS_RECURRENCE_ELEMENT = 1000,    /* 950 of f32, 1100 of f64 */
    TCUI_PS_COMPACT_ITEM = 150,           /* 104 to 280, of a partition twice that */
    TCUI_PS_NUMBERED_ITEM = 200,          /* of 0 ... n - 1: an estimate */
    TCUI_PS_GATHERED_ITEM = 2000,         /* from anywhere in an array: an estimate */
    TCUI_PS_GATHERED_BYTE = 100,          /* and each of its bytes: an estimate */
    TCUI_PS_REPEATED_RUN = 3000,          /* of run-length decoding: an estimate */
    TCUI_PS_REPEATED_ELEMENT = 300,       /* likewise */
    TCUI_PS_REPEATED_BYTE = 50,           /* likewise */
    TCUI_PS_GROUPED_ELEMENT = 5000,       /* whose group is found in a hash table: an estimate */
    TCUI_PS_MERGED_ELEMENT = 1500,        /* of two sorted arrays: an estimate */
    TCUI_PS_SEARCHED_VALUE = 10000,       /* in a sorted array: an estimate */
    TCUI_PS_SELECTED_KEY = 500,           /* of a segment: an estimate */
    TCUI_PS_HISTOGRAM_SAMPLE = 500,       /* 280 of u8, 750 of f32, 960 of weights */
    TCUI_PS_HISTOGRAM_SEARCH = 4000,      /* 8200 of 256 bins between random levels */
    TCUI_PS_SORT_KEY_BYTE = 500,          /* 300 of u8, 800 of u32 and u64, 270 in segments of 16 u32 */
    TCUI_PS_SORT_PAYLOAD = 2,             /* times that: 2 to 2.7 */
    TCUI_PS_DIFFERENCE_BYTE = 21,         /* 18 of u8, 23 of u16, 21 of others */
    TCUI_PS_STENCIL_TERM_BYTE = 10,       /* a term of f32 17 to 90, of f64 twice that */
    TCUI_PS_LAYER_PRODUCT = 40,           /* of a convolution layer: an estimate */
    TCUI_PS_POLYNOMIAL_STEP = 50,         /* of Horner's scheme: 45 to 60 */
    TCUI_PS_POLYNOMIAL_RESULT = 250,      /* besides its steps */
    TCUI_PS_POLYNOMIAL_SEARCH = 4000,     /* of a point's piece of a spline: 4000 to 7000 of 1024 */
    TCUI_PS_POLYNOMIAL_COEFFICIENT = 1000 /* that is prepared: an estimate */
};

#endif /* TCUI_THREADS_TUNING_H */
