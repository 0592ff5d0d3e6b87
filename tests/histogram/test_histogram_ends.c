/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even histograms whose ends are found, of samples between which there are no bins: a NaN or an infinity among them. (Of
 * numbers all tests of histograms find ends now and then: support/histogram/ends.c.)
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
