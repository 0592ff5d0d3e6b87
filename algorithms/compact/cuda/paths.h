/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend compacts; paths.cu chooses. They reserve and execute like a backend. */
#ifndef TCUI_COMPACT_CUDA_PATHS_H
#define TCUI_COMPACT_CUDA_PATHS_H

#include "algorithms/compact/backend.h"

/* ----------------------------------------------------------------------------------------------- in registers --- */

/* Few items, by one kernel (small/kernel.cuh), on sm_90 and newer. */
bool tcui_compact_fits_small(const tcu_context *context, const tcui_compact_task *task);
bool tcui_compact_small_pays(const tcu_context *context, const tcui_compact_task *task);
tcu_status tcui_compact_small_reserve(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout);
tcu_status tcui_compact_small_execute(tcu_context *context, const tcui_compact_task *task, void *workspace);

/* ------------------------------------------------------------------------------------------------ in one pass --- */

/* One column, or positions, by persistent blocks (one_pass/kernel.cuh), on sm_90 and newer. */
bool tcui_compact_fits_one_pass(const tcu_context *context, const tcui_compact_task *task);
bool tcui_compact_one_pass_pays(const tcu_context *context, const tcui_compact_task *task);
tcu_status tcui_compact_one_pass_reserve(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout);
namespace tcu
{
/* What is stored. */
enum class compact_output {
    items,             /* kept items */
    items_and_lengths, /* and how long the runs are that they begin */
    positions_u32,     /* positions of kept items; there are flags, and no items */
    positions_u64
};

template <tcui_selection Selection, compact_output Output>
tcu_status compact_one_pass_execute(tcu_context *context, const tcui_compact_task *task, void *workspace);
template <tcui_selection Selection>
tcu_status compact_positions_execute(tcu_context *context, const tcui_compact_task *task, void *workspace);
} // namespace tcu
tcu_status tcui_compact_one_pass_execute(tcu_context *context, const tcui_compact_task *task, void *workspace);

/* Its workspace: slots of the look-back. */
uint64_t *tcui_compact_one_pass_place_slots(const tcu_context *context, tcui_layout *layout, void *base);

/* --------------------------------------------------------------------------------------------------- by tiles --- */

/*
 * Everything, on every device:
 *
 *     mark:    a bit for each item, whether it is kept, and the kept items of each granule (tiles/mark.cu)
 *     scan:    the kept items before each granule, by the library's own scan
 *     store:   each tile's kept items, side by side (tiles/store.cu), and how long runs are
 *              (tiles/run_lengths.cu)
 *
 * Flags and predicates are looked at once. What follows reads one bit an item and, of the items, those that are kept.
 */
tcu_status tcui_compact_tiles_reserve(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout);
tcu_status tcui_compact_tiles_execute(tcu_context *context, const tcui_compact_task *task, void *workspace);

/*
 * A position is an item's number plus the phase, up to 31, so that 16-byte loads of what marks are made from begin at
 * positions that are multiples of what 16 bytes hold.
 */
enum { TCUI_COMPACT_GRANULE = 2048, TCUI_COMPACT_MOST_GRANULES = 4 /* of a tile */, TCUI_COMPACT_MOST_PHASE = 31 };

typedef struct tcui_compact_marks {
    uint32_t *bits;        /* bit p % 32 of word p / 32: position p is an item that is kept */
    uint64_t *kept_before; /* each granule; and with index `granules`, all kept items. (First: kept in the granule.) */
    uint64_t granules;     /* a multiple of TCUI_COMPACT_MOST_GRANULES, 1 or more of those */
    uint64_t n;
    const uint64_t *length; /* how many of the n items there are; NULL: all */
    int phase;              /* the position of item 0 */
    /* For tasks in place, else NULL: the tile whose turn it is, and which tiles' items have been read; granules values (of
     * records more), 0 where marks are made. */
    uint32_t *turn, *is_read;
} tcui_compact_marks;

/* Enqueues what fills in the marks, but for the scan. */
tcu_status tcui_compact_mark(tcu_context *context, const tcui_compact_task *task, const tcui_compact_marks *marks);

/*
 * Of records, items that are no words (tiles/records.cu). Which of them begin runs, as a byte each, which is marked then;
 * the results of a column; and how many values `is_read` has in place, enough for all alignments (UINT64_MAX: too many).
 */
tcu_status tcui_compact_find_record_heads(tcu_context *context, const tcui_compact_task *task, uint8_t *heads);
tcu_status tcui_compact_store_records(tcu_context *context, const tcui_compact_marks *marks, const tcu_column *column,
                                      bool keep_others, uint64_t *count);
uint64_t tcui_compact_record_blocks(uint64_t granules, uint64_t n, size_t item_bytes);

/* Enqueues the results of one column; of positions; and run lengths. `count` may be NULL. */
tcu_status tcui_compact_store_items(tcu_context *context, const tcui_compact_marks *marks, const tcu_column *column,
                                    bool keep_others, uint64_t *count);
tcu_status tcui_compact_store_positions(tcu_context *context, const tcui_compact_marks *marks, void *indices,
                                        tcu_type index_type, uint64_t *count);
tcu_status tcui_compact_store_run_lengths(tcu_context *context, const tcui_compact_marks *marks, uint64_t *run_lengths);

#endif /* TCUI_COMPACT_CUDA_PATHS_H */
