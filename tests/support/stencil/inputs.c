/* SPDX-License-Identifier: Apache-2.0 */
#include "inputs.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_types.h"

/* What gaps are full of: NaN, of u8 its largest number. */
enum { GAP = 0xff, POISON = 0xc5 };

bool test_stencil_is_exact(const test_stencil_case *t)
{
    const bool is_byte = t->type == TCU_TYPE_U8;
    return t->weight_numbers == TEST_NUMBERS_EXACT && (t->numbers == TEST_NUMBERS_EXACT || is_byte) &&
           (t->form != TEST_STENCIL_ITERATE || is_byte);
}

double test_stencil_constant(const test_stencil_case *t)
{
    return t->weight_numbers == TEST_NUMBERS_EXACT ? rint(t->constant) : t->constant;
}

test_taps test_sweeper_taps(const test_stencil_case *t)
{
    test_random random = test_random_part(t->seed, 2);
    test_tap_choice choice = {.pattern = t->pattern,
                              .listed = t->listed,
                              .in_fields = t->in_fields,
                              .out_fields = t->out_fields,
                              .numbers = t->weight_numbers,
                              .is_mean = t->form == TEST_STENCIL_ITERATE};
    memcpy(choice.low, t->low, sizeof choice.low);
    memcpy(choice.high, t->high, sizeof choice.high);
    test_taps taps = {.is_coupled = t->given != NULL && t->given->is_coupled};
    if (t->given == NULL) {
        taps = test_taps_new(&choice, &random);
        for (uint64_t k = 0; k < taps.count; k++) {
            taps.taps[k].weight = ldexp(taps.taps[k].weight, t->weight_exponent);
        }
        return taps;
    }
    for (uint64_t k = 0; k < t->given->count; k++) {
        test_taps_add(&taps, &t->given->taps[k]);
    }
    return taps;
}

/* ---------------------------------------------------------------------------------------------------- arrays --- */

/* So many weights of an array, and what they are. */
static double *open_weights(test_sweeper *s, const test_stencil_case *t, int which, tcu_type type, uint64_t count,
                            bool are_factors, test_random *random)
{
    const size_t bytes = test_types[type].bytes;
    test_buffer *buffer = &s->buffers[which];
    test_buffer_open(buffer, count * bytes, t->in_shift * bytes, GAP);
    double *weights = malloc((count + 1) * sizeof *weights);
    cr_assert_not_null(weights);
    for (uint64_t k = 0; k < count; k++) {
        double weight = test_weight_draw(t->weight_numbers, random);
        weight = are_factors && t->weight_numbers == TEST_NUMBERS_EXACT ? rint(weight) : weight;
        weights[k] = test_element_store(type, ldexp(weight, t->weight_exponent), buffer->host + k * bytes);
    }
    return weights;
}

/* All weights of a kernel count, in the order of the image. */
static void set_kernel(test_sweeper *s, const test_stencil_case *t, test_random *random)
{
    const tcu_type type = test_computed_in(t->type);
    const uint64_t height = t->kernel[0], width = t->kernel[1];
    const bool is_product = t->form == TEST_STENCIL_SEPARABLE, is_turned = t->kind == TCU_CONVOLUTION;
    double *weights =
        open_weights(s, t, TEST_STENCIL_WEIGHTS, type, is_product ? height : height * width, is_product, random);
    double *of_row = is_product ? open_weights(s, t, TEST_STENCIL_MORE, type, width, true, random) : NULL;
    for (uint64_t i = 0; i < height; i++) {
        for (uint64_t j = 0; j < width; j++) {
            const uint64_t y = is_turned ? height - 1 - i : i, x = is_turned ? width - 1 - j : j;
            const test_tap tap = {.offset = {0, (int64_t)i, (int64_t)j},
                                  .weight = is_product ? weights[y] * of_row[x] : weights[y * width + x]};
            test_taps_add(&s->footprint, &tap);
        }
    }
    free(weights);
    free(of_row);
}

static void set_filters(test_sweeper *s, const test_stencil_case *t, test_random *random)
{
    const uint64_t height = t->kernel[0], width = t->kernel[1];
    const uint64_t count = (uint64_t)t->out_fields * t->in_fields * height * width;
    double *weights = open_weights(s, t, TEST_STENCIL_WEIGHTS, t->type, count, false, random);
    s->footprint.is_coupled = true;
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t filter = k / (height * width);
        const test_tap tap = {
            .out_field = (uint32_t)(filter / t->in_fields),
            .in_field = (uint32_t)(filter % t->in_fields),
            .offset = {0, (int64_t)(k / width % height * t->dilation[0]), (int64_t)(k % width * t->dilation[1])},
            .weight = weights[k]};
        test_taps_add(&s->footprint, &tap);
    }
    free(weights);
    free(s->bias);
    s->bias = t->has_bias ? open_weights(s, t, TEST_STENCIL_MORE, t->type, t->out_fields, false, random) : NULL;
}

/* Any bits of integers; of halves and longer reals, numbers of the kind. */
static void set_differences(test_sweeper *s, const test_stencil_case *t, test_random *random)
{
    const size_t bytes = test_types[t->type].bytes;
    test_buffer *in = &s->buffers[TEST_STENCIL_IN];
    for (uint64_t i = 0; i < t->extents[2]; i++) {
        const uint64_t bits = test_random_next(random);
        if (test_types[t->type].real) {
            test_number_draw(t->numbers, t->type, 1, random, in->host + i * bytes);
        } else {
            memcpy(in->host + i * bytes, &bits, bytes);
        }
    }
}

static void set_values(test_sweeper *s, const test_stencil_case *t, test_random *random)
{
    const size_t bytes = test_types[t->type].bytes;
    const test_layout layout = test_stencil_layout(t, false);
    test_buffer *in = &s->buffers[TEST_STENCIL_IN];
    const uint64_t count = t->batch * t->in_fields * t->extents[0] * t->extents[1] * t->extents[2] * t->channels;
    s->values = realloc(s->values, (count + 1) * sizeof *s->values);
    cr_assert_not_null(s->values);
    test_place place = {0};
    for (uint64_t i = 0; i < count; i++) {
        unsigned char *element = in->host + test_layout_place(&layout, &place) * bytes;
        s->values[i] = test_element_draw(t->numbers, t->type, random, element);
        test_place_next(&place, t->batch, t->in_fields, t->extents, t->channels);
    }
}

void test_sweeper_make_inputs(test_sweeper *s, const test_stencil_case *t, const test_taps *taps)
{
    test_random random = test_random_part(t->value_seed, 3);
    const size_t bytes = test_types[t->type].bytes;
    const size_t in_bytes = test_stencil_layout(t, false).elements * bytes;
    const test_room room = test_count_room(&t->count, bytes);
    test_buffer_open_room(&s->buffers[TEST_STENCIL_IN], in_bytes, room, t->in_shift * bytes, GAP);
    if (t->form == TEST_STENCIL_ITERATE) {
        test_buffer_open(&s->buffers[TEST_STENCIL_SCRATCH], in_bytes, t->out_shift * bytes, GAP);
        test_buffer_open(&s->buffers[TEST_STENCIL_OUT], in_bytes, 0, GAP);
    } else if (!t->in_place) {
        const size_t out_bytes = test_stencil_layout(t, true).elements * bytes;
        test_buffer_open_room(&s->buffers[TEST_STENCIL_OUT], out_bytes, room, t->out_shift * bytes, POISON);
    }
    test_taps_free(&s->footprint);
    if (t->form == TEST_STENCIL_DIFFERENCE) {
        set_differences(s, t, &random);
        return;
    }
    if (test_stencil_has_plan(t->form)) {
        s->footprint = test_taps_footprint(taps);
    } else if (t->form == TEST_STENCIL_LAYER) {
        set_filters(s, t, &random);
    } else {
        set_kernel(s, t, &random);
    }
    set_values(s, t, &random);
    if (t->form == TEST_STENCIL_ITERATE) {
        memcpy(s->buffers[TEST_STENCIL_OUT].host, s->buffers[TEST_STENCIL_IN].host, in_bytes);
    }
}
