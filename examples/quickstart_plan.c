/* SPDX-License-Identifier: Apache-2.0 */
/* README's second example: it stands there as it is here. */
#include <stdio.h>
#include <tcu/tcu.h>

int main(void)
{
    struct data {
        double coefficients[2][4], points[4], values[2][4];
    } data = {{{1, 2}, {0, 0, 0, 1}}, {0, 1, 2, 3}, {{0}}}, *memory = NULL; /* 1 + 2 x and x^3 at x = 0, 1, 2, 3 */
    tcu_polynomial *plan = NULL;
    tcu_context *context;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof data, (void **)&memory) != TCU_SUCCESS ||
        tcu_copy_in(context, memory, &data, sizeof data) != TCU_SUCCESS ||
        tcu_polynomial_create(context, memory->coefficients, 2, 3, TCU_TYPE_F64, NULL, &plan) != TCU_SUCCESS ||
        tcu_polynomial_evaluate(context, plan, memory->points, 4, memory->values, TCU_TYPE_F64, TCU_ORDER_ROW_MAJOR,
                                0) != TCU_SUCCESS ||
        tcu_copy_out(context, &data, memory, sizeof data) != TCU_SUCCESS) {
        return fprintf(stderr, "%s\n", tcu_context_last_error(context)), 1;
    }
    for (int i = 0; i < 4; i++) {
        printf("%g %g\n", data.values[0][i], data.values[1][i]);
    }
    tcu_polynomial_destroy(plan);
    tcu_free(context, memory);
    tcu_context_destroy(context);
    return 0;
}
