/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stream compaction: the exclusive scan of the flags, then each kept item goes to its place. 256 flags at a time are
 * laid into a matrix A, row by row; S is how many items were kept before them. The scan of Dakkak et al. (ICS 2019, see
 * primitives/scan/reference/scan.c), exclusive because U has no diagonal here,
 *
 *     R = A U + (L A) 1 + S
 *
 * has for each item how many kept ones come before it: the place of a kept item in the output. In a partition the
 * others follow behind all kept ones: item i has i - R_i others before it.
 *
 * An example with matrices of 4 x 4: the items a to p with the flags A, and S = 0.
 *
 *     a b c d          | 1 0 1 1 |          | 0 1 1 2 |              | 0 0 0 0 |          | 0 1 1 2 |
 *     e f g h      A = | 0 1 0 0 |    A U = | 0 0 1 1 |    (L A) 1 = | 3 3 3 3 |      R = | 3 3 4 4 |
 *     i j k l          | 1 1 0 1 |          | 0 1 2 2 |              | 4 4 4 4 |          | 4 5 6 6 |
 *     m n o p          | 0 0 1 0 |          | 0 0 0 1 |              | 7 7 7 7 |          | 7 7 7 8 |
 *
 * Item j is kept, and its place is 5: the result is a c d f i j l o. In a partition g, item 6, goes to 8 + (6 - 4) =
 * 10, as 8 items are kept: a c d f i j l o b e g h k m n p.
 */
#include <string.h>

#include "keeps.h"
#include "primitives/scan/reference/matrix_scan.h"

/* A: 1 for each item from `first` on that is kept, up to 256 of them; 0 for the others, and behind the last item. */
static tcui_matrix flags_of(const tcui_compact_task *task, uint64_t first)
{
    tcui_matrix A = tcui_matrix_zero(false);
    for (uint64_t i = 0; i < TCUI_MM && first + i < task->n; i++) {
        A.at[i / TCUI_M][i % TCUI_M].integer = tcui_compact_reference_keeps(task, first + i);
    }
    return A;
}

/* How many items are kept up to the end of a matrix: those before its last number, and that one. */
static uint64_t kept_after(const tcui_matrix *A, const tcui_matrix *R)
{
    return R->at[TCUI_M - 1][TCUI_M - 1].integer + A->at[TCUI_M - 1][TCUI_M - 1].integer;
}

static tcui_matrix places_of(tcui_matrix A, uint64_t kept)
{
    return tcui_reference_scan_matrix(TCU_SCAN_EXCLUSIVE, A, (tcui_number){.integer = kept});
}

static uint64_t count_kept(const tcui_compact_task *task)
{
    uint64_t kept = 0;
    for (uint64_t first = 0; first < task->n; first += TCUI_MM) {
        const tcui_matrix A = flags_of(task, first), R = places_of(A, kept);
        kept = kept_after(&A, &R);
    }
    return kept;
}

static void move_item(const tcu_column *column, uint64_t from, uint64_t to)
{
    const size_t bytes = column->item_bytes;
    memmove((char *)column->out + to * bytes, (const char *)column->in + from * bytes, bytes);
}

/* Item i is kept, at its place. A run's length is how far the next run's head, which is kept too, is from its own. */
static void write_kept(const tcui_compact_task *task, uint64_t i, uint64_t place, uint64_t *head)
{
    for (int c = task->compares_keys_only ? 1 : 0; c < task->num_columns; c++) {
        move_item(&task->columns[c], i, place);
    }
    if (task->indices != NULL) {
        tcui_number_store(task->index_type, task->indices, place, (tcui_number){.integer = i});
    }
    if (task->run_lengths != NULL && place > 0) {
        task->run_lengths[place - 1] = i - *head;
    }
    *head = i;
}

/* No item goes to a place behind its own, and those of a matrix are looked at before the first of them is moved. So out
 * may be in. (In a partition it may not: there the others go up.) */
static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    tcui_compact_task now = *(const tcui_compact_task *)any_task;
    const tcui_compact_task *const task = &now;
    now.n = tcui_length_now(now.n, now.length);
    const uint64_t all_kept = task->keep_others ? count_kept(task) : 0;
    uint64_t kept = 0, head = 0;
    (void)context, (void)workspace;
    for (uint64_t first = 0; first < task->n; first += TCUI_MM) {
        const tcui_matrix A = flags_of(task, first), R = places_of(A, kept);
        for (uint64_t i = first; i < first + TCUI_MM && i < task->n; i++) {
            const uint64_t row = (i - first) / TCUI_M, column = (i - first) % TCUI_M;
            const uint64_t place = R.at[row][column].integer;
            if (A.at[row][column].integer != 0) {
                write_kept(task, i, place, &head);
            } else if (task->keep_others) {
                move_item(&task->columns[0], i, all_kept + (i - place));
            }
        }
        kept = kept_after(&A, &R);
    }
    if (task->run_lengths != NULL && kept > 0) {
        task->run_lengths[kept - 1] = task->n - head;
    }
    *task->count = kept;
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_compact_reference = {.id = TCUI_COMPACT, .name = "compact", .paths = paths, .num_paths = 1};
