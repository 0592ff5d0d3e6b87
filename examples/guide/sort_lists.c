/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts each of several lists of different lengths, which stand in one array: docs/guide/sorts.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 10, LISTS = 4 };

int main(void)
{
    /* List k is what stands from offsets[k] to offsets[k + 1] - 1: one offset more than there are lists. */
    const float numbers[N] = {3, -1, 2, 0.5f, 9, 8, 7, 6, 5.5f, 4};
    const int64_t offsets[LISTS + 1] = {0, 3, 4, 4, N};
    float sorted[N];

    tcu_context *context;
    void *keys = NULL, *begins = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof offsets, &begins) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, numbers, sizeof numbers) != TCU_SUCCESS ||
        tcu_copy_in(context, begins, offsets, sizeof offsets) != TCU_SUCCESS ||
        tcu_segmented_sort_offsets(context, keys, keys, TCU_TYPE_F32, N, begins, LISTS, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, sorted, keys, sizeof sorted) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < LISTS; k++) {
            printf("list %d:", k);
            for (int64_t i = offsets[k]; i < offsets[k + 1]; i++) {
                printf(" %g", (double)sorted[i]);
            }
            printf("\n");
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, begins);
    tcu_context_destroy(context);
    return result;
}
