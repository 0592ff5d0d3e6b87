/* SPDX-License-Identifier: Apache-2.0 */
/* Dot products against a plain loop: every pair of types, sizes, shapes of segments, arrays that lie anywhere. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sums/oracle.h"
#include "sums/runner.h"
#include "sums/source.h"
#include "test_backend.h"
#include "test_buffer.h"
#include "test_offsets.h"

typedef enum dot_form { WHOLE, SEGMENTS, OFFSETS, FORMS } dot_form;
enum { X, Y, OFFSETS_IN, OUT, BUFFERS };

typedef struct dot_case {
    dot_form form;
    test_pair types;
    uint64_t n, segment_size;
    const int64_t *offsets; /* host memory; num_segments + 1 */
    uint64_t num_segments;
    test_distribution distribution[2];
    uint64_t seed;
    unsigned shift[BUFFERS]; /* elements off a multiple of 256 bytes */
    bool is_square;          /* y is x */
    test_temporary temporary;
} dot_case;

typedef struct dot_runner {
    tcu_context *context;
    test_buffer buffers[BUFFERS];
    test_memory workspace_memory;
    test_slice workspace;
    test_allocator allocator;
} dot_runner;

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 45000 + test);
}

static dot_runner runner_new(void)
{
    return (dot_runner){.context = test_context_new()};
}

static void runner_free(dot_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
}

static uint64_t segments_of(const dot_case *t)
{
    return t->form == WHOLE      ? 1
           : t->form == SEGMENTS ? t->n / t->segment_size + (t->n % t->segment_size != 0)
                                 : t->num_segments;
}

static uint64_t begin_of(const dot_case *t, uint64_t k)
{
    return t->form == OFFSETS ? (uint64_t)t->offsets[k] : k == segments_of(t) ? t->n : k * t->segment_size;
}

static tcu_status run_call(dot_runner *runner, const dot_case *t)
{
    const test_buffer *b = runner->buffers;
    const tcu_dot_options options = TCU_DOT_OPTIONS_INIT, *o = t->seed & 1 ? &options : NULL;
    const void *x = b[X].slice.data, *y = t->is_square ? x : b[Y].slice.data;
    void *out = b[OUT].slice.data;
    switch (t->form) {
    case WHOLE:
        return tcu_dot(runner->context, x, y, t->types.in, out, t->types.out, t->n, o);
    case SEGMENTS:
        return tcu_segmented_dot(runner->context, x, y, t->types.in, out, t->types.out, t->n, t->segment_size, o);
    default:
        return tcu_segmented_dot_offsets(runner->context, x, y, t->types.in, out, t->types.out, t->n,
                                         (const int64_t *)(const void *)b[OFFSETS_IN].slice.data, t->num_segments, o);
    }
}

static tcu_status run_query(dot_runner *runner, const dot_case *t, size_t *bytes)
{
    switch (t->form) {
    case WHOLE:
        return tcu_dot_workspace(runner->context, t->types.in, t->types.out, t->n, NULL, bytes);
    case SEGMENTS:
        return tcu_segmented_dot_workspace(runner->context, t->types.in, t->types.out, t->n, t->segment_size, NULL,
                                           bytes);
    default:
        return tcu_segmented_dot_offsets_workspace(runner->context, t->types.in, t->types.out, t->n, t->num_segments,
                                                   NULL, bytes);
    }
}

static const char *describe(dot_runner *runner, const dot_case *t)
{
    static char text[600];
    tcu_call_info info = {0};
    tcu_context_get_last_call(runner->context, &info);
    snprintf(text, sizeof text,
             "form %d, %s to %s, n %" PRIu64 ", segment_size %" PRIu64 ", num_segments %" PRIu64
             ", distributions %s %s, shifts %u %u, square %d, temporary memory %d, path %s, case seed %" PRIu64
             ", TCU_TEST_SEED=%" PRIu64 "; %s",
             (int)t->form, test_types[t->types.in].name, test_types[t->types.out].name, t->n, t->segment_size,
             t->num_segments, test_distribution_names[t->distribution[0]], test_distribution_names[t->distribution[1]],
             t->shift[X], t->shift[Y], t->is_square, (int)t->temporary, info.path, t->seed, test_seed_of_run(),
             tcu_context_last_error(runner->context));
    return text;
}

/* ---------------------------------------------------------------------------------------------------- a case --- */

static void prepare(dot_runner *runner, const dot_case *t)
{
    const size_t in_bytes = test_types[t->types.in].bytes, out_bytes = test_types[t->types.out].bytes;
    test_buffer *b = runner->buffers;
    test_draw_paths(runner->context, t->seed);
    /* Around the inputs lie NaN: what is read from there by mistake shows. */
    for (int i = X; i <= Y; i++) {
        const bool used = i == X || !t->is_square;
        const test_source source = {t->types.in, t->distribution[i], t->seed + (uint64_t)i, t->n};
        test_buffer_open(&b[i], used ? t->n * in_bytes : 0, t->shift[i] * in_bytes, 0xff);
        for (uint64_t first = 0; used && first < t->n; first += TEST_CHUNK) {
            test_source_chunk(&source, first / TEST_CHUNK, t->n - first < TEST_CHUNK ? t->n - first : TEST_CHUNK,
                              b[i].host + first * in_bytes);
        }
    }
    const bool by_offsets = t->form == OFFSETS;
    test_buffer_open(&b[OFFSETS_IN], by_offsets ? (t->num_segments + 1) * sizeof(int64_t) : 0, 8, 0x7e);
    if (by_offsets) {
        memcpy(b[OFFSETS_IN].host, t->offsets, (t->num_segments + 1) * sizeof(int64_t));
    }
    test_buffer_open(&b[OUT], segments_of(t) * out_bytes, t->shift[OUT] * out_bytes, 0x5d);
    test_buffers_upload(b, BUFFERS);
    test_synchronise();
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static void give_workspace(dot_runner *runner, const dot_case *t)
{
    size_t bytes = 0;
    cr_assert_eq(run_query(runner, t, &bytes), TCU_SUCCESS, "%s", describe(runner, t));
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        const test_slice *out = &runner->buffers[OUT].slice;
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        cr_assert_eq(run_call(runner, t), TCU_ERROR_WORKSPACE_TOO_SMALL, "%s", describe(runner, t));
        cr_assert(test_slice_untouched(out, 0, out->bytes), "%s", describe(runner, t));
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
}

static void execute(dot_runner *runner, const dot_case *t)
{
    const test_allocator *allocator = &runner->allocator;
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(runner->context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE) {
        give_workspace(runner, t);
    }
    const tcu_status status = run_call(runner, t);
    tcu_context_set_workspace(runner->context, NULL, 0);
    tcu_context_set_allocator(runner->context, NULL, NULL, NULL);
    cr_assert_eq(status, TCU_SUCCESS, "%s", describe(runner, t));
    test_synchronise();
    cr_assert(allocator->allocations == allocator->releases && !allocator->wrong_release, "%s", describe(runner, t));
    cr_assert(t->temporary != TEST_TEMPORARY_WORKSPACE ||
                  (allocator->allocations == 0 && test_slice_guarded(&runner->workspace)),
              "%s", describe(runner, t));
}

static void verify_segment(dot_runner *runner, const dot_case *t, uint64_t k, const unsigned char *out)
{
    const size_t in_bytes = test_types[t->types.in].bytes, out_bytes = test_types[t->types.out].bytes;
    const test_buffer *b = runner->buffers;
    const unsigned char *x = b[X].host, *y = t->is_square ? x : b[Y].host;
    oracle sum = {0};
    for (uint64_t i = begin_of(t, k); i < begin_of(t, k + 1); i++) {
        if (test_types[t->types.in].real) {
            double factors[2];
            test_read_reals(t->types.in, x + i * in_bytes, 1, &factors[0]);
            test_read_reals(t->types.in, y + i * in_bytes, 1, &factors[1]);
            oracle_add_real(&sum, factors[0] * factors[1]);
        } else {
            uint64_t factors[2];
            test_read_integers(t->types.in, x + i * in_bytes, 1, &factors[0]);
            test_read_integers(t->types.in, y + i * in_bytes, 1, &factors[1]);
            oracle_add_integer(&sum, factors[0] * factors[1]);
        }
    }
    if (test_types[t->types.in].real) {
        double got;
        test_read_reals(t->types.out, out + k * out_bytes, 1, &got);
        cr_assert(oracle_accepts_real(&sum, t->types.out, got), "out[%" PRIu64 "] is %.17g instead of %.17g; %s", k,
                  got, oracle_real(&sum), describe(runner, t));
    } else {
        uint64_t got;
        test_read_integers(t->types.out, out + k * out_bytes, 1, &got);
        cr_assert(oracle_accepts_integer(&sum, test_integer_mask(t->types.out), got),
                  "out[%" PRIu64 "] is %" PRIx64 " instead of %" PRIx64 "; %s", k, got, sum.integer,
                  describe(runner, t));
    }
}

static void expect(dot_runner *runner, const dot_case *t)
{
    prepare(runner, t);
    execute(runner, t);
    const test_buffer *b = runner->buffers;
    for (int i = 0; i < BUFFERS; i++) {
        cr_assert(test_slice_guarded(&b[i].slice), "wrote beside array %d; %s", i, describe(runner, t));
        cr_assert(i == OUT || test_slice_holds(&b[i].slice, b[i].host), "wrote over input %d; %s", i,
                  describe(runner, t));
    }
    unsigned char *const out = malloc(b[OUT].slice.bytes + 8);
    cr_assert_not_null(out);
    test_copy_out(out, b[OUT].slice.data, b[OUT].slice.bytes);
    for (uint64_t k = 0; k < segments_of(t); k++) {
        verify_segment(runner, t, k, out);
    }
    free(out);
}

/* Everything but the shape drawn at random. */
static dot_case random_case(dot_form form, test_pair types, test_random *random)
{
    static const test_distribution distributions[] = {TEST_UNIFORM,     TEST_POSITIVE,   TEST_ZERO,
                                                      TEST_ALTERNATING, TEST_HALF_UNITS, TEST_NEAR_ONE,
                                                      TEST_INFINITE,    TEST_NAN,        TEST_CONSTANT};
    enum { KINDS = sizeof distributions / sizeof *distributions };
    dot_case t = {.form = form,
                  .types = types,
                  .distribution = {distributions[test_random_below(random, KINDS)],
                                   distributions[test_random_below(random, KINDS)]},
                  .seed = test_random_next(random),
                  .is_square = test_random_below(random, 6) == 0,
                  .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    for (int b = 0; b < BUFFERS && t.seed & 8; b++) {
        t.shift[b] = (unsigned)test_random_below(random, 9);
    }
    return t;
}

/* ---------------------------------------------------------------------------------------------------- tests --- */

Test(reduce_dot, every_pair_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0,  1,   2,    3,    7,    8,    9,    15,    16,    17,    31,
                                       33, 100, 1000, 4095, 4096, 4097, 9000, 32768, 32769, 70001, 100000};
    dot_runner runner = runner_new();
    test_random random = random_of(0);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            if (test_takes(&random, 4)) {
                dot_case t = random_case(WHOLE, test_pairs[pair], &random);
                t.n = t.segment_size = lengths[i];
                expect(&runner, &t);
            }
        }
    }
    runner_free(&runner);
}

Test(reduce_dot, long_arrays, .timeout = 600)
{
    dot_runner runner = runner_new();
    test_random random = random_of(1);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        if (test_takes(&random, 5)) {
            dot_case t = random_case(WHOLE, test_pairs[pair], &random);
            t.n = t.segment_size =
                test_on_emulated() ? 300000 : test_long(1000000 + test_random_below(&random, 100000));
            expect(&runner, &t);
        }
    }
    runner_free(&runner);
}

Test(reduce_dot, every_pair_and_segment_size, .timeout = 600)
{
    static const uint64_t sizes[] = {1,   2,   3,   4,    7,    8,    15,   16,   17,   31,    33,   64,
                                     100, 255, 256, 1000, 1024, 2047, 4096, 5000, 8191, 20000, 50000};
    dot_runner runner = runner_new();
    test_random random = random_of(2);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            if (test_takes(&random, 4)) {
                dot_case t = random_case(SEGMENTS, test_pairs[pair], &random);
                t.segment_size = sizes[s];
                t.n = 3 * sizes[s] + test_random_below(&random, 20000 + sizes[s]);
                expect(&runner, &t);
            }
        }
    }
    runner_free(&runner);
}

Test(reduce_dot, every_shape_of_offsets, .timeout = 600)
{
    dot_runner runner = runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < TEST_PAIR_COUNT * TEST_SHAPE_COUNT; i++) {
        if (!test_takes(&random, 4)) {
            continue;
        }
        dot_case t = random_case(OFFSETS, test_pairs[i % TEST_PAIR_COUNT], &random);
        t.n = test_random_below(&random, i % 3 == 0 ? test_long(300000) : 30000);
        test_offsets offsets = test_offsets_new((test_shape)(i / TEST_PAIR_COUNT), t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    runner_free(&runner);
}

/* Small integers, whose sums are exact in every type: products are not rounded to the elements' type. */
Test(reduce_dot, products_are_not_rounded_to_halves)
{
    enum { N = 100 };
    uint16_t x[N];
    float out = 0;
    dot_runner runner = runner_new();
    for (int i = 0; i < N; i++) {
        x[i] = test_f16_bits(2047 - i);
    }
    double expected = 0;
    for (int i = 0; i < N; i++) {
        expected += (2047.0 - i) * (2047.0 - i);
    }
    const test_slice in = test_slice_open(&runner.buffers[X].memory, sizeof x, 0, 0x11),
                     to = test_slice_open(&runner.buffers[OUT].memory, sizeof out, 0, 0x12);
    test_copy_in(in.data, x, sizeof x);
    cr_assert_eq(tcu_dot(runner.context, in.data, in.data, TCU_TYPE_F16, to.data, TCU_TYPE_F32, N, NULL), TCU_SUCCESS);
    test_synchronise();
    test_copy_out(&out, to.data, sizeof out);
    cr_expect(fabs(out - expected) <= 4 * 0x1p-24 * 7 * expected, "%.9g instead of %.9g", (double)out, expected);
    runner_free(&runner);
}

/* ------------------------------------------------------------------------------------------------- refusals --- */

Test(reduce_dot, bad_arguments)
{
    enum { N = 64 };
    dot_runner runner = runner_new();
    const test_slice x = test_slice_open(&runner.buffers[X].memory, N * sizeof(float), 0, 0x11),
                     y = test_slice_open(&runner.buffers[Y].memory, N * sizeof(float), 0, 0x12),
                     out = test_slice_open(&runner.buffers[OUT].memory, N * sizeof(float), 0, 0x13);
    tcu_context *const context = runner.context;
    tcu_dot_options wrong = TCU_DOT_OPTIONS_INIT;
    wrong.reserved[7] = 1;
    const tcu_type f32 = TCU_TYPE_F32;
    const struct {
        tcu_status is, expected;
    } rows[] = {
        {tcu_dot(context, NULL, y.data, f32, out.data, f32, N, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, NULL, f32, out.data, f32, N, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, y.data, f32, NULL, f32, N, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, y.data, f32, out.data, f32, N, &wrong), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(context, x.data, y.data, f32, out.data, TCU_TYPE_F16, N, NULL), TCU_ERROR_UNSUPPORTED_TYPE},
        {tcu_dot(context, x.data, y.data + 1, f32, out.data, f32, N - 1, NULL), TCU_ERROR_MISALIGNED},
        {tcu_dot(context, x.data, y.data, f32, y.data + 4, f32, N, NULL), TCU_ERROR_OVERLAP},
        {tcu_dot(context, x.data, y.data, f32, x.data, f32, N, NULL), TCU_ERROR_OVERLAP},
        {tcu_segmented_dot(context, x.data, y.data, f32, out.data, f32, N, 0, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_segmented_dot_offsets(context, x.data, y.data, f32, out.data, f32, N, NULL, 2, NULL),
         TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot_workspace(context, f32, f32, N, NULL, NULL), TCU_ERROR_INVALID_ARGUMENT},
        {tcu_dot(NULL, x.data, y.data, f32, out.data, f32, N, NULL), TCU_ERROR_INVALID_CONTEXT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(rows[i].is, rows[i].expected, "row %zu: status %d instead of %d", i, (int)rows[i].is,
                     (int)rows[i].expected);
    }
    test_synchronise();
    cr_expect(test_slice_untouched(&x, 0, x.bytes) && test_slice_untouched(&y, 0, y.bytes) &&
              test_slice_untouched(&out, 0, out.bytes));
    runner_free(&runner);
}
