/* SPDX-License-Identifier: Apache-2.0 */
/* The largest of some numbers, also of each day, how many are not zero, and their norm: docs/guide/sums.md. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 12, DAYS = 3, HOURS = 4 };

int main(void)
{
    const float rain[N] = {0, 2.5f, 0, NAN, 1, 7.25f, 0, 0, 0, 0, 0.5f, 0}; /* NaN: not measured */
    const float gains[N] = {1, -3, 2, 0, -4, 2, 1, 0, 0, 1, 0, 0};

    tcu_reduce_options most = TCU_REDUCE_OPTIONS_INIT;
    most.op = TCU_OPERATOR_MAX;
    most.nan_mode = TCU_NAN_IGNORE; /* by default the maximum of a day with a NaN is NaN */

    tcu_reduce_options count = TCU_REDUCE_OPTIONS_INIT;
    count.map = TCU_MAP_NONZERO;

    tcu_reduce_options squares = TCU_REDUCE_OPTIONS_INIT;
    squares.map = TCU_MAP_SQUARE; /* the Euclidean norm is the root of their sum */

    tcu_reduce_options magnitude = TCU_REDUCE_OPTIONS_INIT;
    magnitude.op = TCU_OPERATOR_MAX; /* the maximum norm */
    magnitude.map = TCU_MAP_ABSOLUTE;

    float of_all, of_days[DAYS], largest;
    double sum_of_squares;
    uint64_t nonzero;
    tcu_context *context;
    void *in = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof rain, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof of_days, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, rain, sizeof rain) != TCU_SUCCESS ||
        tcu_reduce(context, in, TCU_TYPE_F32, out, TCU_TYPE_F32, N, &most) != TCU_SUCCESS ||
        tcu_copy_out(context, &of_all, out, sizeof of_all) != TCU_SUCCESS ||
        tcu_segmented_reduce(context, in, TCU_TYPE_F32, out, TCU_TYPE_F32, N, HOURS, &most) != TCU_SUCCESS ||
        tcu_copy_out(context, of_days, out, sizeof of_days) != TCU_SUCCESS ||
        tcu_copy_in(context, in, gains, sizeof gains) != TCU_SUCCESS ||
        tcu_reduce(context, in, TCU_TYPE_F32, out, TCU_TYPE_U64, N, &count) != TCU_SUCCESS ||
        tcu_copy_out(context, &nonzero, out, sizeof nonzero) != TCU_SUCCESS ||
        tcu_reduce(context, in, TCU_TYPE_F32, out, TCU_TYPE_F64, N, &squares) != TCU_SUCCESS ||
        tcu_copy_out(context, &sum_of_squares, out, sizeof sum_of_squares) != TCU_SUCCESS ||
        tcu_reduce(context, in, TCU_TYPE_F32, out, TCU_TYPE_F32, N, &magnitude) != TCU_SUCCESS ||
        tcu_copy_out(context, &largest, out, sizeof largest) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("most rain %.2f, by days %.2f %.2f %.2f\n", (double)of_all, (double)of_days[0], (double)of_days[1],
               (double)of_days[2]);
        printf("%" PRIu64 " gains are not 0, their squares sum to %.0f, the largest magnitude is %.0f\n", nonzero,
               sum_of_squares, (double)largest);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
