/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions whose results are known: NumPy's and SciPy's, integers by the header's formula, and shapes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plans/apply.h"
#include "stencil/stencil.h"
#include "test_backend.h"
#include "test_random.h"
#include "test_sentence.h"
#include "test_types.h"

/* One convolution of an image (or, with a height of 0, of a signal). */
static void convolve(tcu_context *context, const tcu_convolution_desc *desc, const double *in, const double *weights,
                     uint64_t height, uint64_t width, double *out, uint64_t out_count)
{
    const uint64_t rows = desc->height == 0 ? 1 : desc->height;
    const uint64_t channels = desc->channels == 0 ? 1 : desc->channels, batch = desc->batch == 0 ? 1 : desc->batch;
    const tcu_type type = desc->type, of_weights = test_computed_in(type);
    void *from = test_elements(type, in, rows * desc->width * channels * batch);
    void *kernel = test_elements(of_weights, weights, height * width), *to = test_elements(type, out, out_count);
    const tcu_status status = desc->height == 0 ? tcu_convolve_1d(context, desc, from, kernel, width, to, NULL)
                                                : tcu_convolve_2d(context, desc, from, kernel, height, width, to, NULL);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_read_elements(type, to, out, out_count);
    test_release_elements(from);
    test_release_elements(kernel);
    test_release_elements(to);
}

/* numpy.convolve([1, 2, 3], [0, 1, 0.5], mode) and numpy.correlate, and of even lengths. */
Test(convolution_values, as_numpy_has_it)
{
    static const struct {
        uint64_t n, k;
        double in[5], weights[4];
        tcu_convolution_kind kind;
        tcu_padding padding;
        uint64_t count;
        double out[8];
    } rows[] = {
        {3, 3, {1, 2, 3}, {0, 1, 0.5}, TCU_CONVOLUTION, TCU_PADDING_FULL, 5, {0, 1, 2.5, 4, 1.5}},
        {3, 3, {1, 2, 3}, {0, 1, 0.5}, TCU_CONVOLUTION, TCU_PADDING_SAME, 3, {1, 2.5, 4}},
        {3, 3, {1, 2, 3}, {0, 1, 0.5}, TCU_CONVOLUTION, TCU_PADDING_VALID, 1, {2.5}},
        {3, 3, {1, 2, 3}, {0, 1, 0.5}, TCU_CORRELATION, TCU_PADDING_FULL, 5, {0.5, 2, 3.5, 3, 0}},
        {3, 3, {1, 2, 3}, {0, 1, 0.5}, TCU_CORRELATION, TCU_PADDING_SAME, 3, {2, 3.5, 3}},
        {3, 3, {1, 2, 3}, {0, 1, 0.5}, TCU_CORRELATION, TCU_PADDING_VALID, 1, {3.5}},
        {5, 4, {1, 2, 3, 4, 5}, {1, 10, 100, 1000}, TCU_CONVOLUTION, TCU_PADDING_SAME, 5, {12, 123, 1234, 2345, 3450}},
        {5, 4, {1, 2, 3, 4, 5}, {1, 10, 100, 1000}, TCU_CONVOLUTION, TCU_PADDING_VALID, 2, {1234, 2345}},
        {5, 2, {1, 2, 3, 4, 5}, {1, 10}, TCU_CONVOLUTION, TCU_PADDING_SAME, 5, {1, 12, 23, 34, 45}},
        {5, 2, {1, 2, 3, 4, 5}, {1, 10}, TCU_CONVOLUTION, TCU_PADDING_FULL, 6, {1, 12, 23, 34, 45, 50}},
    };
    tcu_context *context = test_context_new();
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        for (int type = 0; type < 2; type++) {
            tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
            double out[8] = {0};
            desc.type = test_stencil_types[type];
            desc.width = rows[r].n;
            desc.kind = rows[r].kind;
            desc.padding = rows[r].padding;
            convolve(context, &desc, rows[r].in, rows[r].weights, 1, rows[r].k, out, rows[r].count);
            for (uint64_t i = 0; i < rows[r].count; i++) {
                cr_expect_eq(out[i], rows[r].out[i], "row %zu, result %d: %g, not %g", r, (int)i, out[i],
                             rows[r].out[i]);
            }
        }
    }
    tcu_context_destroy(context);
}

/* ------------------------------------------------------------------------------------------------- as integers --- */

/* What the boundary has at a coordinate, by walking there. Outside of ZERO -1, of CONSTANT -2. */
static int walk(tcu_boundary boundary, int x, int n)
{
    while (x < 0 || x >= n) {
        switch (boundary) {
        case TCU_BOUNDARY_ZERO:
            return -1;
        case TCU_BOUNDARY_CONSTANT:
            return -2;
        case TCU_BOUNDARY_CLAMP:
            x = x < 0 ? 0 : n - 1;
            break;
        case TCU_BOUNDARY_REFLECT:
            x = n == 1 ? 0 : x < 0 ? -x : 2 * (n - 1) - x;
            break;
        case TCU_BOUNDARY_SYMMETRIC:
            x = x < 0 ? -x - 1 : 2 * n - 1 - x;
            break;
        default:
            x += x < 0 ? n : -n;
        }
    }
    return x;
}

/* The header's formula and table in integers, for bytes with integer weights. */
Test(convolution_values, of_bytes_are_those_of_integers, .timeout = 120)
{
    enum { MOST = 12 };
    tcu_context *context = test_context_new();
    test_random random = test_random_part(test_seed_of_run(), 18700);
    for (uint64_t i = 0; i < test_by_tier(300, 1000, 10000); i++) {
        tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
        double in[MOST * MOST], weights[MOST * MOST], out[4 * MOST * MOST];
        const int h = 1 + (int)test_random_below(&random, MOST), w = 1 + (int)test_random_below(&random, MOST);
        const int ky = 1 + (int)test_random_below(&random, MOST), kx = 1 + (int)test_random_below(&random, MOST);
        desc.type = TCU_TYPE_U8;
        desc.height = (uint64_t)h;
        desc.width = (uint64_t)w;
        desc.stride_y = 1 + (uint32_t)test_random_below(&random, 3);
        desc.stride_x = 1 + (uint32_t)test_random_below(&random, 3);
        desc.padding = (tcu_padding)test_random_below(&random, 3);
        desc.kind = (tcu_convolution_kind)test_random_below(&random, 2);
        desc.boundary = (tcu_boundary)test_random_below(&random, 6);
        desc.constant = 7;
        for (int k = 0; k < MOST * MOST; k++) {
            in[k] = (double)test_random_below(&random, 256);
            weights[k] = (double)test_random_below(&random, 7) - 3;
        }
        uint64_t out_height, out_width;
        cr_assert_eq(tcu_convolve_2d_shape(&desc, (uint64_t)ky, (uint64_t)kx, &out_height, &out_width), TCU_SUCCESS);
        convolve(context, &desc, in, weights, (uint64_t)ky, (uint64_t)kx, out, out_height * out_width);
        const int by = desc.padding == TCU_PADDING_VALID ? 0 : desc.padding == TCU_PADDING_SAME ? -(ky / 2) : 1 - ky;
        const int bx = desc.padding == TCU_PADDING_VALID ? 0 : desc.padding == TCU_PADDING_SAME ? -(kx / 2) : 1 - kx;
        for (int y = 0; y < (int)out_height; y++) {
            for (int x = 0; x < (int)out_width; x++) {
                int sum = 0;
                for (int k = 0; k < ky * kx; k++) {
                    const int row = walk(desc.boundary, (int)desc.stride_y * y + by + k / kx, h);
                    const int column = walk(desc.boundary, (int)desc.stride_x * x + bx + k % kx, w);
                    const int value = row >= 0 && column >= 0     ? (int)in[row * w + column]
                                      : row == -1 || column == -1 ? 0
                                                                  : 7;
                    sum += value * (int)weights[desc.kind == TCU_CONVOLUTION ? ky * kx - 1 - k : k];
                }
                sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
                cr_assert_eq(out[y * (int)out_width + x], sum,
                             "%d x %d, kernel %d x %d, %s, padding %d: (%d, %d) is %g, not %d; TCU_TEST_SEED=%llu", h,
                             w, ky, kx, test_boundary_names[desc.boundary], (int)desc.padding, y, x,
                             out[y * (int)out_width + x], sum, (unsigned long long)test_seed_of_run());
            }
        }
    }
    tcu_context_destroy(context);
}

/* ------------------------------------------------------------------------------------------------- not numbers --- */

/* All weights count: 0 times infinity is NaN, which bytes have none of; what is outside of ZERO is 0. */
Test(convolution_values, zeros_of_kernels_count)
{
    tcu_context *context = test_context_new();
    const double in[5] = {1, 2, INFINITY, 4, 5}, weights[3] = {0, 1, 0};
    for (int type = 0; type < TEST_STENCIL_TYPES - 1; type++) {
        tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
        double out[5];
        desc.type = test_stencil_types[type];
        desc.width = 5;
        desc.padding = TCU_PADDING_SAME;
        convolve(context, &desc, in, weights, 1, 3, out, 5);
        cr_expect(out[0] == 1 && isnan(out[1]) && isinf(out[2]) && isnan(out[3]) && out[4] == 5, "%s: %g %g %g %g %g",
                  test_types[desc.type].name, out[0], out[1], out[2], out[3], out[4]);
    }
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    const double bytes[5] = {0, 1, 2, 255, 0}, nan = NAN, infinite = INFINITY;
    double out[5];
    desc.type = TCU_TYPE_U8;
    desc.width = 5;
    convolve(context, &desc, bytes, &nan, 1, 1, out, 5);
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(out[i], 0);
    }
    convolve(context, &desc, bytes, &infinite, 1, 1, out, 5);
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(out[i], bytes[i] > 0 ? 255 : 0, "%g times infinity: %g", bytes[i], out[i]);
    }
    tcu_context_destroy(context);
}

/* One weight of nine of another size, or none at all; wide enough for what makes bytes of weights, too. */
Test(convolution_values, of_bytes_with_weights_of_any_size)
{
    enum { HEIGHT = 11, WIDTH = 90, CHANNELS = 3, LINE = WIDTH * CHANNELS, OUT_LINE = LINE - 2 * CHANNELS };
    /* (Three signed bytes reach 1.99216 times a power of two, and a little further down than up.) */
    static const double others[] = {0.1,     0,        1e-30,   255 / 256.0, 255,   0.997, -0.997,   0.998,
                                    0.99607, 0.9961,   0.99609, 127.5,       7.9,   8.1,   16.3,     63.9,
                                    64.1,    4096.625, -300.3,  1e9,         -1e20, 1e30,  INFINITY, NAN};
    tcu_context *context = test_context_new();
    test_random random = test_random_part(test_seed_of_run(), 18701);
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = TCU_TYPE_U8;
    desc.kind = TCU_CORRELATION;
    desc.height = HEIGHT;
    desc.width = WIDTH;
    desc.channels = CHANNELS;
    static double in[HEIGHT * LINE], out[(HEIGHT - 2) * OUT_LINE];
    for (size_t r = 0; r < sizeof others / sizeof others[0]; r++) {
        double weights[9];
        for (int k = 0; k < 9; k++) {
            weights[k] = k == 5 ? (double)(float)others[r] : (double)(float)(0.02 * (k + 1));
        }
        for (int i = 0; i < HEIGHT * LINE; i++) {
            in[i] = test_random_below(&random, 2) == 0 ? 0 : (double)test_random_below(&random, 256);
        }
        convolve(context, &desc, in, weights, 3, 3, out, (HEIGHT - 2) * OUT_LINE);
        for (int i = 0; i < (HEIGHT - 2) * OUT_LINE; i++) {
            double sum = 0;
            for (int k = 0; k < 9; k++) {
                sum += weights[k] * in[(i / OUT_LINE + k / 3) * LINE + i % OUT_LINE + k % 3 * CHANNELS];
            }
            const double wanted = isnan(sum) || sum < 0 ? 0 : sum > 255 ? 255 : sum;
            cr_assert(fabs(out[i] - wanted) <= 0.53, "weight %g: %g for %g at %d", others[r], out[i], sum, i);
        }
    }
    tcu_context_destroy(context);
}

/* -------------------------------------------------------------------------------------- products near underflow --- */

static double power_of_two(test_random *random, int low, int high)
{
    const double unit = 1 + test_random_unit(random);
    return ldexp(test_random_below(random, 2) ? unit : -unit, low + (int)test_random_below(random, high - low + 1));
}

/*
 * One result of a product whose sums along rows, or whose products of weights, are denormal, though the result is normal:
 * within the bound of the header.
 */
static void expect_product(tcu_context *context, tcu_type type, bool are_weights_tiny, uint32_t stride,
                           test_random *random)
{
    enum { MOST = 20 };
    const bool is_double = type == TCU_TYPE_F64;
    const int low = is_double ? -1074 : -149, middle = low / 2;
    const uint64_t rows = 1 + test_random_below(random, MOST), columns = 1 + test_random_below(random, MOST);
    double in[MOST * MOST], column[MOST], row[MOST], out = 4711;
    for (uint64_t i = 0; i < rows; i++) {
        /* Row sums about the smallest number, times large weights; or weights whose product is about that. */
        column[i] =
            are_weights_tiny ? power_of_two(random, middle - 4, middle) : power_of_two(random, -low / 2, -low - 60);
    }
    for (uint64_t j = 0; j < columns; j++) {
        row[j] = are_weights_tiny ? power_of_two(random, middle - 4, middle) : power_of_two(random, middle, middle + 6);
    }
    for (uint64_t i = 0; i < rows * columns; i++) {
        in[i] = are_weights_tiny ? power_of_two(random, -low - 60, -low - 55)
                                 : power_of_two(random, middle - 8, middle + 8);
    }
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = type;
    desc.height = rows;
    desc.width = columns;
    desc.stride_x = stride;
    desc.kind = TCU_CORRELATION;
    void *from = test_elements(type, in, rows * columns), *to = test_elements(type, &out, 1);
    void *down = test_elements(type, column, rows), *along = test_elements(type, row, columns);
    cr_assert_eq(tcu_convolve_2d_separable(context, &desc, from, down, rows, along, columns, to, NULL), TCU_SUCCESS,
                 "%s", tcu_context_last_error(context));
    test_read_elements(type, to, &out, 1);
    test_read_elements(type, from, in, rows * columns); /* as the type has them */
    test_read_elements(type, down, column, rows);
    test_read_elements(type, along, row, columns);
    long double sum = 0, size = 0, of_columns = 0, of_elements = 0;
    for (uint64_t i = 0; i < rows; i++) {
        of_columns += fabsl((long double)column[i]);
        for (uint64_t j = 0; j < columns; j++) {
            const long double term = (long double)column[i] * row[j] * in[i * columns + j];
            sum += term;
            size += fabsl(term);
            of_elements += fabsl((long double)in[i * columns + j]);
        }
    }
    const long double unit = is_double ? 0x1p-53L : 0x1p-24L, smallest = is_double ? 0x1p-1074L : 0x1p-149L;
    const long double error = (long double)(rows * columns + 2) * (unit * size + smallest) +
                              smallest * ((long double)columns * of_columns + of_elements) + unit * fabsl(sum);
    cr_expect_leq(fabsl(out - sum), error, "%s, %d x %d: %.17g, not %.17Lg, off by %.3Lg of %.3Lg",
                  test_types[type].name, (int)rows, (int)columns, out, sum, fabsl(out - sum), error);
    test_release_elements(from);
    test_release_elements(to);
    test_release_elements(down);
    test_release_elements(along);
}

Test(convolution_values, products_near_underflow)
{
    test_random random = test_random_part(test_seed_of_run(), 18210);
    tcu_context *context = test_context_new();
    for (uint64_t i = 0; i < test_by_tier(160, 800, 4000); i++) {
        expect_product(context, i % 2 == 0 ? TCU_TYPE_F64 : TCU_TYPE_F32, i / 2 % 2 == 0, i / 4 % 2 == 0 ? 1 : 2,
                       &random);
    }
    tcu_context_destroy(context);
}

/* The constant of convolutions is rounded as plans round theirs. */
Test(convolution_values, constants_are_rounded)
{
    static const double rows[][2] = {{300, 255}, {-5, 0}, {2.5, 2}, {3.5, 4}, {NAN, 0}};
    tcu_context *context = test_context_new();
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
        const double in[2] = {1, 1}, weights[3] = {1, 0, 0};
        double out[2] = {0};
        desc.type = TCU_TYPE_U8;
        desc.width = 2;
        desc.padding = TCU_PADDING_SAME;
        desc.kind = TCU_CORRELATION;
        desc.boundary = TCU_BOUNDARY_CONSTANT;
        desc.constant = rows[r][0];
        convolve(context, &desc, in, weights, 1, 3, out, 2);
        cr_expect(out[0] == rows[r][1] && out[1] == 1, "%g: %g %g", rows[r][0], out[0], out[1]);
    }
    tcu_context_destroy(context);
}

/* ------------------------------------------------------------------------------------------------------ shapes --- */

Test(convolution_values, shapes)
{
    static const struct {
        tcu_padding padding;
        uint64_t n, k, s, out;
    } rows[] = {{TCU_PADDING_VALID, 10, 3, 1, 8}, {TCU_PADDING_VALID, 10, 3, 3, 3},
                {TCU_PADDING_VALID, 3, 3, 5, 1},  {TCU_PADDING_VALID, 2, 3, 1, 0},
                {TCU_PADDING_SAME, 10, 3, 1, 10}, {TCU_PADDING_SAME, 10, 99, 3, 4},
                {TCU_PADDING_FULL, 10, 3, 1, 12}, {TCU_PADDING_FULL, 10, 3, 5, 3},
                {TCU_PADDING_FULL, 1, 1, 9, 1},   {TCU_PADDING_SAME, 1ull << 40, 3, 2, 1ull << 39}};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
        uint64_t height = 4711, width = 4711;
        desc.height = 7;
        desc.width = rows[r].n;
        desc.stride_x = (uint32_t)rows[r].s;
        desc.padding = rows[r].padding;
        cr_expect_eq(tcu_convolve_2d_shape(&desc, 1, rows[r].k, &height, &width), TCU_SUCCESS, "%s",
                     tcu_context_last_error(NULL));
        cr_expect(width == rows[r].out && height == 7, "row %zu: %llu", r, (unsigned long long)width);
        desc.width = 7;
        desc.height = rows[r].n;
        desc.stride_x = 0;
        desc.stride_y = (uint32_t)rows[r].s;
        cr_expect_eq(tcu_convolve_2d_shape(&desc, rows[r].k, 1, &height, &width), TCU_SUCCESS);
        cr_expect(height == rows[r].out && width == 7, "row %zu: %llu", r, (unsigned long long)height);
    }
}

Test(convolution_values, shapes_of_layers)
{
    static const struct {
        uint64_t n;
        uint32_t kernel, stride, padding, dilation;
        uint64_t out;
    } rows[] = {{56, 3, 1, 1, 1, 56}, {224, 7, 2, 3, 1, 112}, {5, 3, 1, 0, 2, 1}, {4, 3, 1, 0, 2, 0},
                {1, 4, 1, 1, 1, 0},   {1, 3, 1, 1, 1, 1},     {9, 1, 4, 0, 9, 3}, {7, 3, 0, 0, 0, 5}};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
        uint64_t height = 4711, width = 4711;
        desc.batch = desc.in_channels = desc.out_channels = 1;
        desc.height = 3;
        desc.width = rows[r].n;
        desc.kernel_height = 1;
        desc.kernel_width = rows[r].kernel;
        desc.stride_x = rows[r].stride;
        desc.padding_x = rows[r].padding;
        desc.dilation_x = rows[r].dilation;
        cr_expect_eq(tcu_convolution_layer_shape(&desc, &height, &width), TCU_SUCCESS, "%s",
                     tcu_context_last_error(NULL));
        cr_expect(height == 3 && width == rows[r].out, "row %zu: %llu x %llu", r, (unsigned long long)height,
                  (unsigned long long)width);
    }
}
