/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_equalize EQUALIZE FOLDER BACKEND...: what the example `equalize` makes of PNG files of every colour type and
 * bit depth, flat and not, interlaced and not, opaque and not. The files are made here, in FOLDER, and what comes back
 * is compared with what its own outline says: kind, depth, transparency, palette indices; flat pictures as they were;
 * the mapping of brightnesses monotone, from the darkest to 0 and from the lightest to the largest, and for grey each
 * value as a plain loop computes it. With several backends, the same file from each.
 */
#define _POSIX_C_SOURCE 200809L

#include "png_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum content { FLAT, NARROW, FULL_RANGE, TWO_LEVELS, CONTENTS } content;

static const char *const content_names[CONTENTS] = {"flat", "narrow", "full", "two"};
static int failures;
extern char **environ;

static void complain(const char *name, const char *text)
{
    printf("FAILED: %s: %s\n", name, text);
    failures++;
}

/* -------------------------------------------------------------------------------------------------- the inputs --- */

static uint32_t chance(void)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* A sample of a channel, from 0 to `largest`. */
static uint16_t make_sample(content what, unsigned largest)
{
    switch (what) {
    case FLAT:
        return (uint16_t)(largest * 30000 / 65535);
    case NARROW:
        return (uint16_t)(largest / 3 + chance() % (largest / 4 + 1));
    case FULL_RANGE: { /* the darker the more frequent */
        const uint32_t a = chance() % (largest + 1), b = chance() % (largest + 1);
        return (uint16_t)(a < b ? a : b);
    }
    default:
        return (uint16_t)(largest / 2 + chance() % 2);
    }
}

static void make_palette(png_file *f, content what)
{
    f->palette_size = f->bit_depth < 8 ? 1 << f->bit_depth : 200;
    for (int i = 0; i < f->palette_size; i++) {
        png_byte *parts[3] = {&f->palette[i].red, &f->palette[i].green, &f->palette[i].blue};
        for (int c = 0; c < 3; c++) {
            *parts[c] = (png_byte)make_sample(what, 255);
        }
    }
}

static void make_file(int color_type, int bit_depth, content what, bool transparent, bool interlaced, png_file *f)
{
    memset(f, 0, sizeof *f);
    f->color_type = color_type;
    f->bit_depth = bit_depth;
    f->interlaced = interlaced;
    f->gamma = interlaced ? 100000 : 45455; /* linear, or about sRGB's: neither matters for the samples */
    const bool is_palette = color_type == PNG_COLOR_TYPE_PALETTE;
    const int channels = channels_of(f);
    const unsigned largest = (1u << bit_depth) - 1;
    if (is_palette) {
        make_palette(f, what);
    }
    for (int i = 0; i < PIXELS * channels; i++) {
        const bool is_alpha = (color_type & PNG_COLOR_MASK_ALPHA) != 0 && i % channels == channels - 1;
        if (is_palette) {
            f->samples[i] = (uint16_t)(chance() % (unsigned)f->palette_size);
        } else if (is_alpha) { /* now and then transparent */
            f->samples[i] = (uint16_t)(transparent && chance() % 4 == 0 ? 0 : 1 + chance() % largest);
        } else {
            f->samples[i] = make_sample(what, largest);
        }
    }
    if (!transparent || (color_type & PNG_COLOR_MASK_ALPHA) != 0) {
        return;
    }
    if (is_palette) {
        f->num_alphas = (f->palette_size + 1) / 2;
        for (int i = 0; i < f->num_alphas; i++) {
            f->alphas[i] = (png_byte)(i % 3 == 0 ? 0 : 100 + i);
        }
    } else { /* black, or a grey in the middle, is transparent, and some pixels are */
        const uint16_t key = (uint16_t)(what == FULL_RANGE ? largest / 2 : 0);
        f->has_key = true;
        for (int i = 0; i < (color_type == PNG_COLOR_TYPE_GRAY ? 1 : 3); i++) {
            f->key[i] = key;
        }
        for (int i = 0; i < PIXELS * channels; i++) {
            if (i / channels % 5 == 0) {
                f->samples[i] = key;
            }
        }
    }
}

/* --------------------------------------------------------------------------------------------- what is expected --- */

/* A pixel as light: 8 bits a channel, or 16. */
typedef struct light {
    unsigned part[3];
    unsigned brightness;
    bool transparent;
} light;

static unsigned largest_light(const png_file *f)
{
    return f->bit_depth == 16 ? 65535 : 255;
}

static light light_of(const png_file *f, int pixel)
{
    const int channels = channels_of(f);
    const uint16_t *sample = f->samples + pixel * channels;
    light l = {{0, 0, 0}, 0, false};
    if (f->color_type == PNG_COLOR_TYPE_PALETTE) {
        const png_color *c = &f->palette[sample[0]];
        l.part[0] = c->red;
        l.part[1] = c->green;
        l.part[2] = c->blue;
        l.transparent = sample[0] < f->num_alphas && f->alphas[sample[0]] == 0;
    } else {
        const bool is_grey = (f->color_type & PNG_COLOR_MASK_COLOR) == 0;
        bool is_key = f->has_key;
        for (int c = 0; c < 3; c++) {
            const uint16_t value = sample[is_grey ? 0 : c];
            is_key = is_key && value == f->key[is_grey ? 0 : c];
            l.part[c] = f->bit_depth < 8 ? value * (255u / ((1u << f->bit_depth) - 1)) : value;
        }
        l.transparent = is_key || ((f->color_type & PNG_COLOR_MASK_ALPHA) != 0 && sample[channels - 1] == 0);
    }
    l.brightness = (77 * l.part[0] + 150 * l.part[1] + 29 * l.part[2] + 128) / 256;
    return l;
}

/* Where a brightness goes: the outline's formula, counted pixel by pixel. */
static unsigned expected_brightness(const png_file *f, const light lights[PIXELS], unsigned v)
{
    uint64_t all = 0, below = 0, darkest_count = 0;
    unsigned darkest = 65536;
    for (int i = 0; i < PIXELS; i++) {
        if (lights[i].transparent) {
            continue;
        }
        all++;
        below += lights[i].brightness <= v;
        if (lights[i].brightness < darkest) {
            darkest = lights[i].brightness;
            darkest_count = 0;
        }
        darkest_count += lights[i].brightness == darkest;
    }
    const uint64_t rest = all - darkest_count;
    return rest == 0 ? v : (unsigned)((largest_light(f) * (below - darkest_count) + rest / 2) / rest);
}

static bool is_flat(const light lights[PIXELS])
{
    int first = 0;
    while (first < PIXELS && lights[first].transparent) {
        first++;
    }
    for (int i = first; i < PIXELS; i++) {
        if (!lights[i].transparent && lights[i].brightness != lights[first].brightness) {
            return false;
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- the checks --- */

static void check_kind(const char *name, const png_file *in, const png_file *out)
{
    const bool may_deepen = in->color_type == PNG_COLOR_TYPE_GRAY && (in->bit_depth == 2 || in->bit_depth == 4);
    if (out->color_type != in->color_type) {
        complain(name, "another colour type");
    }
    if (out->bit_depth != in->bit_depth && !(may_deepen && out->bit_depth == 8)) {
        complain(name, "another bit depth");
    }
    if (out->gamma != in->gamma) {
        complain(name, "another gamma");
    }
    if (out->palette_size != in->palette_size) {
        complain(name, "a palette of another size");
    }
    if (out->num_alphas != in->num_alphas || memcmp(out->alphas, in->alphas, sizeof in->alphas) != 0) {
        complain(name, "other alphas of the palette");
    }
    const unsigned deeper = out->bit_depth == in->bit_depth ? 1 : 255u / ((1u << in->bit_depth) - 1);
    bool is_same_key = out->has_key == in->has_key;
    for (int c = 0; c < 3; c++) {
        is_same_key = is_same_key && out->key[c] == in->key[c] * deeper;
    }
    if (!is_same_key) {
        complain(name, "another transparent colour");
    }
}

static void check_samples_that_stay(const char *name, const png_file *in, const png_file *out)
{
    const int channels = channels_of(in);
    if (in->color_type == PNG_COLOR_TYPE_PALETTE && memcmp(in->samples, out->samples, sizeof in->samples) != 0) {
        complain(name, "other indices");
    }
    for (int i = channels - 1; i < PIXELS * channels && (in->color_type & PNG_COLOR_MASK_ALPHA) != 0; i += channels) {
        if (in->samples[i] != out->samples[i]) {
            complain(name, "another alpha");
            return;
        }
    }
}

static void check_light(const char *name, const png_file *in, const png_file *out)
{
    static light before[PIXELS], after[PIXELS];
    static unsigned expected[PIXELS];
    const bool is_grey = (in->color_type & PNG_COLOR_MASK_COLOR) == 0;
    for (int i = 0; i < PIXELS; i++) {
        before[i] = light_of(in, i);
        after[i] = light_of(out, i);
    }
    const bool flat = is_flat(before);
    const unsigned key = in->key[0] * (in->bit_depth < 8 ? 255u / ((1u << in->bit_depth) - 1) : 1);
    if (flat && (out->bit_depth != in->bit_depth || memcmp(in->samples, out->samples, sizeof in->samples) != 0 ||
                 memcmp(in->palette, out->palette, sizeof in->palette) != 0)) {
        complain(name, "a flat picture has changed");
    }
    for (int i = 0; i < PIXELS; i++) {
        if (before[i].transparent != after[i].transparent ||
            (before[i].transparent && memcmp(before[i].part, after[i].part, sizeof before[i].part) != 0)) {
            complain(name, "a transparent pixel has changed, or another became transparent");
            return;
        }
        expected[i] = expected_brightness(in, before, before[i].brightness);
        if (before[i].transparent) {
            continue;
        }
        /* A grey that would become transparent is the one beside it instead. */
        if (is_grey && in->has_key && !flat && expected[i] == key) {
            expected[i] = key > 0 ? key - 1 : 1;
        }
        if (is_grey && after[i].brightness != expected[i]) {
            complain(name, "a grey is not what a plain loop says");
            return;
        }
        /* Colours in proportion. Those that would exceed the largest value end there, and are darker for it; and where
         * many colours have one brightness, each is rounded for itself. */
        bool clipped = false;
        for (int c = 0; c < 3; c++) {
            clipped = clipped || after[i].part[c] == largest_light(in);
        }
        if (!is_grey && !clipped && abs((int)after[i].brightness - (int)expected[i]) > 1) {
            complain(name, "a colour's brightness is not what a plain loop says");
            return;
        }
        if (!is_grey && clipped && after[i].brightness > expected[i] + 1) {
            complain(name, "a colour at the limit is too bright");
            return;
        }
    }
    for (int i = 0; i < PIXELS && is_grey; i++) {
        for (int k = 0; k < PIXELS; k++) {
            if (!before[i].transparent && !before[k].transparent && before[i].brightness < before[k].brightness &&
                after[i].brightness > after[k].brightness) {
                complain(name, "the mapping is not monotone");
                return;
            }
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- runs --- */

static void run_equalize(const char *program, const char *backend, const char *in, const char *out)
{
    int status = -1;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL) {
            _exit(126);
        }
        char *const arguments[] = {(char *)program, "--backend", (char *)backend, (char *)in, (char *)out, NULL};
        execve(program, arguments, environ);
        perror(program);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printf("FAILED: %s --backend %s %s\n", program, backend, in);
        exit(1);
    }
}

static bool same_file(const char *a, const char *b)
{
    FILE *first = fopen(a, "rb"), *second = fopen(b, "rb");
    int x = 0, y = 0;
    while (first != NULL && second != NULL && x == y && x != EOF) {
        x = getc(first);
        y = getc(second);
    }
    const bool same = first != NULL && second != NULL && x == y;
    if (first != NULL) {
        fclose(first);
    }
    if (second != NULL) {
        fclose(second);
    }
    return same;
}

static void check_file(const char *program, const char *folder, char **backends, const char *name, const png_file *in)
{
    static png_file out;
    char in_path[4096], out_path[4096], other_path[4096];
    snprintf(in_path, sizeof in_path, "%s/%s.png", folder, name);
    snprintf(out_path, sizeof out_path, "%s/%s-%s.png", folder, name, backends[0]);
    write_png(in_path, in);
    run_equalize(program, backends[0], in_path, out_path);
    read_png(out_path, &out);
    check_kind(name, in, &out);
    check_samples_that_stay(name, in, &out);
    check_light(name, in, &out);
    for (char **backend = backends + 1; *backend != NULL; backend++) {
        snprintf(other_path, sizeof other_path, "%s/%s-%s.png", folder, name, *backend);
        run_equalize(program, *backend, in_path, other_path);
        if (!same_file(out_path, other_path)) {
            complain(name, "the backends make different files");
        }
    }
}

int main(int argc, char **argv)
{
    static const struct {
        int color_type;
        const char *name;
        int depths[6];
    } kinds[] = {{PNG_COLOR_TYPE_GRAY, "grey", {1, 2, 4, 8, 16, 0}},
                 {PNG_COLOR_TYPE_RGB, "rgb", {8, 16, 0}},
                 {PNG_COLOR_TYPE_PALETTE, "palette", {1, 2, 4, 8, 0}},
                 {PNG_COLOR_TYPE_GRAY_ALPHA, "grey_alpha", {8, 16, 0}},
                 {PNG_COLOR_TYPE_RGB_ALPHA, "rgb_alpha", {8, 16, 0}}};
    static png_file in;
    int files = 0;
    if (argc < 4) {
        fprintf(stderr, "usage: check_equalize EQUALIZE FOLDER BACKEND...\n");
        return 2;
    }
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (const int *depth = kinds[k].depths; *depth != 0; depth++) {
            for (int variant = 0; variant < 2 * CONTENTS; variant++) {
                char name[64];
                const content what = (content)(variant % CONTENTS);
                const bool transparent = variant >= CONTENTS, interlaced = (variant + *depth) % 2 == 1;
                snprintf(name, sizeof name, "%s_%d_%s%s%s", kinds[k].name, *depth, content_names[what],
                         transparent ? "_transparent" : "", interlaced ? "_interlaced" : "");
                make_file(kinds[k].color_type, *depth, what, transparent, interlaced, &in);
                check_file(argv[1], argv[2], argv + 3, name, &in);
                files++;
            }
        }
    }
    printf("check_equalize: %d files, %d failures\n", files, failures);
    return failures != 0;
}
