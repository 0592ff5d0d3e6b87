/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even histograms whose ends are found: edges that are exact, ends of no samples, and samples between which there are no
 * bins, as a NaN or an infinity is among them. (Of other numbers all tests of histograms find ends now and then:
 * support/histogram/ends.c.)
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "test_backend.h"
#include "test_memory.h"

enum { SAMPLES = 300, BINS = 8, AT = 257 };

typedef struct arrays {
    test_memory memory[5];
    test_slice samples, counts, ends, outside, flags;
} arrays;

static arrays open_arrays(const float *samples)
{
    arrays a = {0};
    a.samples = test_slice_open(&a.memory[0], SAMPLES * sizeof *samples, 0, 0x11);
    a.counts = test_slice_open(&a.memory[1], BINS * sizeof(uint32_t), 0, 0x12);
    a.ends = test_slice_open(&a.memory[2], 2 * sizeof *samples, 0, 0x13);
    a.outside = test_slice_open(&a.memory[3], sizeof(uint64_t), 0, 0x14);
    a.flags = test_slice_open(&a.memory[4], sizeof(uint32_t), 0, 0x15);
    test_copy_in(a.samples.data, samples, SAMPLES * sizeof *samples);
    test_synchronise();
    return a;
}

static bool is_untouched(const test_slice *slice)
{
    return test_slice_guarded(slice) && test_slice_untouched(slice, 0, slice->bytes);
}

/* What the header says of the two kinds of backends. */
static void expect_refusal(const arrays *a, tcu_status status)
{
    test_synchronise();
    cr_expect(is_untouched(&a->counts) && is_untouched(&a->outside), "counts were written");
    if (!test_on_cuda()) {
        cr_expect_eq(status, TCU_ERROR_INVALID_LEVELS);
        cr_expect(is_untouched(&a->ends) && is_untouched(&a->flags), "something was written");
        return;
    }
    uint32_t flags;
    float ends[2];
    cr_expect_eq(status, TCU_SUCCESS);
    test_copy_out(&flags, a->flags.data, sizeof flags);
    test_copy_out(ends, a->ends.data, sizeof ends);
    cr_expect_eq(flags, (uint32_t)TCU_HISTOGRAM_INVALID_LEVELS);
    cr_expect(!isfinite(ends[0]) || !isfinite(ends[1]), "the ends are %g and %g", (double)ends[0], (double)ends[1]);
}

Test(histogram_ends, of_samples_that_are_no_numbers, .timeout = 60)
{
    static const float others[] = {NAN, INFINITY, -INFINITY};
    tcu_context *context = test_context_new();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        float samples[SAMPLES];
        for (int k = 0; k < SAMPLES; k++) {
            samples[k] = k == AT ? others[i] : (float)k;
        }
        arrays a = open_arrays(samples);
        tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
        options.ends = a.ends.data;
        options.outside = (uint64_t *)(void *)a.outside.data;
        options.flags = (uint32_t *)(void *)a.flags.data;
        const tcu_status status = tcu_histogram_even(context, a.samples.data, TCU_TYPE_F32, a.counts.data, TCU_TYPE_U32,
                                                     BINS, NULL, NULL, TCU_TYPE_F32, SAMPLES, &options);
        expect_refusal(&a, status);
        for (int m = 0; m < 5; m++) {
            test_memory_release(&a.memory[m]);
        }
    }
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* The header's example: of {0, 1.0 / 3, 1} NumPy's counts are {1, 1, 1}, as its second edge is rounded to 1.0 / 3. */
Test(histogram_ends, edges_are_exact)
{
    static const double samples[] = {0, 1.0 / 3, 1};
    static const uint64_t lengths[] = {3, 0};
    static const double least[] = {0, INFINITY}, greatest[] = {1, -INFINITY};
    static const uint64_t expected[][3] = {{2, 0, 1}, {0, 0, 0}};
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    for (int i = 0; i < 2; i++) {
        const test_slice in = test_slice_open(&memory[0], sizeof samples, 0, 0x21),
                         ends = test_slice_open(&memory[1], 2 * sizeof(double), 0, 0x22),
                         out = test_slice_open(&memory[2], sizeof expected[i], 0, 0x23);
        test_copy_in(in.data, samples, sizeof samples);
        test_synchronise();
        tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
        options.ends = ends.data;
        cr_assert_eq(tcu_histogram_even(context, in.data, TCU_TYPE_F64, out.data, TCU_TYPE_U64, 3, NULL, NULL,
                                        TCU_TYPE_F64, lengths[i], &options),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        double found[2];
        uint64_t counts[3];
        test_copy_out(found, ends.data, sizeof found);
        test_copy_out(counts, out.data, sizeof counts);
        cr_expect(found[0] == least[i] && found[1] == greatest[i], "the ends are %g and %g", found[0], found[1]);
        cr_expect_arr_eq(counts, expected[i], sizeof counts);
        cr_expect(test_slice_guarded(&ends) && test_slice_guarded(&out));
    }
    for (int m = 0; m < 3; m++) {
        test_memory_release(&memory[m]);
    }
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}
