/* SPDX-License-Identifier: Apache-2.0 */
#include "room_step.h"

#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Taps along an axis, the middle one too; and all taps: those of the axes share the middle, beside which there are
 * u_before and the copy of u. */
enum { ALONG = 5, MIDDLE = ALONG / 2, TAPS = ROOM_AXES * (ALONG - 1) + 3 };

/* ------------------------------------------------------------------------------------------------- arguments --- */

static int read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] == '-' || value < least || value > most) {
        return -1;
    }
    *number = value;
    return 0;
}

int room_read_arguments(int argc, char **argv, room *r)
{
    enum { MOST_POINTS = 2000, MOST_STEPS = 100000 };
    uint64_t points = 60;
    *r = (room){.steps = 200};
    if (argc <= 3 && (argc < 2 || read_number(argv[1], ROOM_LEAST_POINTS, MOST_POINTS, &points) == 0) &&
        (argc < 3 || (read_number(argv[2], 2, MOST_STEPS, &r->steps) == 0 && r->steps % 2 == 0))) {
        r->extents[0] = points * 3 / 5;
        r->extents[1] = points * 4 / 5;
        r->extents[2] = points;
        r->spacing = 1 / (double)(points - 1);
        r->dt = 0.4 * r->spacing; /* steps are stable up to 0.5 */
        return 0;
    }
    fprintf(stderr,
            "usage: %s [POINTS [STEPS]]\n"
            "  POINTS  along the longest edge of the room, %d to %d (default 60)\n"
            "  STEPS   of time, an even number up to %d (default 200)\n",
            argv[0], ROOM_LEAST_POINTS, MOST_POINTS, MOST_STEPS);
    return -1;
}

/* ------------------------------------------------------------------------------------------------ the stencil --- */

/* Of the second derivative along an axis: the neighbours' weights from -MIDDLE to MIDDLE. */
static tcu_status second_derivative(const room *r, double weights[ALONG])
{
    double nodes[ALONG];
    for (int k = 0; k < ALONG; k++) {
        nodes[k] = (k - MIDDLE) * r->spacing;
    }
    return tcu_finite_difference_weights(0, nodes, ALONG, 2, weights);
}

tcu_status room_create_step(tcu_context *context, const room *r, tcu_stencil **step)
{
    enum { U, U_BEFORE, U_NEXT = 0, U_NEXT_BEFORE = 1 };
    double along[ALONG], weights[TAPS] = {2, -1, 1};
    int32_t offsets[TAPS][ROOM_AXES] = {{0}};
    uint32_t fields[TAPS][2] = {{U_NEXT, U}, {U_NEXT, U_BEFORE}, {U_NEXT_BEFORE, U}}; /* {out, in} */
    tcu_status status = second_derivative(r, along);
    int t = 3;
    for (int a = 0; a < ROOM_AXES; a++) {
        for (int k = 0; k < ALONG; k++) {
            const int tap = k == MIDDLE ? 0 : t++;
            weights[tap] += r->dt * r->dt * along[k];
            offsets[tap][a] = k - MIDDLE;
            fields[tap][0] = U_NEXT;
            fields[tap][1] = U;
        }
    }
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = TCU_TYPE_F64;
    desc.dimensions = ROOM_AXES;
    desc.in_fields = desc.out_fields = 2;
    desc.num_taps = TAPS;
    desc.offsets = offsets[0];
    desc.weights = weights;
    desc.tap_fields = fields[0];
    for (int a = 0; a < ROOM_AXES; a++) {
        desc.extents[a] = r->extents[a];
        desc.boundaries[a] = TCU_BOUNDARY_REFLECT; /* a hard wall: pressure behind it is as before it */
    }
    return status == TCU_SUCCESS ? tcu_stencil_create(context, &desc, step) : status;
}

/* -------------------------------------------------------------------------------------------------- the check --- */

/*
 * How far a wave may be off after r->steps. On the grid it keeps its shape, and the steps are those of a recurrence
 * c[n+1] = 2 cos(theta) c[n] - c[n-1]; with c[0] = 1 and c[-1] = cos(frequency dt), which the exact wave has there,
 * c[n] = cos(n theta) + slip sin(n theta).
 */
static double wave_error(const room *r, room_wave wave, const double along[ALONG])
{
    double laplacian = 0;
    for (int a = 0; a < ROOM_AXES; a++) {
        for (int k = 0; k < ALONG; k++) {
            laplacian += along[k] * cos(wave.halves[a] * room_phase(r, a) * (k - MIDDLE));
        }
    }
    const double theta = acos(1 + r->dt * r->dt * laplacian / 2), frequency = room_frequency(r, wave);
    const double slip = (cos(theta) - cos(frequency * r->dt)) / sin(theta), steps = (double)r->steps;
    return wave.amplitude * fabs(cos(steps * theta) + slip * sin(steps * theta) - cos(frequency * r->dt * steps));
}

/* Every wave's error; and roundings, each of some units of a pressure up to 1, which later steps carry on, at worst in
 * proportion to their number. */
static double error_bound(const room *r, const double along[ALONG])
{
    const double steps = (double)r->steps;
    double bound = 16 * DBL_EPSILON * steps * (steps + 1);
    for (int w = 0; w < ROOM_WAVES; w++) {
        bound += wave_error(r, room_wave_number(w), along);
    }
    return bound;
}

int room_check(const room *r, const double *u)
{
    const double time = r->dt * (double)r->steps;
    double along[ALONG], error = 0;
    if (second_derivative(r, along) != TCU_SUCCESS) {
        fprintf(stderr, "wave3d: %s\n", tcu_context_last_error(NULL));
        return -1;
    }
    const double bound = error_bound(r, along);
    for (uint64_t i = 0; i < room_points(r); i++) {
        const double off = fabs(u[i] - room_pressure(r, time, i));
        error = off > error || isnan(off) ? off : error; /* a NaN stays */
    }
    printf(
        "%llu x %llu x %llu points, %llu steps to time %.3f: off from the standing waves by %.1e, at most %.1e to be "
        "expected: %s\n",
        (unsigned long long)r->extents[0], (unsigned long long)r->extents[1], (unsigned long long)r->extents[2],
        (unsigned long long)r->steps, time, error, bound, error <= bound ? "ok" : "FAILED");
    return error <= bound ? 0 : -1;
}
