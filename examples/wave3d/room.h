/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sound in a closed room: the physics of wave3d.cu and wave3d_host.c. Between hard walls pressure stands in waves, each
 * of which swings at a frequency of its own; so it is known at every place and time.
 */
#ifndef TCU_EXAMPLES_WAVE3D_ROOM_H
#define TCU_EXAMPLES_WAVE3D_ROOM_H

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define ROOM_FUNCTION static inline __host__ __device__
#else
#define ROOM_FUNCTION static inline
#endif

enum { ROOM_AXES = 3, ROOM_WAVES = 4, ROOM_LEAST_POINTS = 10 };

/* The speed of sound is 1, and the longest edge. Walls are where the outermost points are. */
typedef struct room {
    uint64_t extents[ROOM_AXES]; /* points along height, depth and width */
    double spacing;              /* of points */
    double dt;                   /* of steps */
    uint64_t steps;              /* to compute */
} room;

ROOM_FUNCTION uint64_t room_points(const room *r)
{
    return r->extents[0] * r->extents[1] * r->extents[2];
}

/* amplitude * the product over axes of cos(pi * halves[a] * x_a / length_a): so many half waves along each axis. */
typedef struct room_wave {
    double amplitude;
    int halves[ROOM_AXES];
} room_wave;

ROOM_FUNCTION room_wave room_wave_number(int w)
{
    const room_wave waves[ROOM_WAVES] = {{0.4, {0, 1, 2}}, {0.3, {1, 0, 0}}, {0.2, {1, 2, 1}}, {0.1, {2, 3, 4}}};
    return waves[w];
}

/* The phase that a half wave more along an axis adds from one point to the next. */
ROOM_FUNCTION double room_phase(const room *r, int axis)
{
    return 3.141592653589793 / (double)(r->extents[axis] - 1);
}

/* Radians a unit of time. */
ROOM_FUNCTION double room_frequency(const room *r, room_wave wave)
{
    double sum = 0;
    for (int a = 0; a < ROOM_AXES; a++) {
        const double number = wave.halves[a] * room_phase(r, a) / r->spacing;
        sum += number * number;
    }
    return sqrt(sum);
}

/* The pressure at point i, counted row by row. */
ROOM_FUNCTION double room_pressure(const room *r, double time, uint64_t i)
{
    const uint64_t at[ROOM_AXES] = {i / r->extents[2] / r->extents[1], i / r->extents[2] % r->extents[1],
                                    i % r->extents[2]};
    double sum = 0;
    for (int w = 0; w < ROOM_WAVES; w++) {
        const room_wave wave = room_wave_number(w);
        double product = wave.amplitude * cos(room_frequency(r, wave) * time);
        for (int a = 0; a < ROOM_AXES; a++) {
            product *= cos(wave.halves[a] * room_phase(r, a) * (double)at[a]);
        }
        sum += product;
    }
    return sum;
}

#endif /* TCU_EXAMPLES_WAVE3D_ROOM_H */
