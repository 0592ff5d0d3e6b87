/* SPDX-License-Identifier: Apache-2.0 */
/* The medians of many small samples of one size, by one batched sort: docs/guide/sorts.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { SAMPLES = 4, SIZE = 5, N = SAMPLES * SIZE };

int main(void)
{
    const int16_t numbers[SAMPLES][SIZE] = {{5, 1, 4, 2, 3}, {0, 0, 0, 9, 9}, {-7, 8, -9, 10, 11}, {6, 6, 6, 6, 6}};
    int16_t sorted[SAMPLES][SIZE];
    tcu_context *context;
    void *keys = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &keys) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, numbers, sizeof numbers) != TCU_SUCCESS ||
        tcu_segmented_sort(context, keys, keys, TCU_TYPE_I16, N, SIZE, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, sorted, keys, sizeof sorted) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("medians:");
        for (int k = 0; k < SAMPLES; k++) {
            printf(" %d", sorted[k][SIZE / 2]);
        }
        printf("\n");
        result = 0;
    }
    tcu_free(context, keys);
    tcu_context_destroy(context);
    return result;
}
