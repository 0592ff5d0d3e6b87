/* SPDX-License-Identifier: Apache-2.0 */
/* The grade of each score, by a table of the least score of each grade: docs/guide/merging.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 5, GRADES = 4 };

int main(void)
{
    const float least[GRADES] = {50, 65, 80, 90}, scores[N] = {72.5F, 90, 12, 89.5F, 50};
    static const char names[GRADES + 1] = {'F', 'D', 'C', 'B', 'A'};
    uint32_t grades[N];

    tcu_context *context;
    void *table = NULL, *values = NULL, *positions = NULL;
    tcu_search_options options = TCU_SEARCH_OPTIONS_INIT;
    options.upper = 1; /* how many grades need no more than this score: a score that is a grade's least one has it */
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof least, &table) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof scores, &values) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof grades, &positions) != TCU_SUCCESS ||
        tcu_copy_in(context, table, least, sizeof least) != TCU_SUCCESS ||
        tcu_copy_in(context, values, scores, sizeof scores) != TCU_SUCCESS ||
        tcu_search_sorted(context, table, GRADES, values, N, TCU_TYPE_F32, positions, TCU_TYPE_U32, &options) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, grades, positions, sizeof grades) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < N; k++) {
            printf("%.1f: %c\n", (double)scores[k], names[grades[k]]);
        }
        result = 0;
    }
    tcu_free(context, table);
    tcu_free(context, values);
    tcu_free(context, positions);
    tcu_context_destroy(context);
    return result;
}
