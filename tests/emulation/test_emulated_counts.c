/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments by offsets, fewer than there could be: elements behind the last one are not touched. They begin at a page that
 * must neither be read nor written, so that a vector, a bulk copy or a prefetch too many ends the test. (On a GPU a kernel
 * may touch all of an allocation.)
 */
#define _DEFAULT_SOURCE

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tcu/recurrence.h"
#include "tcu/reduce.h"
#include "tcu/scan.h"
#include "test_random.h"
#include "tests/cuda/test_cuda.h"

enum { THERE = 5, SEGMENTS = 9 };

/* `behind` bytes that must not be touched follow `bytes` that may be. */
typedef struct guarded_array {
    void *memory;
    float *elements;
    unsigned char *page;
    size_t page_bytes;
} guarded_array;

static guarded_array guarded_array_new(size_t bytes, size_t behind)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    guarded_array array = {0};
    TEST_CUDA(cudaMalloc(&array.memory, bytes + behind + 3 * page));
    array.page = (unsigned char *)(((uintptr_t)array.memory + bytes + page - 1) / page * page);
    array.page_bytes = (behind + page - 1) / page * page;
    array.elements = (float *)(void *)(array.page - bytes);
    cr_assert_eq(mprotect(array.page, array.page_bytes, PROT_NONE), 0);
    return array;
}

static void guarded_array_free(const guarded_array *array)
{
    cr_assert_eq(mprotect(array->page, array->page_bytes, PROT_READ | PROT_WRITE), 0);
    TEST_CUDA(cudaFree(array->memory));
}

/* Of `elements` elements the segments that there are, some of them empty; all others lie behind. */
static void draw_offsets(int64_t *offsets, uint64_t elements, uint64_t n, test_random *random)
{
    offsets[0] = 0;
    for (int k = 1; k < THERE; k++) {
        const uint64_t left = elements - (uint64_t)offsets[k - 1];
        offsets[k] = offsets[k - 1] + (int64_t)(k == 2 ? 0 : test_random_below(random, left + 1));
    }
    for (int k = THERE; k <= SEGMENTS; k++) {
        offsets[k] = (int64_t)(elements + (n - elements) * (uint64_t)(k - THERE) / (SEGMENTS - THERE));
    }
}

/* Elements are 0 to 3, whose sums are exact. */
static void expect_untouched(tcu_context *context, uint64_t elements, uint64_t count, test_random *random)
{
    const uint64_t n = elements + 30000;
    int64_t *offsets;
    uint64_t *there;
    float *sums;
    TEST_CUDA(cudaMalloc((void **)&offsets, (SEGMENTS + 1) * sizeof *offsets));
    TEST_CUDA(cudaMalloc((void **)&there, sizeof *there));
    TEST_CUDA(cudaMalloc((void **)&sums, SEGMENTS * sizeof *sums));
    *there = count;
    draw_offsets(offsets, elements, n, random);
    const size_t read = (size_t)offsets[count] * sizeof(float), behind = n * sizeof(float) - read;
    const guarded_array in = guarded_array_new(read, behind), out = guarded_array_new(read, behind);
    for (int64_t i = 0; i < offsets[count]; i++) {
        in.elements[i] = (float)test_random_below(random, 4);
    }
    for (int k = 0; k < SEGMENTS; k++) {
        sums[k] = -1;
    }
    tcu_reduce_options reduce = TCU_REDUCE_OPTIONS_INIT;
    tcu_scan_options scan = TCU_SCAN_OPTIONS_INIT;
    tcu_recurrence_options recurrence = TCU_RECURRENCE_OPTIONS_INIT;
    reduce.count = scan.count = recurrence.count = there;
    recurrence.constant_a = 1;
    recurrence.a = 1;
    cr_assert_eq(tcu_segmented_reduce_offsets(context, in.elements, TCU_TYPE_F32, sums, TCU_TYPE_F32, n, offsets,
                                              SEGMENTS, &reduce),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    for (int of_recurrence = 0; of_recurrence < 2; of_recurrence++) {
        const tcu_status status =
            of_recurrence ? tcu_segmented_linear_recurrence_offsets(context, NULL, in.elements, NULL, out.elements,
                                                                    TCU_TYPE_F32, n, offsets, SEGMENTS, &recurrence)
                          : tcu_segmented_scan_offsets(context, TCU_SCAN_INCLUSIVE, in.elements, TCU_TYPE_F32,
                                                       out.elements, TCU_TYPE_F32, n, offsets, SEGMENTS, &scan);
        cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
        for (uint64_t k = 0; k < count; k++) {
            float sum = 0;
            for (int64_t i = offsets[k]; i < offsets[k + 1]; i++) {
                sum += in.elements[i];
                cr_assert_eq(out.elements[i], sum, "%s: element %lld of %lld", of_recurrence ? "recurrence" : "scan",
                             (long long)i, (long long)offsets[count]);
            }
            cr_assert_eq(sums[k], sum, "segment %llu of %llu", (unsigned long long)k, (unsigned long long)count);
        }
    }
    for (uint64_t k = count; k < SEGMENTS; k++) {
        cr_assert_eq(sums[k], -1, "segment %llu is not there", (unsigned long long)k);
    }
    guarded_array_free(&in);
    guarded_array_free(&out);
    TEST_CUDA(cudaFree(offsets));
    TEST_CUDA(cudaFree(there));
    TEST_CUDA(cudaFree(sums));
}

Test(emulated_counts, elements_behind_the_last_segment, .timeout = 600)
{
    static const uint64_t lengths[] = {1, 3, 100, 4096, 5001, 20002};
    static const char *const paths[] = {"scan:one_pass", "scan:tiles"};
    test_random random = test_random_part(test_seed_of_run(), 65000);
    for (int p = 0; p < 2; p++) {
        cr_assert_eq(setenv("TCU_PATH", paths[p], 1), 0);
        tcu_context *context = test_context_new();
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            expect_untouched(context, lengths[i], THERE, &random);
            expect_untouched(context, lengths[i], test_random_below(&random, THERE), &random);
        }
        expect_untouched(context, 5000, 0, &random);
        tcu_context_destroy(context);
    }
    unsetenv("TCU_PATH");
}
