/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions' policy on CUDA devices, one row an element type: which unit forms the sums, and which segments of one
 * size are summed by a thread, a few lanes, a warp or by chunks (paths.cu); and the shapes of the kernels' blocks.
 *
 * Measured on an H200 (sm_90), in % of the time of reading 2 GiB; all figures and what else was tried:
 * docs/design/reduce.md. tcu-bench times paths on the GPU at hand where TCU_PATH forces them. sm_80 and sm_100 use
 * these rows, untuned: the kernels' shared memory (48 KB at most) and registers fit them too.
 */
#ifndef TCUI_REDUCE_CUDA_TUNING_H
#define TCUI_REDUCE_CUDA_TUNING_H

#include "primitives/context/context_internal.h"
#include "tcu/types.h"

enum {
    /* By threads. Blocks of 256 threads: 86 for 94 (i8, 20 elements). */
    TCUI_REDUCE_THREADS_THREADS = 128,
    TCUI_REDUCE_THREADS_VECTORS = 8, /* of a thread in flight */
    /* The longest segment of which a block's tile holds 16. */
    TCUI_REDUCE_MOST_THREAD_BYTES = 1024,
    /* Of reals: of 64 f32 a chain has 16, of 128 it would have more than the error bound allows. */
    TCUI_REDUCE_MOST_THREAD_BYTES_OF_REALS = 256,

    /* By lanes, and by offsets: a tile's threads, and vectors of each. With four vectors 5 to 20 less. */
    TCUI_REDUCE_TILE_THREADS = 128,
    TCUI_REDUCE_TILE_VECTORS = 8,
    TCUI_REDUCE_LANES_BLOCKS = 8, /* of a multiprocessor, by lanes */
    /* The longest segment that a tile holds wherever it begins. */
    TCUI_REDUCE_MOST_LANES_BYTES = 16 * 1024 - 16,

    /* By offsets: segments of a thread whose offsets are loaded together (f16, mean length 8: 68, with one 63), and
     * blocks of a multiprocessor (with nine 1 to 3 less). */
    TCUI_REDUCE_OFFSETS_AT_ONCE = 2,
    TCUI_REDUCE_OFFSETS_BLOCKS = 10,
    /* Sums of vectors that a lane adds at most before it leaves a segment to a warp. */
    TCUI_REDUCE_OFFSETS_LANE_SUMS = 32,
    /* Segments that one block takes at most, and one more that reaches in from before. */
    TCUI_REDUCE_OFFSETS_SHARE = 8192,
    /* Segments that cross tiles: up to so many tiles a thread adds their parts, up to so many a warp. */
    TCUI_REDUCE_PARTS_THREADS = 1024,
    TCUI_REDUCE_PARTS_BY_THREAD = 16,
    TCUI_REDUCE_PARTS_BY_WARP = 2048,

    /* By warps. */
    TCUI_REDUCE_WARPS_THREADS = 256,
    TCUI_REDUCE_WARPS_VECTORS = 8, /* of a lane in flight */
    /* Bytes of the segments that a warp takes, if one is not longer. */
    TCUI_REDUCE_WARPS_RUN_BYTES = 16384,
    /* Warps that a multiprocessor holds at most: where there are twice as many segments of some KB, a warp takes two
     * (of 16 KB: 99.7, one 98.2). */
    TCUI_REDUCE_RESIDENT_WARPS = 64,

    /* By chunks: threads of a block, and vectors of a lane in flight. Together they are a batch, 32 KB. */
    TCUI_REDUCE_CHUNK_THREADS = 256,
    TCUI_REDUCE_CHUNK_VECTORS = 8,
    /* Batches of a chunk where that still gives every multiprocessor two blocks; else a chunk is one. */
    TCUI_REDUCE_CHUNK_BATCHES = 4,
    /* A warp adds a segment's chunks where there are so many segments, or so few chunks, that this keeps the device
     * busy; else a block does, of so many threads at least and at most. */
    TCUI_REDUCE_ADD_BY_WARP_FROM = 64,
    TCUI_REDUCE_ADD_BY_WARP_UP_TO = 32,
    TCUI_REDUCE_ADD_LEAST_THREADS = 64,
    TCUI_REDUCE_ADD_MOST_THREADS = 1024,

    /* Reproducible sums: warps of a block, each with chunks of its own; lanes that a segment by offsets gets, and columns
     * of a lane where segments share a warp. Untuned. */
    TCUI_REDUCE_REPRODUCIBLE_WARPS = 8,
    TCUI_REDUCE_REPRODUCIBLE_OFFSETS_LANES = 8,
    TCUI_REDUCE_REPRODUCIBLE_LANE_COLUMNS = 8,

    /* Lanes for a segment at most, of operators that look up where a result is. */
    TCUI_REDUCE_LOOK_UP_LANES = 8,

    /* A whole array by one block: vectors of a lane (64 KB of f32: 1.15 us, with 8 of them 1.09, but 16 KB 0.83 and
     * 0.94), and threads at most. */
    TCUI_REDUCE_ARRAY_VECTORS = 4,
    TCUI_REDUCE_ARRAY_THREADS = 1024
};

/*
 * Whether L2 is to evict the input first. That keeps results there until whole rows of them are written, if they fit
 * (of 1/128 of the input 99, else 96; of 1/64 92 and 94). Input that L2 still holds from a former call must stay (32 MB
 * again and again: 7.9 us, evicted first 11.2).
 */
static inline bool tcui_sum_evicts_input_first(uint64_t in_bytes, uint64_t out_bytes)
{
    const uint64_t resident_input = 48u << 20, small_results = 24u << 20;
    return in_bytes > resident_input && out_bytes <= small_results;
}

typedef struct tcui_sum_policy {
    /* What TCU_ARITHMETIC_AUTO means by chunks (whole arrays, long segments) of several batches; it means plain adds
     * elsewhere. */
    tcu_arithmetic chunks;
    /* A thread sums segments of up to so many elements, or of up to so many bytes if they are not whole vectors. */
    uint32_t thread_elements, thread_bytes;
    /* Up to so many bytes a few lanes sum a segment, then a warp. */
    uint32_t lanes_bytes, warp_bytes;
} tcui_sum_policy;

typedef struct tcui_reduce_policy {
    tcui_sum_policy types[TCU_TYPE_COUNT]; /* by the type of the elements */
} tcui_reduce_policy;

/*
 * By chunks a tie goes to the matrix unit (f16 99.3 on it, 99.3 plain; f64 99.8, 100; i8 100, 100). i16 ... u64 have no
 * path to it that is not slower, f32 none at all. With one batch the latency of its first product shows: 4 KB take 1.7
 * us, plain 1.5. Where paths meet, f16: 13 elements by threads 97, 16 by threads 66, by lanes 91; 2400 by lanes 96, by a
 * warp 94, 3000: 92, 95 (i16 2400: 88, 93); 12,288 bytes by a warp 99, by chunks 100.
 */
/* clang-format off */
static const tcui_reduce_policy tcui_reduce_own_policy = {{
    /*                         chunks, thread_elements, thread_bytes, lanes_bytes, warp_bytes */
    /* f16  */ {TCU_ARITHMETIC_MATRIX, 15, 256, 4800, 16383},
    /* bf16 */ {TCU_ARITHMETIC_MATRIX, 15, 256, 4800, 16383}, /* as f16 */
    /* f32  */ {TCU_ARITHMETIC_PLAIN,  7,  256, 4800, 16384},
    /* f64  */ {TCU_ARITHMETIC_MATRIX, 3,  256, 4800, 16384},
    /* i8   */ {TCU_ARITHMETIC_MATRIX, 15, 256, 4800, 16383},
    /* u8   */ {TCU_ARITHMETIC_MATRIX, 15, 256, 4800, 16383},
    /* i16  */ {TCU_ARITHMETIC_PLAIN,  15, 64,  3600, 16383},
    /* u16  */ {TCU_ARITHMETIC_PLAIN,  15, 64,  4800, 16383},
    /* i32  */ {TCU_ARITHMETIC_PLAIN,  7,  256, 4800, 16383},
    /* u32  */ {TCU_ARITHMETIC_PLAIN,  7,  256, 4800, 16383},
    /* i64  */ {TCU_ARITHMETIC_PLAIN,  3,  256, 4800, 16384},
    /* u64  */ {TCU_ARITHMETIC_PLAIN,  3,  256, 4800, 16384},
}};
/* clang-format on */

static inline tcui_sum_policy tcui_sum_policy_of(const tcu_context *context, tcu_type in_type)
{
    const tcui_reduce_policy *policy = (const tcui_reduce_policy *)context->policies[TCUI_REDUCE];
    return (policy != NULL ? policy : &tcui_reduce_own_policy)->types[in_type];
}

#endif /* TCUI_REDUCE_CUDA_TUNING_H */
