/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums over the taps are formed for a block of neighbouring results at a time, so that compilers vectorise across them.
 * Halves and bytes are widened to f32 before, all at once. Near the ends of a row every tap looks for its point.
 */
#include "bench/families/stencil/yardsticks.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bench/host/elements.h"
#include "primitives/tile/half.h"

enum { BLOCK = 64 };

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define WIDE     __attribute__((target("avx2,fma")))
#define HAS_WIDE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#else
#define WIDE
#define HAS_WIDE 0
#endif

int64_t bench_boundary_point(tcu_boundary boundary, int64_t at, uint64_t n)
{
    const int64_t last = (int64_t)n - 1;
    if (at >= 0 && at <= last) {
        return at;
    }
    if (boundary == TCU_BOUNDARY_CLAMP) {
        return at < 0 ? 0 : last;
    }
    return -1;
}

/* Of a tap of row (z, y), where the row that it reads begins; -1 where that is 0. */
static int64_t row_of_tap(const bench_grid *g, int64_t z, int64_t y, int32_t dz, int32_t dy)
{
    const int64_t from_z = bench_boundary_point(g->boundary, z + dz, g->extents[0]);
    const int64_t from_y = bench_boundary_point(g->boundary, y + dy, g->extents[1]);
    if (from_z < 0 || from_y < 0) {
        return -1;
    }
    return (from_z * (int64_t)g->extents[1] + from_y) * (int64_t)(g->extents[2] * g->channels);
}

#define DEFINE_STENCIL(real)                                                                                             \
    /* Results first ... first + count - 1 of row (z, y), counted in elements; all points that they need are inside of \
     * the row if `is_inside`. */ \
    INLINE void block_##real(const bench_grid *g, const real *in, int64_t z, int64_t y, int64_t first, int count,        \
                             int is_inside, real *sums)                                                                  \
    {                                                                                                                    \
        const int64_t channels = (int64_t)g->channels;                                                                   \
        const double *w = g->weights_here;                                                                               \
        for (int i = 0; i < BLOCK; i++)                                                                                  \
            sums[i] = 0;                                                                                                 \
        for (int32_t dz = -g->radius[0]; dz <= g->radius[0]; dz++)                                                       \
            for (int32_t dy = -g->radius[1]; dy <= g->radius[1]; dy++) {                                                 \
                const int64_t row = row_of_tap(g, z, y, dz, dy);                                                         \
                for (int32_t dx = -g->radius[2]; dx <= g->radius[2]; dx++) {                                             \
                    const real weight = (real)*w++;                                                                      \
                    if (weight == 0 || row < 0)                                                                          \
                        continue;                                                                                        \
                    const real *from = in + row;                                                                         \
                    for (int i = 0; is_inside && i < BLOCK; i++)                                                         \
                        sums[i] += weight * from[first + i + dx * channels];                                             \
                    for (int i = 0; !is_inside && i < count; i++) {                                                      \
                        const int64_t x = (first + i) / channels, c = (first + i) % channels;                            \
                        const int64_t at = bench_boundary_point(g->boundary, x + dx, g->extents[2]);                     \
                        sums[i] += at < 0 ? 0 : weight * from[at * channels + c];                                        \
                    }                                                                                                    \
                }                                                                                                        \
            }                                                                                                            \
    }                                                                                                                    \
    INLINE int is_kept_##real(const bench_grid *g, int64_t z, int64_t y, int64_t x)                                      \
    {                                                                                                                    \
        return g->boundary == TCU_BOUNDARY_KEEP && (z < g->radius[0] || z >= (int64_t)g->extents[0] - g->radius[0] ||    \
                                                    y < g->radius[1] || y >= (int64_t)g->extents[1] - g->radius[1] ||    \
                                                    x < g->radius[2] || x >= (int64_t)g->extents[2] - g->radius[2]);     \
    }                                                                                                                    \
    INLINE void sweep_##real(const bench_grid *g, const real *in, real *out)                                             \
    {                                                                                                                    \
        const int64_t width = (int64_t)(g->extents[2] * g->channels), reach = g->radius[2] * (int64_t)g->channels;       \
        for (int64_t row = 0; row < (int64_t)(g->extents[0] * g->extents[1]); row++) {                                   \
            const int64_t z = row / (int64_t)g->extents[1], y = row % (int64_t)g->extents[1];                            \
            for (int64_t first = 0; first < width; first += BLOCK) {                                                     \
                const int count = width - first < BLOCK ? (int)(width - first) : BLOCK;                                  \
                real sums[BLOCK];                                                                                        \
                block_##real(g, in, z, y, first, count, first >= reach && first + BLOCK + reach <= width, sums);         \
                for (int i = 0; i < count; i++)                                                                          \
                    out[row * width + first + i] = is_kept_##real(g, z, y, (first + i) / (int64_t)g->channels)           \
                                                       ? in[row * width + first + i]                                     \
                                                       : sums[i];                                                        \
            }                                                                                                            \
        }                                                                                                                \
    }                                                                                                                    \
    static void base_sweep_##real(const bench_grid *g, const real *in, real *out)                                        \
    {                                                                                                                    \
        sweep_##real(g, in, out);                                                                                        \
    }                                                                                                                    \
    WIDE static void wide_sweep_##real(const bench_grid *g, const real *in, real *out)                                   \
    {                                                                                                                    \
        sweep_##real(g, in, out);                                                                                        \
    }                                                                                                                    \
    /* Steps go from `now` to `next` and back; returns where the last ones are. */                                       \
    static real *run_##real(const bench_problem *p, int is_wide, const real *in, real *now, real *next)                  \
    {                                                                                                                    \
        void (*const sweep)(const bench_grid *, const real *, real *) =                                                  \
            is_wide ? wide_sweep_##real : base_sweep_##real;                                                             \
        const uint64_t of_grid = p->n / p->grid.batch, steps = p->steps > 0 ? p->steps : 1;                              \
        for (uint64_t b = 0; b < p->grid.batch; b++)                                                                     \
            sweep(&p->grid, in + b * of_grid, now + b * of_grid);                                                        \
        for (uint64_t step = 1; step < steps; step++) {                                                                  \
            real *const other = next;                                                                                    \
            sweep(&p->grid, now, other);                                                                                 \
            next = now;                                                                                                  \
            now = other;                                                                                                 \
        }                                                                                                                \
        return now;                                                                                                      \
    }
DEFINE_STENCIL(float)
DEFINE_STENCIL(double)

/* ------------------------------------------------------------------------------------------------- other types --- */

static void narrow(tcu_type type, const float *from, void *to, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        if (type == TCU_TYPE_F16) {
            ((uint16_t *)to)[i] = tcui_f16_from_f32(from[i]);
        } else if (type == TCU_TYPE_BF16) {
            ((uint16_t *)to)[i] = tcui_bf16_from_f32(from[i]);
        } else {
            ((uint8_t *)to)[i] = (uint8_t)rintf(fminf(fmaxf(from[i], 0), 255));
        }
    }
}

static float *widened(tcu_type type, const void *values, uint64_t n)
{
    float *wide = bench_allocate(n * sizeof *wide);
    for (uint64_t i = 0; wide != NULL && i < n; i++) {
        wide[i] = type == TCU_TYPE_U8 ? (float)((const uint8_t *)values)[i] : (float)bench_real(type, values, i);
    }
    return wide;
}

/* Filters and images in f32; results too. */
static void layer(const tcu_convolution_layer_desc *l, const float *in, const float *filters, float *out)
{
    const int64_t height = (int64_t)l->height, width = (int64_t)l->width, plane = height * width;
    for (uint64_t image = 0; image < l->batch; image++) {
        for (uint64_t k = 0; k < l->out_channels; k++) {
            float *to = out + (image * l->out_channels + k) * (uint64_t)plane;
            memset(to, 0, (size_t)plane * sizeof *to);
            for (uint64_t c = 0; c < l->in_channels; c++) {
                const float *from = in + (image * l->in_channels + c) * (uint64_t)plane;
                const float *w = filters + (k * l->in_channels + c) * l->kernel_height * l->kernel_width;
                for (int64_t r = 0; r < l->kernel_height; r++) {
                    for (int64_t s = 0; s < l->kernel_width; s++, w++) {
                        for (int64_t y = 0; y < height; y++) {
                            const int64_t at = y + r - l->padding_y, shift = s - l->padding_x;
                            const int64_t begin = shift < 0 ? -shift : 0, end = shift > 0 ? width - shift : width;
                            for (int64_t x = begin; at >= 0 && at < height && x < end; x++) {
                                to[y * width + x] += *w * from[at * width + x + shift];
                            }
                        }
                    }
                }
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- the call --- */

/* In f32, from elements of any type. */
static int widened_run(const bench_problem *p, int is_wide)
{
    const bool is_layer = p->op == BENCH_CONVOLUTION_LAYER, is_f32 = p->in_type == TCU_TYPE_F32;
    float *in = is_f32 ? NULL : widened(p->in_type, p->in, p->n);
    float *now = is_f32 ? p->out : bench_allocate(p->n * sizeof *now);
    float *next = p->steps > 1 ? bench_allocate(p->n * sizeof *next) : NULL;
    float *filters = is_layer ? widened(p->in_type, p->filters, bench_filter_count(&p->layer)) : NULL;
    const bool has_memory =
        (is_f32 || in != NULL) && now != NULL && (p->steps <= 1 || next != NULL) && (!is_layer || filters != NULL);
    if (has_memory) {
        const float *from = is_f32 ? p->in : in;
        float *last = now;
        if (is_layer) {
            layer(&p->layer, from, filters, now);
        } else {
            last = run_float(p, is_wide, from, now, next);
        }
        if (!is_f32) {
            narrow(p->in_type, last, p->out, p->n);
        } else if (last != now) {
            memcpy(p->out, last, p->n * sizeof *last);
        }
    }
    free(in);
    free(next);
    free(filters);
    if (!is_f32) {
        free(now);
    }
    return !has_memory;
}

int bench_serial_stencil(const bench_problem *p, int is_wide)
{
    if (is_wide && !HAS_WIDE) {
        return 1;
    }
    if (p->in_type != TCU_TYPE_F64) {
        return widened_run(p, is_wide);
    }
    double *next = p->steps > 1 ? bench_allocate(p->n * sizeof *next) : NULL;
    if (p->steps > 1 && next == NULL) {
        return 1;
    }
    const double *last = run_double(p, is_wide, p->in, p->out, next);
    if (last != p->out) {
        memcpy(p->out, last, p->n * sizeof *last);
    }
    free(next);
    return 0;
}
