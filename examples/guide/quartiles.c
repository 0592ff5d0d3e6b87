/* SPDX-License-Identifier: Apache-2.0 */
/* Quartiles of measurements of which some are missing: docs/guide/selection.md. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 9, QUARTILES = 5 };

int main(void)
{
    const float measured[N] = {20.5F, NAN, 19, 23, 21.5F, NAN, 18.25F, 30, 22};
    const double q[QUARTILES] = {0, 0.25, 0.5, 0.75, 1};
    double quartiles[QUARTILES];
    uint64_t missing;

    tcu_context *context;
    void *keys = NULL, *out = NULL, *count = NULL;
    tcu_quantiles_options options = TCU_QUANTILES_OPTIONS_INIT;
    options.nan_mode = TCU_QUANTILE_NAN_OMIT;
    int result = 1;
    const int is_ready = tcu_context_create(&context, TCU_BACKEND_AUTO, -1) == TCU_SUCCESS &&
                         tcu_allocate(context, sizeof measured, &keys) == TCU_SUCCESS &&
                         tcu_allocate(context, sizeof quartiles, &out) == TCU_SUCCESS &&
                         tcu_allocate(context, sizeof missing, &count) == TCU_SUCCESS &&
                         tcu_copy_in(context, keys, measured, sizeof measured) == TCU_SUCCESS;
    options.num_nans = count;
    if (!is_ready ||
        tcu_quantiles(context, keys, N, TCU_TYPE_F32, q, QUARTILES, out, TCU_TYPE_F64, &options) != TCU_SUCCESS ||
        tcu_copy_out(context, quartiles, out, sizeof quartiles) != TCU_SUCCESS ||
        tcu_copy_out(context, &missing, count, sizeof missing) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < QUARTILES; k++) {
            printf("%3.0f%%: %g\n", 100 * q[k], quartiles[k]);
        }
        printf("%" PRIu64 " missing\n", missing);
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, out);
    tcu_free(context, count);
    tcu_context_destroy(context);
    return result;
}
