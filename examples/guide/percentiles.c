/* SPDX-License-Identifier: Apache-2.0 */
/* The 50th, 90th, 99th and 99.9th percentile of a million response times: docs/guide/sorts.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 1000000 };

int main(void)
{
    static uint32_t times[N]; /* in microseconds, most of them short */
    uint32_t state = 1;
    for (int i = 0; i < N; i++) {
        state = 1664525u * state + 1013904223u;
        times[i] = 200 + (1u << (state >> 8) % 8) * ((state >> 16) % 100);
    }

    const int per_mille[] = {500, 900, 990, 999};
    tcu_context *context;
    void *keys = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof times, &keys) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, times, sizeof times) != TCU_SUCCESS ||
        tcu_radix_sort(context, keys, keys, TCU_TYPE_U32, N, NULL) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        result = 0;
    }
    /* The smallest time that so many of all do not exceed (nearest rank). Only these elements are copied. */
    for (int p = 0; result == 0 && p < 4; p++) {
        const uint64_t rank = ((uint64_t)N * (uint64_t)per_mille[p] + 999) / 1000; /* from 1 */
        uint32_t time;
        if (tcu_copy_out(context, &time, (const uint32_t *)keys + rank - 1, sizeof time) != TCU_SUCCESS) {
            fprintf(stderr, "%s\n", tcu_context_last_error(context));
            result = 1;
        } else {
            printf("%4.1f%%: %u us\n", per_mille[p] / 10.0, (unsigned)time);
        }
    }
    tcu_free(context, keys);
    tcu_context_destroy(context);
    return result;
}
