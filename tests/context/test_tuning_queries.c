/* SPDX-License-Identifier: Apache-2.0 */
/* Workspace queries with any rows of tuning files: where contracts say so, they never decrease with growing n. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "primitives/context/tuning.h"
#include "test_backend.h"
#include "test_memory.h"
#include "test_tuning.h"
#include "test_types.h"

enum { QUERIES = 13, MOST_LENGTHS = 2048 };

typedef struct query {
    int which;
    tcu_type type;
    const tcu_polynomial *plan;
} query;

static tcu_status ask(tcu_context *context, const query *q, uint64_t n, size_t *bytes)
{
    const int in_place = q->which % 2;
    switch (q->which) {
    case 0:
        return tcu_reduce_workspace(context, q->type, q->type, n, NULL, bytes);
    case 1:
        return tcu_dot_workspace(context, q->type, q->type, n, NULL, bytes);
    case 2:
        return tcu_scan_workspace(context, q->type, q->type, n, NULL, bytes);
    case 3:
    case 4:
        return tcu_radix_sort_workspace(context, q->type, n, in_place, NULL, bytes);
    case 5:
    case 6:
        return tcu_radix_sort_pairs_workspace(context, q->type, 16, n, in_place, NULL, bytes);
    case 7:
        return tcu_radix_sort_pairs_workspace(context, q->type, 4, n, in_place, NULL, bytes);
    case 8:
        return tcu_argsort_workspace(context, q->type, TCU_TYPE_U64, n, NULL, bytes);
    case 9:
        return tcu_radix_sort_buffers_workspace(context, q->type, 8, n, NULL, bytes);
    case 10:
        return tcu_histogram_even_workspace(context, q->type, TCU_TYPE_U64, 100, q->type, n, NULL, bytes);
    case 11:
        return tcu_polynomial_evaluate_workspace(context, q->plan, n, TCU_TYPE_F16, bytes);
    default:
        return tcu_polynomial_reduce_workspace(context, q->plan, n, TCU_TYPE_F16, bytes);
    }
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Of all orders of magnitude, and on both sides of the numbers that the context goes by, also of each multiprocessor. */
static size_t lengths_of(const tcu_context *context, uint64_t lengths[MOST_LENGTHS])
{
    const uint64_t most = (uint64_t)1 << 36;
    size_t count = 0;
    for (uint64_t n = 0; n < most; n += 1 + n / 3) {
        lengths[count++] = n;
    }
    const tcui_tuning_family *family;
    for (size_t f = 0; (family = tcui_tuning_family_at(f)) != NULL; f++) {
        const void *const policy = context->policies[family->operation];
        for (size_t r = 0; policy != NULL && r < family->num_rows; r++) {
            const uint64_t number = tcui_tuning_get(policy, &family->rows[r]);
            for (uint64_t times = 1; number < most / 1000 && times <= 132; times *= times == 1 ? 3 : 44) {
                lengths[count++] = number * times;
                lengths[count++] = number * times + 1;
            }
        }
    }
    cr_assert_leq(count, MOST_LENGTHS);
    qsort(lengths, count, sizeof lengths[0], by_size);
    return count;
}

Test(tuning_queries, do_not_decrease_with_n, .timeout = 300)
{
    static const tcui_operation_id ids[] = {TCUI_REDUCE, TCUI_SCAN, TCUI_HISTOGRAM, TCUI_RADIX_SORT, TCUI_POLYNOMIAL};
    static uint64_t lengths[MOST_LENGTHS];
    test_random random = test_random_part(test_seed_of_run(), 53000);
    tcu_context *context = test_context_new();
    for (uint64_t d = 0; d < test_by_tier(30, 200, 2000); d++) {
        for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
            test_tuning_draw(context, ids[i], &random);
        }
        /* (Queries ask for sizes alone, so that zeros will do.) */
        const bool is_long = test_random_below(&random, 2) == 0;
        const uint64_t count = 1 + test_random_below(&random, is_long ? 4 : 80);
        const uint64_t degree = 1 + test_random_below(&random, is_long ? 60000 : 3000);
        const size_t bytes_of_plan = (size_t)(count * (degree + 1)) * 2;
        void *const zeros = calloc(1, bytes_of_plan);
        test_memory memory = {0};
        const test_slice coefficients = test_slice_open(&memory, bytes_of_plan, 0, 0);
        test_copy_in(coefficients.data, zeros, bytes_of_plan);
        tcu_polynomial *plan = NULL;
        cr_assert_eq(tcu_polynomial_create(context, coefficients.data, count, degree, TCU_TYPE_F16, NULL, &plan),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        const size_t num_lengths = lengths_of(context, lengths);
        for (int which = 0; which < QUERIES; which++) {
            const query q = {which, (tcu_type)test_random_below(&random, TCU_TYPE_COUNT), plan};
            size_t last = 0;
            for (size_t i = 0; i < num_lengths; i++) {
                size_t bytes = SIZE_MAX;
                cr_assert_eq(ask(context, &q, lengths[i], &bytes), TCU_SUCCESS, "query %d: %s", which,
                             tcu_context_last_error(context));
                cr_assert_geq(bytes, last, "query %d, %s, n %llu: %zu bytes after %zu (%llu of degree %llu)", which,
                              test_types[q.type].name, (unsigned long long)lengths[i], bytes, last,
                              (unsigned long long)count, (unsigned long long)degree);
                last = bytes;
            }
        }
        tcu_polynomial_destroy(plan);
        test_memory_release(&memory);
        free(zeros);
    }
    tcu_context_destroy(context);
}
