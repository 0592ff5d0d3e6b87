/* SPDX-License-Identifier: Apache-2.0 */
/*
 * particles.cu on the host backend, in plain C. Two things are simpler here: a call is complete when it returns, and
 * memory is memory. So the count can be looked at, and a frame works on as many particles as there are.
 */
#include "particles.h"
#include "particles_check.h"

#include <stdio.h>
#include <stdlib.h>

/* All that the simulation allocates. */
typedef struct simulation {
    tcu_context *context;
    void *blocks[2];
    unsigned char *flags;
    void *workspace;
    uint64_t *alive; /* after each second */
} simulation;

static tcu_status run_frame(tcu_context *context, const particle_arrays *now, const particle_arrays *next,
                            unsigned char *flags, uint64_t births)
{
    tcu_column columns[PARTICLE_COLUMNS];
    const uint64_t n = *now->count + births;
    for (uint64_t i = 0; i < n; i++) {
        flags[i] = particles_step(now, *now->count, *now->frame, births, i);
    }
    *next->frame = *now->frame + 1;
    particles_columns(now, next, columns);
    return tcu_compact_columns(context, columns, PARTICLE_COLUMNS, flags, TCU_FLAGS_BYTES, next->count, n, NULL);
}

static int failed(const tcu_context *context)
{
    fprintf(stderr, "particles_host: %s\n", tcu_context_last_error(context));
    return -1;
}

static int run(simulation *s, const particles_settings *settings)
{
    const uint64_t capacity = particles_capacity(settings->births);
    size_t workspace_bytes;
    if (tcu_context_create(&s->context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
        return failed(NULL);
    }
    /* What the longest call needs serves all: with it they allocate nothing. */
    if (tcu_compact_columns_workspace(s->context, PARTICLE_COLUMNS, TCU_FLAGS_BYTES, capacity, NULL,
                                      &workspace_bytes) != TCU_SUCCESS) {
        return failed(s->context);
    }
    s->blocks[0] = calloc(1, particles_bytes(capacity)); /* no particles, frame 0 */
    s->blocks[1] = malloc(particles_bytes(capacity));
    s->flags = malloc(capacity);
    s->workspace = malloc(workspace_bytes > 0 ? workspace_bytes : 1);
    s->alive = malloc(settings->seconds * sizeof *s->alive);
    if (s->blocks[0] == NULL || s->blocks[1] == NULL || s->flags == NULL || s->workspace == NULL || s->alive == NULL) {
        fprintf(stderr, "particles_host: no memory for %llu particles\n", (unsigned long long)capacity);
        return -1;
    }
    if (tcu_context_set_workspace(s->context, s->workspace, workspace_bytes) != TCU_SUCCESS) {
        return failed(s->context);
    }

    particle_arrays now = particles_in(s->blocks[0], capacity), next = particles_in(s->blocks[1], capacity);
    for (uint64_t second = 0; second < settings->seconds; second++) {
        for (int frame = 0; frame < FRAMES_PER_SECOND; frame++) {
            if (run_frame(s->context, &now, &next, s->flags, settings->births) != TCU_SUCCESS) {
                return failed(s->context);
            }
            const particle_arrays before = now;
            now = next;
            next = before;
        }
        s->alive[second] = *now.count;
    }
    return particles_check(settings, s->alive, &now);
}

int main(int argc, char **argv)
{
    particles_settings settings;
    simulation s = {0};
    if (particles_read_arguments(argc, argv, &settings) != 0) {
        return 2;
    }
    const int result = run(&s, &settings);
    tcu_context_destroy(s.context);
    free(s.blocks[0]);
    free(s.blocks[1]);
    free(s.flags);
    free(s.workspace);
    free(s.alive);
    return result != 0;
}
