/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers and scatters, as products with a 0/1 matrix. P has a row for each index and a column for each item of the array
 * that indices are of,
 *
 *     P_ij = 1 where indices_i = j, else 0
 *
 * and an index that is out of range has a row of zeros. A gather is P s, a scatter P^T v. An example of 4 indices, of which
 * -1 is out of range, and 4 items:
 *
 *     indices 2 0 -1 2         | 0 0 1 0 |        | 5 |            | 7 |
 *                          P = | 1 0 0 0 |    s = | 6 |      P s = | 5 |
 *                              | 0 0 0 0 |        | 7 |            | - |
 *                              | 0 0 1 0 |        | 8 |            | 7 |
 *
 * A row of zeros, in P or for a scatter in P^T, leaves its item of the result as it is: "-". A row with a single one adds
 * nothing up, so its product is a copy, of items that need not even be numbers, and this is how it is done here: each row
 * takes the item whose column has the 1, byte by byte. (P^T has a row with two ones where two indices are equal. Of these
 * items the last one is taken here, which the contract leaves open.)
 */
#include "algorithms/gather/backend.h"

#include <string.h>

#include "algorithms/gather/host/index.h"
#include "algorithms/gather/host/numbers.h"

/* The matrix's row i: the column of its 1. */
static bool row_of(const tcui_gather_task *task, uint64_t i, uint64_t *column)
{
    return tcui_index_load(task->index_type, task->indices, i, task->places, column);
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_gather_task *task = any_task;
    (void)context, (void)workspace;
    const uint64_t n = tcui_gather_count(task);
    const size_t bytes = task->item_bytes;
    uint64_t rows_of_zeros = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t column;
        if (!row_of(task, i, &column)) {
            rows_of_zeros++;
            continue;
        }
        const uint64_t from = task->kind == TCUI_GATHER_ITEMS ? column : i;
        const uint64_t to = task->kind == TCUI_GATHER_ITEMS ? i : column;
        memcpy((unsigned char *)task->to + to * bytes, (const unsigned char *)task->from + from * bytes, bytes);
    }
    if (task->out_of_range != NULL) {
        *task->out_of_range = rows_of_zeros;
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

static const tcui_gather_extension extension = {tcui_gather_number};

const tcui_operation tcui_gather_reference = {
    .id = TCUI_GATHER, .name = "gather", .paths = paths, .num_paths = 1, .extension = &extension};
