/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of one histogram and checks all that a call promises: the status, every output against the definition,
 * one sample after the other (test_bins.h), the inputs, and the guards around all of them.
 */
#ifndef TEST_HISTOGRAM_H
#define TEST_HISTOGRAM_H

#include "oracle.h"
#include "test_bins.h"
#include "test_memory.h"
#include "test_random.h"
#include "test_runner.h"

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
    uint64_t n, seed;
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
    TEST_HISTOGRAM_LEVELS,
    TEST_HISTOGRAM_COUNTS = TEST_HISTOGRAM_LEVELS + TCU_MAX_CHANNELS,
    TEST_HISTOGRAM_OUTSIDE = TEST_HISTOGRAM_COUNTS + TCU_MAX_CHANNELS,
    TEST_HISTOGRAM_FLAGS,
    TEST_HISTOGRAM_BUFFERS
};

/* An array in the context's memory space, and on the host what it has to hold after the call. */
typedef struct test_histogram_buffer {
    test_memory memory;
    test_slice slice;
    unsigned char *host;
    size_t capacity; /* of host */
    bool used;       /* by this case */
} test_histogram_buffer;

typedef struct test_counter {
    tcu_context *context;
    test_histogram_buffer buffers[TEST_HISTOGRAM_BUFFERS];
    test_bins bins[TCU_MAX_CHANNELS]; /* of the last case */
    oracle *sums[TCU_MAX_CHANNELS];   /* of reals */
    test_memory workspace_memory;
    test_allocator allocator;
    uint64_t counted; /* of the last case, all channels */
    char failure[1600];
} test_counter;

test_counter test_counter_new(void);
void test_counter_free(test_counter *counter);

/* Runs the case; a failure ends the test with a sentence. */
void test_counter_expect(test_counter *counter, const test_histogram_case *test);

#endif /* TEST_HISTOGRAM_H */
