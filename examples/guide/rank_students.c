/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks students by their points, best first; equal points share a rank: docs/guide/sorts.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 6 };

int main(void)
{
    static const char *const names[N] = {"Ada", "Blaise", "Carl", "Dana", "Emmy", "Felix"};
    const uint8_t points[N] = {88, 71, 93, 88, 97, 71};
    uint32_t order[N];

    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.descending = 1;
    tcu_context *context;
    void *keys = NULL, *indices = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof points, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof order, &indices) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, points, sizeof points) != TCU_SUCCESS ||
        tcu_argsort(context, keys, TCU_TYPE_U8, indices, TCU_TYPE_U32, N, &options) != TCU_SUCCESS ||
        tcu_copy_out(context, order, indices, sizeof order) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        int rank = 1;
        for (int k = 0; k < N; k++) {
            if (k > 0 && points[order[k]] < points[order[k - 1]]) {
                rank = k + 1;
            }
            printf("%d. %s, %d points\n", rank, names[order[k]], points[order[k]]);
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, indices);
    tcu_context_destroy(context);
    return result;
}
