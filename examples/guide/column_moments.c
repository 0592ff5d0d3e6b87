/* SPDX-License-Identifier: Apache-2.0 */
/* Mean and variance of each column of a table: docs/guide/moments.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { ROWS = 5, COLUMNS = 3 };

int main(void)
{
    /* Height in cm, weight in kg, and a year: a mean that is large beside its deviation. */
    const float people[ROWS][COLUMNS] = {
        {172, 70, 1990}, {181, 82.5f, 1988}, {165, 58, 1991}, {178, 77, 1990}, {169, 66.5f, 1989}};
    float mean[COLUMNS], variance[COLUMNS];
    const tcu_moments_options sample = {.correction = 1}; /* divide by ROWS - 1 */

    tcu_context *context;
    void *in = NULL, *means = NULL, *variances = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof people, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof mean, &means) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof variance, &variances) != TCU_SUCCESS ||
        tcu_copy_in(context, in, people, sizeof people) != TCU_SUCCESS ||
        tcu_column_moments(context, in, TCU_TYPE_F32, NULL, means, variances, TCU_TYPE_F32, ROWS, COLUMNS, COLUMNS,
                           &sample) != TCU_SUCCESS ||
        tcu_copy_out(context, mean, means, sizeof mean) != TCU_SUCCESS ||
        tcu_copy_out(context, variance, variances, sizeof variance) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int c = 0; c < COLUMNS; c++) {
            printf("column %d: mean %.2f, variance %.4f\n", c, (double)mean[c], (double)variance[c]);
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, means);
    tcu_free(context, variances);
    tcu_context_destroy(context);
    return result;
}
