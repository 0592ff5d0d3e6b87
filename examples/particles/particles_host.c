/* SPDX-License-Identifier: Apache-2.0 */
/*
 * particles.cu on the host backend, in plain C: the same calls (particles_frame.c) and a loop in place of the kernel. A
 * call is complete when it returns, so nothing is captured.
 */
#include "particles_check.h"
#include "particles_frame.h"

#include <stdio.h>
#include <stdlib.h>

/* All that the simulation allocates. */
typedef struct simulation {
    tcu_context *context;
    void *blocks[2], *picture, *workspace;
    unsigned char *flags;
    particles_second *seconds;
} simulation;

static tcu_status run_frame(tcu_context *context, const particle_arrays *now, const particle_arrays *next,
                            unsigned char *flags, const particle_picture *picture, uint64_t births)
{
    *now->moved = *now->count + births;
    *next->frame = *now->frame + 1;
    for (uint64_t i = 0; i < *now->moved; i++) {
        flags[i] = particles_step(now, *now->count, *now->frame, births, i);
    }
    return particles_finish_frame(context, now, next, flags, picture, particles_capacity(births));
}

static int failed(const tcu_context *context)
{
    fprintf(stderr, "particles_host: %s\n", tcu_context_last_error(context));
    return -1;
}

static int no_memory(uint64_t capacity)
{
    fprintf(stderr, "particles_host: no memory for %llu particles\n", (unsigned long long)capacity);
    return -1;
}

static int run(simulation *s, const particles_settings *settings)
{
    const uint64_t capacity = particles_capacity(settings->births);
    size_t workspace_bytes;
    if (tcu_context_create(&s->context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
        return failed(NULL);
    }
    s->blocks[0] = calloc(1, particles_bytes(capacity)); /* no particles, frame 0 */
    s->blocks[1] = malloc(particles_bytes(capacity));
    s->picture = malloc(particle_picture_bytes(capacity));
    s->flags = malloc(capacity);
    s->seconds = malloc(settings->seconds * sizeof *s->seconds);
    if (s->blocks[0] == NULL || s->blocks[1] == NULL || s->picture == NULL || s->flags == NULL || s->seconds == NULL) {
        return no_memory(capacity);
    }
    particle_arrays now = particles_in(s->blocks[0], capacity), next = particles_in(s->blocks[1], capacity);
    const particle_picture picture = particle_picture_in(s->picture, capacity);
    if (particles_workspace(s->context, &now, &picture, capacity, &workspace_bytes) != TCU_SUCCESS) {
        return failed(s->context);
    }
    s->workspace = malloc(workspace_bytes > 0 ? workspace_bytes : 1);
    if (s->workspace == NULL) {
        return no_memory(capacity);
    }
    if (tcu_context_set_workspace(s->context, s->workspace, workspace_bytes) != TCU_SUCCESS) {
        return failed(s->context);
    }

    for (uint64_t second = 0; second < settings->seconds; second++) {
        for (int frame = 0; frame < FRAMES_PER_SECOND; frame++) {
            if (run_frame(s->context, &now, &next, s->flags, &picture, settings->births) != TCU_SUCCESS) {
                return failed(s->context);
            }
            const particle_arrays before = now;
            now = next;
            next = before;
        }
        s->seconds[second] = (particles_second){*now.count, *picture.lit};
    }
    return particles_check(settings, s->seconds, &now, &picture);
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
    free(s.picture);
    free(s.flags);
    free(s.workspace);
    free(s.seconds);
    return result != 0;
}
