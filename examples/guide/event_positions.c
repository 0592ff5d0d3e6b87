/* SPDX-License-Identifier: Apache-2.0 */
/* Where the set bits of a recording are: the positions of its events: docs/guide/compaction.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 40 };

int main(void)
{
    /* A bit for each instant, the lowest of a byte first. */
    const unsigned char recording[N / 8] = {0x01, 0x00, 0x18, 0x00, 0x80};
    uint32_t positions[N];
    uint64_t count = 0;

    tcu_context *context;
    void *flags = NULL, *out = NULL, *found = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof recording, &flags) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof positions, &out) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &found) != TCU_SUCCESS ||
        tcu_copy_in(context, flags, recording, sizeof recording) != TCU_SUCCESS ||
        tcu_compact_indices(context, flags, TCU_FLAGS_BITS, out, TCU_TYPE_U32, found, N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, found, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, positions, out, count * sizeof *positions) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("%" PRIu64 " events, at", count);
        for (uint64_t k = 0; k < count; k++) {
            printf(" %" PRIu32, positions[k]);
        }
        printf("\n");
        result = 0;
    }
    tcu_free(context, flags);
    tcu_free(context, out);
    tcu_free(context, found);
    tcu_context_destroy(context);
    return result;
}
