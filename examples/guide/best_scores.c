/* SPDX-License-Identifier: Apache-2.0 */
/* The three best scores and who has them: docs/guide/selection.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 7, BEST = 3 };

int main(void)
{
    const float scores[N] = {61, 88.5F, 42, 93, 88.5F, 70, 12};
    float best[BEST];
    uint32_t who[BEST];

    tcu_context *context;
    void *keys = NULL, *best_keys = NULL, *positions = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof scores, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof best, &best_keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof who, &positions) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, scores, sizeof scores) != TCU_SUCCESS ||
        tcu_top_k(context, keys, N, BEST, TCU_TYPE_F32, best_keys, positions, TCU_TYPE_U32, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, best, best_keys, sizeof best) != TCU_SUCCESS ||
        tcu_copy_out(context, who, positions, sizeof who) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < BEST; k++) {
            printf("%.1f by number %" PRIu32 "\n", (double)best[k], who[k]);
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, best_keys);
    tcu_free(context, positions);
    tcu_context_destroy(context);
    return result;
}
