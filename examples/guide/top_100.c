/* SPDX-License-Identifier: Apache-2.0 */
/* The 100 largest of a million scores, and whose they are: docs/guide/sorts.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 1000000, TOP = 100 };

int main(void)
{
    static float scores[N];
    static uint32_t players[N];
    uint32_t state = 1;
    for (uint32_t i = 0; i < N; i++) {
        state = 1664525u * state + 1013904223u;
        scores[i] = (float)(state >> 8) / 1024;
        players[i] = i;
    }

    float best_scores[TOP];
    uint32_t best_players[TOP];
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.descending = 1;
    tcu_context *context;
    void *keys = NULL, *values = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof scores, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof players, &values) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, scores, sizeof scores) != TCU_SUCCESS ||
        tcu_copy_in(context, values, players, sizeof players) != TCU_SUCCESS ||
        tcu_radix_sort_pairs(context, keys, keys, TCU_TYPE_F32, values, values, sizeof *players, N, &options) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, best_scores, keys, sizeof best_scores) != TCU_SUCCESS ||
        tcu_copy_out(context, best_players, values, sizeof best_players) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < 3; k++) { /* the first three, and then the last */
            printf("%3d. player %6" PRIu32 ": %.3f\n", k + 1, best_players[k], (double)best_scores[k]);
        }
        printf("%3d. player %6" PRIu32 ": %.3f\n", TOP, best_players[TOP - 1], (double)best_scores[TOP - 1]);
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, values);
    tcu_context_destroy(context);
    return result;
}
