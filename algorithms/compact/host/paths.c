/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compaction on the host: items become marks (select/), and marked items are brought side by side (store/), by one
 * thread or several (team.h).
 */
#include "algorithms/compact/backend.h"

#include "team.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Threads that are worth their start, a few us: one for arrays that it compacts in some 50. */
static int threads_of(const tcu_context *context, const tcui_compact_task *task)
{
#ifdef _OPENMP
    enum { LEAST_ITEMS = 1 << 18 };
    const int threads = context->properties.multiprocessors;
    return task->n >= LEAST_ITEMS && threads > 1 ? threads : 1;
#else
    (void)context, (void)task;
    return 1;
#endif
}

/* Where a team's arrays begin in the workspace. */
typedef struct places {
    size_t members, staged, marks;
} places;

static bool marks_fit_the_stack(const tcui_compact_task *task)
{
    return task->n <= TCUI_MOST_CHUNK;
}

static places plan_team(const tcui_compact_task *task, int threads, tcui_layout *layout)
{
    places at = {0};
    if (threads > 1)
        at.members = tcui_layout_reserve(layout, (uint64_t)threads, sizeof(tcui_member));
    if (threads > 1 && task->in_place)
        at.staged = tcui_layout_reserve(layout, (uint64_t)threads * TCUI_MOST_CHUNK, task->columns[0].item_bytes);
    if (task->keep_others && !marks_fit_the_stack(task))
        at.marks = tcui_layout_reserve(layout, tcui_mark_words(task->n), sizeof(uint64_t));
    return at;
}

static tcu_status plan(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    plan_team(any_task, threads_of(context, any_task), layout);
    return TCU_SUCCESS;
}

/* A thread's share of the items, in whole words of marks, as far as it fits a chunk. */
static uint64_t chunk_items(uint64_t n, int threads)
{
    const uint64_t share = (n / (uint64_t)threads + TCUI_MARKS) / TCUI_MARKS * TCUI_MARKS;
    return share < TCUI_MOST_CHUNK ? share : TCUI_MOST_CHUNK;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_compact_task *task = any_task;
    const int level = tcui_moves_level(), threads = threads_of(context, task);
    tcui_layout layout = {0};
    const places at = plan_team(task, threads, &layout);
    tcui_member alone;
    uint64_t few_marks[TCUI_MOST_CHUNK / TCUI_MARKS];
    tcui_team team = {.task = task,
                      .moves = tcui_moves_of_level(level),
                      .selector = tcui_select_prepare(task, level),
                      .members = threads > 1 ? (tcui_member *)((char *)workspace + at.members) : &alone,
                      .staged = threads > 1 && task->in_place ? (char *)workspace + at.staged : NULL,
                      .chunk_items = threads > 1 ? chunk_items(task->n, threads) : TCUI_BLOCK};
    if (task->keep_others)
        team.marks = marks_fit_the_stack(task) ? few_marks : (uint64_t *)((char *)workspace + at.marks);
    if (threads == 1)
        tcui_team_run(&team, 0, 1);
#ifdef _OPENMP
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        tcui_team_run(&team, omp_get_thread_num(), omp_get_num_threads());
    }
#endif
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .plan = plan, .execute = execute}};

const tcui_operation tcui_compact_host = {.id = TCUI_COMPACT, .name = "compact", .paths = paths, .num_paths = 1};
