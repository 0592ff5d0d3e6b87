/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops that everybody would write for stencils and convolutions, one thread. Point by point: the formula of a
 * star of 5 or 7 points written out, other shapes as loops over their box, the small ones with constant bounds; rows
 * of taps outside of the grid are rows of zeros. In blocks: sums over the taps are formed for a block of
 * neighbouring results at a time, so that compilers vectorise across them, once more for processors with AVX2 and
 * FMA; halves and bytes are widened to f32 before, all at once. Only near the ends of a row every tap looks for its
 * point. And differences of neighbours.
 */
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "bench/family.h"
#include "bench/host/wide.h"
#include "bench/inputs/expected.h"

namespace bench
{
namespace
{
// sweep(from, to) for each of the steps, from `in` to `out`, then to and fro; the last one's result lies in `out`.
template <class Real, class Sweep>
int make_steps(const bench_problem *p, const Real *in, Real *out, Sweep sweep)
{
    const uint64_t steps = p->steps > 0 ? p->steps : 1;
    const auto memory = allocate_array<Real>(steps > 1 ? p->n : 0);
    if (memory == nullptr) {
        return 1;
    }
    Real *now = out, *next = memory.get();
    sweep(in, now);
    for (uint64_t step = 1; step < steps; step++) {
        sweep(now, next);
        std::swap(now, next);
    }
    if (now != out) {
        std::memcpy(out, now, p->n * sizeof *now);
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------- point by point --- */

constexpr int kMostRows = 25;

// The points of a row whose taps are all in it; rows: those that the box reads, from its first to its last.
template <class Real>
BENCH_ALWAYS_INLINE void sum_box(const Real *const *rows, int num_rows, int columns, const Real *w,
                                 Real *__restrict out, int64_t end)
{
    for (int64_t x = columns / 2; x < end - columns / 2; x++) {
        Real sum = 0;
        for (int r = 0; r < num_rows; r++) {
            for (int k = 0; k < columns; k++) {
                sum += w[r * columns + k] * rows[r][x + k - columns / 2];
            }
        }
        out[x] = sum;
    }
}
template <class Real>
void sum_star5(const Real *const *rows, const Real *w, Real *__restrict out, int64_t end)
{
    const Real *up = rows[0], *mid = rows[1], *down = rows[2];
    for (int64_t x = 1; x < end - 1; x++) {
        out[x] = w[1] * up[x] + w[3] * mid[x - 1] + w[4] * mid[x] + w[5] * mid[x + 1] + w[7] * down[x];
    }
}
template <class Real>
void sum_star7(const Real *const *rows, const Real *w, Real *__restrict out, int64_t end)
{
    const Real *front = rows[1], *up = rows[3], *mid = rows[4], *down = rows[5], *back = rows[7];
    for (int64_t x = 1; x < end - 1; x++) {
        out[x] = w[4] * front[x] + w[10] * up[x] + w[12] * mid[x - 1] + w[13] * mid[x] + w[14] * mid[x + 1] +
                 w[16] * down[x] + w[22] * back[x];
    }
}
template <class Real>
void sum_inside(const bench_grid &g, const Real *const *rows, int num_rows, const Real *w, Real *out)
{
    const int columns = 2 * g.radius[2] + 1;
    const int64_t end = int64_t(g.extents[2]);
    if (g.taps == 5 && num_rows == 3) {
        sum_star5(rows, w, out, end);
    } else if (g.taps == 7 && num_rows == 9) {
        sum_star7(rows, w, out, end);
    } else if (num_rows == 1 && columns == 3) {
        sum_box(rows, 1, 3, w, out, end);
    } else if (num_rows == 1 && columns == 17) {
        sum_box(rows, 1, 17, w, out, end);
    } else if (num_rows == 3 && columns == 3) {
        sum_box(rows, 3, 3, w, out, end);
    } else if (num_rows == 9 && columns == 3) {
        sum_box(rows, 9, 3, w, out, end);
    } else {
        sum_box(rows, num_rows, columns, w, out, end);
    }
}
template <class Real>
Real sum_at_end(const bench_grid &g, const Real *const *rows, int num_rows, const Real *w, int64_t x)
{
    Real sum = 0;
    for (int r = 0; r < num_rows; r++) {
        for (int32_t dx = -g.radius[2]; dx <= g.radius[2]; dx++, w++) {
            const int64_t at = *w != 0 ? inside(g.boundary, x + dx, g.extents[2]) : -1;
            sum += at < 0 ? 0 : *w * rows[r][at];
        }
    }
    return sum;
}

template <class Real>
void sweep_points(const bench_grid &g, const Real *zeros, const Real *w, const Real *in, Real *out)
{
    const int64_t depth = int64_t(g.extents[0]), height = int64_t(g.extents[1]), width = int64_t(g.extents[2]);
    const bool is_kept = g.boundary == TCU_BOUNDARY_KEEP;
    for (int64_t line = 0; line < depth * height; line++, out += width) {
        const int64_t z = line / height, y = line % height;
        const Real *rows[kMostRows];
        int num_rows = 0;
        bool is_outside = false;
        for (int64_t dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
            for (int64_t dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
                const int64_t from_z = inside(g.boundary, z + dz, g.extents[0]);
                const int64_t from_y = inside(g.boundary, y + dy, g.extents[1]);
                const bool is_row = from_z >= 0 && from_y >= 0;
                rows[num_rows++] = is_row ? in + (from_z * height + from_y) * width : zeros;
                is_outside |= !is_row;
            }
        }
        if (is_kept && is_outside) {
            std::memcpy(out, in + line * width, size_t(width) * sizeof *out);
            continue;
        }
        const int64_t left = g.radius[2] < width ? g.radius[2] : width;
        const int64_t right = width - left > left ? width - left : left;
        sum_inside(g, rows, num_rows, w, out);
        for (int64_t x = 0; x < width; x = x + 1 == left ? right : x + 1) {
            out[x] = is_kept ? rows[num_rows / 2][x] : sum_at_end(g, rows, num_rows, w, x);
        }
    }
}

template <class Real>
int run_points(const bench_problem *p)
{
    const std::vector<Real> w(p->grid.weights_here, p->grid.weights_here + bench_box(&p->grid));
    const std::vector<Real> zeros(p->grid.extents[2]);
    return make_steps(p, static_cast<const Real *>(p->in), static_cast<Real *>(p->out),
                      [&](const Real *in, Real *out) { sweep_points(p->grid, zeros.data(), w.data(), in, out); });
}

int difference(const bench_problem *p)
{
    return with_type(p->in_type, [p](auto zero) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        T *out = static_cast<T *>(p->out);
        for (uint64_t i = 1; i < p->n; i++) {
            out[i] = T(in[i] - in[i - 1]);
        }
        out[0] = in[0];
        return 0;
    });
}

int loop(const bench_problem *p)
{
    const bench_grid &g = p->grid;
    if (p->op == BENCH_ADJACENT_DIFFERENCE) {
        return difference(p);
    }
    if (p->op == BENCH_CONVOLUTION_LAYER || g.channels > 1 || g.batch > 1 ||
        (2 * g.radius[0] + 1) * (2 * g.radius[1] + 1) > kMostRows) {
        return 1;
    }
    return p->in_type == TCU_TYPE_F64 ? run_points<double>(p) : p->in_type == TCU_TYPE_F32 ? run_points<float>(p) : 1;
}

/* ------------------------------------------------------------------------------------------------------- in blocks --- */

constexpr int kBlock = 64;

// Of a tap of row (z, y), where the row that it reads begins; -1 where that is 0.
inline int64_t row_of_tap(const bench_grid &g, int64_t z, int64_t y, int32_t dz, int32_t dy)
{
    const int64_t from_z = inside(g.boundary, z + dz, g.extents[0]);
    const int64_t from_y = inside(g.boundary, y + dy, g.extents[1]);
    if (from_z < 0 || from_y < 0) {
        return -1;
    }
    return (from_z * int64_t(g.extents[1]) + from_y) * int64_t(g.extents[2] * g.channels);
}

// Results first ... first + count - 1 of row (z, y), counted in elements; all points that they need are inside of the
// row if `is_inside`.
template <class Real>
BENCH_ALWAYS_INLINE void sum_block(const bench_grid &g, const Real *in, int64_t z, int64_t y, int64_t first, int count,
                                   bool is_inside, Real *sums)
{
    const int64_t channels = int64_t(g.channels);
    const double *w = g.weights_here;
    for (int i = 0; i < kBlock; i++) {
        sums[i] = 0;
    }
    for (int32_t dz = -g.radius[0]; dz <= g.radius[0]; dz++) {
        for (int32_t dy = -g.radius[1]; dy <= g.radius[1]; dy++) {
            const int64_t row = row_of_tap(g, z, y, dz, dy);
            for (int32_t dx = -g.radius[2]; dx <= g.radius[2]; dx++) {
                const Real weight = Real(*w++);
                if (weight == 0 || row < 0) {
                    continue;
                }
                const Real *from = in + row;
                for (int i = 0; is_inside && i < kBlock; i++) {
                    sums[i] += weight * from[first + i + dx * channels];
                }
                for (int i = 0; !is_inside && i < count; i++) {
                    const int64_t x = (first + i) / channels, c = (first + i) % channels;
                    const int64_t at = inside(g.boundary, x + dx, g.extents[2]);
                    sums[i] += at < 0 ? 0 : weight * from[at * channels + c];
                }
            }
        }
    }
}

BENCH_ALWAYS_INLINE bool is_kept(const bench_grid &g, int64_t z, int64_t y, int64_t x)
{
    return g.boundary == TCU_BOUNDARY_KEEP &&
           (z < g.radius[0] || z >= int64_t(g.extents[0]) - g.radius[0] || y < g.radius[1] ||
            y >= int64_t(g.extents[1]) - g.radius[1] || x < g.radius[2] || x >= int64_t(g.extents[2]) - g.radius[2]);
}

template <class Real>
BENCH_ALWAYS_INLINE void sweep_blocks(const bench_grid &g, const Real *in, Real *out)
{
    const int64_t width = int64_t(g.extents[2] * g.channels), reach = g.radius[2] * int64_t(g.channels);
    for (int64_t row = 0; row < int64_t(g.extents[0] * g.extents[1]); row++) {
        const int64_t z = row / int64_t(g.extents[1]), y = row % int64_t(g.extents[1]);
        for (int64_t first = 0; first < width; first += kBlock) {
            const int count = width - first < kBlock ? int(width - first) : kBlock;
            Real sums[kBlock];
            sum_block(g, in, z, y, first, count, first >= reach && first + kBlock + reach <= width, sums);
            for (int i = 0; i < count; i++) {
                const int64_t at = row * width + first + i;
                out[at] = is_kept(g, z, y, (first + i) / int64_t(g.channels)) ? in[at] : sums[i];
            }
        }
    }
}
template <class Real>
void base_sweep(const bench_grid &g, const Real *in, Real *out)
{
    sweep_blocks(g, in, out);
}
template <class Real>
BENCH_WIDE void wide_sweep(const bench_grid &g, const Real *in, Real *out)
{
    sweep_blocks(g, in, out);
}

template <class Real>
int run_blocks(const bench_problem *p, bool is_wide, const Real *in, Real *out)
{
    const auto sweep = is_wide ? wide_sweep<Real> : base_sweep<Real>;
    const uint64_t of_grid = p->n / p->grid.batch;
    return make_steps(p, in, out, [&](const Real *from, Real *to) {
        for (uint64_t b = 0; b < p->grid.batch; b++) {
            sweep(p->grid, from + b * of_grid, to + b * of_grid);
        }
    });
}

// Filters and images in f32; results too.
void convolve_layer(const tcu_convolution_layer_desc &l, const float *in, const float *filters, float *out)
{
    const int64_t height = int64_t(l.height), width = int64_t(l.width), plane = height * width;
    for (uint64_t image = 0; image < l.batch; image++) {
        for (uint64_t k = 0; k < l.out_channels; k++) {
            float *to = out + (image * l.out_channels + k) * uint64_t(plane);
            std::memset(to, 0, size_t(plane) * sizeof *to);
            for (uint64_t c = 0; c < l.in_channels; c++) {
                const float *from = in + (image * l.in_channels + c) * uint64_t(plane);
                const float *w = filters + (k * l.in_channels + c) * l.kernel_height * l.kernel_width;
                for (int64_t r = 0; r < l.kernel_height; r++) {
                    for (int64_t s = 0; s < l.kernel_width; s++, w++) {
                        for (int64_t y = 0; y < height; y++) {
                            const int64_t at = y + r - l.padding_y, shift = s - l.padding_x;
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

std::unique_ptr<float[], Free> widened(tcu_type type, const void *values, uint64_t n)
{
    auto wide = allocate_array<float>(n);
    for (uint64_t i = 0; wide != nullptr && i < n; i++) {
        wide[i] =
            type == TCU_TYPE_U8 ? float(static_cast<const uint8_t *>(values)[i]) : float(real_at(type, values, i));
    }
    return wide;
}

void narrow(tcu_type type, const float *from, void *to, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        if (type == TCU_TYPE_F16) {
            store(static_cast<f16 *>(to)[i], from[i]);
        } else if (type == TCU_TYPE_BF16) {
            store(static_cast<bf16 *>(to)[i], from[i]);
        } else {
            static_cast<uint8_t *>(to)[i] = uint8_t(std::rint(std::fmin(std::fmax(from[i], 0.0f), 255.0f)));
        }
    }
}

int blocked_loop(const bench_problem *p, bool is_wide)
{
    if (p->op == BENCH_ADJACENT_DIFFERENCE || (is_wide && !has_wide())) {
        return 1;
    }
    if (p->in_type == TCU_TYPE_F64) {
        return run_blocks(p, is_wide, static_cast<const double *>(p->in), static_cast<double *>(p->out));
    }
    const bool is_f32 = p->in_type == TCU_TYPE_F32;
    const auto wide_in = is_f32 ? nullptr : widened(p->in_type, p->in, p->n);
    const auto wide_out = is_f32 ? nullptr : allocate_array<float>(p->n);
    if (!is_f32 && (wide_in == nullptr || wide_out == nullptr)) {
        return 1;
    }
    const float *in = is_f32 ? static_cast<const float *>(p->in) : wide_in.get();
    float *out = is_f32 ? static_cast<float *>(p->out) : wide_out.get();
    int error = 0;
    if (p->op == BENCH_CONVOLUTION_LAYER) {
        const auto filters = widened(p->in_type, p->filters, bench_filter_count(&p->layer));
        convolve_layer(p->layer, in, filters.get(), out);
    } else {
        error = run_blocks(p, is_wide, in, out);
    }
    if (!is_f32) {
        narrow(p->in_type, out, p->out, p->n);
    }
    return error;
}

int base_loop(const bench_problem *p)
{
    return blocked_loop(p, false);
}
int wide_loop(const bench_problem *p)
{
    return blocked_loop(p, true);
}

int standard_difference(const bench_problem *p)
{
    return p->op != BENCH_ADJACENT_DIFFERENCE ? 1 : with_type(p->in_type, [&](auto zero) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        std::adjacent_difference(in, in + p->n, static_cast<T *>(p->out));
        return 0;
    });
}
} // namespace

std::vector<Yardstick> stencil_yardsticks()
{
    return {{"loop", loop, true},
            {"blocked loop", base_loop, true},
            {"AVX2 loop", wide_loop, false},
            {"std::adjacent_difference", standard_difference, true}};
}
} // namespace bench
