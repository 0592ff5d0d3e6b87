/* SPDX-License-Identifier: Apache-2.0 */
#include "particles_frame.h"

enum { COLUMNS = 7 };

/* The options of a call of which *count says the length. */
static tcu_compact_options compact_first(const uint64_t *count)
{
    tcu_compact_options options = TCU_COMPACT_OPTIONS_INIT;
    options.count = count;
    return options;
}

static tcu_sort_options sort_first(const uint64_t *count)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.end_bit = CELL_BITS;
    options.count = count;
    return options;
}

static tcu_by_key_options sum_first(const uint64_t *count)
{
    tcu_by_key_options options = TCU_BY_KEY_OPTIONS_INIT;
    options.count = count;
    return options;
}

static tcu_runs cells_of(const particle_picture *picture)
{
    tcu_runs runs = TCU_RUNS_INIT;
    runs.keys = picture->cell;
    runs.count = picture->lit;
    return runs;
}

tcu_status particles_finish_frame(tcu_context *context, const particle_arrays *now, const particle_arrays *next,
                                  const unsigned char *flags, const particle_picture *picture, uint64_t capacity)
{
    const tcu_column columns[COLUMNS] = {
        {now->id, next->id, sizeof *next->id},       {now->x, next->x, sizeof *next->x},
        {now->y, next->y, sizeof *next->y},          {now->vx, next->vx, sizeof *next->vx},
        {now->vy, next->vy, sizeof *next->vy},       {now->life, next->life, sizeof *next->life},
        {now->cell, next->cell, sizeof *next->cell},
    };
    const tcu_compact_options of_moved = compact_first(now->moved);
    const tcu_sort_options of_living = sort_first(next->count);
    const tcu_by_key_options of_sorted = sum_first(next->count);
    const tcu_runs cells = cells_of(picture);
    tcu_status status =
        tcu_compact_columns(context, columns, COLUMNS, flags, TCU_FLAGS_BYTES, next->count, capacity, &of_moved);
    if (status == TCU_SUCCESS) {
        status = tcu_radix_sort_pairs(context, next->cell, picture->sorted_cells, TCU_TYPE_U16, next->life,
                                      picture->sorted_lives, sizeof *next->life, capacity, &of_living);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_reduce_by_key(context, picture->sorted_cells, sizeof *picture->sorted_cells, picture->sorted_lives,
                                   TCU_TYPE_U16, picture->brightness, TCU_TYPE_U64, capacity, &cells, &of_sorted);
    }
    return status;
}

tcu_status particles_workspace(tcu_context *context, const particle_arrays *arrays, const particle_picture *picture,
                               uint64_t capacity, size_t *bytes)
{
    enum { CALLS = 3 };
    size_t needed[CALLS] = {0};
    const tcu_compact_options compact = compact_first(arrays->moved);
    const tcu_sort_options sort = sort_first(arrays->count);
    const tcu_by_key_options sum = sum_first(arrays->count);
    const tcu_runs cells = cells_of(picture);
    tcu_status status =
        tcu_compact_columns_workspace(context, COLUMNS, TCU_FLAGS_BYTES, capacity, &compact, &needed[0]);
    if (status == TCU_SUCCESS) {
        status =
            tcu_radix_sort_pairs_workspace(context, TCU_TYPE_U16, sizeof *arrays->life, capacity, 0, &sort, &needed[1]);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_reduce_by_key_workspace(context, sizeof *picture->cell, TCU_TYPE_U16, TCU_TYPE_U64, capacity,
                                             &cells, &sum, &needed[2]);
    }
    /* Calls come one after another: what the longest needs serves all. */
    *bytes = 0;
    for (int i = 0; i < CALLS; i++) {
        *bytes = needed[i] > *bytes ? needed[i] : *bytes;
    }
    return status;
}
