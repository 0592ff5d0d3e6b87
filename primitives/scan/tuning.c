/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the scans' policy that a tuning file can set. */
#include "primitives/context/tuning.h"
#include "primitives/scan/cuda/tuning.h"

/* Warps of a block: as many as exchange their sums (primitives/pipeline/aggregate_exchange.cuh). */
enum { MOST_WARPS = 16 };

#define ARITHMETIC(prefix, type, least)                                                                                \
    TCUI_TUNING_ROW_OF_ARITHMETIC(prefix ".arithmetic", tcui_scan_policy, arithmetic[type], least)

/* (Vectors are powers of two; no grid where they are fewer than TCUI_SCAN_SMALL_LEAST_VECTORS.) */
#define GRID(name, grid)                                                                                               \
    TCUI_TUNING_ROW_OF_COUNT(name ".warps", tcui_scan_policy, grid.warps, 1, MOST_WARPS),                              \
        TCUI_TUNING_ROW_OF_COUNT(name ".vectors", tcui_scan_policy, grid.most_vectors, 0,                              \
                                 TCUI_SCAN_SMALL_MOST_VECTORS)

static const tcui_tuning_row rows[] = {
    ARITHMETIC("f16", TCU_TYPE_F16, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("bf16", TCU_TYPE_BF16, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("f32", TCU_TYPE_F32, TCU_ARITHMETIC_PLAIN),
    ARITHMETIC("f64", TCU_TYPE_F64, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("i8", TCU_TYPE_I8, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("u8", TCU_TYPE_U8, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("i16", TCU_TYPE_I16, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("u16", TCU_TYPE_U16, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("i32", TCU_TYPE_I32, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("u32", TCU_TYPE_U32, TCU_ARITHMETIC_MATRIX),
    ARITHMETIC("i64", TCU_TYPE_I64, TCU_ARITHMETIC_PLAIN),
    ARITHMETIC("u64", TCU_TYPE_U64, TCU_ARITHMETIC_PLAIN),
    GRID("grid_1", grids[0]),
    GRID("grid_2", grids[1]),
    GRID("grid_3", grids[2]),
    GRID("wide_grid_1", wide_grids[0]),
    GRID("wide_grid_2", wide_grids[1]),
    GRID("wide_grid_3", wide_grids[2]),
};

const tcui_tuning_family tcui_scan_tuning = TCUI_TUNING_FAMILY("scan", TCUI_SCAN, tcui_scan_own_policy, rows);
