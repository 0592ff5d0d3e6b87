/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Heat that spreads over a plate, as a film of PNG files: the 2D heat equation in explicit steps, a five-point stencil,
 * of which the library makes several in one pass over memory; on either backend. After each frame temperatures are held
 * against the equation's exact solution.
 *
 *     heat.c         the stencil and its time steps, and the check
 *     plate.c        what is on the plate, its exact temperature, and how far steps of this size may be off
 *     frame_png.c    the pictures (frame_none.c where there is no libpng)
 */
#include "frame.h"
#include "plate.h"

#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

enum { FRAMES = 16, STEPS_A_FRAME = 100, MOST_PATH = 4096 };

static const size_t field_bytes = PLATE_POINTS * sizeof(double);

/* All that a run works with. */
typedef struct film {
    tcu_context *context;
    plate plate;
    const char *folder; /* of the frames, or NULL */
    tcu_stencil *step;
    void *u, *scratch;         /* in the context's memory, doubles */
    double *now, *exact;       /* in the host's */
    double error, error_bound; /* the largest of all frames, and what was to be expected of that one */
} film;

static int failed(const char *what)
{
    fprintf(stderr, "heat: %s\n", what);
    return -1;
}

/* ----------------------------------------------------------------------------------------------- the library --- */

/* A step: u + dt (d^2u/dy^2 + d^2u/dx^2), by central differences. */
static tcu_status make_step(tcu_context *context, const plate *p, tcu_stencil **step)
{
    const double y = p->dt / (p->dy * p->dy), x = p->dt / (p->dx * p->dx);
    const int32_t offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}; /* of five taps, each {rows, columns} */
    const double weights[] = {1 - 2 * y - 2 * x, y, y, x, x};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = TCU_TYPE_F64;
    desc.dimensions = 2;
    desc.extents[0] = PLATE_HEIGHT;
    desc.extents[1] = PLATE_WIDTH;
    desc.boundaries[0] = desc.boundaries[1] = p->is_periodic ? TCU_BOUNDARY_PERIODIC : TCU_BOUNDARY_KEEP;
    desc.num_taps = 5;
    desc.offsets = offsets;
    desc.weights = weights;
    return tcu_stencil_create(context, &desc, step);
}

static tcu_status run_frame(const film *f)
{
    return tcu_stencil_iterate(f->context, f->step, f->u, f->scratch, STEPS_A_FRAME);
}

/* ----------------------------------------------------------------------------------------- frames and checks --- */

static int write_frame(const film *f, int frame)
{
    char path[MOST_PATH];
    const int length = snprintf(path, sizeof path, "%s/heat_%02d.png", f->folder, frame);
    if (length < 0 || length >= MOST_PATH) {
        return failed("the folder's name is too long");
    }
    return frame_write(path, f->now, PLATE_WIDTH, PLATE_HEIGHT);
}

/* Holds a frame against the exact solution. */
static int check_frame(film *f, int frame)
{
    const int steps = frame * STEPS_A_FRAME;
    double error = 0;
    plate_temperature(&f->plate, f->plate.dt * steps, f->exact);
    for (int i = 0; i < PLATE_POINTS; i++) {
        const double off = fabs(f->now[i] - f->exact[i]);
        error = off > error || isnan(off) ? off : error; /* a NaN stays */
    }
    const double bound = plate_error_bound(&f->plate, steps);
    if (error > f->error) {
        f->error = error;
        f->error_bound = bound;
    }
    if (error <= bound) {
        return 0;
    }
    fprintf(stderr, "heat: after %d steps off by %.1e, at most %.1e was to be expected\n", steps, error, bound);
    return -1;
}

static int shoot(film *f)
{
    plate_temperature(&f->plate, 0, f->now);
    if (tcu_copy_in(f->context, f->u, f->now, field_bytes) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(f->context));
    }
    for (int frame = 0; frame <= FRAMES; frame++) {
        if ((frame > 0 && run_frame(f) != TCU_SUCCESS) ||
            tcu_copy_out(f->context, f->now, f->u, field_bytes) != TCU_SUCCESS) {
            return failed(tcu_context_last_error(f->context));
        }
        if (check_frame(f, frame) != 0 || (f->folder != NULL && write_frame(f, frame) != 0)) {
            return -1;
        }
    }
    printf("%d steps to time %.2e: off from the exact solution by at most %.1e of %.1e to be expected: ok\n",
           FRAMES * STEPS_A_FRAME, f->plate.dt * FRAMES * STEPS_A_FRAME, f->error, f->error_bound);
    return 0;
}

/* ------------------------------------------------------------------------------------------------ the program --- */

static int run(film *f)
{
    int result = -1;
    f->now = malloc(field_bytes);
    f->exact = malloc(field_bytes);
    if (f->now == NULL || f->exact == NULL) {
        failed("out of memory");
    } else if (tcu_allocate(f->context, field_bytes, &f->u) != TCU_SUCCESS ||
               tcu_allocate(f->context, field_bytes, &f->scratch) != TCU_SUCCESS ||
               make_step(f->context, &f->plate, &f->step) != TCU_SUCCESS) {
        failed(tcu_context_last_error(f->context));
    } else {
        result = shoot(f);
    }
    tcu_stencil_destroy(f->step);
    tcu_free(f->context, f->u);
    tcu_free(f->context, f->scratch);
    free(f->now);
    free(f->exact);
    return result;
}

static int usage(FILE *file)
{
    fprintf(file,
            "usage: heat [--backend auto|host|cuda] [--rim kept|periodic] [FOLDER]\n"
            "  FOLDER: of the frames, which it gets as heat_00.png ... heat_%d.png%s.\n",
            FRAMES, frame_is_possible() ? "" : " (not by this program, which was built without libpng)");
    return file == stdout ? 0 : 2;
}

/* The index of a word, or `count`. */
static int find(const char *word, const char *const *words, int count)
{
    int i = 0;
    while (i < count && strcmp(word, words[i]) != 0) {
        i++;
    }
    return i;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
                                            {"rim", required_argument, NULL, 'r'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    static const char *const rims[] = {"kept", "periodic"};
    int option, backend = 0, rim = 0;
    while ((option = getopt_long(argc, argv, "b:r:h", options, NULL)) != -1) {
        if (option == 'h') {
            return usage(stdout);
        }
        if (option == 'b') {
            backend = find(optarg, backends, 3);
        } else if (option == 'r') {
            rim = find(optarg, rims, 2);
        }
        if ((option != 'b' && option != 'r') || backend == 3 || rim == 2) {
            return usage(stderr);
        }
    }
    if (argc - optind > 1) {
        return usage(stderr);
    }

    film f = {.plate = plate_make(rim == 1), .folder = argv[optind]};
    tcu_properties properties;
    if (tcu_context_create(&f.context, (tcu_backend)backend, -1) != TCU_SUCCESS ||
        tcu_context_get_properties(f.context, &properties) != TCU_SUCCESS) {
        failed(tcu_context_last_error(NULL));
        return 1;
    }
    printf("%d x %d points, %s rim, %s backend\n", PLATE_HEIGHT, PLATE_WIDTH, rims[rim],
           properties.backend == TCU_BACKEND_CUDA ? "CUDA" : "host");
    const int result = run(&f);
    tcu_context_destroy(f.context);
    return result != 0;
}
