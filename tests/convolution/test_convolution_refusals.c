/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptions of convolutions and layers that are refused: by calls, queries and the functions that tell shapes. */
#include "stencil/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_stencil_arena arena;

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_stencil_call, NAME, __VA_ARGS__)

/* Of convolutions. */
SPOIL(no_convolution, call->convolution = NULL)
SPOIL(c_type_below, a->convolution.type = (tcu_type)-1)
SPOIL(c_type_above, a->convolution.type = (tcu_type)12)
SPOIL(c_type_integer, a->convolution.type = TCU_TYPE_I8)
SPOIL(padding_below, a->convolution.padding = (tcu_padding)-1)
SPOIL(padding_above, a->convolution.padding = (tcu_padding)3)
SPOIL(kind_below, a->convolution.kind = (tcu_convolution_kind)-1)
SPOIL(kind_above, a->convolution.kind = (tcu_convolution_kind)2)
SPOIL(c_boundary_below, a->convolution.boundary = (tcu_boundary)-1)
SPOIL(c_boundary_above, a->convolution.boundary = (tcu_boundary)7)
SPOIL(c_boundary_keep, a->convolution.boundary = TCU_BOUNDARY_KEEP)
SPOIL(c_reserved_first, a->convolution.reserved[0] = 41)
SPOIL(c_reserved_last, a->convolution.reserved[3] = 42)
SPOIL(c_row_stride, a->convolution.in_row_stride = TEST_ARENA_W - 1)
SPOIL(c_out_row_stride, a->convolution.out_row_stride = TEST_ARENA_W - 1)
SPOIL(c_image_stride, a->convolution.batch = 2; a->convolution.in_image_stride = TEST_ARENA_POINTS - 1)
SPOIL(c_out_image_stride, a->convolution.batch = 2; a->convolution.out_image_stride = TEST_ARENA_POINTS - 1)
SPOIL(no_kernel_height, call->kernel[0] = 0)
SPOIL(no_kernel_width, call->kernel[1] = 0)
SPOIL(kernel_too_large, call->kernel[1] = TCU_STENCIL_MAX_TAPS + 1)
SPOIL(kernel_far_too_large, call->kernel[0] = call->kernel[1] = (uint64_t)1 << 33)
SPOIL(c_no_height, a->convolution.height = 0)
SPOIL(c_no_width, a->convolution.width = 0)
SPOIL(many_rows, a->convolution.height = 2)
SPOIL(c_width_wraps, a->convolution.width = UINT64_MAX)
SPOIL(c_bytes_wrap, a->convolution.width = (uint64_t)1 << 62)
SPOIL(c_images_wrap, a->convolution.batch = (uint64_t)1 << 61)

/* Of layers. */
SPOIL(no_layer, call->layer = NULL)
SPOIL(l_type_below, a->layer.type = (tcu_type)-1)
SPOIL(l_type_above, a->layer.type = (tcu_type)12)
SPOIL(l_type_double, a->layer.type = TCU_TYPE_F64)
SPOIL(l_type_byte, a->layer.type = TCU_TYPE_U8)
SPOIL(l_reserved_first, a->layer.reserved[0] = 41)
SPOIL(l_reserved_last, a->layer.reserved[3] = 42)
SPOIL(l_no_kernel_height, a->layer.kernel_height = 0)
SPOIL(l_no_kernel_width, a->layer.kernel_width = 0)
SPOIL(l_no_channels, a->layer.in_channels = 0)
SPOIL(l_no_height, a->layer.height = 0)
SPOIL(l_no_width, a->layer.width = 0)
SPOIL(l_no_filters, a->layer.out_channels = 0)
SPOIL(l_height_wraps, a->layer.height = UINT64_MAX)
SPOIL(l_bytes_wrap, a->layer.batch = (uint64_t)1 << 60)
SPOIL(l_filters_wrap, a->layer.in_channels = (uint64_t)1 << 61)

static const test_refusal rows[] = {
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, no_convolution, TCU_ERROR_INVALID_ARGUMENT, "desc", "NULL"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_type_below, TCU_ERROR_INVALID_ARGUMENT, "desc.type", "-1"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_type_above, TCU_ERROR_INVALID_ARGUMENT, "desc.type", "12"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "desc.type", "i8"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, padding_below, TCU_ERROR_INVALID_ARGUMENT, "desc.padding", "-1"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, padding_above, TCU_ERROR_INVALID_ARGUMENT, "desc.padding", "3"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, kind_below, TCU_ERROR_INVALID_ARGUMENT, "desc.kind", "-1"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, kind_above, TCU_ERROR_INVALID_ARGUMENT, "desc.kind", "2"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_boundary_below, TCU_ERROR_INVALID_ARGUMENT, "desc.boundary", "-1"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_boundary_above, TCU_ERROR_INVALID_ARGUMENT, "desc.boundary", "7"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_boundary_keep, TCU_ERROR_INVALID_ARGUMENT, "desc.boundary",
     "TCU_BOUNDARY_KEEP"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_reserved_first, TCU_ERROR_INVALID_ARGUMENT, "desc.reserved[0]", "41"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_reserved_last, TCU_ERROR_INVALID_ARGUMENT, "desc.reserved[3]", "42"},
    {TEST_OF_IMAGES | TEST_OF_QUERY, c_row_stride, TCU_ERROR_INVALID_ARGUMENT, "desc.in_row_stride", "6"},
    {TEST_OF_IMAGES | TEST_OF_QUERY, c_out_row_stride, TCU_ERROR_INVALID_ARGUMENT, "desc.out_row_stride", "6"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_image_stride, TCU_ERROR_INVALID_ARGUMENT, "desc.in_image_stride", "41"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_out_image_stride, TCU_ERROR_INVALID_ARGUMENT, "desc.out_image_stride",
     "41"},
    {TEST_OF_IMAGES | TEST_OF_QUERY, no_kernel_height, TCU_ERROR_INVALID_ARGUMENT, "kernel", "0"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, no_kernel_width, TCU_ERROR_INVALID_ARGUMENT, "kernel", "0"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, kernel_too_large, TCU_ERROR_INVALID_ARGUMENT, "kernel", "65537"},
    {TEST_OF_IMAGES | TEST_OF_QUERY, kernel_far_too_large, TCU_ERROR_INVALID_ARGUMENT, "kernel", "8589934592"},
    {TEST_OF_IMAGES | TEST_OF_QUERY, c_no_height, TCU_ERROR_INVALID_ARGUMENT, "desc.height", "0"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_no_width, TCU_ERROR_INVALID_ARGUMENT, "desc.width", "0"},
    {TEST_OF_SIGNALS | TEST_OF_QUERY, many_rows, TCU_ERROR_INVALID_ARGUMENT, "desc.height", "2"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_width_wraps, TCU_ERROR_SIZE_OVERFLOW, "desc.width",
     "18446744073709551615"},
    {TEST_OF_SIGNALS | TEST_OF_QUERY, c_bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "elements"},
    {TEST_OF_IMAGES | TEST_OF_QUERY, c_bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "desc.in_row_stride",
     "4611686018427387904"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, c_images_wrap, TCU_ERROR_SIZE_OVERFLOW, "desc.in_image_stride",
     "2305843009213693952"},

    {TEST_OF_LAYER | TEST_OF_QUERY, no_layer, TCU_ERROR_INVALID_ARGUMENT, "desc", "NULL"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_type_below, TCU_ERROR_INVALID_ARGUMENT, "desc.type", "-1"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_type_above, TCU_ERROR_INVALID_ARGUMENT, "desc.type", "12"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_type_double, TCU_ERROR_UNSUPPORTED_TYPE, "desc.type", "f64"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_type_byte, TCU_ERROR_UNSUPPORTED_TYPE, "desc.type", "u8"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_reserved_first, TCU_ERROR_INVALID_ARGUMENT, "desc.reserved[0]", "41"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_reserved_last, TCU_ERROR_INVALID_ARGUMENT, "desc.reserved[3]", "42"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_no_kernel_height, TCU_ERROR_INVALID_ARGUMENT, "desc.kernel_height", "0"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_no_kernel_width, TCU_ERROR_INVALID_ARGUMENT, "desc.kernel_width", "0"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_no_channels, TCU_ERROR_INVALID_ARGUMENT, "desc.in_channels", "0"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_no_height, TCU_ERROR_INVALID_ARGUMENT, "desc.height", "0"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_no_width, TCU_ERROR_INVALID_ARGUMENT, "desc.width", "0"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_no_filters, TCU_ERROR_INVALID_ARGUMENT, "desc.out_channels", "0"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_height_wraps, TCU_ERROR_SIZE_OVERFLOW, "desc.height", "18446744073709551615"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "1152921504606846976"},
    {TEST_OF_LAYER | TEST_OF_QUERY, l_filters_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "2305843009213693952"},
};

Test(convolution_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    test_stencil_expect_refusals(rows, sizeof rows / sizeof rows[0]);
}

static void expect_sentence(tcu_status status, tcu_status expected, const char *function, const char *word)
{
    const char *sentence = tcu_context_last_error(NULL);
    cr_expect_eq(status, expected, "%s: status %d", function, (int)status);
    cr_expect(strncmp(sentence, function, strlen(function)) == 0 && sentence[strlen(function)] == ':' &&
                  test_mentions(sentence, word),
              "%s, %s: \"%s\"", function, word, sentence);
}

/* Without a context: the sentence is the thread's own. What is about arrays is no matter of shapes. */
Test(convolution_refusals, of_shapes)
{
    arena *a = test_stencil_arena_new();
    uint64_t height = 4711, width = 4711;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bool is_image = rows[i].where & TEST_OF_DENSE, is_layer = rows[i].where & TEST_OF_LAYER;
        test_stencil_arena_set(a, is_layer ? TEST_STENCIL_LAYER : TEST_STENCIL_CONVOLVE_2D);
        rows[i].spoil(a, &a->call);
        const bool is_of_arrays =
            rows[i].spoil == c_bytes_wrap || rows[i].spoil == l_bytes_wrap || rows[i].spoil == l_filters_wrap;
        if (is_image && !is_of_arrays) {
            expect_sentence(
                tcu_convolve_2d_shape(a->call.convolution, a->call.kernel[0], a->call.kernel[1], &height, &width),
                rows[i].status, "tcu_convolve_2d_shape", rows[i].word);
        } else if (is_layer && !is_of_arrays) {
            expect_sentence(tcu_convolution_layer_shape(a->call.layer, &height, &width), rows[i].status,
                            "tcu_convolution_layer_shape", rows[i].word);
        }
    }
    test_stencil_arena_set(a, TEST_STENCIL_LAYER);
    expect_sentence(tcu_convolve_2d_shape(&a->convolution, 3, 3, NULL, &width), TCU_ERROR_INVALID_ARGUMENT,
                    "tcu_convolve_2d_shape", "out_height");
    expect_sentence(tcu_convolve_2d_shape(&a->convolution, 3, 3, &height, NULL), TCU_ERROR_INVALID_ARGUMENT,
                    "tcu_convolve_2d_shape", "out_width");
    expect_sentence(tcu_convolution_layer_shape(&a->layer, NULL, &width), TCU_ERROR_INVALID_ARGUMENT,
                    "tcu_convolution_layer_shape", "out_height");
    expect_sentence(tcu_convolution_layer_shape(&a->layer, &height, NULL), TCU_ERROR_INVALID_ARGUMENT,
                    "tcu_convolution_layer_shape", "out_width");
    cr_expect(height == 4711 && width == 4711, "a shape was written");
    test_stencil_arena_free(a);
}
