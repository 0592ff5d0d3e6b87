/* SPDX-License-Identifier: Apache-2.0 */
/* The 50th, 90th, 99th and 99.9th percentile of a million response times: docs/guide/sorts.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 1000000 };

/* The smallest time that so many of 1000 times do not exceed (nearest rank). It alone is copied to the host. */
static tcu_status print_percentile(tcu_context *context, const uint32_t *sorted_times, int per_mille)
{
    const uint64_t rank = ((uint64_t)N * (uint64_t)per_mille + 999) / 1000; /* from 1 */
    uint32_t time;
    const tcu_status status = tcu_copy_out(context, &time, sorted_times + rank - 1, sizeof time);
    if (status == TCU_SUCCESS) {
        printf("%4.1f%%: %" PRIu32 " us\n", per_mille / 10.0, time);
    }
    return status;
}

int main(void)
{
    static uint32_t times[N]; /* in microseconds, most of them short */
    uint32_t state = 1;
    for (int i = 0; i < N; i++) {
        state = 1664525u * state + 1013904223u;
        times[i] = 200 + (1u << (state >> 8) % 8) * ((state >> 16) % 100);
    }

    tcu_context *context;
    void *keys = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof times, &keys) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, times, sizeof times) != TCU_SUCCESS ||
        tcu_radix_sort(context, keys, keys, TCU_TYPE_U32, N, NULL) != TCU_SUCCESS ||
        print_percentile(context, keys, 500) != TCU_SUCCESS || print_percentile(context, keys, 900) != TCU_SUCCESS ||
        print_percentile(context, keys, 990) != TCU_SUCCESS || print_percentile(context, keys, 999) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        result = 0;
    }
    tcu_free(context, keys);
    tcu_context_destroy(context);
    return result;
}
