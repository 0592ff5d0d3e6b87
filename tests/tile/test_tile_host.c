/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host's tiles: constant tiles by their formulas, LoadTile and StoreTile against plain indexing, the mma against a
 * triple loop in wider arithmetic, and the products with constant tiles against the mma with these tiles.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "primitives/tile/host/tile.h"

enum { N = TCUI_TILE_EDGE };

static uint64_t random_state;

static uint64_t random_u64(void)
{
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void seed_randomly(void)
{
    random_state = (uint64_t)time(NULL);
    cr_log_info("seed %llu", (unsigned long long)random_state);
}

/* Tests that differ by accumulator only are in this template. Random numbers are integers whose sums and products are
 * exact in every accumulator, so that results are equal whatever the order of additions. */
#define TCUI_ACC f32
#define RANDOM() ((float)((int)(random_u64() % 201) - 100))
#include "tile_host_cases.h"

#define TCUI_ACC f64
#define RANDOM() ((double)((int)(random_u64() % 20001) - 10000))
#include "tile_host_cases.h"

#define TCUI_ACC u32
#define RANDOM() ((uint32_t)random_u64())
#include "tile_host_cases.h"

#define TCUI_ACC u64
#define RANDOM() random_u64()
#include "tile_host_cases.h"

Test(tile_host, constant_tiles)
{
    for (int r = 0; r < N; r++) {
        for (int c = 0; c < N; c++) {
            cr_assert_eq(tcui_tile_ones(r, c), 1);
            cr_assert_eq(tcui_tile_first_row(r, c), r == 0 ? 1 : 0);
            cr_assert_eq(tcui_tile_first_column(r, c), tcui_tile_first_row(c, r), "P^T is the transpose of P");
            cr_assert_eq(tcui_tile_upper(r, c), c >= r ? 1 : 0);
            cr_assert_eq(tcui_tile_strict_upper(r, c), tcui_tile_upper(r, c) - (r == c ? 1 : 0));
            cr_assert_eq(tcui_tile_strict_lower(r, c), tcui_tile_ones(r, c) - tcui_tile_upper(r, c), "L = 1 - U");
            for (int block = 1; block <= N; block++) {
                int same = 0;
                for (int begin = 0; begin < N; begin += block) {
                    same |= r >= begin && r < begin + block && c >= begin && c < begin + block;
                }
                cr_assert_eq(tcui_tile_block_diagonal(r, c, block), same, "(%d, %d), blocks of %d", r, c, block);
                cr_assert_eq(tcui_tile_block_upper(r, c, block), same * tcui_tile_upper(r, c));
            }
        }
    }
}

/* Elements of every type, as the accumulator sees them. */
Test(tile_host, element_conversions)
{
    const uint16_t f16[] = {0x3c00, 0xc000, 0x0001, 0xfbff}; /* 1, -2, 2^-24, -65504 */
    const uint16_t bf16[] = {0x3f80, 0xc000, 0x0001, 0x7f7f};
    const float f32[] = {0.1f, -0x1p-149f, 0x1.fffffep127f, -3.0f};
    const double f64[] = {0.1, -0x1p-1074, 1e300, 0x1p-25};
    const int8_t i8[] = {-1, 127, -128, 0};
    const int16_t i16[] = {-1, 32767, -32768, 0};
    const int32_t i32[] = {-1, INT32_MAX, INT32_MIN, 0};
    const int64_t i64[] = {-1, INT64_MAX, INT64_MIN, 0};
    const double from_f16[] = {1, -2, 0x1p-24, -65504};
    const double from_bf16[] = {1, -2, 0x1p-133, 0x1.fep127};
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(tcui_element_load_f64(TCU_TYPE_F16, f16, (uint64_t)i), from_f16[i]);
        cr_assert_eq(tcui_element_load_f32(TCU_TYPE_F16, f16, (uint64_t)i), (float)from_f16[i]);
        cr_assert_eq(tcui_element_load_f64(TCU_TYPE_BF16, bf16, (uint64_t)i), from_bf16[i]);
        cr_assert_eq(tcui_element_load_f32(TCU_TYPE_BF16, bf16, (uint64_t)i), (float)from_bf16[i]);
        cr_assert_eq(tcui_element_load_f64(TCU_TYPE_F32, f32, (uint64_t)i), (double)f32[i]);
        cr_assert_eq(tcui_element_load_f64(TCU_TYPE_F64, f64, (uint64_t)i), f64[i]);
        cr_assert_eq(tcui_element_load_u32(TCU_TYPE_I8, i8, (uint64_t)i), (uint32_t)(int32_t)i8[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_I8, i8, (uint64_t)i), (uint64_t)(int64_t)i8[i]);
        cr_assert_eq(tcui_element_load_u32(TCU_TYPE_U8, i8, (uint64_t)i), (uint32_t)(uint8_t)i8[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_U8, i8, (uint64_t)i), (uint64_t)(uint8_t)i8[i]);
        cr_assert_eq(tcui_element_load_u32(TCU_TYPE_I16, i16, (uint64_t)i), (uint32_t)(int32_t)i16[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_I16, i16, (uint64_t)i), (uint64_t)(int64_t)i16[i]);
        cr_assert_eq(tcui_element_load_u32(TCU_TYPE_U16, i16, (uint64_t)i), (uint32_t)(uint16_t)i16[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_U16, i16, (uint64_t)i), (uint64_t)(uint16_t)i16[i]);
        cr_assert_eq(tcui_element_load_u32(TCU_TYPE_I32, i32, (uint64_t)i), (uint32_t)i32[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_I32, i32, (uint64_t)i), (uint64_t)(int64_t)i32[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_U32, i32, (uint64_t)i), (uint64_t)(uint32_t)i32[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_I64, i64, (uint64_t)i), (uint64_t)i64[i]);
        cr_assert_eq(tcui_element_load_u64(TCU_TYPE_U64, i64, (uint64_t)i), (uint64_t)i64[i]);
    }
}

/* Stores round once: 1 + 2^-11 + 2^-30 lies above the tie of f16, but on it once rounded to f32. */
Test(tile_host, stores_round_once)
{
    uint16_t half[2];
    double x = 1 + 0x1p-11 + 0x1p-30;
    tcui_element_store_f64(TCU_TYPE_F16, half, 0, x);
    tcui_element_store_f64(TCU_TYPE_F16, half, 1, (double)(float)x);
    cr_assert_eq(half[0], 0x3c01);
    cr_assert_eq(half[1], 0x3c00);
    uint8_t byte[2];
    tcui_element_store_u32(TCU_TYPE_I8, byte, 0, UINT32_C(0x12345680));
    tcui_element_store_u64(TCU_TYPE_U8, byte, 1, UINT64_C(0xffffffffffffff7f));
    cr_assert_eq(byte[0], 0x80);
    cr_assert_eq(byte[1], 0x7f);
}

/* An infinity or a NaN at one place shows in the row scan and in the sums of the rows before from there on only. */
Test(tile_host, specials_do_not_spread_backwards)
{
    static const double specials[] = {INFINITY, -INFINITY, NAN};
    for (int s = 0; s < 3; s++) {
        for (int place = 0; place < N * N; place++) {
            int row = place / N;
            int column = place % N;
            tcui_tile_f64 a, au;
            double g[N];
            double sums[N] = {0};
            for (int i = 0; i < N * N; i++) {
                a.at[i / N][i % N] = 1;
            }
            a.at[row][column] = specials[s];
            tcui_tile_scan_rows_f64(&au, &a, sums, N, false);
            tcui_tile_sum_rows_before_f64(g, &a, N);
            for (int r = 0; r < N; r++) {
                cr_assert_eq(isfinite(g[r]) != 0, r <= row, "row %d of G, special in row %d", r, row);
                for (int c = 0; c < N; c++) {
                    int before = r != row || c < column;
                    cr_assert_eq(isfinite(au.at[r][c]) != 0, before, "(%d, %d) of A * U, special in (%d, %d)", r, c,
                                 row, column);
                }
            }
        }
    }
}
