/* SPDX-License-Identifier: Apache-2.0 */
/* Drops the NaNs of a series of measurements: docs/guide/compaction.md. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 8 };

int main(void)
{
    const float measured[N] = {20.5f, NAN, 21, 21.25f, NAN, NAN, -INFINITY, 20};
    /* A NaN is in no range: what lies between the infinities, and these themselves, is all that is no NaN. */
    const float least = -INFINITY, most = INFINITY;
    tcu_predicate is_number = TCU_PREDICATE_INIT(TCU_COMPARE_INSIDE, &least);
    is_number.upper = &most;

    float numbers[N];
    uint64_t count = 0;
    tcu_context *context;
    void *in = NULL, *out = NULL, *kept = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof measured, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &out) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &kept) != TCU_SUCCESS ||
        tcu_copy_in(context, in, measured, sizeof measured) != TCU_SUCCESS ||
        tcu_compact_if(context, in, TCU_TYPE_F32, &is_number, out, kept, N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, kept, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, numbers, out, count * sizeof *numbers) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("%" PRIu64 " of %d:", count, N);
        for (uint64_t k = 0; k < count; k++) {
            printf(" %g", (double)numbers[k]);
        }
        printf("\n");
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, out);
    tcu_free(context, kept);
    tcu_context_destroy(context);
    return result;
}
