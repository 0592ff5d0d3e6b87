/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every function of stencils, time steps, convolutions, layers and differences, and every workspace query, against every
 * bad argument: the status, a sentence that names it, and not a byte of memory changed. One good call, and a table of
 * ways to spoil it. (Descriptions of convolutions and layers are in tests/convolution.)
 */
#include <math.h>

#include "stencil/arena.h"
#include "test_backend.h"
#include "test_refusal.h"

typedef test_stencil_arena arena;

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_stencil_call, NAME, __VA_ARGS__)
#define PLACE(AT)        ((void *)(a->slice.data + (AT)))
#define ROW              (4 * TEST_ARENA_W)
#define ALL              (4 * TEST_ARENA_POINTS)

/* Of plans and calls. */
SPOIL(null_context, a->used = NULL)
SPOIL(null_stencil, call->plan = NULL)
SPOIL(destroyed_stencil, call->plan = a->destroyed)
SPOIL(no_stencil, call->plan = (tcu_stencil *)(void *)a)
SPOIL(other_strides, call->plan = a->of_strides)
SPOIL(null_in, call->in = NULL)
SPOIL(null_out, call->out = NULL)
SPOIL(null_scratch, call->scratch = NULL)
SPOIL(null_weights, call->weights = NULL)
SPOIL(null_more, call->more = NULL)
SPOIL(in_off_by_2, call->in = (const char *)call->in + 2)
SPOIL(out_off_by_1, call->out = (char *)call->out + 1)
SPOIL(scratch_off_by_2, call->scratch = (char *)call->scratch + 2)
SPOIL(weights_off_by_2, call->weights = (const char *)call->weights + 2)
SPOIL(more_off_by_3, call->more = (const char *)call->more + 3)
SPOIL(weights_off_by_4, a->convolution.type = TCU_TYPE_F64; call->weights = (const char *)call->weights + 4)
SPOIL(out_is_in, call->out = PLACE(TEST_IN_AT))
SPOIL(out_begins_in_in, call->out = PLACE(TEST_IN_AT + ALL - 4))
SPOIL(out_ends_in_in, call->out = PLACE(TEST_IN_AT - ALL + 4))
SPOIL(out_shifted, call->out = PLACE(TEST_IN_AT + 4))
SPOIL(scratch_is_u, call->scratch = call->out)
SPOIL(scratch_begins_in_u, call->scratch = PLACE(TEST_OUT_AT + ALL - 4))
SPOIL(out_on_weights, call->out = PLACE(TEST_WEIGHTS_AT + 8))
SPOIL(out_on_more, call->out = PLACE(TEST_MORE_AT + 8))
SPOIL(out_between_rows, call->plan = a->of_strides; call->out = PLACE(TEST_IN_AT - ROW - 4))

/* Of descriptions of stencils. */
SPOIL(null_desc, a->given = NULL)
SPOIL(null_receiver, a->receives = NULL)
SPOIL(null_spacings, a->given_spacings = NULL)
SPOIL(type_below, a->desc.type = (tcu_type)-1)
SPOIL(type_above, a->desc.type = (tcu_type)12)
SPOIL(type_integer, a->desc.type = TCU_TYPE_I32)
SPOIL(no_dimensions, a->desc.dimensions = 0)
SPOIL(four_dimensions, a->desc.dimensions = 4)
SPOIL(no_rows, a->desc.extents[0] = 0)
SPOIL(no_columns, a->desc.extents[1] = 0)
SPOIL(reserved_first, a->desc.reserved[0] = 41)
SPOIL(reserved_last, a->desc.reserved[3] = 42)
SPOIL(boundary_below, a->desc.boundaries[1] = (tcu_boundary)-1)
SPOIL(boundary_above, a->desc.boundaries[0] = (tcu_boundary)7)
SPOIL(unequal_fields, a->desc.in_fields = 2)
SPOIL(keep_of_unequal_fields, a->desc.in_fields = 2; a->desc.tap_fields = a->fields;
      a->desc.boundaries[1] = TCU_BOUNDARY_KEEP)
SPOIL(keep_of_operators, a->desc.boundaries[1] = TCU_BOUNDARY_KEEP)
SPOIL(in_stride_below, a->desc.in_strides[0] = TEST_ARENA_W - 1)
SPOIL(out_stride_below, a->desc.out_strides[0] = TEST_ARENA_W - 1)
SPOIL(stride_of_last_axis, a->desc.in_strides[1] = 1)
SPOIL(out_stride_of_last_axis, a->desc.out_strides[1] = 1)
SPOIL(field_stride_below, a->desc.in_fields = a->desc.out_fields = 2; a->desc.in_field_stride = TEST_ARENA_POINTS - 1)
SPOIL(batch_stride_below, a->desc.batch = 2; a->desc.out_batch_stride = TEST_ARENA_POINTS - 1)
SPOIL(field_stride_below_rows, a->desc.out_strides[0] = 100; a->desc.out_field_stride = 500)
SPOIL(weight_nan, a->weights[3] = NAN)
SPOIL(weight_infinite, a->weights[4] = -INFINITY)
SPOIL(weight_beyond_single, a->weights[4] = 1e39)
SPOIL(offset_below, a->offsets[4] = -4097)
SPOIL(offset_above, a->offsets[9] = 4097)
SPOIL(offset_most, a->offsets[9] = INT32_MIN)
SPOIL(origin_above, a->desc.num_taps = 0; a->desc.offsets = NULL; a->desc.box[0] = a->desc.box[1] = 2;
      a->desc.origin[1] = 4097)
SPOIL(origin_most, a->desc.num_taps = 0; a->desc.offsets = NULL; a->desc.box[0] = a->desc.box[1] = 2;
      a->desc.origin[0] = INT32_MIN)
SPOIL(null_tap_weights, a->desc.weights = NULL)
SPOIL(null_offsets, a->desc.offsets = NULL)
SPOIL(box_and_offsets, a->desc.box[0] = a->desc.box[1] = 2)
SPOIL(box_without_axis, a->desc.num_taps = 0; a->desc.offsets = NULL; a->desc.box[1] = 2)
SPOIL(too_many_taps, a->desc.num_taps = TCU_STENCIL_MAX_TAPS + 1)
SPOIL(box_too_large, a->desc.num_taps = 0; a->desc.offsets = NULL; a->desc.box[0] = 257; a->desc.box[1] = 256)
SPOIL(box_far_too_large, a->desc.num_taps = 0; a->desc.offsets = NULL; a->desc.box[0] = a->desc.box[1] = UINT32_MAX)
SPOIL(tap_of_field_out, a->desc.tap_fields = a->fields; a->fields[6] = 1)
SPOIL(tap_of_field_in, a->desc.tap_fields = a->fields; a->fields[7] = 3)
SPOIL(extents_wrap, a->desc.extents[0] = (uint64_t)1 << 63)
SPOIL(width_wraps, a->desc.extents[1] = (uint64_t)1 << 63; a->desc.channels = 4)
SPOIL(bytes_wrap, a->desc.extents[1] = (uint64_t)1 << 62)
SPOIL(strides_wrap, a->desc.in_strides[0] = UINT64_MAX / 2)
SPOIL(batches_wrap, a->desc.batch = (uint64_t)1 << 60)
SPOIL(out_batches_wrap, a->desc.batch = 3; a->desc.out_batch_stride = (uint64_t)1 << 63)

/* Of operators. */
SPOIL(order_none, a->order = 0)
SPOIL(order_odd, a->order = 5)
SPOIL(order_above, a->order = 10)
SPOIL(axis_above, a->axis = 2)
SPOIL(derivative_none, a->derivative = 0)
SPOIL(derivative_above, a->derivative = 5)
SPOIL(spacing_none, a->spacings[0] = 0)
SPOIL(spacing_nan, a->spacings[1] = NAN)
SPOIL(spacing_infinite, a->spacings[1] = INFINITY)
SPOIL(has_taps, a->desc.num_taps = 1; a->desc.offsets = a->offsets; a->desc.weights = a->weights)
SPOIL(has_weights, a->desc.weights = a->weights)
SPOIL(has_box, a->desc.box[1] = 1)
SPOIL(fields_in, a->desc.in_fields = 3)
SPOIL(fields_out, a->desc.out_fields = 4)

/* Of differences. */
SPOIL(d_type_below, call->type = (tcu_type)-1)
SPOIL(d_type_above, call->type = (tcu_type)12)
SPOIL(d_bytes_wrap, call->n = ((uint64_t)1 << 62) + 10)
SPOIL(d_count_off_by_4, a->difference_options.count = PLACE(TEST_WEIGHTS_AT + 4))
SPOIL(d_count_in_out, a->difference_options.count = PLACE(TEST_OUT_AT + 8))

/* Of options. */
SPOIL(convolution_options_first, a->convolution_options.reserved[0] = 43)
SPOIL(convolution_options_last, a->convolution_options.reserved[7] = 44)
SPOIL(layer_options_first, a->layer_options.reserved[0] = 43)
SPOIL(layer_options_last, a->layer_options.reserved[7] = 44)
SPOIL(difference_options_first, a->difference_options.reserved[0] = 43)
SPOIL(difference_options_last, a->difference_options.reserved[7] = 44)

static const test_refusal rows[] = {
    {TEST_OF_ALL | TEST_OF_QUERY, null_context, TCU_ERROR_INVALID_CONTEXT, "context", "NULL"},
    {TEST_OF_PLANS | TEST_OF_QUERY, null_stencil, TCU_ERROR_INVALID_ARGUMENT, "stencil", "NULL"},
    {TEST_OF_PLANS | TEST_OF_QUERY, destroyed_stencil, TCU_ERROR_INVALID_ARGUMENT, "stencil", "destroyed"},
    {TEST_OF_PLANS | TEST_OF_QUERY, no_stencil, TCU_ERROR_INVALID_ARGUMENT, "stencil", "plan"},
    {TEST_OF_ITERATE | TEST_OF_QUERY, other_strides, TCU_ERROR_INVALID_ARGUMENT, "stencil", "strides"},
    {TEST_OF_IN, null_in, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {TEST_OF_IN, null_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {TEST_OF_ITERATE, null_out, TCU_ERROR_INVALID_ARGUMENT, "u", "NULL"},
    {TEST_OF_ITERATE, null_scratch, TCU_ERROR_INVALID_ARGUMENT, "scratch", "NULL"},
    {TEST_OF_SIGNALS | TEST_OF_DENSE, null_weights, TCU_ERROR_INVALID_ARGUMENT, "weights", "NULL"},
    {TEST_OF_SEPARABLE, null_weights, TCU_ERROR_INVALID_ARGUMENT, "column_weights", "NULL"},
    {TEST_OF_LAYER, null_weights, TCU_ERROR_INVALID_ARGUMENT, "filters", "NULL"},
    {TEST_OF_SEPARABLE, null_more, TCU_ERROR_INVALID_ARGUMENT, "row_weights", "NULL"},
    {TEST_OF_IN, in_off_by_2, TCU_ERROR_MISALIGNED, "in", "4"},
    {TEST_OF_IN, out_off_by_1, TCU_ERROR_MISALIGNED, "out", "4"},
    {TEST_OF_ITERATE, out_off_by_1, TCU_ERROR_MISALIGNED, "u", "4"},
    {TEST_OF_ITERATE, scratch_off_by_2, TCU_ERROR_MISALIGNED, "scratch", "4"},
    {TEST_OF_SIGNALS | TEST_OF_DENSE, weights_off_by_2, TCU_ERROR_MISALIGNED, "weights", "4"},
    {TEST_OF_SEPARABLE, weights_off_by_2, TCU_ERROR_MISALIGNED, "column_weights", "4"},
    {TEST_OF_LAYER, weights_off_by_2, TCU_ERROR_MISALIGNED, "filters", "4"},
    {TEST_OF_SEPARABLE, more_off_by_3, TCU_ERROR_MISALIGNED, "row_weights", "4"},
    {TEST_OF_LAYER, more_off_by_3, TCU_ERROR_MISALIGNED, "bias", "4"},
    {TEST_OF_SIGNALS | TEST_OF_DENSE, weights_off_by_4, TCU_ERROR_MISALIGNED, "weights", "8"},
    {TEST_OF_IN & ~TEST_OF_DIFFERENCE, out_is_in, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_IN & ~TEST_OF_LAYER, out_begins_in_in, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_IN, out_ends_in_in, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_IN, out_shifted, TCU_ERROR_OVERLAP, "out", "in"},
    {TEST_OF_ITERATE, scratch_is_u, TCU_ERROR_OVERLAP, "scratch", "u"},
    {TEST_OF_ITERATE, scratch_begins_in_u, TCU_ERROR_OVERLAP, "scratch", "u"},
    {TEST_OF_SIGNALS | TEST_OF_DENSE, out_on_weights, TCU_ERROR_OVERLAP, "out", "weights"},
    {TEST_OF_SEPARABLE, out_on_weights, TCU_ERROR_OVERLAP, "out", "column_weights"},
    {TEST_OF_LAYER, out_on_weights, TCU_ERROR_OVERLAP, "out", "filters"},
    {TEST_OF_SEPARABLE, out_on_more, TCU_ERROR_OVERLAP, "out", "row_weights"},
    {TEST_OF_LAYER, out_on_more, TCU_ERROR_OVERLAP, "out", "bias"},
    {TEST_OF_EXECUTE, out_between_rows, TCU_ERROR_OVERLAP, "out", "in"},

    {TEST_OF_CREATE, null_desc, TCU_ERROR_INVALID_ARGUMENT, "desc", "NULL"},
    {TEST_OF_OPERATORS, null_desc, TCU_ERROR_INVALID_ARGUMENT, "desc", "NULL"},
    {TEST_OF_GRIDS, null_receiver, TCU_ERROR_INVALID_ARGUMENT, "stencil", "NULL"},
    {TEST_OF_OPERATORS, null_spacings, TCU_ERROR_INVALID_ARGUMENT, "spacings", "NULL"},
    {TEST_OF_GRIDS, type_below, TCU_ERROR_INVALID_ARGUMENT, "type", "-1"},
    {TEST_OF_GRIDS, type_above, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {TEST_OF_GRIDS, type_integer, TCU_ERROR_UNSUPPORTED_TYPE, "type", "i32"},
    {TEST_OF_GRIDS, no_dimensions, TCU_ERROR_INVALID_ARGUMENT, "dimensions", "0"},
    {TEST_OF_GRIDS, four_dimensions, TCU_ERROR_INVALID_ARGUMENT, "dimensions", "4"},
    {TEST_OF_GRIDS, no_rows, TCU_ERROR_INVALID_ARGUMENT, "desc.extents[0]", "0"},
    {TEST_OF_GRIDS, no_columns, TCU_ERROR_INVALID_ARGUMENT, "desc.extents[1]", "0"},
    {TEST_OF_GRIDS, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "reserved[0]", "41"},
    {TEST_OF_GRIDS, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "reserved[3]", "42"},
    {TEST_OF_GRIDS, boundary_below, TCU_ERROR_INVALID_ARGUMENT, "boundaries[1]", "-1"},
    {TEST_OF_GRIDS, boundary_above, TCU_ERROR_INVALID_ARGUMENT, "boundaries[0]", "7"},
    {TEST_OF_CREATE | TEST_OF_DERIVATIVE | TEST_OF_LAPLACIAN, unequal_fields, TCU_ERROR_INVALID_ARGUMENT, "in_fields",
     "2"},
    {TEST_OF_CREATE, keep_of_unequal_fields, TCU_ERROR_INVALID_ARGUMENT, "boundaries[1]", "TCU_BOUNDARY_KEEP"},
    {TEST_OF_FIELDS, keep_of_operators, TCU_ERROR_INVALID_ARGUMENT, "boundaries[1]", "TCU_BOUNDARY_KEEP"},
    {TEST_OF_GRIDS, in_stride_below, TCU_ERROR_INVALID_ARGUMENT, "in_strides[0]", "6"},
    {TEST_OF_GRIDS, out_stride_below, TCU_ERROR_INVALID_ARGUMENT, "out_strides[0]", "6"},
    {TEST_OF_GRIDS, stride_of_last_axis, TCU_ERROR_INVALID_ARGUMENT, "in_strides[1]", "1"},
    {TEST_OF_GRIDS, out_stride_of_last_axis, TCU_ERROR_INVALID_ARGUMENT, "out_strides[1]", "1"},
    {TEST_OF_CREATE, field_stride_below, TCU_ERROR_INVALID_ARGUMENT, "in_field_stride", "41"},
    {TEST_OF_CREATE, batch_stride_below, TCU_ERROR_INVALID_ARGUMENT, "out_batch_stride", "41"},
    {TEST_OF_GRIDS, field_stride_below_rows, TCU_ERROR_INVALID_ARGUMENT, "out_field_stride", "500"},
    {TEST_OF_CREATE, weight_nan, TCU_ERROR_INVALID_ARGUMENT, "weights[3]", "nan"},
    {TEST_OF_CREATE, weight_infinite, TCU_ERROR_INVALID_ARGUMENT, "weights[4]", "-inf"},
    {TEST_OF_CREATE, weight_beyond_single, TCU_ERROR_INVALID_ARGUMENT, "weights", "f32"},
    {TEST_OF_CREATE, offset_below, TCU_ERROR_INVALID_ARGUMENT, "offset", "-4097"},
    {TEST_OF_CREATE, offset_above, TCU_ERROR_INVALID_ARGUMENT, "offset", "4097"},
    {TEST_OF_CREATE, offset_most, TCU_ERROR_INVALID_ARGUMENT, "offset", "-2147483648"},
    {TEST_OF_CREATE, origin_above, TCU_ERROR_INVALID_ARGUMENT, "offset", "-4097"},
    {TEST_OF_CREATE, origin_most, TCU_ERROR_INVALID_ARGUMENT, "offset", "2147483648"},
    {TEST_OF_CREATE, null_tap_weights, TCU_ERROR_INVALID_ARGUMENT, "weights", "NULL"},
    {TEST_OF_CREATE, null_offsets, TCU_ERROR_INVALID_ARGUMENT, "offsets", "neither"},
    {TEST_OF_CREATE, box_and_offsets, TCU_ERROR_INVALID_ARGUMENT, "box", "5"},
    {TEST_OF_CREATE, box_without_axis, TCU_ERROR_INVALID_ARGUMENT, "box[0]", "0"},
    {TEST_OF_CREATE, too_many_taps, TCU_ERROR_INVALID_ARGUMENT, "taps", "65536"},
    {TEST_OF_CREATE, box_too_large, TCU_ERROR_INVALID_ARGUMENT, "taps", "65536"},
    {TEST_OF_CREATE, box_far_too_large, TCU_ERROR_INVALID_ARGUMENT, "taps", "65536"},
    {TEST_OF_CREATE, tap_of_field_out, TCU_ERROR_INVALID_ARGUMENT, "tap_fields", "1"},
    {TEST_OF_CREATE, tap_of_field_in, TCU_ERROR_INVALID_ARGUMENT, "tap_fields", "3"},
    {TEST_OF_GRIDS, extents_wrap, TCU_ERROR_SIZE_OVERFLOW, "grid", "9223372036854775808"},
    {TEST_OF_CREATE, width_wraps, TCU_ERROR_SIZE_OVERFLOW, "extents[1]", "9223372036854775808"},
    {TEST_OF_CREATE, bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "grid", "4611686018427387904"},
    {TEST_OF_GRIDS, strides_wrap, TCU_ERROR_SIZE_OVERFLOW, "in_strides", "9223372036854775807"},
    {TEST_OF_CREATE, batches_wrap, TCU_ERROR_SIZE_OVERFLOW, "grid", "1152921504606846976"},
    {TEST_OF_CREATE, out_batches_wrap, TCU_ERROR_SIZE_OVERFLOW, "out_batch_stride", "9223372036854775808"},

    {TEST_OF_OPERATORS, order_none, TCU_ERROR_INVALID_ARGUMENT, "order", "0"},
    {TEST_OF_OPERATORS, order_odd, TCU_ERROR_INVALID_ARGUMENT, "order", "5"},
    {TEST_OF_OPERATORS, order_above, TCU_ERROR_INVALID_ARGUMENT, "order", "10"},
    {TEST_OF_DERIVATIVE, axis_above, TCU_ERROR_INVALID_ARGUMENT, "axis", "2"},
    {TEST_OF_DERIVATIVE, derivative_none, TCU_ERROR_INVALID_ARGUMENT, "derivative", "0"},
    {TEST_OF_DERIVATIVE, derivative_above, TCU_ERROR_INVALID_ARGUMENT, "derivative", "5"},
    {TEST_OF_OPERATORS, spacing_none, TCU_ERROR_INVALID_ARGUMENT, "spacings[0]", "0"},
    {TEST_OF_OPERATORS, spacing_nan, TCU_ERROR_INVALID_ARGUMENT, "spacings[1]", "nan"},
    {TEST_OF_OPERATORS, spacing_infinite, TCU_ERROR_INVALID_ARGUMENT, "spacings[1]", "inf"},
    {TEST_OF_OPERATORS, has_taps, TCU_ERROR_INVALID_ARGUMENT, "taps", "operator"},
    {TEST_OF_OPERATORS, has_weights, TCU_ERROR_INVALID_ARGUMENT, "taps", "operator"},
    {TEST_OF_OPERATORS, has_box, TCU_ERROR_INVALID_ARGUMENT, "box", "taps"},
    {TEST_OF_FIELDS, fields_in, TCU_ERROR_INVALID_ARGUMENT, "desc.in_fields", "3"},
    {TEST_OF_FIELDS, fields_out, TCU_ERROR_INVALID_ARGUMENT, "desc.out_fields", "4"},

    {TEST_OF_DIFFERENCE | TEST_OF_QUERY, d_type_below, TCU_ERROR_INVALID_ARGUMENT, "type", "-1"},
    {TEST_OF_DIFFERENCE | TEST_OF_QUERY, d_type_above, TCU_ERROR_INVALID_ARGUMENT, "type", "12"},
    {TEST_OF_DIFFERENCE | TEST_OF_QUERY, d_bytes_wrap, TCU_ERROR_SIZE_OVERFLOW, "in", "4611686018427387914"},
    {TEST_OF_DIFFERENCE, d_count_off_by_4, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {TEST_OF_DIFFERENCE, d_count_in_out, TCU_ERROR_OVERLAP, "out", "options->count"},

    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, convolution_options_first, TCU_ERROR_INVALID_ARGUMENT,
     "options->reserved[0]", "43"},
    {TEST_OF_CONVOLUTIONS | TEST_OF_QUERY, convolution_options_last, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[7]",
     "44"},
    {TEST_OF_LAYER | TEST_OF_QUERY, layer_options_first, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[0]", "43"},
    {TEST_OF_LAYER | TEST_OF_QUERY, layer_options_last, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[7]", "44"},
    {TEST_OF_DIFFERENCE | TEST_OF_QUERY, difference_options_first, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[0]",
     "43"},
    {TEST_OF_DIFFERENCE | TEST_OF_QUERY, difference_options_last, TCU_ERROR_INVALID_ARGUMENT, "options->reserved[7]",
     "44"},
};

Test(stencil_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    test_stencil_expect_refusals(rows, sizeof rows / sizeof rows[0]);
}

Test(stencil_refusals, queries_need_a_place_for_bytes)
{
    arena *a = test_stencil_arena_new();
    for (int function = 0; function < TEST_STENCIL_COUNT; function++) {
        test_stencil_arena_set(a, function);
        cr_expect_eq(test_stencil_arena_run(a, true, NULL), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect(test_mentions(tcu_context_last_error(a->context), "bytes"), "%s", tcu_context_last_error(a->context));
    }
    test_stencil_arena_free(a);
}

Test(stencil_refusals, what_is_no_plan_is_not_destroyed)
{
    static const char name[] = "tcu_stencil_destroy: ";
    arena *a = test_stencil_arena_new();
    tcu_stencil *none[] = {a->destroyed, (tcu_stencil *)(void *)a};
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(tcu_stencil_destroy(none[i]), TCU_ERROR_INVALID_ARGUMENT);
        const char *sentence = tcu_context_last_error(NULL);
        cr_expect(strncmp(sentence, name, sizeof name - 1) == 0 && test_mentions(sentence, "stencil"), "%s", sentence);
    }
    cr_expect_eq(tcu_stencil_destroy(NULL), TCU_SUCCESS);
    cr_expect_str_eq(tcu_context_last_error(NULL), "");
    test_stencil_arena_free(a);
}
