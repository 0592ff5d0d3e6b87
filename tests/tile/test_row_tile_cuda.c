/* SPDX-License-Identifier: Apache-2.0 */
/* Sums and prefix sums of one 16 x 32 tile on the device, matrix unit and plain adds, against a loop. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "row_tile_kernels.h"
#include "test_backend.h"
#include "test_random.h"
#include "test_types.h"

enum { ROWS = 16, COLUMNS = 32, CELLS = ROWS * COLUMNS, TILES = 40 };

static bool is_tested(tcu_type type)
{
    return type != TCU_TYPE_I64 && type != TCU_TYPE_U64; /* no path to the matrix unit, nothing to compare */
}

/* Small integers: every sum of 32 of them is exact in every type, so results must be equal. */
static void fill_small(tcu_type type, test_random *random, void *elements)
{
    for (int i = 0; i < CELLS; i++) {
        const double value = (double)test_random_below(random, 8) - (test_types[type].is_signed ? 4.0 : 0.0);
        const float single = (float)value;
        const int64_t integer = (int64_t)value;
        const uint16_t half = type == TCU_TYPE_F16 ? test_f16_bits(value) : test_bf16_bits(value);
        char *at = (char *)elements + (size_t)i * test_types[type].bytes;
        if (type == TCU_TYPE_F16 || type == TCU_TYPE_BF16) {
            memcpy(at, &half, sizeof half);
        } else if (type == TCU_TYPE_F32) {
            memcpy(at, &single, sizeof single);
        } else if (type == TCU_TYPE_F64) {
            memcpy(at, &value, sizeof value);
        } else {
            memcpy(at, &integer, test_types[type].bytes);
        }
    }
}

static void fill_bits(tcu_type type, test_random *random, void *elements)
{
    for (size_t i = 0; i < CELLS * test_types[type].bytes; i++) {
        ((uint8_t *)elements)[i] = (uint8_t)test_random_next(random);
    }
}

static void check_reals(tcu_type type, bool matrix, const void *elements)
{
    double value[CELLS], total[ROWS], scan[CELLS];
    test_read_reals(type, elements, CELLS, value);
    cr_assert_eq(row_tile_sums(type, matrix, elements, total, scan), 0);
    for (int row = 0; row < ROWS; row++) {
        double sum = 0;
        for (int column = 0; column < COLUMNS; column++) {
            const int i = row * COLUMNS + column;
            sum += value[i];
            cr_assert(scan[i] == sum || (isnan(sum) && isnan(scan[i])), "%s, %s: scan[%d][%d] is %g, expected %g",
                      test_types[type].name, matrix ? "matrix" : "plain", row, column, scan[i], sum);
        }
        cr_assert(total[row] == sum || (isnan(sum) && isnan(total[row])), "%s, %s: total[%d] is %g, expected %g",
                  test_types[type].name, matrix ? "matrix" : "plain", row, total[row], sum);
    }
}

static void check_integers(tcu_type type, bool matrix, const void *elements)
{
    uint64_t value[CELLS], total[ROWS], scan[CELLS];
    test_read_integers(type, elements, CELLS, value);
    cr_assert_eq(row_tile_sums(type, matrix, elements, total, scan), 0);
    for (int row = 0; row < ROWS; row++) {
        uint64_t sum = 0;
        for (int column = 0; column < COLUMNS; column++) {
            const int i = row * COLUMNS + column;
            sum += value[i];
            cr_assert_eq(scan[i], sum, "%s, %s: scan[%d][%d]", test_types[type].name, matrix ? "matrix" : "plain", row,
                         column);
        }
        cr_assert_eq(total[row], sum, "%s, %s: total[%d]", test_types[type].name, matrix ? "matrix" : "plain", row);
    }
}

Test(row_tile_cuda, exact_sums, .timeout = 120)
{
    test_random random = {test_seed_of_run()};
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int tile = 0; is_tested((tcu_type)type) && tile < TILES; tile++) {
            for (int matrix = 0; matrix < 2; matrix++) {
                double elements[CELLS]; /* room for the widest type */
                const bool real = test_types[type].real;
                if (real || tile % 2 == 0) {
                    fill_small((tcu_type)type, &random, elements);
                } else {
                    fill_bits((tcu_type)type, &random, elements);
                }
                if (real) {
                    check_reals((tcu_type)type, matrix != 0, elements);
                } else {
                    check_integers((tcu_type)type, matrix != 0, elements);
                }
            }
        }
    }
}

/* A zero of the triangle times an infinity is a NaN: none may show in the columns before it, nor in other rows. */
Test(row_tile_cuda, infinities_and_nans_stay_behind_their_place, .timeout = 120)
{
    static const tcu_type reals[] = {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_F32, TCU_TYPE_F64};
    static const double specials[] = {INFINITY, -INFINITY, NAN};
    test_random random = {test_seed_of_run()};
    for (size_t r = 0; r < sizeof reals / sizeof reals[0]; r++) {
        for (int tile = 0; tile < TILES; tile++) {
            for (int matrix = 0; matrix < 2; matrix++) {
                const tcu_type type = reals[r];
                double elements[CELLS];
                fill_small(type, &random, elements);
                for (int n = 0; n < 3; n++) {
                    const double special = specials[test_random_below(&random, 3)];
                    const float single = (float)special;
                    uint16_t half = type == TCU_TYPE_F16 ? 0x7c00 : 0x7f80;
                    half = (uint16_t)(half | (isnan(special) ? 1u << 6 : special < 0 ? 0x8000u : 0u));
                    char *at = (char *)elements + test_random_below(&random, CELLS) * test_types[type].bytes;
                    memcpy(at,
                           type == TCU_TYPE_F64   ? (const void *)&special
                           : type == TCU_TYPE_F32 ? (const void *)&single
                                                  : (const void *)&half,
                           test_types[type].bytes);
                }
                check_reals(type, matrix != 0, elements);
            }
        }
    }
}
