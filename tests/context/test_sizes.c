/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every function with every count and stride that gives one of its arrays more than 2^63 - 1 bytes, or just as many as
 * it may have: how many bytes the largest array has is a formula of a line, in 128 bits. What is too large is refused,
 * with nothing written; queries, which touch no array, are asked for what is not too large, too.
 */
#include <criterion/criterion.h>
#include <string.h>

#include <tcu/tcu.h>

#include "test_backend.h"
#include "test_memory.h"

__extension__ typedef unsigned __int128 wide;

enum { ARRAY_BYTES = 1024, ARRAYS = 3, NOT_CALLED = -1 };

/* What cases share: arrays that none of them may write, and plans of three polynomials of degree 3 with a derivative. */
typedef struct fixture {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    void *a, *b, *c;
    tcu_polynomial *polynomials[9]; /* by the bytes of their type */
    unsigned char host[ARRAY_BYTES];
    size_t *bytes;
} fixture;

static tcu_type integer_of(size_t bytes)
{
    return bytes == 1 ? TCU_TYPE_U8 : bytes == 2 ? TCU_TYPE_U16 : bytes == 4 ? TCU_TYPE_U32 : TCU_TYPE_U64;
}

static tcu_type pixel_of(size_t bytes)
{
    return bytes == 1 ? TCU_TYPE_U8 : bytes == 2 ? TCU_TYPE_F16 : bytes == 4 ? TCU_TYPE_F32 : TCU_TYPE_F64;
}

static wide most_of(wide a, wide b)
{
    return a > b ? a : b;
}

/* ------------------------------------------------------------------------------------------------ histograms --- */

static const uint64_t zero = 0, ten = 10;
static const double half = 0.5; /* of quantiles */

static tcu_histogram_channel channel_of(fixture *f)
{
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(f->c, 4, &zero, &ten, TCU_TYPE_U64);
    return channel;
}

static tcu_status even(fixture *f, size_t s, uint64_t n, uint64_t columns, uint64_t stride)
{
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.columns = columns;
    options.row_stride_bytes = stride;
    return tcu_histogram_even(f->context, f->a, integer_of(s), f->c, TCU_TYPE_U64, 4, &zero, &ten, TCU_TYPE_U64, n,
                              &options);
}

static tcu_status range(fixture *f, size_t s, uint64_t n)
{
    return tcu_histogram_range(f->context, f->a, integer_of(s), f->c, TCU_TYPE_U64, 4, f->b, TCU_TYPE_U64, n, NULL);
}

/* Four channels, of which one is counted. */
static tcu_status multi(fixture *f, size_t s, uint64_t n, bool query)
{
    tcu_histogram_channel channels[4] = {{0}, {0}, channel_of(f), {0}};
    return query
               ? tcu_histogram_multi_workspace(f->context, integer_of(s), 4, channels, TCU_TYPE_U64, n, NULL, f->bytes)
               : tcu_histogram_multi(f->context, f->a, integer_of(s), 4, channels, TCU_TYPE_U64, n, NULL);
}

static tcu_status weighted(fixture *f, size_t s, uint64_t n, uint64_t columns, uint64_t stride, bool query)
{
    const tcu_histogram_channel channel = channel_of(f);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.columns = columns;
    options.weights_row_stride_bytes = stride;
    return query ? tcu_histogram_weighted_workspace(f->context, TCU_TYPE_U8, integer_of(s), 1, &channel, TCU_TYPE_U64,
                                                    n, NULL, f->bytes)
                 : tcu_histogram_weighted(f->context, f->a, TCU_TYPE_U8, f->b, integer_of(s), 1, &channel, TCU_TYPE_U64,
                                          n, &options);
}

/* ----------------------------------------------------------------------------------------------- compactions --- */

static const uint64_t value = 1;

static tcu_status select_if(fixture *f, size_t s, uint64_t n, bool partition)
{
    const tcu_predicate predicate = TCU_PREDICATE_INIT(TCU_COMPARE_LESS, &value);
    return partition ? tcu_partition_if(f->context, f->a, integer_of(s), &predicate, f->b, f->c, n, NULL)
                     : tcu_compact_if(f->context, f->a, integer_of(s), &predicate, f->b, f->c, n, NULL);
}

/* (Queries are for columns of any size, the widest has 16 bytes.) */
static tcu_status columns(fixture *f, uint64_t n)
{
    const tcu_column column = {f->a, f->b, 16};
    return tcu_compact_columns(f->context, &column, 1, f->host, TCU_FLAGS_BITS, f->c, n, NULL);
}

static tcu_status sort_buffers(fixture *f, size_t s, uint64_t n)
{
    tcu_sort_buffers buffers = {.keys = {f->a, f->b}};
    return tcu_radix_sort_buffers(f->context, &buffers, integer_of(s), n, NULL);
}

/* ---------------------------------------------------------------------------------------------------- by key --- */

/* Offsets of runs, or their lengths, alone. */
static tcu_status runs(fixture *f, size_t s, uint64_t n, bool offsets, bool query)
{
    tcu_runs wanted = TCU_RUNS_INIT;
    wanted.offsets = offsets ? f->c : NULL;
    wanted.lengths = offsets ? NULL : f->c;
    return query ? tcu_reduce_by_key_workspace(f->context, s, TCU_TYPE_U8, TCU_TYPE_U8, n, &wanted, NULL, f->bytes)
                 : tcu_reduce_by_key(f->context, f->a, s, NULL, TCU_TYPE_U8, NULL, TCU_TYPE_U8, n, &wanted, NULL);
}

/* How many groups there are, or a column of sums. */
static tcu_status groups(fixture *f, size_t s, uint64_t n, bool sums, bool query)
{
    const tcu_group_column column = {.values = f->b,
                                     .value_type = integer_of(s),
                                     .results = f->host, /* (not written, and no array of the fixture) */
                                     .result_type = TCU_TYPE_U64};
    tcu_runs wanted = TCU_RUNS_INIT;
    wanted.count = f->c;
    return query ? tcu_group_by_workspace(f->context, integer_of(s), n, &column, sums, &wanted, NULL, f->bytes)
                 : tcu_group_by(f->context, f->a, integer_of(s), n, &column, sums, &wanted, NULL);
}

/* ----------------------------------------------------------------------------------------------- polynomials --- */

static tcu_status create(fixture *f, size_t s, uint64_t count, uint64_t stride)
{
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.coefficient_stride = stride;
    tcu_polynomial *plan = NULL;
    const tcu_status status = tcu_polynomial_create(f->context, f->a, count, 3, pixel_of(s), &options, &plan);
    cr_expect_null(plan);
    return status;
}

static tcu_status once(fixture *f, size_t s, uint64_t count, uint64_t stride, uint64_t n, bool query)
{
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.coefficient_stride = stride;
    return query ? tcu_polynomial_evaluate_once_workspace(f->context, count, 3, pixel_of(s), n, pixel_of(s), &options,
                                                          f->bytes)
                 : tcu_polynomial_evaluate_once(f->context, f->a, count, 3, pixel_of(s), f->b, n, f->c, pixel_of(s),
                                                &options);
}

#define PLAN f->context, f->polynomials[s]

static tcu_status evaluate(fixture *f, size_t s, uint64_t n, tcu_order order, uint64_t dimension)
{
    return tcu_polynomial_evaluate(PLAN, f->a, n, f->b, pixel_of(s), order, dimension);
}

static tcu_status batched(fixture *f, size_t s, uint64_t n, uint64_t point_stride, uint64_t out_stride)
{
    return tcu_polynomial_evaluate_batched(PLAN, f->a, point_stride, n, f->b, pixel_of(s), out_stride);
}

static tcu_status indexed(fixture *f, size_t s, uint64_t n, uint64_t out_stride)
{
    return tcu_polynomial_evaluate_indexed(PLAN, f->a, f->c, TCU_TYPE_U64, n, f->b, pixel_of(s), out_stride);
}

static tcu_status spline(fixture *f, size_t s, uint64_t n, uint64_t out_stride)
{
    return tcu_polynomial_evaluate_spline(PLAN, f->c, f->a, n, f->b, pixel_of(s), out_stride, TCU_SPLINE_NAN);
}

static tcu_status reduced(fixture *f, size_t s, uint64_t n, uint64_t out_stride)
{
    return tcu_polynomial_reduce(PLAN, TCU_POLYNOMIAL_MAX, f->a, n, f->b, pixel_of(s), out_stride, f->c);
}

/* -------------------------------------------------------------------------------------------------- stencils --- */

static const int32_t offsets[2] = {0, 0};
static const double weights[1] = {1}, spacings[2] = {1, 1};

/* A grid of 4 x 4 points with what is set besides. (No array is touched: plans that may be are made.) */
static tcu_status grid(fixture *f, size_t s, tcu_stencil_desc desc)
{
    tcu_stencil *plan = NULL;
    desc.type = pixel_of(s);
    desc.dimensions = 2;
    desc.extents[0] = desc.extents[0] != 0 ? desc.extents[0] : 4;
    desc.extents[1] = desc.extents[1] != 0 ? desc.extents[1] : 4;
    desc.num_taps = 1;
    desc.offsets = offsets;
    desc.weights = weights;
    const tcu_status status = tcu_stencil_create(f->context, &desc, &plan);
    cr_expect_eq(plan == NULL, status != TCU_SUCCESS);
    tcu_stencil_destroy(plan);
    return status;
}

#define GRID(...) grid(f, s, (tcu_stencil_desc){__VA_ARGS__})

typedef enum stencil_operator { DERIVATIVE, LAPLACIAN, GRADIENT, DIVERGENCE } stencil_operator;

static tcu_status operate(fixture *f, size_t s, stencil_operator what, uint64_t extent)
{
    tcu_stencil *plan = NULL;
    const tcu_stencil_desc desc = {.type = pixel_of(s), .dimensions = 2, .extents = {extent, 4}};
    const tcu_status status = what == DERIVATIVE
                                  ? tcu_stencil_create_derivative(f->context, &desc, 0, 1, 2, spacings, &plan)
                              : what == LAPLACIAN ? tcu_stencil_create_laplacian(f->context, &desc, 2, spacings, &plan)
                              : what == GRADIENT  ? tcu_stencil_create_gradient(f->context, &desc, 2, spacings, &plan)
                                                 : tcu_stencil_create_divergence(f->context, &desc, 2, spacings, &plan);
    cr_expect_eq(plan == NULL, status != TCU_SUCCESS);
    tcu_stencil_destroy(plan);
    return status;
}

/* ---------------------------------------------------------------------------------------------- convolutions --- */

/* An image of 4 x 4 points with what is set besides, and a kernel of 2 x 2. */
static tcu_convolution_desc image_of(size_t s, tcu_convolution_desc desc)
{
    desc.type = pixel_of(s);
    desc.height = desc.height != 0 ? desc.height : 4;
    desc.width = desc.width != 0 ? desc.width : 4;
    return desc;
}

static tcu_status convolve(fixture *f, size_t s, tcu_convolution_desc desc, bool query)
{
    desc = image_of(s, desc);
    return query ? tcu_convolve_2d_workspace(f->context, &desc, 2, 2, NULL, f->bytes)
                 : tcu_convolve_2d(f->context, &desc, f->a, f->b, 2, 2, f->c, NULL);
}

static tcu_status separable(fixture *f, size_t s, tcu_convolution_desc desc, bool query)
{
    desc = image_of(s, desc);
    return query ? tcu_convolve_2d_separable_workspace(f->context, &desc, 2, 2, NULL, f->bytes)
                 : tcu_convolve_2d_separable(f->context, &desc, f->a, f->b, 2, f->b, 2, f->c, NULL);
}

static tcu_status signals(fixture *f, size_t s, tcu_convolution_desc desc, bool query)
{
    desc = image_of(s, desc);
    desc.height = 1;
    return query ? tcu_convolve_1d_workspace(f->context, &desc, 2, NULL, f->bytes)
                 : tcu_convolve_1d(f->context, &desc, f->a, f->b, 2, f->c, NULL);
}

static tcu_status shape(size_t s, tcu_convolution_desc desc)
{
    uint64_t height, width;
    desc = image_of(s, desc);
    return tcu_convolve_2d_shape(&desc, 2, 2, &height, &width);
}

#define IMAGE(...) ((tcu_convolution_desc){__VA_ARGS__})

/* A layer of one image of 2 x 4 x 4 elements, 2 filters of 2 x 2 x 2, an output of 2 x 3 x 3, with what is set besides. */
static tcu_convolution_layer_desc layer_of(size_t s, tcu_convolution_layer_desc desc)
{
    desc.type = pixel_of(s);
    desc.batch = desc.batch != 0 ? desc.batch : 1;
    desc.in_channels = desc.in_channels != 0 ? desc.in_channels : 2;
    desc.out_channels = desc.out_channels != 0 ? desc.out_channels : 2;
    desc.height = desc.height != 0 ? desc.height : 4;
    desc.width = desc.width != 0 ? desc.width : 4;
    desc.kernel_height = desc.kernel_width = 2;
    return desc;
}

static tcu_status layer(fixture *f, size_t s, tcu_convolution_layer_desc desc, bool query)
{
    desc = layer_of(s, desc);
    return query ? tcu_convolution_layer_workspace(f->context, &desc, NULL, f->bytes)
                 : tcu_convolution_layer(f->context, &desc, f->a, f->b, NULL, f->c, NULL);
}

static tcu_status layer_shape(size_t s, tcu_convolution_layer_desc desc)
{
    uint64_t height, width;
    desc = layer_of(s, desc);
    return tcu_convolution_layer_shape(&desc, &height, &width);
}

#define LAYER(...) ((tcu_convolution_layer_desc){__VA_ARGS__})

/* ----------------------------------------------------------------------------------------------- the functions --- */

/*
 * X(name, the smallest and the largest element, bytes of the largest array, call, query): v is the count or the stride,
 * s the bytes of an element, T its type. NONE: there is no such function.
 */
#define NONE ((tcu_status)NOT_CALLED)
#define T    integer_of(s)
#define C    f->context
/* Of moments: counts have 8 bytes. */
#define M pixel_of(s)
#define R (s == 8 ? TCU_TYPE_F64 : TCU_TYPE_F32)
#define L (s == 2 ? TCU_TYPE_F16 : s == 4 ? TCU_TYPE_F32 : TCU_TYPE_F64)
#define SIZE_CASES(X)                                                                                                  \
    X(segmented_moments, 1, 8, (wide)v * 8, tcu_segmented_moments(C, f->a, M, f->b, NULL, NULL, R, v, 1, NULL),        \
      tcu_segmented_moments_workspace(C, M, R, v, 1, NULL, f->bytes))                                                  \
    X(moments_offsets, 1, 8, (wide)v *s,                                                                               \
      tcu_segmented_moments_offsets(C, f->a, M, f->b, NULL, NULL, R, v, f->c, 2, NULL),                                \
      tcu_segmented_moments_offsets_workspace(C, M, R, v, 2, NULL, f->bytes))                                          \
    X(moments_segments, 1, 8, ((wide)v + 1) * 8,                                                                       \
      tcu_segmented_moments_offsets(C, f->a, M, f->b, NULL, NULL, R, 2, f->c, v, NULL),                                \
      tcu_segmented_moments_offsets_workspace(C, M, R, 2, v, NULL, f->bytes))                                          \
    X(moments_rows, 1, 8, (wide)v * 2 * s, tcu_column_moments(C, f->a, M, f->b, NULL, NULL, R, v, 2, 2, NULL),         \
      tcu_column_moments_workspace(C, M, R, v, 2, 2, NULL, f->bytes))                                                  \
    X(moments_columns, 1, 8, (wide)v * 8, tcu_column_moments(C, f->a, M, f->b, NULL, NULL, R, 1, v, v, NULL),          \
      tcu_column_moments_workspace(C, M, R, 1, v, v, NULL, f->bytes))                                                  \
    X(moments_stride, 1, 8, ((wide)v * 2 + 1) * s, tcu_column_moments(C, f->a, M, f->b, NULL, NULL, R, 3, 1, v, NULL), \
      tcu_column_moments_workspace(C, M, R, 3, 1, v, NULL, f->bytes))                                                  \
    X(recurrence, 2, 8, (wide)v *s, tcu_linear_recurrence(C, f->a, f->a, NULL, f->b, L, v, NULL),                      \
      tcu_linear_recurrence_workspace(C, L, v, NULL, f->bytes))                                                        \
    X(segmented_recurrence, 2, 8, (wide)v *s,                                                                          \
      tcu_segmented_linear_recurrence(C, f->a, f->a, NULL, f->b, L, v, 3, NULL),                                       \
      tcu_segmented_linear_recurrence_workspace(C, L, v, 3, NULL, f->bytes))                                           \
    X(recurrence_offsets, 2, 8, (wide)v *s,                                                                            \
      tcu_segmented_linear_recurrence_offsets(C, f->a, f->a, NULL, f->b, L, v, f->c, 2, NULL),                         \
      tcu_segmented_linear_recurrence_offsets_workspace(C, L, v, 2, NULL, f->bytes))                                   \
    X(recurrence_segments, 2, 8, ((wide)v + 1) * 8,                                                                    \
      tcu_segmented_linear_recurrence_offsets(C, f->a, f->a, NULL, f->b, L, 2, f->c, v, NULL),                         \
      tcu_segmented_linear_recurrence_offsets_workspace(C, L, 2, v, NULL, f->bytes))                                   \
    X(reduce_extrema, 1, 8, (wide)v *s, tcu_reduce_extrema(C, f->a, T, f->b, NULL, NULL, NULL, v, NULL),               \
      tcu_reduce_extrema_workspace(C, T, v, NULL, f->bytes))                                                           \
    X(segmented_reduce_extrema, 1, 8, (wide)v * 8,                                                                     \
      tcu_segmented_reduce_extrema(C, f->a, T, NULL, (int64_t *)f->b, NULL, NULL, v, 1, NULL),                         \
      tcu_segmented_reduce_extrema_workspace(C, T, v, 1, NULL, f->bytes))                                              \
    X(reduce_extrema_offsets, 8, 8, (wide)v *s,                                                                        \
      tcu_segmented_reduce_extrema_offsets(C, f->a, T, f->b, NULL, NULL, NULL, v, f->c, 1, NULL),                      \
      tcu_segmented_reduce_extrema_offsets_workspace(C, T, v, 1, NULL, f->bytes))                                      \
    X(reduce_extrema_segments, 1, 8, ((wide)v + 1) * 8,                                                                \
      tcu_segmented_reduce_extrema_offsets(C, f->a, T, f->b, NULL, NULL, NULL, 2, f->c, v, NULL),                      \
      tcu_segmented_reduce_extrema_offsets_workspace(C, T, 2, v, NULL, f->bytes))                                      \
    X(merge, 1, 8, ((wide)v + 2) * s, tcu_merge(C, f->a, v, f->b, 2, f->c, T, NULL),                                   \
      tcu_merge_workspace(C, v, 2, T, NULL, f->bytes))                                                                 \
    X(merge_pairs, 1, 8, most_of(((wide)v + 2) * s, ((wide)v + 2) * 4),                                                \
      tcu_merge_pairs(C, f->a, f->a, 2, f->b, f->b, v, f->c, f->host, T, 4, NULL),                                     \
      tcu_merge_pairs_workspace(C, 2, v, T, 4, NULL, f->bytes))                                                        \
    X(search_in, 1, 8, (wide)v *s, tcu_search_sorted(C, f->a, v, f->b, 2, T, f->c, TCU_TYPE_U64, NULL),                \
      tcu_search_sorted_workspace(C, v, 2, T, TCU_TYPE_U64, NULL, f->bytes))                                           \
    X(search_values, 1, 8, most_of((wide)v *s, (wide)v * 4),                                                           \
      tcu_search_sorted(C, f->a, 2, f->b, v, T, f->c, TCU_TYPE_U32, NULL),                                             \
      tcu_search_sorted_workspace(C, 2, v, T, TCU_TYPE_U32, NULL, f->bytes))                                           \
    X(top_k, 1, 8, (wide)v *s, tcu_top_k(C, f->a, v, 2, T, f->b, f->c, TCU_TYPE_U64, NULL),                            \
      tcu_top_k_workspace(C, v, 2, T, TCU_TYPE_U64, NULL, f->bytes))                                                   \
    X(top_k_pairs, 1, 8, most_of((wide)v *s, (wide)v * 3),                                                             \
      tcu_top_k_pairs(C, f->a, f->b, v, 2, T, 3, f->c, f->host, NULL),                                                 \
      tcu_top_k_pairs_workspace(C, v, 2, T, 3, NULL, f->bytes))                                                        \
    X(top_k_rows, 1, 8, (wide)v * 2 * 8, tcu_segmented_top_k(C, f->a, 4, 2, v, T, NULL, f->b, TCU_TYPE_U64, NULL),     \
      tcu_segmented_top_k_workspace(C, 4, 2, v, T, TCU_TYPE_U64, NULL, f->bytes))                                      \
    X(segmented_top_k, 1, 8, (wide)v *s, tcu_segmented_top_k(C, f->a, v, v, 1, T, f->b, NULL, TCU_TYPE_U64, NULL),     \
      tcu_segmented_top_k_workspace(C, v, v, 1, T, TCU_TYPE_U64, NULL, f->bytes))                                      \
    X(segmented_top_k_pairs, 1, 8, (wide)v * 9,                                                                        \
      tcu_segmented_top_k_pairs(C, f->a, f->b, v, v, 1, T, 9, NULL, f->c, NULL),                                       \
      tcu_segmented_top_k_pairs_workspace(C, v, v, 1, T, 9, NULL, f->bytes))                                           \
    X(segmented_top_k_offsets, 1, 8, (wide)v *s,                                                                       \
      tcu_segmented_top_k_offsets(C, f->a, v, f->c, 2, 1, T, f->b, NULL, TCU_TYPE_U64, NULL),                          \
      tcu_segmented_top_k_offsets_workspace(C, v, 2, 1, T, TCU_TYPE_U64, NULL, f->bytes))                              \
    X(top_k_segments, 1, 8, ((wide)v + 1) * 8,                                                                         \
      tcu_segmented_top_k_offsets(C, f->a, 2, f->c, v, 1, T, NULL, f->b, TCU_TYPE_U64, NULL),                          \
      tcu_segmented_top_k_offsets_workspace(C, 2, v, 1, T, TCU_TYPE_U64, NULL, f->bytes))                              \
    X(segmented_top_k_pairs_offsets, 1, 8, most_of((wide)v *s, (wide)v * 5),                                           \
      tcu_segmented_top_k_pairs_offsets(C, f->a, f->host, v, f->c, 2, 1, T, 5, NULL, f->b, NULL),                      \
      tcu_segmented_top_k_pairs_offsets_workspace(C, v, 2, 1, T, 5, NULL, f->bytes))                                   \
    X(nth_element, 1, 8, (wide)v *s, tcu_nth_element(C, f->a, v, 0, T, f->b, f->c, TCU_TYPE_U64, NULL),                \
      tcu_nth_element_workspace(C, v, 0, T, TCU_TYPE_U64, NULL, f->bytes))                                             \
    X(quantiles, 1, 8, (wide)v *s, tcu_quantiles(C, f->a, v, T, &half, 1, f->b, TCU_TYPE_F64, NULL),                   \
      tcu_quantiles_workspace(C, v, T, 1, TCU_TYPE_F64, NULL, f->bytes))                                               \
    X(many_quantiles, 1, 8, (wide)v * 8, tcu_quantiles(C, f->a, 2, T, &half, v, f->b, TCU_TYPE_F64, NULL),             \
      tcu_quantiles_workspace(C, 2, T, v, TCU_TYPE_F64, NULL, f->bytes))                                               \
    X(dot, 1, 8, (wide)v *s, tcu_dot(C, f->a, f->a, T, f->b, TCU_TYPE_U64, v, NULL),                                   \
      tcu_dot_workspace(C, T, TCU_TYPE_U64, v, NULL, f->bytes))                                                        \
    X(segmented_dot, 1, 8, (wide)v * 8, tcu_segmented_dot(C, f->a, f->a, T, f->b, TCU_TYPE_U64, v, 1, NULL),           \
      tcu_segmented_dot_workspace(C, T, TCU_TYPE_U64, v, 1, NULL, f->bytes))                                           \
    X(dot_segments, 1, 8, ((wide)v + 1) * 8,                                                                           \
      tcu_segmented_dot_offsets(C, f->a, f->a, T, f->b, TCU_TYPE_U64, 2, f->c, v, NULL),                               \
      tcu_segmented_dot_offsets_workspace(C, T, TCU_TYPE_U64, 2, v, NULL, f->bytes))                                   \
    X(reduce, 1, 8, (wide)v *s, tcu_reduce(C, f->a, T, f->b, TCU_TYPE_U64, v, NULL),                                   \
      tcu_reduce_workspace(C, T, TCU_TYPE_U64, v, NULL, f->bytes))                                                     \
    X(segmented_reduce, 1, 8, (wide)v * 8, tcu_segmented_reduce(C, f->a, T, f->b, TCU_TYPE_U64, v, 1, NULL),           \
      tcu_segmented_reduce_workspace(C, T, TCU_TYPE_U64, v, 1, 0, NULL, f->bytes))                                     \
    X(segmented_reduce_in_place, 8, 8, (wide)v * 8, tcu_segmented_reduce(C, f->a, T, f->a, TCU_TYPE_U64, v, 1, NULL),  \
      tcu_segmented_reduce_workspace(C, T, TCU_TYPE_U64, v, 1, 1, NULL, f->bytes))                                     \
    X(reduce_offsets, 1, 8, (wide)v *s,                                                                                \
      tcu_segmented_reduce_offsets(C, f->a, T, f->b, TCU_TYPE_U64, v, f->c, 2, NULL),                                  \
      tcu_segmented_reduce_offsets_workspace(C, T, TCU_TYPE_U64, v, 2, 0, NULL, f->bytes))                             \
    X(reduce_segments, 1, 8, ((wide)v + 1) * 8,                                                                        \
      tcu_segmented_reduce_offsets(C, f->a, T, f->b, TCU_TYPE_U64, 2, f->c, v, NULL),                                  \
      tcu_segmented_reduce_offsets_workspace(C, T, TCU_TYPE_U64, 2, v, 0, NULL, f->bytes))                             \
    X(scan, 1, 8, (wide)v *s, tcu_scan(C, TCU_SCAN_INCLUSIVE, f->a, T, f->b, T, v, NULL),                              \
      tcu_scan_workspace(C, T, T, v, NULL, f->bytes))                                                                  \
    X(segmented_scan, 1, 8, (wide)v * 8,                                                                               \
      tcu_segmented_scan(C, TCU_SCAN_INCLUSIVE, f->a, T, f->b, TCU_TYPE_U64, v, 3, NULL),                              \
      tcu_segmented_scan_workspace(C, T, TCU_TYPE_U64, v, 3, NULL, f->bytes))                                          \
    X(scan_offsets, 1, 8, (wide)v *s,                                                                                  \
      tcu_segmented_scan_offsets(C, TCU_SCAN_EXCLUSIVE, f->a, T, f->b, T, v, f->c, 2, NULL),                           \
      tcu_segmented_scan_offsets_workspace(C, T, T, v, 2, NULL, f->bytes))                                             \
    X(scan_segments, 1, 8, ((wide)v + 1) * 8,                                                                          \
      tcu_segmented_scan_offsets(C, TCU_SCAN_EXCLUSIVE, f->a, T, f->b, T, 2, f->c, v, NULL),                           \
      tcu_segmented_scan_offsets_workspace(C, T, T, 2, v, NULL, f->bytes))                                             \
    X(histogram_even, 1, 8, (wide)v *s, even(f, s, v, 0, 0),                                                           \
      tcu_histogram_even_workspace(C, T, TCU_TYPE_U64, 4, TCU_TYPE_U64, v, NULL, f->bytes))                            \
    X(histogram_range, 1, 8, (wide)v *s, range(f, s, v),                                                               \
      tcu_histogram_range_workspace(C, T, TCU_TYPE_U64, 4, TCU_TYPE_U64, v, NULL, f->bytes))                           \
    X(histogram_rows, 1, 8, (wide)(v - v % s) * 2 + s, even(f, s, 5, 2, v - v % s), NONE)                              \
    X(histogram_multi, 1, 8, (wide)v * 4 * s, multi(f, s, v, false), multi(f, s, v, true))                             \
    X(histogram_weighted, 1, 8, (wide)v *s, weighted(f, s, v, 0, 0, false), weighted(f, s, v, 0, 0, true))             \
    X(histogram_weights_rows, 1, 8, (wide)(v - v % s) * 2 + s, weighted(f, s, 5, 2, v - v % s, false), NONE)           \
    X(compact, 1, 16, (wide)v *s, tcu_compact(C, f->a, s, f->host, TCU_FLAGS_BYTES, f->b, f->c, v, NULL),              \
      tcu_compact_workspace(C, s, TCU_FLAGS_BYTES, v, 0, NULL, f->bytes))                                              \
    X(compact_if, 1, 8, (wide)v *s, select_if(f, s, v, false), tcu_compact_if_workspace(C, T, v, 0, NULL, f->bytes))   \
    X(compact_indices, 8, 8, (wide)v * 8,                                                                              \
      tcu_compact_indices(C, f->a, TCU_FLAGS_BITS, f->b, TCU_TYPE_U64, f->c, v, NULL),                                 \
      tcu_compact_indices_workspace(C, TCU_FLAGS_BITS, TCU_TYPE_U64, v, NULL, f->bytes))                               \
    X(compact_columns, 16, 16, (wide)v * 16, columns(f, v),                                                            \
      tcu_compact_columns_workspace(C, 1, TCU_FLAGS_BITS, v, NULL, f->bytes))                                          \
    X(partition, 1, 16, (wide)v *s, tcu_partition(C, f->a, s, f->host, TCU_FLAGS_BYTES, f->b, f->c, v, NULL),          \
      tcu_partition_workspace(C, s, TCU_FLAGS_BYTES, v, NULL, f->bytes))                                               \
    X(partition_if, 1, 8, (wide)v *s, select_if(f, s, v, true), tcu_partition_if_workspace(C, T, v, NULL, f->bytes))   \
    X(unique, 1, 16, (wide)v *s, tcu_unique(C, f->a, s, f->b, NULL, f->c, v, NULL),                                    \
      tcu_unique_workspace(C, s, 0, v, 0, NULL, f->bytes))                                                             \
    X(unique_lengths, 1, 16, most_of((wide)v *s, (wide)v * 8),                                                         \
      tcu_unique(C, f->a, s, f->b, (uint64_t *)(void *)f->host, f->c, v, NULL),                                        \
      tcu_unique_workspace(C, s, 1, v, 0, NULL, f->bytes))                                                             \
    X(reduce_by_key, 1, 16, most_of((wide)v *s, (wide)v * 8),                                                          \
      tcu_reduce_by_key(C, f->a, s, f->b, TCU_TYPE_U8, f->c, TCU_TYPE_U64, v, NULL, NULL),                             \
      tcu_reduce_by_key_workspace(C, s, TCU_TYPE_U8, TCU_TYPE_U64, v, NULL, NULL, f->bytes))                           \
    X(run_lengths, 1, 16, most_of((wide)v *s, (wide)v * 8), runs(f, s, v, false, false), runs(f, s, v, false, true))   \
    X(run_offsets, 1, 8, ((wide)v + 1) * 8, runs(f, s, v, true, false), runs(f, s, v, true, true))                     \
    X(scan_by_key, 1, 16, most_of((wide)v *s, (wide)v * 2),                                                            \
      tcu_scan_by_key(C, TCU_SCAN_INCLUSIVE, f->a, s, f->b, TCU_TYPE_I16, f->b, TCU_TYPE_I16, v, NULL),                \
      tcu_scan_by_key_workspace(C, s, TCU_TYPE_I16, TCU_TYPE_I16, v, NULL, f->bytes))                                  \
    X(unique_by_key, 1, 16, most_of((wide)v *s, (wide)v * 4),                                                          \
      tcu_unique_by_key(C, f->a, s, f->b, f->c, 4, v, NULL, NULL),                                                     \
      tcu_unique_by_key_workspace(C, s, 4, v, NULL, NULL, f->bytes))                                                   \
    X(unique_values_by_key, 1, 16, (wide)v *s, tcu_unique_by_key(C, f->a, 1, f->b, f->c, s, v, NULL, NULL),            \
      tcu_unique_by_key_workspace(C, 1, s, v, NULL, NULL, f->bytes))                                                   \
    X(gather, 1, 16, most_of((wide)v *s, (wide)v * 8), tcu_gather(C, f->a, 3, f->b, TCU_TYPE_I64, f->c, s, v, NULL),   \
      tcu_gather_workspace(C, 3, TCU_TYPE_I64, s, v, NULL, f->bytes))                                                  \
    X(gather_source, 1, 16, (wide)v *s, tcu_gather(C, f->a, v, f->b, TCU_TYPE_U32, f->c, s, 2, NULL),                  \
      tcu_gather_workspace(C, v, TCU_TYPE_U32, s, 2, NULL, f->bytes))                                                  \
    X(gather_items, 1, 1, (wide)v * 3, tcu_gather(C, f->a, 3, f->b, TCU_TYPE_U32, f->c, v, 2, NULL),                   \
      tcu_gather_workspace(C, 3, TCU_TYPE_U32, v, 2, NULL, f->bytes))                                                  \
    X(scatter, 1, 16, most_of((wide)v *s, (wide)v * 4), tcu_scatter(C, f->a, f->b, TCU_TYPE_I32, f->c, 3, s, v, NULL), \
      tcu_scatter_workspace(C, TCU_TYPE_I32, 3, s, v, NULL, f->bytes))                                                 \
    X(scatter_out, 1, 16, (wide)v *s, tcu_scatter(C, f->a, f->b, TCU_TYPE_U64, f->c, v, s, 2, NULL),                   \
      tcu_scatter_workspace(C, TCU_TYPE_U64, v, s, 2, NULL, f->bytes))                                                 \
    X(decode, 1, 16, most_of((wide)v *s, (wide)v * 8),                                                                 \
      tcu_run_length_decode(C, f->a, TCU_TYPE_U64, v, f->b, f->c, s, NULL, TCU_TYPE_U64, NULL, 3, NULL),               \
      tcu_run_length_decode_workspace(C, TCU_TYPE_U64, v, s, 3, NULL, f->bytes))                                       \
    X(decode_capacity, 1, 16, (wide)v *s,                                                                              \
      tcu_run_length_decode(C, f->a, TCU_TYPE_U32, 3, f->b, f->c, s, NULL, TCU_TYPE_U32, NULL, v, NULL),               \
      tcu_run_length_decode_workspace(C, TCU_TYPE_U32, 3, s, v, NULL, f->bytes))                                       \
    X(decode_numbers, 1, 1, (wide)v * 8,                                                                               \
      tcu_run_length_decode(C, f->a, TCU_TYPE_U32, 3, NULL, NULL, 0, f->c, TCU_TYPE_U64, NULL, v, NULL), NONE)         \
    X(group_keys, 1, 8, (wide)v *s, groups(f, s, v, false, false), groups(f, s, v, false, true))                       \
    X(group_sums, 1, 8, (wide)v * 8, groups(f, s, v, true, false), groups(f, s, v, true, true))                        \
    X(sort, 1, 8, (wide)v *s, tcu_radix_sort(C, f->a, f->b, T, v, NULL),                                               \
      tcu_radix_sort_workspace(C, T, v, 0, NULL, f->bytes))                                                            \
    X(sort_pairs, 1, 16, most_of((wide)v *s, (wide)v * 4),                                                             \
      tcu_radix_sort_pairs(C, f->a, f->a, TCU_TYPE_U32, f->b, f->b, s, v, NULL),                                       \
      tcu_radix_sort_pairs_workspace(C, TCU_TYPE_U32, s, v, 1, NULL, f->bytes))                                        \
    X(argsort, 1, 8, (wide)v * 8, tcu_argsort(C, f->a, T, f->b, TCU_TYPE_U64, v, NULL),                                \
      tcu_argsort_workspace(C, T, TCU_TYPE_U64, v, NULL, f->bytes))                                                    \
    X(sort_buffers, 1, 8, (wide)v *s, sort_buffers(f, s, v),                                                           \
      tcu_radix_sort_buffers_workspace(C, T, 0, v, NULL, f->bytes))                                                    \
    X(segmented_sort, 1, 8, (wide)v *s, tcu_segmented_sort(C, f->a, f->b, T, v, 3, NULL),                              \
      tcu_segmented_sort_workspace(C, T, v, 3, 0, NULL, f->bytes))                                                     \
    X(segmented_sort_pairs, 1, 16, most_of((wide)v *s, (wide)v * 4),                                                   \
      tcu_segmented_sort_pairs(C, f->a, f->a, TCU_TYPE_U32, f->b, f->b, s, v, 3, NULL),                                \
      tcu_segmented_sort_pairs_workspace(C, TCU_TYPE_U32, s, v, 3, 1, NULL, f->bytes))                                 \
    X(sort_offsets, 1, 8, (wide)v *s, tcu_segmented_sort_offsets(C, f->a, f->b, T, v, f->c, 2, NULL),                  \
      tcu_segmented_sort_offsets_workspace(C, T, v, 2, 0, NULL, f->bytes))                                             \
    X(sort_segments, 1, 8, ((wide)v + 1) * 8, tcu_segmented_sort_offsets(C, f->a, f->b, T, 2, f->c, v, NULL),          \
      tcu_segmented_sort_offsets_workspace(C, T, 2, v, 0, NULL, f->bytes))                                             \
    X(sort_pairs_offsets, 1, 16, most_of((wide)v *s, (wide)v * 4),                                                     \
      tcu_segmented_sort_pairs_offsets(C, f->a, f->a, TCU_TYPE_U32, f->b, f->b, s, v, f->c, 2, NULL),                  \
      tcu_segmented_sort_pairs_offsets_workspace(C, TCU_TYPE_U32, s, v, 2, 1, NULL, f->bytes))                         \
    X(sort_pairs_segments, 1, 16, ((wide)v + 1) * 8,                                                                   \
      tcu_segmented_sort_pairs_offsets(C, f->a, f->a, TCU_TYPE_U32, f->b, f->b, s, 2, f->c, v, NULL),                  \
      tcu_segmented_sort_pairs_offsets_workspace(C, TCU_TYPE_U32, s, 2, v, 1, NULL, f->bytes))                         \
    /* A plan's rows are four coefficients of f32 or f64. */                                                           \
    X(polynomial_stride, 2, 8, ((wide)v + 4) * s, create(f, s, 2, v), NONE)                                            \
    X(polynomial_count, 2, 8, (wide)v * 4 * (s < 4 ? 4 : s), create(f, s, v, 0), NONE)                                 \
    X(once_stride, 2, 8, ((wide)v * 2 + 4) * s, once(f, s, 3, v, 1, false), once(f, s, 3, v, 1, true))                 \
    X(once_count, 2, 8, (wide)v * 4 * (s < 4 ? 4 : s), once(f, s, v, 0, 1, false), once(f, s, v, 0, 1, true))          \
    X(once_points, 2, 8, (wide)v * 3 * s, once(f, s, 3, 0, v, false), once(f, s, 3, 0, v, true))                       \
    X(evaluate, 2, 8, (wide)v * 6 * s, evaluate(f, s, v, TCU_ORDER_ROW_MAJOR, 0),                                      \
      tcu_polynomial_evaluate_workspace(PLAN, v, pixel_of(s), f->bytes))                                               \
    X(evaluate_rows, 2, 8, ((wide)v * 5 + 2) * s, evaluate(f, s, 2, TCU_ORDER_ROW_MAJOR, v), NONE)                     \
    X(evaluate_columns, 2, 8, ((wide)v + 6) * s, evaluate(f, s, 2, TCU_ORDER_COLUMN_MAJOR, v), NONE)                   \
    X(batched, 2, 8, (wide)v * 6 * s, batched(f, s, v, 0, 0),                                                          \
      tcu_polynomial_evaluate_batched_workspace(PLAN, v, pixel_of(s), f->bytes))                                       \
    X(batched_points, 2, 8, ((wide)v * 2 + 2) * s, batched(f, s, 2, v, 0), NONE)                                       \
    X(batched_results, 2, 8, ((wide)v * 5 + 2) * s, batched(f, s, 2, 0, v), NONE)                                      \
    X(indexed, 2, 8, most_of((wide)v * 2 * s, (wide)v * 8), indexed(f, s, v, 0),                                       \
      tcu_polynomial_evaluate_indexed_workspace(PLAN, TCU_TYPE_U64, v, pixel_of(s), f->bytes))                         \
    X(indexed_results, 2, 8, ((wide)v + 2) * s, indexed(f, s, 2, v), NONE)                                             \
    X(spline, 2, 8, (wide)v * 2 * s, spline(f, s, v, 0),                                                               \
      tcu_polynomial_evaluate_spline_workspace(PLAN, v, pixel_of(s), f->bytes))                                        \
    X(spline_results, 2, 8, ((wide)v + 2) * s, spline(f, s, 2, v), NONE)                                               \
    X(polynomial_reduce, 2, 8, (wide)v * 2 * 8, reduced(f, s, v, 0), NONE)                                             \
    X(polynomial_reduce_query, 2, 8, (wide)v * 2 * s, NONE,                                                            \
      tcu_polynomial_reduce_workspace(PLAN, v, pixel_of(s), f->bytes))                                                 \
    X(polynomial_reduce_results, 2, 8, ((wide)v + 2) * 8, reduced(f, s, 2, v), NONE)                                   \
    X(grid_rows, 1, 8, (wide)v * 4 * s, GRID(.extents = {v, 4}), GRID(.extents = {v, 4}))                              \
    X(grid_columns, 1, 8, (wide)v * 4 * s, GRID(.extents = {4, v}), GRID(.extents = {4, v}))                           \
    X(grid_channels, 1, 8, (wide)v * 16 * s, GRID(.channels = v), GRID(.channels = v))                                 \
    X(grid_batch, 1, 8, (wide)v * 16 * s, GRID(.batch = v), GRID(.batch = v))                                          \
    X(grid_in_stride, 1, 8, ((wide)v * 3 + 4) * s, GRID(.in_strides = {v}), GRID(.in_strides = {v}))                   \
    X(grid_out_stride, 1, 8, ((wide)v * 3 + 4) * s, GRID(.out_strides = {v}), GRID(.out_strides = {v}))                \
    X(grid_in_fields, 1, 8, ((wide)v + 16) * s, GRID(.in_fields = 2, .out_fields = 2, .in_field_stride = v),           \
      GRID(.in_fields = 2, .out_fields = 2, .in_field_stride = v))                                                     \
    X(grid_out_fields, 1, 8, ((wide)v + 16) * s, GRID(.in_fields = 2, .out_fields = 2, .out_field_stride = v),         \
      GRID(.in_fields = 2, .out_fields = 2, .out_field_stride = v))                                                    \
    X(grid_in_batch, 1, 8, ((wide)v + 16) * s, GRID(.batch = 2, .in_batch_stride = v),                                 \
      GRID(.batch = 2, .in_batch_stride = v))                                                                          \
    X(grid_out_batch, 1, 8, ((wide)v + 16) * s, GRID(.batch = 2, .out_batch_stride = v),                               \
      GRID(.batch = 2, .out_batch_stride = v))                                                                         \
    X(derivative, 1, 8, (wide)v * 4 * s, operate(f, s, DERIVATIVE, v), operate(f, s, DERIVATIVE, v))                   \
    X(laplacian, 1, 8, (wide)v * 4 * s, operate(f, s, LAPLACIAN, v), operate(f, s, LAPLACIAN, v))                      \
    X(gradient, 1, 8, (wide)v * 8 * s, operate(f, s, GRADIENT, v), operate(f, s, GRADIENT, v))                         \
    X(divergence, 1, 8, (wide)v * 8 * s, operate(f, s, DIVERGENCE, v), operate(f, s, DIVERGENCE, v))                   \
    X(adjacent_difference, 1, 8, (wide)v *s, tcu_adjacent_difference(C, f->a, v, T, f->b, NULL),                       \
      tcu_adjacent_difference_workspace(C, v, T, NULL, f->bytes))                                                      \
    X(signal_width, 1, 8, (wide)v *s, signals(f, s, IMAGE(.width = v), false), signals(f, s, IMAGE(.width = v), true)) \
    X(signal_batch, 1, 8, (wide)v * 4 * s, signals(f, s, IMAGE(.batch = v), false),                                    \
      signals(f, s, IMAGE(.batch = v), true))                                                                          \
    X(image_height, 1, 8, (wide)v * 4 * s, convolve(f, s, IMAGE(.height = v), false),                                  \
      convolve(f, s, IMAGE(.height = v), true))                                                                        \
    X(image_width, 1, 8, (wide)v * 4 * s, convolve(f, s, IMAGE(.width = v), false),                                    \
      convolve(f, s, IMAGE(.width = v), true))                                                                         \
    X(image_channels, 1, 8, (wide)v * 16 * s, convolve(f, s, IMAGE(.channels = v), false),                             \
      convolve(f, s, IMAGE(.channels = v), true))                                                                      \
    X(image_batch, 1, 8, (wide)v * 16 * s, convolve(f, s, IMAGE(.batch = v), false),                                   \
      convolve(f, s, IMAGE(.batch = v), true))                                                                         \
    X(image_in_rows, 1, 8, ((wide)v * 3 + 4) * s, convolve(f, s, IMAGE(.in_row_stride = v), false),                    \
      convolve(f, s, IMAGE(.in_row_stride = v), true))                                                                 \
    X(image_out_rows, 1, 8, ((wide)v * 2 + 3) * s, convolve(f, s, IMAGE(.out_row_stride = v), false),                  \
      convolve(f, s, IMAGE(.out_row_stride = v), true))                                                                \
    X(image_in_images, 1, 8, ((wide)v + 16) * s, convolve(f, s, IMAGE(.batch = 2, .in_image_stride = v), false),       \
      convolve(f, s, IMAGE(.batch = 2, .in_image_stride = v), true))                                                   \
    X(image_out_images, 1, 8, ((wide)v + 9) * s, convolve(f, s, IMAGE(.batch = 2, .out_image_stride = v), false),      \
      convolve(f, s, IMAGE(.batch = 2, .out_image_stride = v), true))                                                  \
    X(separable_height, 1, 8, (wide)v * 4 * s, separable(f, s, IMAGE(.height = v), false),                             \
      separable(f, s, IMAGE(.height = v), true))                                                                       \
    X(separable_out_rows, 1, 8, ((wide)v * 2 + 3) * s, separable(f, s, IMAGE(.out_row_stride = v), false),             \
      separable(f, s, IMAGE(.out_row_stride = v), true))                                                               \
    X(shape_height, 1, 8, (wide)v * 4 * s, NONE, shape(s, IMAGE(.height = v)))                                         \
    X(shape_batch, 1, 8, (wide)v * 16 * s, NONE, shape(s, IMAGE(.batch = v)))                                          \
    X(layer_batch, 2, 4, (wide)v * 32 * s, layer(f, s, LAYER(.batch = v), false),                                      \
      layer(f, s, LAYER(.batch = v), true))                                                                            \
    X(layer_in_channels, 2, 4, (wide)v * 16 * s, layer(f, s, LAYER(.in_channels = v), false),                          \
      layer(f, s, LAYER(.in_channels = v), true))                                                                      \
    X(layer_out_channels, 2, 4, (wide)v * 9 * s, layer(f, s, LAYER(.out_channels = v), false),                         \
      layer(f, s, LAYER(.out_channels = v), true))                                                                     \
    X(layer_height, 2, 4, (wide)v * 8 * s, layer(f, s, LAYER(.height = v), false),                                     \
      layer(f, s, LAYER(.height = v), true))                                                                           \
    X(layer_width, 2, 4, (wide)v * 8 * s, layer(f, s, LAYER(.width = v), false), layer(f, s, LAYER(.width = v), true)) \
    X(layer_shape_batch, 2, 4, (wide)v * 32 * s, NONE, layer_shape(s, LAYER(.batch = v)))                              \
    X(layer_shape_width, 2, 4, (wide)v * 8 * s, NONE, layer_shape(s, LAYER(.width = v)))                               \
    X(allocate, 1, 1, ((wide)v + 255) / 256 * 256, tcu_allocate(C, v, &pointer), NONE)                                 \
    X(copy_in, 1, 1, (wide)v, tcu_copy_in(C, f->a, f->host, v), NONE)                                                  \
    X(copy_out, 1, 1, (wide)v, tcu_copy_out(C, f->host, f->a, v), NONE)                                                \
    X(workspace, 1, 1, (wide)v, tcu_context_set_workspace(C, f->a, v), NONE)

typedef struct size_case {
    const char *name;
    size_t smallest, largest;
    tcu_status (*call)(fixture *f, uint64_t v, size_t s, bool query, wide *most);
} size_case;

/* (What is not too large would be read: such calls are not made.) */
#define DEFINE(NAME, SMALLEST, LARGEST, MOST, CALL, QUERY)                                                             \
    static tcu_status size_##NAME(fixture *f, uint64_t v, size_t s, bool query, wide *most)                            \
    {                                                                                                                  \
        void *pointer = NULL;                                                                                          \
        (void)f, (void)v, (void)s, (void)pointer;                                                                      \
        *most = (MOST);                                                                                                \
        if (query) {                                                                                                   \
            return QUERY;                                                                                              \
        }                                                                                                              \
        return *most > INT64_MAX ? CALL : NONE;                                                                        \
    }
SIZE_CASES(DEFINE)

#define ROW(NAME, SMALLEST, LARGEST, MOST, CALL, QUERY) {#NAME, SMALLEST, LARGEST, size_##NAME},
static const size_case cases[] = {SIZE_CASES(ROW)};

/* ---------------------------------------------------------------------------------------------------- the test --- */

static fixture fixture_new(void)
{
    fixture f = {.context = test_context_new()};
    f.slice = test_slice_open(&f.memory, (size_t)ARRAYS * ARRAY_BYTES, 0, 0);
    f.a = f.slice.data;
    f.b = f.slice.data + ARRAY_BYTES;
    f.c = f.slice.data + 2 * ARRAY_BYTES;
    for (size_t s = 2; s <= 8; s *= 2) {
        tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
        options.derivatives = 1;
        cr_assert_eq(tcu_polynomial_create(f.context, f.a, 3, 3, pixel_of(s), &options, &f.polynomials[s]), TCU_SUCCESS,
                     "%s", tcu_context_last_error(f.context));
    }
    return f;
}

static void fixture_free(fixture *f)
{
    for (size_t s = 2; s <= 8; s *= 2) {
        cr_expect_eq(tcu_polynomial_destroy(f->polynomials[s]), TCU_SUCCESS);
    }
    tcu_context_destroy(f->context);
    test_memory_release(&f->memory);
}

/* Functions without a context leave their sentence with the thread. */
static const char *sentence_of(const fixture *f, const size_case *row)
{
    const bool is_shape = strstr(row->name, "shape_") != NULL;
    return tcu_context_last_error(is_shape ? NULL : f->context);
}

static void expect_answer(fixture *f, const size_case *row, uint64_t v, size_t s, bool query)
{
    size_t bytes = 4711;
    wide most;
    f->bytes = &bytes;
    const tcu_status status = row->call(f, v, s, query, &most);
    if (status == NONE) {
        return;
    }
    const char *sentence = sentence_of(f, row);
    const bool is_refused = status == TCU_ERROR_SIZE_OVERFLOW && strstr(sentence, "2^63 - 1") != NULL;
    /* Temporary arrays may be too large where the caller's are not. */
    const bool needs_too_much = is_refused && strstr(sentence, "workspace") != NULL;
    cr_expect(most > INT64_MAX ? is_refused : status == TCU_SUCCESS || needs_too_much,
              "%s%s of %llu, elements of %zu bytes: status %d: %s", row->name, query ? " (query)" : "",
              (unsigned long long)v, s, (int)status, sentence);
    if (status != TCU_SUCCESS) {
        cr_expect_eq(bytes, 4711, "%s of %llu: *bytes was written", row->name, (unsigned long long)v);
    }
    cr_expect(test_slice_guarded(&f->slice) && test_slice_untouched(&f->slice, 0, f->slice.bytes),
              "%s of %llu: memory was written", row->name, (unsigned long long)v);
}

Test(sizes, arrays_of_more_than_2_to_63_bytes_are_refused, .timeout = 120)
{
    static const uint64_t values[] = {(uint64_t)1 << 59, (uint64_t)1 << 60,       (uint64_t)1 << 61,
                                      (uint64_t)1 << 62, (uint64_t)INT64_MAX - 1, INT64_MAX,
                                      (uint64_t)1 << 63, UINT64_MAX - 1,          UINT64_MAX};
    enum { VALUES = sizeof values / sizeof values[0] };
    fixture f = fixture_new();
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        for (size_t s = cases[c].smallest; s <= cases[c].largest; s *= 2) {
            const uint64_t bound = INT64_MAX / s;
            for (int i = 0; i < VALUES + 3; i++) {
                const uint64_t v = i < VALUES ? values[i] : bound - 1 + (uint64_t)(i - VALUES);
                expect_answer(&f, &cases[c], v, s, false);
                expect_answer(&f, &cases[c], v, s, true);
            }
        }
    }
    test_synchronise();
    fixture_free(&f);
}

/* A segment longer than the array is the array, however long. */
Test(sizes, segments_may_be_longer_than_any_array)
{
    static const uint64_t sizes[] = {(uint64_t)1 << 62, INT64_MAX, (uint64_t)1 << 63, UINT64_MAX};
    const uint32_t in[3] = {3, 1, 2}, sums[3] = {3, 4, 6}, sorted[3] = {1, 2, 3}, sum = 6;
    tcu_context *context = test_context_new();
    test_memory in_memory = {0}, out_memory = {0};
    test_memory_reserve(&in_memory, sizeof in);
    test_memory_reserve(&out_memory, sizeof in);
    test_copy_in(in_memory.base, in, sizeof in);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t out[3];
        const void *from = in_memory.base;
        void *to = out_memory.base;
        cr_expect_eq(
            tcu_segmented_scan(context, TCU_SCAN_INCLUSIVE, from, TCU_TYPE_U32, to, TCU_TYPE_U32, 3, sizes[i], NULL),
            TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_copy_out(out, to, sizeof out);
        cr_expect(memcmp(out, sums, sizeof sums) == 0);
        cr_expect_eq(tcu_segmented_reduce(context, from, TCU_TYPE_U32, to, TCU_TYPE_U32, 3, sizes[i], NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_copy_out(out, to, sizeof out[0]);
        cr_expect_eq(out[0], sum);
        cr_expect_eq(tcu_segmented_sort(context, from, to, TCU_TYPE_U32, 3, sizes[i], NULL), TCU_SUCCESS, "%s",
                     tcu_context_last_error(context));
        test_copy_out(out, to, sizeof out);
        cr_expect(memcmp(out, sorted, sizeof sorted) == 0);
    }
    tcu_context_destroy(context);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
}
