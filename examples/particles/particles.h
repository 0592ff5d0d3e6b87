/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sparks from a fountain: the physics of particles.cu and particles_host.c. Each frame some particles are born, all
 * move, and those that burnt out or flew out of the box are to go. particles_frame.h has what the library
 * does of a frame.
 *
 * Both programs compute the same bits. What is random is a hash of the particle's number, and a product to which
 * something is added is always fmaf(), which rounds once on every machine: no compiler has a choice.
 */
#ifndef TCU_EXAMPLES_PARTICLES_H
#define TCU_EXAMPLES_PARTICLES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define PARTICLES_FUNCTION static inline __host__ __device__
#else
#define PARTICLES_FUNCTION static inline
#endif

enum { FRAMES_PER_SECOND = 64, LONGEST_LIFE = 256 };

/* The picture: square cells, ROW of them side by side in the box, in rows from the ground up. */
enum { ROW_BITS = 5, CELL_BITS = 2 * ROW_BITS + 1, ROW = 1 << ROW_BITS, CELLS = 1 << CELL_BITS };

typedef struct particle {
    float x, y;    /* in a box from 0 to 1 */
    float vx, vy;  /* a second */
    uint16_t life; /* frames left */
    uint64_t id;   /* the number of particles born before it */
} particle;

/* Sebastiano Vigna's splitmix64. */
PARTICLES_FUNCTION uint64_t particle_hash(uint64_t id)
{
    uint64_t z = (id + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

PARTICLES_FUNCTION particle particle_born(uint64_t id)
{
    const uint64_t random = particle_hash(id);
    particle p;
    p.x = 0.5f;
    p.y = 0;
    p.vx = fmaf((float)(random & 0xffff), 0x1p-15f, -1.0f);      /* -1 to 1 */
    p.vy = fmaf((float)(random >> 16 & 0xffff), 0x1p-16f, 1.0f); /* 1 to 2 */
    p.life = (uint16_t)(LONGEST_LIFE / 4 + (random >> 32) % (LONGEST_LIFE - LONGEST_LIFE / 4));
    p.id = id;
    return p;
}

/* Moves a particle by one frame; returns whether there will be another one for it. */
PARTICLES_FUNCTION int particle_move(particle *p)
{
    const float seconds = 1.0f / FRAMES_PER_SECOND, gravity = 1.5f, drag = 0.995f, bounce = -0.6f;
    p->vx *= drag;
    p->vy = fmaf(-gravity, seconds, p->vy);
    p->x = fmaf(p->vx, seconds, p->x);
    p->y = fmaf(p->vy, seconds, p->y);
    if (p->y < 0) {
        p->y = -p->y;
        p->vy *= bounce;
    }
    p->life--;
    return p->life > 0 && p->x >= 0 && p->x <= 1;
}

/* The cell where a particle is. What flies above the picture counts in its top row. */
PARTICLES_FUNCTION uint16_t particle_cell(const particle *p)
{
    const int column = (int)(p->x * ROW), row = (int)(p->y * ROW), last_row = CELLS / ROW - 1;
    return (uint16_t)((row < last_row ? row : last_row) * ROW + (column < ROW ? column : ROW - 1));
}

/* ------------------------------------------------------------------------------------- structures of arrays --- */

/*
 * One generation. Everything that a frame hands on to the next is here, the number of the living too, so that frames
 * go back and forth between two of these and need nothing else.
 */
typedef struct particle_arrays {
    uint64_t *count; /* how many live */
    uint64_t *moved; /* how many the next frame moves: these and those born in it */
    uint64_t *frame; /* how many frames have passed */
    uint64_t *id;
    float *x, *y, *vx, *vy;
    uint16_t *life;
    uint16_t *cell; /* where it is; of those that live on */
} particle_arrays;

/* So many can live at once that there always is room for those to be born. */
static inline uint64_t particles_capacity(uint64_t births)
{
    return births * LONGEST_LIFE;
}

static inline size_t particles_bytes(uint64_t capacity)
{
    return 3 * sizeof(uint64_t) + capacity * (sizeof(uint64_t) + 4 * sizeof(float) + 2 * sizeof(uint16_t));
}

/* The arrays in one block of memory, wide elements first: so each is aligned whatever the capacity. */
static inline particle_arrays particles_in(void *block, uint64_t capacity)
{
    particle_arrays arrays;
    arrays.count = (uint64_t *)block;
    arrays.moved = arrays.count + 1;
    arrays.frame = arrays.moved + 1;
    arrays.id = arrays.frame + 1;
    arrays.x = (float *)(arrays.id + capacity);
    arrays.y = arrays.x + capacity;
    arrays.vx = arrays.y + capacity;
    arrays.vy = arrays.vx + capacity;
    arrays.life = (uint16_t *)(arrays.vy + capacity);
    arrays.cell = arrays.life + capacity;
    return arrays;
}

/*
 * A frame at place i < count + births: the particle there moves, or behind the last one a particle is born and moves.
 * Returns its flag: whether it is in the next frame.
 */
PARTICLES_FUNCTION unsigned char particles_step(const particle_arrays *arrays, uint64_t count, uint64_t frame,
                                                uint64_t births, uint64_t i)
{
    particle p;
    if (i < count) {
        p.x = arrays->x[i];
        p.y = arrays->y[i];
        p.vx = arrays->vx[i];
        p.vy = arrays->vy[i];
        p.life = arrays->life[i];
        p.id = arrays->id[i];
    } else {
        p = particle_born(frame * births + (i - count));
    }
    if (!particle_move(&p)) {
        return 0;
    }
    arrays->x[i] = p.x;
    arrays->y[i] = p.y;
    arrays->vx[i] = p.vx;
    arrays->vy[i] = p.vy;
    arrays->life[i] = p.life;
    arrays->id[i] = p.id;
    arrays->cell[i] = particle_cell(&p);
    return 1;
}

#endif /* TCU_EXAMPLES_PARTICLES_H */
