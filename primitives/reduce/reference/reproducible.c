/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums in the order that reduce.h states for TCU_SUM_REPRODUCIBLE, by the plain loops that define it. It is Reduction_256N
 * of reduce.c with matrices A of one chunk, 16 rows of 256 columns (../reproducible.h):
 *
 *     V = P A     the sums of the columns, from the first row to the last one
 *     V P^T       their sum, by halves
 *
 * An example with 2 rows of 4 columns, the sum of the numbers 1 to 8:
 *
 *         | 1 2 3 4 |         | 6 8 10 12 |
 *     A = | 5 6 7 8 |     V = | 0 0  0  0 |     6 + 10 = 16, 8 + 12 = 20;  16 + 20 = 36
 *
 * An addition in f32 is one in f64, of numbers of f32, rounded to f32: f64 has more than twice the bits, and then two
 * roundings are as good as one (S. A. Figueroa: "When is Double Rounding Innocuous?", SIGNUM Newsletter 30, 1995).
 */
#include "reproducible.h"

#include <math.h>

#include "primitives/reduce/elements.h"
#include "primitives/reduce/reproducible.h"
#include "primitives/tile/reference/rows.h"

/* x as a number of type t. */
static double rounded(tcu_type t, double x)
{
    return t == TCU_TYPE_F32 ? (double)(float)x : x;
}

/* What a level adds up: elements, or sums. */
typedef struct level {
    tcui_reference_element element;
    const void *data;
} level;

static double chunk(tcu_type t, level l, uint64_t first, uint64_t count)
{
    double V[TCUI_REPRODUCIBLE_COLUMNS] = {0};
    for (uint64_t i = 0; i < count; i++) {
        double *const sum = &V[i % TCUI_REPRODUCIBLE_COLUMNS];
        *sum = rounded(t, *sum + l.element(l.data, first + i));
    }
    for (int half = TCUI_REPRODUCIBLE_COLUMNS / 2; half > 0; half /= 2) {
        for (int c = 0; c < half; c++) {
            V[c] = rounded(t, V[c] + V[c + half]);
        }
    }
    return V[0];
}

static double sum_at(const void *sums, uint64_t i)
{
    return ((const double *)sums)[i];
}

/* The sum of `width` elements at most from `first` on, `width` a chunk's times a power of 4096: a chunk, or the sum of the
 * sums of up to 4096 parts. These are formed one by one, so that no array is needed to keep a level's numbers in. */
static double sum_of(tcu_type t, level l, uint64_t first, uint64_t count, uint64_t width)
{
    if (width == TCUI_REPRODUCIBLE_CHUNK) {
        return chunk(t, l, first, count);
    }
    const uint64_t part = width / TCUI_REPRODUCIBLE_CHUNK;
    double sums[TCUI_REPRODUCIBLE_CHUNK];
    uint64_t parts = 0;
    for (uint64_t i = 0; i < count; i += part, parts++) {
        sums[parts] = sum_of(t, l, first + i, tcui_part_length(count, i, part), part);
    }
    return chunk(t, (level){sum_at, sums}, 0, parts);
}

double tcui_reference_reproducible_sum(tcu_type t, tcui_reference_element element, const void *data, uint64_t first,
                                       uint64_t count)
{
    uint64_t width = TCUI_REPRODUCIBLE_CHUNK;
    while (width < count && width <= UINT64_MAX / TCUI_REPRODUCIBLE_CHUNK) {
        width *= TCUI_REPRODUCIBLE_CHUNK;
    }
    return sum_of(t, (level){element, data}, first, count, width);
}

/* Element i, mapped. */
static double term(const void *data, uint64_t i)
{
    const tcui_reduce_task *task = data;
    const double x = tcui_number_load(task->in_type, task->in, i).real;
    const tcu_map map = task->reduction.map;
    return map == TCU_MAP_SQUARE     ? rounded(tcui_reproducible_type(task->in_type, task->out_type), x * x)
           : map == TCU_MAP_ABSOLUTE ? fabs(x)
                                     : x;
}

void tcui_reference_reduce_reproducible(const tcui_reduce_task *task)
{
    const tcu_type t = tcui_reproducible_type(task->in_type, task->out_type);
    for (uint64_t k = 0; k < task->segments.count; k++) {
        const uint64_t first = tcui_segment_begin(&task->segments, k), count = tcui_segment_length(&task->segments, k);
        double sum = tcui_reference_reproducible_sum(t, term, task, first, count);
        if (task->reduction.has_initial) {
            sum = rounded(t, tcui_number_load(task->out_type, &task->reduction.initial, 0).real + sum);
        }
        if (isnan(sum)) {
            tcui_bits_store(task->out_type, task->out, k, tcui_quiet_nan_bits(task->out_type));
        } else {
            tcui_number_store(task->out_type, task->out, k, (tcui_number){.real = sum});
        }
    }
}
