/* SPDX-License-Identifier: Apache-2.0 */
#include "parallel.h"

#include "primitives/context/float_environment.h"

#ifdef _OPENMP
#include <omp.h>

/* (A thread begins with the floating-point environment of the one that started it, once, or with what its last work left;
 * it is not only this library's.) */
static void share(int threads, int64_t count, tcui_loop_body body, const void *data)
{
#pragma omp parallel num_threads(threads)
    {
        const tcui_float_environment own = tcui_float_begin();
#pragma omp for schedule(dynamic, 1) nowait
        for (int64_t item = 0; item < count; item++) {
            body(data, item, omp_get_thread_num());
        }
        tcui_float_end(&own);
    }
}
#endif

void tcui_for_each(int threads, int64_t count, tcui_loop_body body, const void *data)
{
#ifdef _OPENMP
    if (threads > 1 && count > 1) {
        share(tcui_threads_for(threads, count), count, body, data);
        return;
    }
#endif
    (void)threads;
    for (int64_t item = 0; item < count; item++) {
        body(data, item, 0);
    }
}

void tcui_with_team(int threads, tcui_team_body body, void *data)
{
#ifdef _OPENMP
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        {
            const tcui_float_environment own = tcui_float_begin();
            body(data, (uint64_t)omp_get_thread_num(), (uint64_t)omp_get_num_threads());
            tcui_float_end(&own);
        }
        return;
    }
#endif
    (void)threads;
    body(data, 0, 1);
}

void tcui_wait_for_team(uint64_t members)
{
    if (members > 1) {
#ifdef _OPENMP
#pragma omp barrier
#endif
    }
}

/* What the parts share. */
typedef struct division {
    uint64_t n, parts;
    tcui_part_body body;
    const void *data;
} division;

static void run_part(const void *any_division, int64_t part, int thread)
{
    const division *d = any_division;
    const uint64_t p = (uint64_t)part;
    (void)thread;
    d->body(d->data, p, tcui_part_begin(d->n, d->parts, p), tcui_part_begin(d->n, d->parts, p + 1));
}

void tcui_for_parts(int threads, uint64_t n, uint64_t parts, tcui_part_body body, const void *data)
{
    if (parts == 1) {
        body(data, 0, 0, n);
        return;
    }
    const division d = {n, parts, body, data};
    tcui_for_each(threads, (int64_t)parts, run_part, &d);
}
