/* SPDX-License-Identifier: Apache-2.0 */
/* Records of 16 bytes in the order of their times: docs/guide/sorts.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

/* Values of 16 bytes begin at multiples of 16. Memory of tcu_allocate() does. */
typedef struct event {
    double measured;
    uint32_t sensor, code;
} event;

enum { N = 5 };

int main(void)
{
    const uint64_t times[N] = {1700000300, 1700000100, 1700000200, 1700000100, 1700000000};
    const event events[N] = {{0.5, 1, 7}, {1.5, 2, 7}, {2.5, 1, 9}, {3.5, 3, 7}, {4.5, 2, 8}};
    uint64_t sorted_times[N];
    event sorted[N];

    tcu_context *context;
    void *keys = NULL, *values = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof times, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof events, &values) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, times, sizeof times) != TCU_SUCCESS ||
        tcu_copy_in(context, values, events, sizeof events) != TCU_SUCCESS ||
        tcu_radix_sort_pairs(context, keys, keys, TCU_TYPE_U64, values, values, sizeof(event), N, NULL) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, sorted_times, keys, sizeof times) != TCU_SUCCESS ||
        tcu_copy_out(context, sorted, values, sizeof events) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < N; k++) {
            printf("%llu: sensor %u, code %u, %.1f\n", (unsigned long long)sorted_times[k], (unsigned)sorted[k].sensor,
                   (unsigned)sorted[k].code, sorted[k].measured);
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, values);
    tcu_context_destroy(context);
    return result;
}
