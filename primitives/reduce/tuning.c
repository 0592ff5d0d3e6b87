/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the reductions' policy that a tuning file can set. */
#include "primitives/context/tuning.h"
#include "primitives/reduce/cuda/tuning.h"

enum {
    /* In bytes: chunks of shorter segments would be more blocks than a grid holds, in arrays of 2^41 bytes. */
    LEAST_WARP_BYTES = 1024,
    /* A lane adds so many in a chain that is as long as the error bound allows; of integers, and minima, its places have 32
     * bits. */
    MOST_WARP_BYTES_OF_REALS = 16384,
    MOST_WARP_BYTES = 1 << 20
};

/* (By threads and by lanes there are limits of their own, and larger numbers mean these: paths.cu.) */
#define ROWS_OF_TYPE(prefix, type, arithmetic, most_warp_bytes)                                                        \
    TCUI_TUNING_ROW_OF_ARITHMETIC(prefix ".chunks", tcui_reduce_policy, types[type].chunks, arithmetic),               \
        TCUI_TUNING_ROW_OF_COUNT(prefix ".thread_elements", tcui_reduce_policy, types[type].thread_elements, 0,        \
                                 TCUI_REDUCE_MOST_THREAD_BYTES),                                                       \
        TCUI_TUNING_ROW_OF_COUNT(prefix ".thread_bytes", tcui_reduce_policy, types[type].thread_bytes, 0,              \
                                 TCUI_REDUCE_MOST_THREAD_BYTES),                                                       \
        TCUI_TUNING_ROW_OF_COUNT(prefix ".lanes_bytes", tcui_reduce_policy, types[type].lanes_bytes, 0,                \
                                 TCUI_REDUCE_MOST_LANES_BYTES),                                                        \
        TCUI_TUNING_ROW_OF_COUNT(prefix ".warp_bytes", tcui_reduce_policy, types[type].warp_bytes, LEAST_WARP_BYTES,   \
                                 most_warp_bytes)

static const tcui_tuning_row rows[] = {
    ROWS_OF_TYPE("f16", TCU_TYPE_F16, TCU_ARITHMETIC_MATRIX, MOST_WARP_BYTES_OF_REALS),
    ROWS_OF_TYPE("bf16", TCU_TYPE_BF16, TCU_ARITHMETIC_MATRIX, MOST_WARP_BYTES_OF_REALS),
    ROWS_OF_TYPE("f32", TCU_TYPE_F32, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES_OF_REALS),
    ROWS_OF_TYPE("f64", TCU_TYPE_F64, TCU_ARITHMETIC_MATRIX, MOST_WARP_BYTES_OF_REALS),
    ROWS_OF_TYPE("i8", TCU_TYPE_I8, TCU_ARITHMETIC_MATRIX, MOST_WARP_BYTES),
    ROWS_OF_TYPE("u8", TCU_TYPE_U8, TCU_ARITHMETIC_MATRIX, MOST_WARP_BYTES),
    ROWS_OF_TYPE("i16", TCU_TYPE_I16, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES),
    ROWS_OF_TYPE("u16", TCU_TYPE_U16, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES),
    ROWS_OF_TYPE("i32", TCU_TYPE_I32, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES),
    ROWS_OF_TYPE("u32", TCU_TYPE_U32, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES),
    ROWS_OF_TYPE("i64", TCU_TYPE_I64, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES),
    ROWS_OF_TYPE("u64", TCU_TYPE_U64, TCU_ARITHMETIC_PLAIN, MOST_WARP_BYTES),
};

const tcui_tuning_family tcui_reduce_tuning = TCUI_TUNING_FAMILY("reduce", TCUI_REDUCE, tcui_reduce_own_policy, rows);
