/* SPDX-License-Identifier: Apache-2.0 */
/* Results against the oracle, and everything around them against what was there. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"
#include "test_types.h"

static bool samples(const test_stencil_case *t, uint64_t number, uint64_t elements)
{
    enum { ENDS = 100 };
    return t->every < 2 || number < ENDS || number + ENDS >= elements || (number + t->value_seed) % t->every == 0;
}

static bool verify_one(test_sweeper *s, const test_stencil_case *t, const test_place *p, const test_sum *sum,
                       const unsigned char *element)
{
    const long double got = test_number(t->type, element);
    if (!test_sum_accepts(sum, t->type, got)) {
        return test_sweeper_fail(s, t,
                                 "batch %" PRIu64 ", field %" PRIu64 ", point %" PRIu64 " %" PRIu64 " %" PRIu64
                                 ", channel %" PRIu64 ": %.17Lg, not %.17Lg within %.3Lg%s",
                                 p->batch, p->field, p->point[0], p->point[1], p->point[2], p->channel, got, sum->value,
                                 sum->error, sum->is_kept ? ", as it was" : "");
    }
    s->verified += isfinite(got) != 0;
    return true;
}

static bool verify_sums(test_sweeper *s, const test_stencil_case *t, test_grid *g, const unsigned char *out)
{
    const uint64_t elements = test_grid_out_elements(g);
    const test_layout layout = test_stencil_layout(t, true);
    const size_t bytes = test_types[t->type].bytes;
    test_place place = {0};
    bool good = true;
    for (uint64_t i = 0; good && i < elements; i++) {
        if (samples(t, i, elements)) {
            const test_sum sum = test_grid_sum(g, s->values, NULL, &place);
            good = verify_one(s, t, &place, &sum, out + test_layout_place(&layout, &place) * bytes);
        }
        test_place_next(&place, g->batch, g->out_fields, g->out, g->channels);
    }
    return good;
}

static bool verify_steps(test_sweeper *s, const test_stencil_case *t, test_grid *g, const unsigned char *out)
{
    const uint64_t elements = test_grid_out_elements(g);
    const test_layout layout = test_stencil_layout(t, true);
    const size_t bytes = test_types[t->type].bytes;
    long double *values = malloc((elements + 1) * sizeof *values), *errors = calloc(elements + 1, sizeof *errors);
    cr_assert(values != NULL && errors != NULL);
    memcpy(values, s->values, elements * sizeof *values);
    for (uint64_t step = 0; step < t->steps; step++) {
        test_grid_step(g, values, errors);
    }
    test_place place = {0};
    bool good = true;
    for (uint64_t i = 0; good && i < elements; i++) {
        const test_sum sum = {.value = values[i], .error = errors[i]};
        good = verify_one(s, t, &place, &sum, out + test_layout_place(&layout, &place) * bytes);
        test_place_next(&place, g->batch, g->out_fields, g->out, g->channels);
    }
    free(values);
    free(errors);
    return good;
}

/* Whether everything but results is what it was. `host` becomes what is there. */
static bool verify_gaps(test_sweeper *s, const test_stencil_case *t, test_buffer *buffer, const unsigned char *now)
{
    const size_t bytes = test_types[t->type].bytes;
    const test_layout layout = test_stencil_layout(t, true);
    uint64_t extents[TEST_AXES];
    test_stencil_out_extents(t, extents);
    test_place place = {0};
    if (layout.elements > 0) {
        do {
            const uint64_t at = test_layout_place(&layout, &place) * bytes;
            memcpy(buffer->host + at, now + at, t->channels * bytes);
            place.channel = t->channels - 1;
        } while (test_place_next(&place, t->batch, t->out_fields, extents, t->channels));
    }
    for (uint64_t i = 0; i < buffer->slice.bytes; i++) {
        if (buffer->host[i] != now[i]) {
            return test_sweeper_fail(s, t, "the call wrote between rows, at element %" PRIu64 " of %" PRIu64, i / bytes,
                                     buffer->slice.bytes / bytes);
        }
    }
    return true;
}

bool test_sweeper_verify(test_sweeper *s, const test_stencil_case *t)
{
    static const char *const names[] = {"in", "out", "scratch", "weights", "bias or row_weights"};
    const bool is_iterated = t->form == TEST_STENCIL_ITERATE;
    test_buffer *out = &s->buffers[is_iterated || t->in_place ? TEST_STENCIL_IN : TEST_STENCIL_OUT];
    for (int b = 0; b < TEST_STENCIL_BUFFERS; b++) {
        const test_buffer *buffer = &s->buffers[b];
        if (buffer->used && !test_slice_guarded(&buffer->slice)) {
            return test_sweeper_fail(s, t, "the call wrote outside %s", names[b]);
        }
        if (buffer->used && buffer != out && b != TEST_STENCIL_SCRATCH &&
            !test_slice_holds(&buffer->slice, buffer->host)) {
            return test_sweeper_fail(s, t, "the call wrote to %s", names[b]);
        }
    }
    if (!test_count_holds(&s->count, &t->count)) {
        return test_sweeper_fail(s, t, "the call wrote over the count, or beside it");
    }
    unsigned char *now = malloc(out->slice.bytes + 8);
    cr_assert_not_null(now);
    test_copy_out(now, out->slice.data, out->slice.bytes);
    bool good;
    if (t->form == TEST_STENCIL_DIFFERENCE) {
        good = test_sweeper_verify_difference(s, t, now);
    } else {
        test_grid grid = test_sweeper_grid(s, t);
        good = is_iterated ? verify_steps(s, t, &grid, now) : verify_sums(s, t, &grid, now);
        test_grid_close(&grid);
    }
    good = good && (t->in_place || verify_gaps(s, t, out, now));
    free(now);
    return good;
}

/* ----------------------------------------------------------------------------------------------- differences --- */

/* Of integers modulo 2^bits; of reals one subtraction in f32 or f64, rounded once more for halves. */
static bool is_difference(tcu_type type, const unsigned char *before, const unsigned char *at, const unsigned char *got)
{
    const size_t bytes = test_types[type].bytes;
    if (!test_types[type].real) {
        uint64_t a = 0, b = 0, difference = 0;
        if (before != NULL) {
            memcpy(&a, before, bytes);
        }
        memcpy(&b, at, bytes);
        memcpy(&difference, got, bytes);
        return ((b - a - difference) & test_integer_mask(type)) == 0;
    }
    const double a = before == NULL ? 0 : (double)test_number(type, before), b = (double)test_number(type, at);
    const long double number = test_number(type, got);
    const double in_single = (double)((float)b - (float)a);
    const long double expected = test_rounded(type, type == TCU_TYPE_F64 ? b - a : in_single);
    return isnan(expected) ? isnan(number) : number == expected;
}

bool test_sweeper_verify_difference(test_sweeper *s, const test_stencil_case *t, const unsigned char *out)
{
    const size_t bytes = test_types[t->type].bytes;
    const unsigned char *in = s->buffers[TEST_STENCIL_IN].host;
    for (uint64_t i = 0; i < t->extents[2]; i++) {
        const unsigned char *at = in + i * bytes;
        if (!is_difference(t->type, i == 0 ? NULL : at - bytes, at, out + i * bytes)) {
            uint64_t bits = 0;
            memcpy(&bits, out + i * bytes, bytes);
            return test_sweeper_fail(s, t, "element %" PRIu64 ": 0x%" PRIx64, i, bits);
        }
        s->verified++;
    }
    return true;
}
