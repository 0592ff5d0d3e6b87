/* SPDX-License-Identifier: Apache-2.0 */
/* Splits samples into a training set and a test set, by flags, in one array: docs/guide/compaction.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 12 };

int main(void)
{
    uint32_t samples[N], split[N];
    unsigned char is_training[N];
    for (uint32_t i = 0; i < N; i++) {
        samples[i] = 100 + i;
        is_training[i] = i % 4 != 3; /* three of four */
    }

    uint64_t count = 0;
    tcu_context *context;
    void *in = NULL, *flags = NULL, *out = NULL, *flagged = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof samples, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof is_training, &flags) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof split, &out) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &flagged) != TCU_SUCCESS ||
        tcu_copy_in(context, in, samples, sizeof samples) != TCU_SUCCESS ||
        tcu_copy_in(context, flags, is_training, sizeof is_training) != TCU_SUCCESS ||
        tcu_partition(context, in, sizeof *samples, flags, TCU_FLAGS_BYTES, out, flagged, N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, flagged, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, split, out, sizeof split) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("training:");
        for (uint64_t i = 0; i < N; i++) {
            printf("%s %u", i == count ? "\ntest:" : "", (unsigned)split[i]);
        }
        printf("\n");
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, flags);
    tcu_free(context, out);
    tcu_free(context, flagged);
    tcu_context_destroy(context);
    return result;
}
