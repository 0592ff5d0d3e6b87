/* SPDX-License-Identifier: Apache-2.0 */
/* Means over long windows, as differences of prefix sums: docs/guide/convolutions.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 100000, WINDOW = 10000, MEANS = N - WINDOW + 1 };

int main(void)
{
    static uint16_t numbers[N + 1]; /* and a zero, whose exclusive prefix sum is that of all */
    static uint64_t prefix[N + 1];
    for (int i = 0; i < N; i++) {
        numbers[i] = (uint16_t)(i % 1000 + i / 50);
    }

    tcu_context *context;
    void *in = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof prefix, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, numbers, sizeof numbers) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_EXCLUSIVE, in, TCU_TYPE_U16, out, TCU_TYPE_U64, N + 1, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, prefix, out, sizeof prefix) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        uint64_t least = UINT64_MAX, most = 0;
        for (int i = 0; i < MEANS; i++) {
            const uint64_t sum = prefix[i + WINDOW] - prefix[i]; /* of numbers[i] ... numbers[i + WINDOW - 1] */
            least = sum < least ? sum : least;
            most = sum > most ? sum : most;
        }
        printf("%d means, from %.2f to %.2f\n", MEANS, (double)least / WINDOW, (double)most / WINDOW);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
