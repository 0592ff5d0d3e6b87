/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linear recurrences as scans of matrices: P. M. Kogge, H. S. Stone (1973); G. E. Blelloch: "Prefix Sums and Their
 * Applications" (1990), section 1.4; E. Martin, C. Cundy (ICLR 2018). With
 *
 *     M[i] = | a[i] b[i] |      | x[i] |          | x[i-1] |
 *            |  0    1   |      |  1   |  =  M[i] |   1    |
 *
 * x[i] is the upper entry of M[i] ... M[1] M[0] (x[-1], 1)^T, and products of matrices are associative: the product of
 * a run of elements takes what comes before the run to its end. A run is halved: the product of its first half says
 * what comes before the second one.
 *
 * An example, a = 2, 3, 4, 5 and b = 1, -2, 1, 3, with x[-1] = 1. The first half's product is
 *
 *     M[1] M[0] = | 3 -2 | | 2 1 | = | 6 1 |
 *                 | 0  1 | | 0 1 |   | 0 1 |
 *
 * so 6 * 1 + 1 = 7 comes before the second half. By itself the first half is 2 * 1 + 1 = 3, 3 * 3 - 2 = 7, and the
 * second one 4 * 7 + 1 = 29, 5 * 29 + 3 = 148.
 */
#include "algorithms/recurrence/backend.h"
#include "primitives/tile/reference/rows.h"

/* The matrix with the rows (a, b) and (0, 1). */
typedef struct pair {
    double a, b;
} pair;

/* M N. */
static pair multiply(pair M, pair N)
{
    return (pair){M.a * N.a, M.a * N.b + M.b};
}

/* The upper entry of M (x, 1)^T. */
static double apply(pair M, double x)
{
    return M.a * x + M.b;
}

static pair pair_at(const tcui_recurrence_task *task, uint64_t i)
{
    const double a = task->a != NULL ? tcui_number_load(task->type, task->a, i).real : task->constant_a;
    return (pair){a, task->scale_b * tcui_number_load(task->type, task->b, i).real};
}

/* M[first + count - 1] ... M[first]. */
static pair product(const tcui_recurrence_task *task, uint64_t first, uint64_t count)
{
    if (count == 1) {
        return pair_at(task, first);
    }
    const uint64_t half = count / 2;
    return multiply(product(task, first + half, count - half), product(task, first, half));
}

/* x[first] ... x[first + count - 1], `before` being x[first - 1]. (All that is read of b for a product is read before x
 * is written there, as x may be b.) */
static void scan(const tcui_recurrence_task *task, uint64_t first, uint64_t count, double before)
{
    if (count == 1) {
        tcui_number_store(task->type, task->x, first, (tcui_number){.real = apply(pair_at(task, first), before)});
        return;
    }
    const uint64_t half = count / 2;
    const double middle = apply(product(task, first, half), before);
    scan(task, first, half, before);
    scan(task, first + half, count - half, middle);
}

static tcu_status solve_segments(tcu_context *context, const tcui_recurrence_task *task, void *workspace)
{
    (void)context, (void)workspace;
    for (uint64_t k = 0; k < task->segments.count; k++) {
        const uint64_t length = tcui_segment_length(&task->segments, k);
        const double initial = task->initial != NULL ? tcui_number_load(task->type, task->initial, k).real : 0;
        if (length > 0) {
            scan(task, tcui_segment_begin(&task->segments, k), length, initial);
        }
    }
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_recurrence_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return solve_segments(context, task, workspace);
    }
    tcui_recurrence_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return solve_segments(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_recurrence_reference = {
    .id = TCUI_RECURRENCE, .name = "recurrence", .paths = paths, .num_paths = 1};
