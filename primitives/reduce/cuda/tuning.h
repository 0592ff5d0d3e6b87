/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions' policy on CUDA devices, one row an element type: which unit forms the sums, and which segments of one
 * size are summed in registers, by a thread, a few lanes, a warp or by slices (paths.cu).
 *
 * Measured on an H200 (sm_90) over 2 GiB, each path timed alone over the sizes below; figures are % of the read roof.
 * (tcu-bench does the same on the GPU at hand where TCU_PATH forces a path.) sm_80 and sm_100 use these rows, untuned:
 * the kernels' shared memory (48 KB at most) and registers fit them too.
 *
 * Where the paths meet, f16 -> f32: 13 elements by threads 97, 33: 95, 100: 94, but 16, whole vectors: 66, by lanes 91,
 * in registers 96. By lanes, sizes that are not whole vectors: 333 97, 1003 96. Over 1 GiB, by lanes and
 * by a warp: 1800 elements 96 91, 2400 96 94, 3000 92 95, 4096 96 96; i16 2400 88 93, 3000 75 95; i8, 3600 96 93, 4800
 * 97 94, 7200 97 96. A block by lanes may hold just one segment that is misaligned: of 5480 bytes f16 80 95, f32 82 95,
 * i8 83 93; of 7208 bytes 92 96, 95 96, 95 96, and so no row goes beyond 4800. 12,288 by a warp 99, by slices 100,
 * 24,576: 98, 100, 65,536: 95, 100. Other types are alike at the same number of bytes. By offsets the matrix unit is up
 * to 25% slower than plain adds, and tiles loaded through registers 10% slower than by bulk copies.
 *
 * Constants of the kernels. In registers and at other addresses: i8 -> i32, 1 element 88 85; f16 -> f32, 1 88 83, 2 91
 * 89, 16 96 91; loads of a thread, one and two: i8 -> i32, 1 element 88 86; f16 -> f32, 2 91 87; two and four: 8 95 95.
 * By threads with blocks of 128 and 256: i8 -> i32, 20 elements 94 86. By a warp, one and two segments of 16 KB 98.2
 * 99.7. By offsets, f16, mean length 8, 64 and 1000: two segments of a thread at once 68 82 92, one 63 84 94 (but f32,
 * 256: 78 for 94), nine blocks for ten 1 to 3 less, four vectors of a thread for eight 5 to 20 less; sums spread over
 * banks 68 82, else 70 84; input that stays in L2 77 for 82. Whole arrays, us, all and half of a lane's loads in flight:
 * f32 1 MB 1.89 1.96, 16 MB 4.08 3.98; f64 2.22 2.48, 5.18 4.14.
 */
#ifndef TCUI_REDUCE_CUDA_TUNING_H
#define TCUI_REDUCE_CUDA_TUNING_H

#include "primitives/context/context_internal.h"
#include "tcu/types.h"

enum {
    /* What a warp loads at once. */
    TCUI_MOST_REGISTER_BYTES = 512,
    /* The longest segment of which a block's tile holds 16, for a thread each, and the longest that it holds wherever
     * it begins, for a few lanes. */
    TCUI_MOST_THREAD_BYTES = 1024,
    TCUI_MOST_LANES_BYTES = 16 * 1024 - 16,
    /* Warps that a multiprocessor holds at most: where there are twice as many segments of some KB, a warp takes
     * two. */
    TCUI_RESIDENT_WARPS = 64,
    /*
     * Vectors of a lane where one block sums an array. us on an H200, in graphs of 50 calls, f32, with 2, 4 and 8, of
     * bare kernels with all sizes known to the compiler: 4 KB 0.69 0.70 0.70, 16 KB 0.83 0.83 0.94, 32 KB 0.94 0.94
     * 1.00, 64 KB - 1.15 1.09 (f16: 1.19 1.25). By two blocks of a cluster 32 KB took 1.24, by four 64 KB 1.25; by a
     * cluster and by a grid, whose sums a second kernel adds, 128 KB 1.34 2.04, 256 KB 1.51 2.12, 512 KB 1.83 2.15, 1
     * MB 2.33 2.13.
     *
     * What the library takes, f32, f16, i8, f64, and by slices as larger arrays: 8 KB 0.87 0.90 0.80 0.93, 1.23 1.29
     * 1.15 1.24; 16 KB 0.95 0.96 0.89 0.96, 1.24 1.36 1.17 1.28; 64 KB 1.35 1.41 1.28 1.43, 2.30 2.42 2.10 2.39; 512 KB
     * 1.90 2.01 1.75 2.30, 2.33 2.44 2.14 2.36; 4 MB 2.37 2.50 2.22 2.73, 2.93 3.04 2.68 2.96.
     */
    TCUI_ARRAY_BLOCK_VECTORS = 4,
    TCUI_ARRAY_BLOCK_THREADS = 1024,
    /* Threads of a block that sums slices, and vectors of a lane in flight. Together they are a batch, 32 KB. */
    TCUI_SLICE_THREADS = 256,
    TCUI_SLICE_VECTORS = 8,
    /* Batches of a slice where that still gives every multiprocessor two blocks; else a slice is one. */
    TCUI_SLICE_BATCHES = 4,
    /* A warp adds a segment's slices where there are so many segments, or so few slices, that this keeps the device
     * busy; else a block does, of so many threads at least and at most. */
    TCUI_ADD_SLICES_BY_WARP_FROM = 64,
    TCUI_ADD_SLICES_BY_WARP_UP_TO = 32,
    TCUI_ADD_SLICES_LEAST_THREADS = 64,
    TCUI_ADD_SLICES_MOST_THREADS = 1024
};

typedef struct tcui_sum_policy {
    /* What TCU_ARITHMETIC_AUTO means: by slices (whole arrays, long segments) of several batches of 32 KB, and of one
     * (arrays with plain adds: array.cu), and for shorter segments and offsets. */
    tcu_arithmetic slices;
    tcu_arithmetic short_slices;
    tcu_arithmetic segments;
    /* A thread sums segments of up to so many elements, or of up to so many bytes if they are not whole vectors. */
    uint32_t thread_elements;
    uint32_t thread_bytes;
    /* Up to so many bytes a few lanes sum a segment, then a warp. */
    uint32_t lanes_bytes;
    uint32_t warp_bytes;
    /* Up to so many bytes, if they are a power of two and the arrays aligned, they are summed in registers, if not on
     * the matrix unit. */
    uint32_t register_bytes;
} tcui_sum_policy;

/*
 * Whether L2 is to evict the input first. That keeps results there until whole rows of them are written, as long as
 * they fit beside what else L2 holds: other lines then stay, and results that do not fit are written one by one. But
 * input that is still there from a former call must not be evicted. On an H200 (50 MB), % of the read roof, with and
 * without, after a kernel that filled L2, results of 1/256 of the input's 2 GiB: 100, 96; 1/128: 99, 96; 1/64: 92, 94;
 * 1/16: 92, 95; 1/4: 87, 95; 1/2: 84, 93. Sums of 32 MB again and again: 11.2, 7.9 us; of 64 MB 18.4 us both. (Untuned
 * for other sizes of L2.)
 */
static inline bool tcui_sum_evicts_input_first(uint64_t in_bytes, uint64_t out_bytes)
{
    const uint64_t resident_input = 48u << 20, small_results = 24u << 20;
    return in_bytes > resident_input && out_bytes <= small_results;
}

static inline tcui_sum_policy tcui_sum_policy_of(const tcu_context *context, tcu_type in_type)
{
    if (context->policies[TCUI_REDUCE] != NULL) {
        return *(const tcui_sum_policy *)context->policies[TCUI_REDUCE];
    }
    const tcu_arithmetic matrix = TCU_ARITHMETIC_MATRIX, plain = TCU_ARITHMETIC_PLAIN;
    /* A tie goes to the matrix unit. i16 ... u64 have no path to it that is not slower, f32 none at all. */
    /* clang-format off */
    static const tcui_sum_policy rows[TCU_TYPE_COUNT] = {
        /* Slices 99.3 on the matrix unit, 99.3 plain (f64, i8: see there); by lanes 96, 96; by warps 97, 98. With one batch
         * the latency of its first product shows: 4 KB take 1.7 us, plain 1.5. */
        /* f16  */ {.slices = matrix, .short_slices = plain, .segments = plain, .thread_elements = 15,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512},
        /* bf16 */ {.slices = matrix, .short_slices = plain, .segments = plain, .thread_elements = 15,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512}, /* as f16 */
        /* f32  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 7,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16384, .register_bytes = 512},
        /* f64  */ {.slices = matrix, .short_slices = plain, .segments = plain, .thread_elements = 3,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16384, .register_bytes = 512}, /* 99.8 / 100 */
        /* i8   */ {.slices = matrix, .short_slices = plain, .segments = plain, .thread_elements = 15,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512}, /* 100 / 100 */
        /* u8   */ {.slices = matrix, .short_slices = plain, .segments = plain, .thread_elements = 15,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512},
        /* i16  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 15,
                    .thread_bytes = 64, .lanes_bytes = 3600, .warp_bytes = 16383, .register_bytes = 512},
        /* u16  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 15,
                    .thread_bytes = 64, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512},
        /* i32  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 7,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512},
        /* u32  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 7,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16383, .register_bytes = 512},
        /* i64  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 3,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16384, .register_bytes = 512},
        /* u64  */ {.slices = plain, .short_slices = plain, .segments = plain, .thread_elements = 3,
                    .thread_bytes = 256, .lanes_bytes = 4800, .warp_bytes = 16384, .register_bytes = 512},
    };
    /* clang-format on */
    return rows[in_type];
}

#endif /* TCUI_REDUCE_CUDA_TUNING_H */
