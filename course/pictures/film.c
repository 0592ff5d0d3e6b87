/* SPDX-License-Identifier: Apache-2.0 */
/*
 * film STRIP.png [FOLDER]: heat that spreads over a plate whose rim is kept at 0, by explicit time steps of a
 * tcu_stencil. Six moments side by side, and all frames into a folder, as frame_00.png ...; film.py makes a film of
 * them.
 *
 * A front of heat is about the root of time away from where it was: frame k shows step 2 k^2, so that it moves evenly.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

#include "heat/frame.h"
#include "sheet.h"

enum { SIDE = 256, FRAMES = 25, LABEL = 24, GAP = 4, MOMENTS = 6, MOST_PATH = 4096, MOST_TEXT = 32 };
enum { SMALL = SIDE / 2, STRIP_HEIGHT = SMALL + LABEL + 2 * GAP };

static const size_t strip_width = MOMENTS * (SMALL + GAP) + GAP;

/* The frames that the strip shows. */
static const int moments[MOMENTS] = {0, 2, 4, 8, 14, FRAMES - 1};

typedef struct film {
    tcu_context *context; /* of the host: its memory is ours */
    tcu_stencil *step;
    sheet plate, scratch, frame, strip;
    const char *folder; /* or NULL */
} film;

static int step_of(int frame)
{
    return 2 * frame * frame;
}

/* What is hot at the beginning: letters, a bar and a disc. */
static void heat_up(sheet *plate)
{
    sheet_label(plate, 28, 60, 12, 1, "tcu");
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int y = i / SIDE, x = i % SIDE, from_disc = (y - 196) * (y - 196) + (x - 184) * (x - 184);
        if (from_disc < 30 * 30 || (y >= 190 && y < 202 && x >= 40 && x < 120)) {
            plate->values[i] = 1;
        }
    }
}

/* u + 0.2 (the sum of the four neighbours - 4 u): stable up to 0.25. */
static tcu_status make_step(film *f)
{
    const int32_t offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    const double weights[] = {0.2, 0.2, 0.2, 0.2, 0.2};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = TCU_TYPE_F64;
    desc.dimensions = 2;
    desc.extents[0] = desc.extents[1] = SIDE;
    desc.boundaries[0] = desc.boundaries[1] = TCU_BOUNDARY_KEEP;
    desc.num_taps = 5;
    desc.offsets = offsets;
    desc.weights = weights;
    return tcu_stencil_create(f->context, &desc, &f->step);
}

/* Half as wide and high, each value the mean of four. */
static void draw_small(film *f, size_t moment, const char *label)
{
    const size_t left = GAP + moment * (SMALL + GAP);
    for (size_t y = 0; y < SMALL; y++) {
        for (size_t x = 0; x < SMALL; x++) {
            const double *from = f->plate.values + 2 * y * SIDE + 2 * x;
            f->strip.values[(GAP + y) * strip_width + left + x] = (from[0] + from[1] + from[SIDE] + from[SIDE + 1]) / 4;
        }
    }
    for (size_t i = 0; i < SMALL; i++) { /* the rim */
        double *const corner = f->strip.values + GAP * strip_width + left;
        corner[i] = corner[(SMALL - 1) * strip_width + i] = 1;
        corner[i * strip_width] = corner[i * strip_width + SMALL - 1] = 1;
    }
    sheet_label(&f->strip, left + 2, SMALL + 2 * GAP, 2, 1, label);
}

static int write_frame(film *f, int number, const char *label)
{
    char path[MOST_PATH];
    const int length = snprintf(path, sizeof path, "%s/frame_%02d.png", f->folder, number);
    if (length < 0 || length >= MOST_PATH) {
        fprintf(stderr, "film: the folder's name is too long\n");
        return -1;
    }
    for (int i = 0; i < SIDE * (SIDE + LABEL); i++) {
        f->frame.values[i] = i < SIDE * SIDE ? f->plate.values[i] : 0;
    }
    sheet_label(&f->frame, 4, SIDE + 4, 2, 1, label);
    return frame_write(path, f->frame.values, SIDE, SIDE + LABEL);
}

static int draw(film *f, const char *strip)
{
    heat_up(&f->plate);
    size_t moment = 0;
    for (int k = 0; k < FRAMES; k++) {
        const uint64_t steps = k > 0 ? (uint64_t)(step_of(k) - step_of(k - 1)) : 0;
        if (tcu_stencil_iterate(f->context, f->step, f->plate.values, f->scratch.values, steps) != TCU_SUCCESS) {
            fprintf(stderr, "film: %s\n", tcu_context_last_error(f->context));
            return -1;
        }
        char label[MOST_TEXT];
        snprintf(label, sizeof label, "step %d", step_of(k));
        if (moment < MOMENTS && k == moments[moment]) {
            draw_small(f, moment++, label);
        }
        if (f->folder != NULL && write_frame(f, k, label) != 0) {
            return -1;
        }
    }
    return frame_write(strip, f->strip.values, strip_width, STRIP_HEIGHT);
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: film STRIP.png [FOLDER]\n");
        return 2;
    }
    film f = {.folder = argc == 3 ? argv[2] : NULL};
    int result = 1;
    if (sheet_create(&f.plate, SIDE, SIDE, 0) == 0 && sheet_create(&f.scratch, SIDE, SIDE, 0) == 0 &&
        sheet_create(&f.frame, SIDE, SIDE + LABEL, 0) == 0 &&
        sheet_create(&f.strip, strip_width, STRIP_HEIGHT, 0) == 0) {
        if (tcu_context_create(&f.context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS || make_step(&f) != TCU_SUCCESS) {
            fprintf(stderr, "film: %s\n", tcu_context_last_error(f.context));
        } else {
            result = draw(&f, argv[1]) != 0;
        }
    }
    tcu_stencil_destroy(f.step);
    tcu_context_destroy(f.context);
    sheet_free(&f.plate);
    sheet_free(&f.scratch);
    sheet_free(&f.frame);
    sheet_free(&f.strip);
    return result;
}
