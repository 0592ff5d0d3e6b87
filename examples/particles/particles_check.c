/* SPDX-License-Identifier: Apache-2.0 */
#include "particles_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_number(const char *text, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] == '-' || value == 0 || value > most) {
        return -1;
    }
    *number = value;
    return 0;
}

int particles_read_arguments(int argc, char **argv, particles_settings *settings)
{
    enum { MOST_SECONDS = 3600, MOST_BIRTHS = 1 << 20 };
    *settings = (particles_settings){.seconds = 10, .births = 512};
    if (argc <= 3 && (argc < 2 || read_number(argv[1], MOST_SECONDS, &settings->seconds) == 0) &&
        (argc < 3 || read_number(argv[2], MOST_BIRTHS, &settings->births) == 0)) {
        return 0;
    }
    fprintf(stderr,
            "usage: %s [SECONDS [BIRTHS]]\n"
            "  SECONDS  of %d frames to simulate, 1 to %d (default 10)\n"
            "  BIRTHS   particles born each frame, 1 to %d (default 512)\n",
            argv[0], FRAMES_PER_SECOND, MOST_SECONDS, MOST_BIRTHS);
    return -1;
}

/* One frame, in place; returns how many live. */
static uint64_t plain_frame(particle *particles, uint64_t count, uint64_t frame, uint64_t births)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count + births; i++) {
        particle p = i < count ? particles[i] : particle_born(frame * births + (i - count));
        if (particle_move(&p)) {
            particles[kept++] = p;
        }
    }
    return kept;
}

static int is_at(const particle *p, const particle_arrays *arrays, uint64_t i)
{
    return p->id == arrays->id[i] && p->life == arrays->life[i] && memcmp(&p->x, &arrays->x[i], sizeof p->x) == 0 &&
           memcmp(&p->y, &arrays->y[i], sizeof p->y) == 0 && memcmp(&p->vx, &arrays->vx[i], sizeof p->vx) == 0 &&
           memcmp(&p->vy, &arrays->vy[i], sizeof p->vy) == 0;
}

/* The picture of some particles: brightness[c] of cell c; returns how many are lit. */
static uint64_t plain_picture(const particle *particles, uint64_t count, uint64_t brightness[CELLS])
{
    uint64_t lit = 0;
    memset(brightness, 0, CELLS * sizeof *brightness);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t *cell = &brightness[particle_cell(&particles[i])];
        lit += *cell == 0; /* (a particle that lives has frames left) */
        *cell += particles[i].life;
    }
    return lit;
}

static int is_picture(const particle_picture *picture, const uint64_t brightness[CELLS])
{
    uint64_t k = 0;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (brightness[cell] == 0) {
            continue;
        }
        if (k == *picture->lit || picture->cell[k] != cell || picture->brightness[k] != brightness[cell]) {
            return 0;
        }
        k++;
    }
    return k == *picture->lit;
}

static int check(const particles_settings *settings, const particles_second *seconds, const particle_arrays *last,
                 const particle_picture *picture, particle *particles)
{
    uint64_t count = 0, frame = 0, brightness[CELLS] = {0};
    for (uint64_t second = 0; second < settings->seconds; second++) {
        for (int i = 0; i < FRAMES_PER_SECOND; i++) {
            count = plain_frame(particles, count, frame++, settings->births);
        }
        const uint64_t lit = plain_picture(particles, count, brightness);
        printf("after %4" PRIu64 " s: %9" PRIu64 " particles in %4" PRIu64 " cells\n", second + 1,
               seconds[second].alive, seconds[second].lit);
        if (seconds[second].alive != count || seconds[second].lit != lit) {
            fprintf(stderr, "particles: a plain loop has %" PRIu64 " in %" PRIu64 "\n", count, lit);
            return -1;
        }
    }
    if (*last->count != count || *last->frame != frame) {
        fprintf(stderr,
                "particles: %" PRIu64 " particles after %" PRIu64 " frames, not %" PRIu64 " after %" PRIu64 "\n",
                *last->count, *last->frame, count, frame);
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!is_at(&particles[i], last, i)) {
            fprintf(stderr, "particles: number %" PRIu64 " is not what a plain loop has there\n", i);
            return -1;
        }
    }
    if (!is_picture(picture, brightness)) {
        fprintf(stderr, "particles: the picture is not that of a plain loop\n");
        return -1;
    }
    printf("%" PRIu64 " born in %" PRIu64
           " frames; the living and their picture are those of a plain loop, bit for bit\n",
           frame * settings->births, frame);
    return 0;
}

int particles_check(const particles_settings *settings, const particles_second *seconds, const particle_arrays *last,
                    const particle_picture *picture)
{
    particle *particles = (particle *)malloc(particles_capacity(settings->births) * sizeof *particles);
    if (particles == NULL) {
        fprintf(stderr, "particles: no memory for the check\n");
        return -1;
    }
    const int result = check(settings, seconds, last, picture, particles);
    free(particles);
    return result;
}
