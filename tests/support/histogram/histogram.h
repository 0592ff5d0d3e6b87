/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of one histogram and checks all that a call promises: the status, every output against the definition,
 * one sample after the other (bin_by_definition.h), the inputs, and the guards around all of them.
 */
#ifndef TEST_HISTOGRAM_HISTOGRAM_H
#define TEST_HISTOGRAM_HISTOGRAM_H

#include "bin_by_definition.h"
#include "sums/oracle.h"
#include "sums/runner.h"
#include "test_buffer.h"
#include "test_random.h"

typedef enum test_histogram_operation {
    TEST_HISTOGRAM_EVEN,
    TEST_HISTOGRAM_RANGE,
    TEST_HISTOGRAM_MULTI,
    TEST_HISTOGRAM_WEIGHTED,
    TEST_HISTOGRAM_COUNT
} test_histogram_operation;

extern const char *const test_histogram_names[TEST_HISTOGRAM_COUNT];

/* Whether the operation takes an array of channels; the others take what channels[0] says, which is all of them. */
bool test_takes_channels(test_histogram_operation operation);

/* Arguments of any histogram; one that does not take an argument ignores it. */
typedef struct test_histogram_call {
    test_histogram_operation operation;
    const void *samples;
    tcu_type sample_type;
    int num_channels;
    const tcu_histogram_channel *channels;
    const void *weights;
    tcu_type weight_type;
    tcu_type out_type;
    uint64_t n;
    const tcu_histogram_options *options;
} test_histogram_call;

tcu_status test_histogram_run_call(tcu_context *context, const test_histogram_call *call);
tcu_status test_histogram_query(tcu_context *context, const test_histogram_call *call, size_t *bytes);

/* Where samples lie. */
typedef enum test_spread {
    TEST_SPREAD_EDGES,    /* most of them at the edges of bins, and a step or two beside */
    TEST_SPREAD_BETWEEN,  /* anywhere between the lowest and the highest edge, and somewhat beyond */
    TEST_SPREAD_CONSTANT, /* one value */
    TEST_SPREAD_OUTSIDE,  /* in no bin, where the type has such values; NaNs where it has none other */
    TEST_SPREAD_BITS,     /* any bits */
    TEST_SPREAD_COUNT
} test_spread;

/* How the ends of even bins, or levels, are drawn. */
typedef enum test_scale {
    TEST_SCALE_UNIT,   /* bins of width 1 from 0 on, as far as the type goes */
    TEST_SCALE_MIDDLE, /* of numbers that the samples' type has many of */
    TEST_SCALE_NARROW, /* a few steps of the samples' type */
    TEST_SCALE_WHOLE,  /* all that the type has */
    TEST_SCALE_BITS,   /* any two finite numbers */
    TEST_SCALE_COUNT
} test_scale;

typedef struct test_histogram_channel {
    uint64_t num_bins; /* 0: not counted */
    tcu_bins_kind kind;
    tcu_type level_type;
    test_scale scale;
    bool given; /* these ends, not those of the scale */
    uint64_t lower, upper;
} test_histogram_channel;

typedef struct test_histogram_case {
    test_histogram_operation operation;
    tcu_type sample_type;
    int num_channels;
    test_histogram_channel channels[TCU_MAX_CHANNELS];
    tcu_type weight_type, out_type;
    bool accumulate, with_outside, with_flags;
    uint64_t columns;     /* 0: no rows */
    uint64_t gap;         /* samples between rows; and weights */
    const void *given;    /* n pixels, instead of random ones */
    bool nonfinite;       /* among weights of reals */
    uint64_t count_start; /* with accumulate: counts are from here on before the call */
    test_spread spread;
    bool has_count;  /* in the context's memory; its value is of the seed */
    bool finds_ends; /* TEST_HISTOGRAM_EVEN; samples are then finite */
    uint64_t n, seed;
    uint64_t bins_seed;           /* of their ends and levels; all else goes by the other one */
    unsigned in_shift, out_shift; /* elements by which slices are off a multiple of 256 bytes */
    test_temporary temporary;
} test_histogram_case;

/* Everything but operation and n at random. */
test_histogram_case test_histogram_random(test_histogram_operation operation, uint64_t n, test_random *random);

/* Number of bins: few, around a power of two, or many. */
uint64_t test_num_bins(test_random *random);

enum {
    TEST_HISTOGRAM_SAMPLES,
    TEST_HISTOGRAM_WEIGHTS,
    TEST_HISTOGRAM_PIXEL_COUNT,
    TEST_HISTOGRAM_LEVELS,
    TEST_HISTOGRAM_COUNTS = TEST_HISTOGRAM_LEVELS + TCU_MAX_CHANNELS,
    TEST_HISTOGRAM_OUTSIDE = TEST_HISTOGRAM_COUNTS + TCU_MAX_CHANNELS,
    TEST_HISTOGRAM_FLAGS,
    TEST_HISTOGRAM_ENDS,
    TEST_HISTOGRAM_BUFFERS
};

typedef struct test_counter {
    tcu_context *context;
    test_buffer buffers[TEST_HISTOGRAM_BUFFERS];
    test_bins bins[TCU_MAX_CHANNELS]; /* of the last case */
    oracle *sums[TCU_MAX_CHANNELS];   /* of reals */
    test_memory workspace_memory;
    test_slice workspace; /* of the last case that had one */
    test_allocator allocator;
    tcu_histogram_channel channels[TCU_MAX_CHANNELS]; /* what the call points to */
    uint64_t lower[TCU_MAX_CHANNELS], upper[TCU_MAX_CHANNELS];
    tcu_histogram_options options;
    uint64_t pixels;  /* that there are: all, or by the count */
    uint64_t counted; /* of the last case, all channels */
    char failure[1600];
} test_counter;

test_counter test_counter_new(void);
void test_counter_free(test_counter *counter);

/* The three steps of a case; the last two return false with the sentence in counter->failure. Cases of the same sizes
 * and shifts find the same addresses. */
void test_counter_prepare(test_counter *counter, const test_histogram_case *test);
bool test_counter_execute(test_counter *counter, const test_histogram_case *test);
bool test_counter_verify(test_counter *counter, const test_histogram_case *test);

/* All three. */
bool test_counter_run(test_counter *counter, const test_histogram_case *test);

/* All three; a failure ends the test with its sentence. */
void test_counter_expect(test_counter *counter, const test_histogram_case *test);

/* The call that a prepared case makes; what it points to in host memory is the counter's, filled in anew. And spoils
 * that: calls have read it when they return. */
test_histogram_call test_counter_call(test_counter *counter, const test_histogram_case *test);
void test_counter_spoil_arguments(test_counter *counter);

#endif /* TEST_HISTOGRAM_HISTOGRAM_H */
