/* SPDX-License-Identifier: Apache-2.0 */
/* Temporary memory of histograms: too small a workspace, an allocator that has none, on every path. */
#include <criterion/criterion.h>

#include "histogram/arena.h"
#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_sentence.h"
#include "test_types.h"
#include "tests/cuda/operations/test_cuda_histogram.h"

typedef test_histogram_arena arena;

/* Paths of so short a call on CUDA devices. The host has one. */
static const tcui_histogram_policy *const policies[] = {NULL,         &by_block,         &by_cluster,
                                                        &by_clusters, &by_grid,          &by_general_grid,
                                                        &in_one_copy, &in_small_buckets, &in_buckets};
enum { PATHS = sizeof policies / sizeof policies[0] };

/* A good call that takes that path, and what it needs. */
static size_t set_good_by_path(arena *a, int operation, int path)
{
    size_t need = 0;
    test_histogram_arena_set(a, (test_histogram_operation)operation);
    a->context->policies[TCUI_HISTOGRAM] = policies[path];
    cr_assert_eq(test_histogram_query(a->context, &a->call, &need), TCU_SUCCESS, "%s",
                 tcu_context_last_error(a->context));
    return need;
}

static bool needs_no_more_than(arena *a, void *workspace, size_t bytes)
{
    cr_assert_eq(tcu_context_set_workspace(a->context, workspace, bytes), TCU_SUCCESS);
    const tcu_status status = test_histogram_run_call(a->context, &a->call);
    const bool is_enough = status != TCU_ERROR_WORKSPACE_TOO_SMALL;
    cr_expect(is_enough || test_mentions(tcu_context_last_error(a->context), "workspace"));
    cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    return is_enough;
}

static size_t query(tcu_context *context, tcu_type type, bool weighted, uint64_t num_bins, uint64_t n)
{
    const tcu_type level_type = test_types[type].real ? TCU_TYPE_F32 : TCU_TYPE_I32;
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(NULL, num_bins, NULL, NULL, level_type);
    size_t bytes = 0;
    const tcu_status status =
        weighted
            ? tcu_histogram_weighted_workspace(context, type, TCU_TYPE_F32, 1, &channel, TCU_TYPE_F32, n, NULL, &bytes)
            : tcu_histogram_even_workspace(context, type, TCU_TYPE_U64, num_bins, level_type, n, NULL, &bytes);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return bytes;
}

/* On GPUs of any size. */
Test(histogram_memory, queries_do_not_decrease_with_n, .timeout = 120)
{
    static const uint64_t numbers_of_bins[] = {1, 256, 4096, 30000, 65536, 300000};
    static const tcu_type types[] = {TCU_TYPE_U8, TCU_TYPE_F16, TCU_TYPE_I32, TCU_TYPE_F64};
    static const int multiprocessors[] = {1, 3, 108, 132};
    tcu_context *context = test_context_new();
    for (int i = 0; i < PATHS * 4 * 6 * 4 * 2; i++) {
        const tcu_type type = types[i % 4];
        const uint64_t num_bins = numbers_of_bins[i / 4 % 6];
        const bool weighted = i / 24 % 2 != 0;
        context->policies[TCUI_HISTOGRAM] = policies[i / 48 % PATHS];
        if (test_on_cuda()) {
            context->properties.multiprocessors = multiprocessors[i / 48 / PATHS];
        }
        size_t last = 0;
        for (uint64_t n = 0; n < (uint64_t)1 << 42; n += n % 8 < 7 ? 1 : n / 4 / 8 * 8 + 1) {
            const size_t bytes = query(context, type, weighted, num_bins, n);
            cr_assert_geq(bytes, last, "%s, %d bins, n %llu", test_types[type].name, (int)num_bins,
                          (unsigned long long)n);
            last = bytes;
        }
    }
    tcu_context_destroy(context);
}

Test(histogram_memory, a_workspace_that_is_too_small)
{
    arena *a = test_histogram_arena_new();
    test_memory memory = {0};
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int path = 0; path < PATHS; path++) {
            const size_t need = set_good_by_path(a, operation, path);
            const test_slice workspace = test_slice_open(&memory, need, 3, 0x3c);
            for (size_t less = 1; less <= need; less = 2 * less + 1) {
                cr_expect(!needs_no_more_than(a, workspace.data, need - less), "%s, path %d: %zu of %zu bytes",
                          test_histogram_names[operation], path, need - less, need);
                cr_expect(test_histogram_arena_unchanged(a), "%s, path %d", test_histogram_names[operation], path);
            }
            cr_expect(needs_no_more_than(a, workspace.data, need), "%s, path %d: %s", test_histogram_names[operation],
                      path, tcu_context_last_error(a->context));
            test_synchronise();
            cr_expect(test_slice_guarded(&workspace), "%s, path %d", test_histogram_names[operation], path);
        }
    }
    test_memory_release(&memory);
    test_histogram_arena_free(a);
}

static tcu_status run(void *a)
{
    return test_histogram_arena_run(a, false, NULL);
}

static bool unchanged(void *a)
{
    return test_histogram_arena_unchanged(a);
}

Test(histogram_memory, a_workspace_on_an_array)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int path = 0; path < PATHS; path++) {
            const test_overlap_call overlap = {.operation = test_histogram_names[operation],
                                               .context = a->context,
                                               .need = set_good_by_path(a, operation, path),
                                               .arena = a,
                                               .run = run,
                                               .unchanged = unchanged};
            const bool by_channels = test_takes_channels((test_histogram_operation)operation);
            const size_t pixel_channels = by_channels ? TEST_CHANNELS : 1;
            const bool has_levels = by_channels || operation == TEST_HISTOGRAM_RANGE;
            const int with_levels = by_channels ? 1 : 0;
            const test_overlap_array arrays[] = {
                {"samples", a->call.samples, TEST_PIXELS * pixel_channels * sizeof(float)},
                {"weights", a->call.weights, operation == TEST_HISTOGRAM_WEIGHTED ? TEST_PIXELS * sizeof(float) : 0},
                {by_channels ? "channels[1].levels" : "levels", a->channels[with_levels].levels,
                 has_levels ? (TEST_BINS + 1) * sizeof(float) : 0},
                {by_channels ? "channels[0].counts" : "counts", a->channels[0].counts, TEST_BINS * sizeof(uint32_t)},
                {"channels[2].counts", a->channels[2].counts, by_channels ? TEST_BINS * sizeof(uint32_t) : 0},
                {"options->outside", a->options.outside, pixel_channels * sizeof(uint64_t)},
                {"options->flags", a->options.flags, sizeof(uint32_t)}};
            test_overlap_expect(&overlap, arrays, sizeof arrays / sizeof arrays[0]);
        }
    }
    test_histogram_arena_free(a);
}

/* No samples, whose pointer is inside of the counts: such an array shares nothing, and those behind it are still checked
 * against the workspace. */
Test(histogram_memory, no_samples_inside_of_the_counts)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        set_good_by_path(a, operation, 0);
        a->call.n = 0;
        void *const unused = (void *)a->call.samples; /* the arena's memory for samples */
        a->call.samples = (char *)a->channels[0].counts + sizeof(float);
        cr_assert_eq(tcu_context_set_workspace(a->context, unused, TEST_PIXELS), TCU_SUCCESS);
        cr_expect_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s: %s",
                     test_histogram_names[operation], tcu_context_last_error(a->context));
        cr_assert_eq(tcu_context_set_workspace(a->context, a->options.flags, sizeof(uint32_t)), TCU_SUCCESS);
        cr_expect_eq(test_histogram_run_call(a->context, &a->call), TCU_ERROR_OVERLAP, "%s: %s",
                     test_histogram_names[operation], tcu_context_last_error(a->context));
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    }
    test_synchronise();
    test_histogram_arena_free(a);
}

Test(histogram_memory, without_samples_none_is_needed)
{
    arena *a = test_histogram_arena_new();
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int path = 0; path < PATHS; path++) {
            set_good_by_path(a, operation, path);
            size_t need = 4711;
            a->call.n = 0;
            cr_assert_eq(test_histogram_query(a->context, &a->call, &need), TCU_SUCCESS);
            cr_expect_eq(need, 0, "%s, path %d: %zu bytes", test_histogram_names[operation], path, need);
            cr_expect_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                         tcu_context_last_error(a->context));
            /* What is added to stays: nothing is to do, and any workspace will do. */
            a->options.accumulate = 1;
            cr_assert_eq(tcu_context_set_workspace(a->context, a->slice.data, TEST_ARENA_BYTES), TCU_SUCCESS);
            cr_expect_eq(test_histogram_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                         tcu_context_last_error(a->context));
            cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
        }
    }
    test_synchronise();
    test_histogram_arena_free(a);
}

Test(histogram_memory, an_allocator_without_memory)
{
    arena *a = test_histogram_arena_new();
    test_allocator allocator = {.refuse = true};
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int path = 0; path < PATHS; path++) {
            const size_t need = set_good_by_path(a, operation, path);
            cr_assert_eq(
                tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                TCU_SUCCESS);
            const tcu_status status = test_histogram_run_call(a->context, &a->call);
            cr_expect_eq(status, need > 0 ? TCU_ERROR_OUT_OF_MEMORY : TCU_SUCCESS, "%s, path %d: status %d",
                         test_histogram_names[operation], path, (int)status);
            cr_expect(need == 0 || test_histogram_arena_unchanged(a), "%s, path %d", test_histogram_names[operation],
                      path);
            cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
        }
    }
    test_synchronise();
    test_histogram_arena_free(a);
}
