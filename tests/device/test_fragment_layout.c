/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every lane and register of every fragment: the maps of layout.cuh, on the host and as kernels see them, against the
 * formulas of the PTX ISA ("Matrix fragments for mma"), which are written here once more, case by case as they stand
 * there.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "fragment_kernels.h"

enum { LANES = 32 };

typedef struct cell {
    int row, column;
} cell;

/* Of the ISA's element a_i: `groupID` and `threadID_in_group` are g and t. */
static cell a_by_isa(fragment_kind kind, int g, int t, int i)
{
    switch (kind) {
    case M16N8K8_F16:
    case M16N8K8_BF16:
        return (cell){i < 2 ? g : g + 8, 2 * t + (i & 1)};
    case M16N8K8_TF32:
        return (cell){i == 0 || i == 2 ? g : g + 8, i == 0 || i == 1 ? t : t + 4};
    case M16N8K4_TF32:
        return (cell){i == 0 ? g : g + 8, t};
    case M16N8K16_F16:
    case M16N8K16_BF16:
        return (cell){i < 2 || (i >= 4 && i < 6) ? g : g + 8, 2 * t + (i & 1) + (i >= 4 ? 8 : 0)};
    case M16N8K16_S8:
    case M16N8K16_U8:
        return (cell){i < 4 ? g : g + 8, 4 * t + (i & 3)};
    case M16N8K16_F64:
        return (cell){i % 2 == 0 ? g : g + 8, t + (i < 2 ? 0 : i < 4 ? 4 : i < 6 ? 8 : 12)};
    case M16N8K32_S8:
    case M16N8K32_U8:
        return (cell){i < 4 || (i >= 8 && i < 12) ? g : g + 8, 4 * t + (i & 3) + (i < 8 ? 0 : 16)};
    case M16N8K256_B1:
        return (cell){i < 32 || (i >= 64 && i < 96) ? g : g + 8, 32 * t + (i & 31) + (i < 64 ? 0 : 128)};
    default: /* m8n8k4, f64 */
        return (cell){g, t};
    }
}

static cell b_by_isa(fragment_kind kind, int g, int t, int i)
{
    switch (kind) {
    case M16N8K8_F16:
    case M16N8K8_BF16:
        return (cell){2 * t + i, g};
    case M16N8K8_TF32:
        return (cell){i == 0 ? t : t + 4, g};
    case M16N8K16_F16:
    case M16N8K16_BF16:
        return (cell){2 * t + (i & 1) + (i < 2 ? 0 : 8), g};
    case M16N8K16_S8:
    case M16N8K16_U8:
        return (cell){4 * t + i, g};
    case M16N8K16_F64:
        return (cell){t + 4 * i, g};
    case M16N8K32_S8:
    case M16N8K32_U8:
        return (cell){4 * t + (i & 3) + (i < 4 ? 0 : 16), g};
    case M16N8K256_B1:
        return (cell){32 * t + (i & 31) + (i < 32 ? 0 : 128), g};
    default: /* m16n8k4, tf32; m8n8k4, f64 */
        return (cell){t, g};
    }
}

static cell c_by_isa(fragment_kind kind, int g, int t, int i)
{
    return kind == M8N8K4_F64 ? (cell){g, 2 * t + (i & 1)} : (cell){i < 2 ? g : g + 8, 2 * t + (i & 1)};
}

static cell by_isa(fragment_kind kind, fragment_use use, int lane, int i)
{
    const int g = lane / 4, t = lane % 4;
    return use == USE_A ? a_by_isa(kind, g, t, i) : use == USE_B ? b_by_isa(kind, g, t, i) : c_by_isa(kind, g, t, i);
}

/* Calls check() for each fragment. */
static void for_all(void (*check)(fragment_kind kind, fragment_use use, fragment_size size))
{
    for (int kind = 0; kind < FRAGMENT_KINDS; kind++) {
        for (int use = 0; use < FRAGMENT_USES; use++) {
            check((fragment_kind)kind, (fragment_use)use, fragment_size_of((fragment_kind)kind, (fragment_use)use));
        }
    }
}

static void check_size(fragment_kind kind, fragment_use use, fragment_size size)
{
    const fragment_shape shape = fragment_shape_of(kind);
    cr_assert_eq(size.rows, use == USE_B ? shape.k : shape.m, "%s", shape.name);
    cr_assert_eq(size.columns, use == USE_A ? shape.k : shape.n, "%s", shape.name);
    cr_assert_eq(size.rows * size.columns, LANES * size.registers * size.packed, "%s", shape.name);
}

static void check_maps(fragment_kind kind, fragment_use use, fragment_size size)
{
    const char *const name = fragment_shape_of(kind).name;
    bool *const seen = calloc((size_t)size.rows * (size_t)size.columns, sizeof *seen);
    cr_assert_not_null(seen);
    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < size.registers * size.packed; i++) {
            const fragment_place place = {lane, i / size.packed, i % size.packed};
            const cell expected = by_isa(kind, use, lane, i);
            cell found;
            fragment_position_of(kind, use, place, &found.row, &found.column);
            cr_assert(found.row == expected.row && found.column == expected.column,
                      "%s, use %d, lane %d, element %d: is at (%d, %d), expected (%d, %d)", name, (int)use, lane, i,
                      found.row, found.column, expected.row, expected.column);
            cr_assert_not(seen[found.row * size.columns + found.column], "%s, use %d: (%d, %d) is held twice", name,
                          (int)use, found.row, found.column);
            seen[found.row * size.columns + found.column] = true;
            const fragment_place back = fragment_holder_of(kind, use, found.row, found.column);
            cr_assert(back.lane == lane && back.reg == place.reg && back.element == place.element,
                      "%s, use %d: (%d, %d) is held by lane %d, register %d, element %d, expected %d, %d, %d", name,
                      (int)use, found.row, found.column, back.lane, back.reg, back.element, lane, place.reg,
                      place.element);
        }
    }
    free(seen);
}

/* Of a matrix with the value `bit` of its elements' numbers in row-major order: several matrices tell all places
 * apart, in types of a single bit too. */
static void check_elements(fragment_kind kind, fragment_use use, fragment_size size)
{
    const int cells = size.rows * size.columns, elements = size.registers * size.packed;
    double *const matrix = calloc((size_t)cells, sizeof *matrix), *const held = calloc((size_t)cells, sizeof *held);
    cr_assert(matrix != NULL && held != NULL);
    for (int bit = 0; 1 << bit < cells; bit++) {
        for (int i = 0; i < cells; i++) {
            matrix[i] = i >> bit & 1;
        }
        cr_assert_eq(fragment_run(kind, use, GET, (fragment_arguments){0}, matrix, (size_t)cells, held, (size_t)cells),
                     0);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < elements; i++) {
                const cell at = by_isa(kind, use, lane, i);
                cr_assert_eq(held[lane * elements + i], matrix[at.row * size.columns + at.column],
                             "%s, use %d: element %d of lane %d is not that at (%d, %d)", fragment_shape_of(kind).name,
                             (int)use, i, lane, at.row, at.column);
            }
        }
    }
    free(matrix), free(held);
}

Test(fragment_layout, sizes)
{
    for_all(check_size);
}

Test(fragment_layout, every_lane_and_register_as_in_the_isa)
{
    for_all(check_maps);
}

Test(fragment_layout, kernels_hold_elements_there)
{
    for_all(check_elements);
}
