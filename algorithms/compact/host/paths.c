/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compaction on the host: items become marks (select/), and marked items are brought side by side (store/), by one
 * thread or several (team.h).
 */
#include "algorithms/compact/backend.h"

#include <math.h>

#include "primitives/call/items.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/levels.h"
#include "team.h"

enum { WIDEST_WORD = 16 };

/* Of an item in all columns, of which some are records; long ones count as several of the widest words. Without records it
 * is a query of columns, which may be of any length. */
static double words_of(const tcui_compact_task *task)
{
    size_t words = 0;
    bool has_records = false;
    for (int c = 0; c < task->num_columns; c++) {
        const size_t bytes = task->columns[c].item_bytes;
        words += bytes / WIDEST_WORD + (bytes % WIDEST_WORD != 0);
        has_records |= !tcui_is_word(bytes);
    }
    return has_records ? (double)words : HUGE_VAL;
}

static int threads_of(const tcu_context *context, const tcui_compact_task *task)
{
    const double ps = task->keep_others ? 2 * TCUI_PS_COMPACT_ITEM : TCUI_PS_COMPACT_ITEM;
    const double words = task->has_records ? words_of(task) : task->num_columns > 1 ? task->num_columns : 1;
    return tcui_threads_for_work(context, ps * (double)task->n * words);
}

/*
 * The most items of a chunk, in whole words of marks, for which the workspace has room: what L2 holds, but no more
 * rounds than 16, since each ends with a barrier, which takes long where other programs use the processor too. Never
 * less for more items.
 */
static uint64_t most_of_chunk(uint64_t n, int threads)
{
    enum { MOST_ROUNDS = 16 };
    const uint64_t share = n / (uint64_t)threads + 1, of_rounds = share / MOST_ROUNDS + 1;
    const uint64_t items = share < TCUI_LEAST_CHUNK       ? share
                           : of_rounds < TCUI_LEAST_CHUNK ? TCUI_LEAST_CHUNK
                                                          : of_rounds;
    return tcui_mark_words(items) * TCUI_MARKS;
}

/* Of as many rounds as that takes all have nearly the same items, so that no thread waits for others in the last. */
static uint64_t chunk_of_threads(uint64_t n, int threads)
{
    const uint64_t share = n / (uint64_t)threads + 1, most = most_of_chunk(n, threads);
    uint64_t rounds = 1;
    while (rounds * most < share) {
        rounds++;
    }
    return tcui_mark_words((share + rounds - 1) / rounds) * TCUI_MARKS;
}

/* Of one thread. */
static bool marks_fit_the_stack(const tcui_compact_task *task)
{
    return task->n <= TCUI_LEAST_CHUNK;
}

/* A team's arrays in the workspace that begins at `base`; NULL what it does without. */
typedef struct places {
    tcui_member *members;
    char *staged;
    uint64_t *marks;
} places;

static places place_team(const tcui_compact_task *task, int threads, tcui_layout *layout, void *base)
{
    places at = {0};
    const uint64_t chunk = most_of_chunk(task->n, threads);
    if (threads > 1) {
        at.members = tcui_layout_place(layout, base, (uint64_t)threads, sizeof(tcui_member));
    }
    if (threads > 1 && task->in_place) {
        at.staged = tcui_layout_place(layout, base, (uint64_t)threads * chunk, task->columns[0].item_bytes);
    }
    if (task->keep_others && (threads > 1 || !marks_fit_the_stack(task))) {
        at.marks = tcui_layout_place(layout, base, tcui_mark_words(task->n), sizeof(uint64_t));
    } else if (threads > 1) {
        at.marks = tcui_layout_place(layout, base, (uint64_t)threads * tcui_mark_words(chunk), sizeof(uint64_t));
    }
    return at;
}

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    place_team(any_task, threads_of(context, any_task), layout, NULL);
    return TCU_SUCCESS;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The workspace is that of `reserved`, a task of as many items as `task` or more, and so of as many threads or more. Of
 * fewer threads a chunk may be longer, for which there need not be room: then there are more rounds. */
static void run_task(const tcu_context *context, const tcui_compact_task *reserved, const tcui_compact_task *task,
                     void *workspace)
{
    const int level = tcui_host_level(), threads = threads_of(context, task),
              reserved_threads = threads_of(context, reserved);
    tcui_layout layout = {0};
    const places at = place_team(reserved, reserved_threads, &layout, workspace);
    tcui_member alone;
    uint64_t few_marks[TCUI_LEAST_CHUNK / TCUI_MARKS];
    tcui_team team = {.task = task,
                      .moves = tcui_moves_of_level(level),
                      .selector = tcui_select_prepare(task, level),
                      .members = threads > 1 ? at.members : &alone,
                      .staged = at.staged,
                      .marks = at.marks,
                      .chunk_items =
                          least(chunk_of_threads(task->n, threads), most_of_chunk(reserved->n, reserved_threads))};
    if (threads == 1 && task->keep_others && marks_fit_the_stack(task)) {
        team.marks = few_marks;
    }
    tcui_with_team(threads, tcui_team_run, &team);
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_compact_task *task = any_task;
    if (task->length == NULL) {
        run_task(context, task, task, workspace);
    } else {
        tcui_compact_task now = *task;
        now.n = tcui_length_now(task->n, task->length);
        run_task(context, task, &now, workspace);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_compact_host = {.id = TCUI_COMPACT, .name = "compact", .paths = paths, .num_paths = 1};
