/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Point by point: the formula of a star of 5 or 7 points written out, other shapes as loops over their box, the small
 * ones with constant bounds. Rows of taps outside of the grid are rows of zeros; only near the ends of a row every tap
 * looks for its point.
 */
#include "bench/families/stencil/yardsticks.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 25 };

#define INLINE static inline __attribute__((always_inline))

#define DEFINE_PLAIN(real)                                                                                             \
    /* The points of a row whose taps are all in it; rows: those that the box reads, from its first to its last. */    \
    INLINE void box_##real(const real *const *rows, int num_rows, int columns, const real *w, real *restrict out,      \
                           int64_t end)                                                                                \
    {                                                                                                                  \
        for (int64_t x = columns / 2; x < end - columns / 2; x++) {                                                    \
            real sum = 0;                                                                                              \
            for (int r = 0; r < num_rows; r++)                                                                         \
                for (int k = 0; k < columns; k++)                                                                      \
                    sum += w[r * columns + k] * rows[r][x + k - columns / 2];                                          \
            out[x] = sum;                                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    static void star5_##real(const real *const *rows, const real *w, real *restrict out, int64_t end)                  \
    {                                                                                                                  \
        const real *up = rows[0], *mid = rows[1], *down = rows[2];                                                     \
        for (int64_t x = 1; x < end - 1; x++)                                                                          \
            out[x] = w[1] * up[x] + w[3] * mid[x - 1] + w[4] * mid[x] + w[5] * mid[x + 1] + w[7] * down[x];            \
    }                                                                                                                  \
    static void star7_##real(const real *const *rows, const real *w, real *restrict out, int64_t end)                  \
    {                                                                                                                  \
        const real *front = rows[1], *up = rows[3], *mid = rows[4], *down = rows[5], *back = rows[7];                  \
        for (int64_t x = 1; x < end - 1; x++)                                                                          \
            out[x] = w[4] * front[x] + w[10] * up[x] + w[12] * mid[x - 1] + w[13] * mid[x] + w[14] * mid[x + 1] +      \
                     w[16] * down[x] + w[22] * back[x];                                                                \
    }                                                                                                                  \
    static void inside_##real(const bench_grid *g, const real *const *rows, int num_rows, const real *w, real *out)    \
    {                                                                                                                  \
        const int columns = 2 * g->radius[2] + 1;                                                                      \
        const int64_t end = (int64_t)g->extents[2];                                                                    \
        if (g->taps == 5 && num_rows == 3)                                                                             \
            star5_##real(rows, w, out, end);                                                                           \
        else if (g->taps == 7 && num_rows == 9)                                                                        \
            star7_##real(rows, w, out, end);                                                                           \
        else if (num_rows == 1 && columns == 17)                                                                       \
            box_##real(rows, 1, 17, w, out, end);                                                                      \
        else if (num_rows == 3 && columns == 3)                                                                        \
            box_##real(rows, 3, 3, w, out, end);                                                                       \
        else if (num_rows == 9 && columns == 3)                                                                        \
            box_##real(rows, 9, 3, w, out, end);                                                                       \
        else                                                                                                           \
            box_##real(rows, num_rows, columns, w, out, end);                                                          \
    }                                                                                                                  \
    static real end_##real(const bench_grid *g, const real *const *rows, int num_rows, const real *w, int64_t x)       \
    {                                                                                                                  \
        real sum = 0;                                                                                                  \
        for (int r = 0; r < num_rows; r++)                                                                             \
            for (int32_t dx = -g->radius[2]; dx <= g->radius[2]; dx++, w++)                                            \
                if (*w != 0) {                                                                                         \
                    const int64_t at = bench_boundary_point(g->boundary, x + dx, g->extents[2]);                       \
                    sum += at < 0 ? 0 : *w * rows[r][at];                                                              \
                }                                                                                                      \
        return sum;                                                                                                    \
    }                                                                                                                  \
    static void plain_##real(const bench_grid *g, const real *zeros, const real *w, const real *in, real *out)         \
    {                                                                                                                  \
        const int64_t depth = (int64_t)g->extents[0], height = (int64_t)g->extents[1], width = (int64_t)g->extents[2]; \
        for (int64_t z = 0; z < depth; z++)                                                                            \
            for (int64_t y = 0; y < height; y++, out += width) {                                                       \
                const real *rows[MOST_ROWS];                                                                           \
                int num_rows = 0, is_outside = 0;                                                                      \
                for (int64_t dz = -g->radius[0]; dz <= g->radius[0]; dz++)                                             \
                    for (int64_t dy = -g->radius[1]; dy <= g->radius[1]; dy++) {                                       \
                        const int64_t from_z = bench_boundary_point(g->boundary, z + dz, g->extents[0]);               \
                        const int64_t from_y = bench_boundary_point(g->boundary, y + dy, g->extents[1]);               \
                        const int is_row = from_z >= 0 && from_y >= 0;                                                 \
                        rows[num_rows++] = is_row ? in + (from_z * height + from_y) * width : zeros;                   \
                        is_outside |= !is_row;                                                                         \
                    }                                                                                                  \
                const int is_kept = g->boundary == TCU_BOUNDARY_KEEP;                                                  \
                if (is_kept && is_outside) {                                                                           \
                    memcpy(out, in + (z * height + y) * width, (size_t)width * sizeof *out);                           \
                    continue;                                                                                          \
                }                                                                                                      \
                const int64_t left = g->radius[2] < width ? g->radius[2] : width;                                      \
                const int64_t right = width - left > left ? width - left : left;                                       \
                inside_##real(g, rows, num_rows, w, out);                                                              \
                for (int64_t x = 0; x < width; x = x + 1 == left ? right : x + 1)                                      \
                    out[x] = is_kept ? rows[num_rows / 2][x] : end_##real(g, rows, num_rows, w, x);                    \
            }                                                                                                          \
    }                                                                                                                  \
    /* Steps go from `out` to memory of its own and back. */                                                           \
    static int steps_##real(const bench_problem *p)                                                                    \
    {                                                                                                                  \
        const uint64_t num_weights = bench_box(&p->grid), steps = p->steps > 0 ? p->steps : 1;                         \
        const uint64_t others = p->steps > 1 ? p->n : 0;                                                               \
        real *memory = calloc(p->grid.extents[2] + num_weights + others, sizeof *memory);                              \
        if (memory == NULL)                                                                                            \
            return 1;                                                                                                  \
        real *const w = memory + p->grid.extents[2], *next = w + num_weights, *now = p->out;                           \
        for (uint64_t k = 0; k < num_weights; k++)                                                                     \
            w[k] = (real)p->grid.weights_here[k];                                                                      \
        plain_##real(&p->grid, memory, w, p->in, now);                                                                 \
        for (uint64_t step = 1; step < steps; step++) {                                                                \
            real *const other = next;                                                                                  \
            plain_##real(&p->grid, memory, w, now, other);                                                             \
            next = now;                                                                                                \
            now = other;                                                                                               \
        }                                                                                                              \
        if (now != p->out)                                                                                             \
            memcpy(p->out, now, p->n * sizeof *now);                                                                   \
        free(memory);                                                                                                  \
        return 0;                                                                                                      \
    }
DEFINE_PLAIN(float)
DEFINE_PLAIN(double)

#define DIFFERENCE(TYPE, type)                                                                                         \
    case TYPE: {                                                                                                       \
        const type *in = p->in;                                                                                        \
        type *out = p->out;                                                                                            \
        for (uint64_t i = 1; i < p->n; i++)                                                                            \
            out[i] = (type)(in[i] - in[i - 1]);                                                                        \
        out[0] = in[0];                                                                                                \
        return 0;                                                                                                      \
    }

static int difference(const bench_problem *p)
{
    switch (p->in_type) {
        DIFFERENCE(TCU_TYPE_F64, double)
        DIFFERENCE(TCU_TYPE_F32, float)
        DIFFERENCE(TCU_TYPE_U64, uint64_t)
        DIFFERENCE(TCU_TYPE_I64, uint64_t)
        DIFFERENCE(TCU_TYPE_U32, uint32_t)
        DIFFERENCE(TCU_TYPE_I32, uint32_t)
        DIFFERENCE(TCU_TYPE_U16, uint16_t)
        DIFFERENCE(TCU_TYPE_U8, uint8_t)
    default:
        return 1;
    }
}

int bench_plain_stencil(const bench_problem *p)
{
    const bench_grid *g = &p->grid;
    if (p->op == BENCH_ADJACENT_DIFFERENCE) {
        return difference(p);
    }
    if (p->op == BENCH_CONVOLUTION_LAYER || g->channels > 1 || g->batch > 1 ||
        (2 * g->radius[0] + 1) * (2 * g->radius[1] + 1) > MOST_ROWS) {
        return 1;
    }
    return p->in_type == TCU_TYPE_F64 ? steps_double(p) : p->in_type == TCU_TYPE_F32 ? steps_float(p) : 1;
}
