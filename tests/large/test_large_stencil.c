/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Grids, images and differences of more than 2^31 elements. Elements are functions of their number, and few: no arithmetic
 * rounds. The shorter tiers run the same code on fewer elements; the long tier needs up to 13 GB a test.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plans/apply.h"
#include "stencil/elements.h"
#include "test_backend.h"
#include "test_expectation.h"
#include "test_memory.h"
#include "test_types.h"

enum { CHUNK = 1 << 19, PERIOD = 1000003, VALUES = 5 };

/* Elements repeat with a period that is no divisor of a row, a chunk or a tile. */
static int value_at(uint64_t i)
{
    return (int)(i % PERIOD % 7 % VALUES);
}

static uint64_t past_2_to_31(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 31) + 100017));
}

/* A side of as many points as that, or of a quarter of them. */
static uint64_t side_of(uint64_t points)
{
    return test_long(points) < points ? points / 4 : points;
}

typedef struct fixture {
    tcu_context *context;
    tcu_type type;
    size_t bytes;
    test_memory in_memory, out_memory;
    test_slice in, out;
} fixture;

static fixture fixture_new(tcu_type type, uint64_t elements, uint64_t results)
{
    fixture f = {.context = test_context_new(), .type = type, .bytes = test_types[type].bytes};
    unsigned char *chunk = malloc(CHUNK * f.bytes);
    cr_assert_not_null(chunk);
    f.in = test_slice_open(&f.in_memory, elements * f.bytes, f.bytes, 0);
    f.out = test_slice_open(&f.out_memory, results * f.bytes, 3 * f.bytes, 0xee);
    for (uint64_t first = 0; first < elements; first += CHUNK) {
        const uint64_t count = elements - first < CHUNK ? elements - first : CHUNK;
        for (uint64_t k = 0; k < count; k++) {
            test_element_store(type, value_at(first + k), chunk + k * f.bytes);
        }
        test_copy_in(f.in.data + first * f.bytes, chunk, count * f.bytes);
    }
    free(chunk);
    test_synchronise();
    return f;
}

static void fixture_free(fixture *f)
{
    test_synchronise();
    cr_expect(test_slice_guarded(&f->out) && test_slice_guarded(&f->in));
    cr_expect_eq(tcu_context_destroy(f->context), TCU_SUCCESS);
    test_memory_release(&f->in_memory);
    test_memory_release(&f->out_memory);
}

static void expect_success(const fixture *f, tcu_status status)
{
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(f->context));
}

/* The output is what a function of the element's number says, small integers from -MOST to MOST. */
enum { MOST = 200 };
typedef int (*function)(const uint64_t *extents, uint64_t i);

static void expect_out(const fixture *f, const test_slice *out, const uint64_t *extents, function of)
{
    unsigned char table[2 * MOST + 1][8];
    for (int value = -MOST; value <= MOST; value++) {
        test_element_store(f->type, value, table[value + MOST]);
    }
    const uint64_t n = out->bytes / f->bytes;
    test_expectation e = test_expectation_of(out->data, out->bytes);
    test_synchronise();
    for (uint64_t i = 0; i < n;) {
        uint64_t bytes = (n - i) * f->bytes;
        unsigned char *to = test_expectation_room(&e, &bytes);
        for (uint64_t k = 0; k < bytes / f->bytes; k++) {
            memcpy(to + k * f->bytes, table[of(extents, i + k) + MOST], f->bytes);
        }
        i += bytes / f->bytes;
    }
    test_expectation_end(&e);
}

/* Stars of 2 in the middle and 1 at each neighbour; with ZERO outside. */
static tcu_stencil *star_of(const fixture *f, uint32_t dimensions, const uint64_t *extents, uint64_t batch)
{
    int32_t offsets[7 * 3] = {0};
    double weights[7] = {2, 1, 1, 1, 1, 1, 1};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = f->type;
    desc.dimensions = dimensions;
    desc.batch = batch;
    desc.num_taps = 2 * dimensions + 1;
    desc.offsets = offsets;
    desc.weights = weights;
    for (uint32_t axis = 0; axis < dimensions; axis++) {
        desc.extents[axis] = extents[axis];
        offsets[(1 + 2 * axis) * dimensions + axis] = -1;
        offsets[(2 + 2 * axis) * dimensions + axis] = 1;
    }
    return test_plan_of(f->context, &desc);
}

/* Neighbours along an axis, whose points are `stride` elements apart. */
static int neighbours(uint64_t i, uint64_t extent, uint64_t stride)
{
    const uint64_t point = i / stride % extent;
    return (point > 0 ? value_at(i - stride) : 0) + (point + 1 < extent ? value_at(i + stride) : 0);
}

static int star_1d(const uint64_t *n, uint64_t i)
{
    return 2 * value_at(i) + neighbours(i, n[0], 1);
}

static int star_2d(const uint64_t *n, uint64_t i)
{
    return 2 * value_at(i) + neighbours(i, n[1], 1) + neighbours(i, n[0], n[1]);
}

static int star_3d(const uint64_t *n, uint64_t i)
{
    return 2 * value_at(i) + neighbours(i, n[2], 1) + neighbours(i, n[1], n[2]) + neighbours(i, n[0], n[1] * n[2]);
}

static void one_star(tcu_type type, uint32_t dimensions, const uint64_t *extents, uint64_t batch, function of)
{
    uint64_t points = batch;
    for (uint32_t axis = 0; axis < dimensions; axis++) {
        points *= extents[axis];
    }
    fixture f = fixture_new(type, points, points);
    tcu_stencil *plan = star_of(&f, dimensions, extents, batch);
    expect_success(&f, tcu_stencil_execute(f.context, plan, f.in.data, f.out.data));
    expect_out(&f, &f.out, extents, of);
    cr_expect_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    fixture_free(&f);
}

Test(large_stencil, one_line, .timeout = 900)
{
    const uint64_t extents[] = {past_2_to_31()};
    one_star(TCU_TYPE_F16, 1, extents, 1, star_1d);
}

Test(large_stencil, long_rows, .timeout = 900)
{
    const uint64_t extents[] = {7, past_2_to_31() / 7 + 1};
    one_star(TCU_TYPE_F16, 2, extents, 1, star_2d);
}

/* More rows than a grid of blocks may have along its second axis. */
Test(large_stencil, many_rows, .timeout = 900)
{
    const uint64_t extents[] = {past_2_to_31() / 13 + 1, 13};
    one_star(TCU_TYPE_U8, 2, extents, 1, star_2d);
}

Test(large_stencil, a_plane_of_many_rows, .timeout = 900)
{
    const uint64_t side = side_of(test_by_tier(1001, 3163, 46400)), extents[] = {side, side};
    one_star(TCU_TYPE_BF16, 2, extents, 1, star_2d);
}

Test(large_stencil, three_axes, .timeout = 900)
{
    const uint64_t side = side_of(test_by_tier(101, 217, 1300)), extents[] = {side, side + 1, side - 1};
    one_star(TCU_TYPE_F16, 3, extents, 1, star_3d);
}

Test(large_stencil, many_planes, .timeout = 900)
{
    const uint64_t extents[] = {past_2_to_31() / 77 + 1, 7, 11};
    one_star(TCU_TYPE_U8, 3, extents, 1, star_3d);
}

/* Grids whose number exceeds what a grid of blocks may have along its third axis. */
Test(large_stencil, many_grids, .timeout = 900)
{
    const uint64_t extents[] = {5, 9};
    one_star(TCU_TYPE_F16, 2, extents, past_2_to_31() / 45 + 1, star_2d);
}

/* ------------------------------------------------------------------------------------------------ time steps --- */

static int shifted(const uint64_t *n, uint64_t i)
{
    const uint64_t row = i / n[1], column = i % n[1];
    return value_at((row + 3) % n[0] * n[1] + (column + 3) % n[1]);
}

/* Three steps, each by a point along both axes of a torus. */
Test(large_stencil, time_steps, .timeout = 900)
{
    const uint64_t side = side_of(test_by_tier(1001, 3163, 46400)), extents[] = {side, side + 3};
    const int32_t offsets[] = {1, 1};
    const double weight = 1;
    fixture f = fixture_new(TCU_TYPE_F16, side * (side + 3), side * (side + 3));
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = f.type;
    desc.dimensions = 2;
    desc.num_taps = 1;
    desc.offsets = offsets;
    desc.weights = &weight;
    for (int axis = 0; axis < 2; axis++) {
        desc.extents[axis] = extents[axis];
        desc.boundaries[axis] = TCU_BOUNDARY_PERIODIC;
    }
    tcu_stencil *plan = test_plan_of(f.context, &desc);
    expect_success(&f, tcu_stencil_iterate(f.context, plan, f.in.data, f.out.data, 3));
    expect_out(&f, &f.in, extents, shifted);
    cr_expect_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    fixture_free(&f);
}

/* ----------------------------------------------------------------------------------------------- convolutions --- */

static int sum_of_4(const uint64_t *n, uint64_t i)
{
    /* Every second point of every second row; n: width of the image, width of the results. */
    const uint64_t at = 2 * (i / n[1]) * n[0] + 2 * (i % n[1]);
    return value_at(at) + value_at(at + 1) + value_at(at + n[0]) + value_at(at + n[0] + 1);
}

static void sums_of_4(uint64_t height, uint64_t width, uint64_t batch)
{
    const uint64_t extents[] = {width, width / 2};
    const double ones[4] = {1, 1, 1, 1};
    fixture f = fixture_new(TCU_TYPE_U8, batch * height * width, batch * (height / 2) * (width / 2));
    void *weights = test_elements(TCU_TYPE_F32, ones, 4);
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = f.type;
    desc.height = height;
    desc.width = width;
    desc.batch = batch;
    desc.stride_y = desc.stride_x = 2;
    expect_success(&f, tcu_convolve_2d(f.context, &desc, f.in.data, weights, 2, 2, f.out.data, NULL));
    expect_out(&f, &f.out, extents, sum_of_4);
    test_set(f.out.data, 0xee, f.out.bytes);
    expect_success(&f,
                   tcu_convolve_2d_separable(f.context, &desc, f.in.data, weights, 2, weights, 2, f.out.data, NULL));
    expect_out(&f, &f.out, extents, sum_of_4);
    test_release_elements(weights);
    fixture_free(&f);
}

Test(large_stencil, one_image, .timeout = 900)
{
    const uint64_t side = side_of(test_by_tier(1002, 3164, 46400));
    sums_of_4(side, side + 2, 1);
}

Test(large_stencil, many_images, .timeout = 900)
{
    sums_of_4(4, 6, past_2_to_31() / 24 + 1);
}

static int correlated(const uint64_t *n, uint64_t i)
{
    int sum = 0;
    for (uint64_t k = 0; k < 9; k++) { /* centred */
        sum += i + k >= 4 && i + k < n[0] + 4 ? value_at(i + k - 4) : 0;
    }
    return sum;
}

Test(large_stencil, one_signal, .timeout = 900)
{
    const uint64_t n = past_2_to_31();
    const double ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    fixture f = fixture_new(TCU_TYPE_BF16, n, n);
    void *weights = test_elements(TCU_TYPE_F32, ones, 9);
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = f.type;
    desc.width = n;
    desc.padding = TCU_PADDING_SAME;
    expect_success(&f, tcu_convolve_1d(f.context, &desc, f.in.data, weights, 9, f.out.data, NULL));
    expect_out(&f, &f.out, &n, correlated);
    test_release_elements(weights);
    fixture_free(&f);
}

/* Filter k of 3 is k + 1 in its middle: output (image, k, point) is k + 1 times the input (image, 0, point). */
static int filtered(const uint64_t *n, uint64_t i)
{
    const uint64_t points = n[0] * n[1], image = i / points / 3, filter = i / points % 3;
    return (int)(filter + 1) * value_at(image * points + i % points);
}

Test(large_stencil, a_layer, .timeout = 900)
{
    const uint64_t extents[] = {13, 17}, points = 13 * 17, images = past_2_to_31() / points / 3 + 1;
    double filters[3 * 9] = {0};
    for (int k = 0; k < 3; k++) {
        filters[9 * k + 4] = k + 1;
    }
    fixture f = fixture_new(TCU_TYPE_F16, images * points, images * points * 3);
    void *weights = test_elements(f.type, filters, 27);
    tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
    desc.type = f.type;
    desc.batch = images;
    desc.in_channels = 1;
    desc.out_channels = 3;
    desc.height = extents[0];
    desc.width = extents[1];
    desc.kernel_height = desc.kernel_width = 3;
    desc.padding_y = desc.padding_x = 1;
    expect_success(&f, tcu_convolution_layer(f.context, &desc, f.in.data, weights, NULL, f.out.data, NULL));
    expect_out(&f, &f.out, extents, filtered);
    test_release_elements(weights);
    fixture_free(&f);
}

/* ----------------------------------------------------------------------------------------------- differences --- */

static int difference(const uint64_t *n, uint64_t i)
{
    (void)n;
    return value_at(i) - (i > 0 ? value_at(i - 1) : 0);
}

Test(large_stencil, differences, .timeout = 900)
{
    const uint64_t n = past_2_to_31();
    fixture f = fixture_new(TCU_TYPE_BF16, n, n);
    expect_success(&f, tcu_adjacent_difference(f.context, f.in.data, n, f.type, f.out.data, NULL));
    expect_out(&f, &f.out, &n, difference);
    expect_success(&f, tcu_adjacent_difference(f.context, f.in.data, n, f.type, f.in.data, NULL));
    expect_out(&f, &f.in, &n, difference);
    fixture_free(&f);
}
