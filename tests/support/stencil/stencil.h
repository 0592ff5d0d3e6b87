/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of a stencil, of time steps, of a convolution, of a convolution layer or of differences, and checks all
 * that a call promises: the status, every result against the oracle (oracle.h), the inputs, what lies between rows,
 * fields and batches, and the guards around all of them.
 */
#ifndef TEST_STENCIL_STENCIL_H
#define TEST_STENCIL_STENCIL_H

#include "oracle.h"
#include "sums/runner.h"
#include "test_buffer.h"
#include "test_count.h"

typedef enum test_stencil_form {
    TEST_STENCIL_EXECUTE,
    TEST_STENCIL_ITERATE,
    TEST_STENCIL_CONVOLVE_1D,
    TEST_STENCIL_CONVOLVE_2D,
    TEST_STENCIL_SEPARABLE,
    TEST_STENCIL_LAYER,
    TEST_STENCIL_DIFFERENCE,
    TEST_STENCIL_COUNT
} test_stencil_form;

/* The functions. */
extern const char *const test_stencil_names[TEST_STENCIL_COUNT];
extern const char *const test_boundary_names[7];

/* f64, f32, f16, bf16, u8 */
enum { TEST_STENCIL_TYPES = 5 };
extern const tcu_type test_stencil_types[TEST_STENCIL_TYPES];

/* Forms that have a plan, and those whose weights are an array of the call. */
bool test_stencil_has_plan(test_stencil_form form);
bool test_stencil_is_convolution(test_stencil_form form);

/* Elements behind what an axis, a field and a batch need, in rows, planes, fields and batches. */
typedef struct test_gaps {
    uint64_t axes[TEST_AXES - 1], field, batch;
} test_gaps;

/* Axes of fewer dimensions are the last ones; the others are of one point. Signals are rows of height 1. */
typedef struct test_stencil_case {
    test_stencil_form form;
    tcu_type type;
    uint32_t dimensions;
    uint64_t extents[TEST_AXES]; /* LAYER: 1, H, W; DIFFERENCE: 1, 1, n */
    uint64_t channels, batch;
    uint32_t in_fields, out_fields; /* LAYER: C, K */
    test_gaps in_gaps, out_gaps;
    tcu_boundary boundaries[TEST_AXES]; /* convolutions: the last one is that of both axes */
    double constant;
    test_pattern pattern; /* of plans, with the box and the number of taps */
    int64_t low[TEST_AXES], high[TEST_AXES];
    uint64_t listed;
    const test_taps *given; /* these taps instead */
    uint64_t kernel[2];     /* convolutions and layers: along y and x, as all below */
    uint32_t stride[2];
    tcu_padding padding;
    tcu_convolution_kind kind;
    uint32_t padding_zeros[2], dilation[2]; /* LAYER */
    bool has_bias;                          /* LAYER */
    uint64_t steps;                         /* ITERATE */
    bool in_place;                          /* DIFFERENCE */
    test_count count;                       /* DIFFERENCE */
    tcu_arithmetic arithmetic;
    test_numbers numbers, weight_numbers;
    int weight_exponent;          /* weights are times this power of 2; not those of ITERATE and LAYER */
    uint64_t every;               /* of long cases: about one result in so many is held against the oracle, 0: all */
    uint64_t seed;                /* of taps, and of how a call is written down */
    uint64_t value_seed;          /* of values, and of weights that are arrays: a plan does not know it */
    unsigned in_shift, out_shift; /* elements by which slices are off a multiple of 256 bytes */
    test_temporary temporary;
} test_stencil_case;

/* Extents 8, one channel, field, batch and step, and a box of one tap; all else 0. */
test_stencil_case test_stencil_plain(test_stencil_form form, tcu_type type, uint32_t dimensions);

/* What a form does not have is set to what it has instead: fields, strides, extents of axes that are not there. */
void test_stencil_settle(test_stencil_case *test);

/* Leaves nothing to write: 0 elements, steps or images of a layer; of convolutions the kernel fits nowhere. (Of
 * TEST_STENCIL_EXECUTE there is no such case: grids have points.) */
void test_stencil_empty(test_stencil_case *test);

/* Everything but form and type at random, so that the whole takes about `work` multiply-adds. */
test_stencil_case test_stencil_random(test_stencil_form form, tcu_type type, uint64_t work, test_random *random);

/* Of any form and a type that it has. */
test_stencil_case test_stencil_any(uint64_t work, test_random *random);

/* ---------------------------------------------------------------------------------------------------- shapes --- */

/* Where elements lie. */
typedef struct test_layout {
    uint64_t axes[TEST_AXES], field, batch; /* elements from one to the next */
    uint64_t elements;                      /* up to and with the last one */
} test_layout;

test_layout test_stencil_layout(const test_stencil_case *test, bool out);
uint64_t test_layout_place(const test_layout *layout, const test_place *place);

/* The points of the results, along each axis. */
void test_stencil_out_extents(const test_stencil_case *test, uint64_t extents[TEST_AXES]);

/* ---------------------------------------------------------------------------------------------------- runner --- */

enum {
    TEST_STENCIL_IN,  /* ITERATE: u, the results too */
    TEST_STENCIL_OUT, /* ITERATE: what u was */
    TEST_STENCIL_SCRATCH,
    TEST_STENCIL_WEIGHTS, /* or filters, or the weights along y */
    TEST_STENCIL_MORE,    /* bias, or the weights along x */
    TEST_STENCIL_BUFFERS
};

/* A call's arguments. Pointers of plans are of descriptions of the runner. */
typedef struct test_stencil_call {
    test_stencil_form form;
    tcu_stencil *plan;
    tcu_convolution_desc *convolution;
    tcu_convolution_layer_desc *layer;
    const void *in, *weights, *more;
    uint64_t kernel[2];
    void *out, *scratch;
    uint64_t steps;
    uint64_t n;
    tcu_type type;
    const tcu_convolution_options *convolution_options;
    const tcu_convolution_layer_options *layer_options;
    const tcu_adjacent_difference_options *difference_options;
} test_stencil_call;

tcu_status test_stencil_run_call(tcu_context *context, const test_stencil_call *call);
tcu_status test_stencil_query(tcu_context *context, const test_stencil_call *call, size_t *bytes);

/* A plan of the case's description; what the description and its arrays hold is spoilt afterwards. */
tcu_status test_stencil_make_plan(tcu_context *context, const test_stencil_case *test, const test_taps *taps,
                                  tcu_stencil **plan);

typedef struct test_sweeper {
    tcu_context *context;
    tcu_stencil *plan;
    test_stencil_case planned; /* what `plan` was made for */
    tcu_convolution_desc convolution;
    tcu_convolution_layer_desc layer;
    test_taps footprint;                       /* of the last case */
    test_buffer buffers[TEST_STENCIL_BUFFERS]; /* that of DIFFERENCE in place: IN */
    long double *values;                       /* of the input, dense */
    double *bias;
    test_memory workspace_memory;
    test_slice workspace; /* of the last case that had one */
    test_count_place count;
    tcu_adjacent_difference_options difference_options;
    test_allocator allocator;
    uint64_t verified; /* results, finite ones: what a test may count on */
    char failure[1600];
} test_sweeper;

test_sweeper test_sweeper_new(void);
void test_sweeper_free(test_sweeper *sweeper);

/* The three steps of a case; the last two return false with the sentence in sweeper->failure. Cases that differ in
 * value_seed alone find the same addresses, and keep the plan. */
void test_sweeper_prepare(test_sweeper *sweeper, const test_stencil_case *test);
bool test_sweeper_execute(test_sweeper *sweeper, const test_stencil_case *test);
bool test_sweeper_verify(test_sweeper *sweeper, const test_stencil_case *test);

/* All three. */
bool test_sweeper_run(test_sweeper *sweeper, const test_stencil_case *test);

/* All three; a failure ends the test with its sentence. */
void test_sweeper_expect(test_sweeper *sweeper, const test_stencil_case *test);

/* The call that a prepared case makes; its descriptions are the sweeper's, filled in anew. And makes it; descriptions are
 * spoilt then. */
test_stencil_call test_sweeper_call(test_sweeper *sweeper, const test_stencil_case *test);
tcu_status test_sweeper_enqueue(test_sweeper *sweeper, const test_stencil_case *test);

/* The case's grid as the oracle takes it: of the sweeper's footprint. */
test_grid test_sweeper_grid(const test_sweeper *sweeper, const test_stencil_case *test);

/* Fills sweeper->failure; returns false. */
bool test_sweeper_fail(test_sweeper *sweeper, const test_stencil_case *test, const char *format, ...);

/* DIFFERENCE: exact. */
bool test_sweeper_verify_difference(test_sweeper *sweeper, const test_stencil_case *test, const unsigned char *out);

#endif /* TEST_STENCIL_STENCIL_H */
