/* SPDX-License-Identifier: Apache-2.0 */
/* A series of measurements without its NaNs and without repetitions. How many are no NaNs stays in the context's memory. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 8 };

int main(void)
{
    const float measured[N] = {20.5f, NAN, 20.5f, 21, NAN, 21, 21, 20};
    const float least = -INFINITY, most = INFINITY;
    tcu_predicate is_number = TCU_PREDICATE_INIT(TCU_COMPARE_INSIDE, &least);
    is_number.upper = &most;

    float distinct[N];
    uint64_t count = 0;
    tcu_context *context;
    void *in = NULL, *numbers = NULL, *kept = NULL, *runs = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof measured, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof measured, &numbers) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof(uint64_t), &kept) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof(uint64_t), &runs) != TCU_SUCCESS ||
        tcu_copy_in(context, in, measured, sizeof measured) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return result;
    }
    tcu_compact_options of_kept = TCU_COMPACT_OPTIONS_INIT;
    of_kept.count = kept;
    if (tcu_compact_if(context, in, TCU_TYPE_F32, &is_number, numbers, kept, N, NULL) != TCU_SUCCESS ||
        tcu_unique(context, numbers, sizeof(float), numbers, NULL, runs, N, &of_kept) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, runs, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, distinct, numbers, count * sizeof *distinct) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("%" PRIu64 " distinct:", count);
        for (uint64_t k = 0; k < count; k++) {
            printf(" %g", (double)distinct[k]);
        }
        printf("\n");
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, numbers);
    tcu_free(context, kept);
    tcu_free(context, runs);
    tcu_context_destroy(context);
    return result;
}
