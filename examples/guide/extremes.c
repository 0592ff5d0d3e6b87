/* SPDX-License-Identifier: Apache-2.0 */
/* The coldest and the warmest hour of each day, and a dot product: docs/guide/sums.md. */
#include <inttypes.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { DAYS = 3, HOURS = 6, N = DAYS * HOURS };

int main(void)
{
    const float degrees[N] = {4, 3, 9, 14, 12, 7, 6, 2, 8, 15, 15, 8, 7, 5, 5, 9, 8, 6};
    const float weights[N] = {1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1}; /* 8 a day */

    float warmest[DAYS], weighted[DAYS];
    int64_t cold_hour[DAYS], warm_hour[DAYS];
    tcu_context *context;
    void *in = NULL, *by = NULL, *max = NULL, *argmin = NULL, *argmax = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof degrees, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof weights, &by) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof warmest, &max) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof cold_hour, &argmin) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof warm_hour, &argmax) != TCU_SUCCESS ||
        tcu_copy_in(context, in, degrees, sizeof degrees) != TCU_SUCCESS ||
        tcu_copy_in(context, by, weights, sizeof weights) != TCU_SUCCESS ||
        tcu_segmented_reduce_extrema(context, in, TCU_TYPE_F32, NULL, argmin, max, argmax, N, HOURS, NULL) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, warmest, max, sizeof warmest) != TCU_SUCCESS ||
        tcu_copy_out(context, cold_hour, argmin, sizeof cold_hour) != TCU_SUCCESS ||
        tcu_copy_out(context, warm_hour, argmax, sizeof warm_hour) != TCU_SUCCESS ||
        tcu_segmented_dot(context, in, by, TCU_TYPE_F32, max, TCU_TYPE_F32, N, HOURS, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, weighted, max, sizeof weighted) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int day = 0; day < DAYS; day++) {
            printf("day %d: coldest in hour %" PRId64 ", warmest in hour %" PRId64 " with %.0f, mean %.2f\n", day,
                   cold_hour[day], warm_hour[day], (double)warmest[day], (double)weighted[day] / 8);
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, by);
    tcu_free(context, max);
    tcu_free(context, argmin);
    tcu_free(context, argmax);
    tcu_context_destroy(context);
    return result;
}
