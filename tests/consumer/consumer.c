/* SPDX-License-Identifier: Apache-2.0 */
/* A user's C program: a sum, a prefix sum and copies on the host backend. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tcu/tcu.h>

int main(void)
{
    uint8_t bytes[1000];
    uint64_t sum = 0;
    uint32_t prefix[1000];
    for (int i = 0; i < 1000; i++) {
        bytes[i] = (uint8_t)(i % 251);
    }

    tcu_context *context = NULL;
    if (tcu_version() != TCU_VERSION || tcu_context_create(&context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
        fprintf(stderr, "consumer.c: no context: %s\n", tcu_context_last_error(NULL));
        return 1;
    }
    int failed =
        tcu_reduce(context, bytes, TCU_TYPE_U8, &sum, TCU_TYPE_U64, 1000, NULL) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_EXCLUSIVE, bytes, TCU_TYPE_U8, prefix, TCU_TYPE_U32, 1000, NULL) != TCU_SUCCESS;
    if (failed) {
        fprintf(stderr, "consumer.c: %s\n", tcu_context_last_error(context));
    }

    uint32_t expected = 0;
    for (int i = 0; i < 1000; i++) {
        failed |= prefix[i] != expected;
        expected += bytes[i];
    }
    failed |= sum != expected;

    void *memory = NULL;
    failed |= tcu_allocate(context, sizeof bytes, &memory) != TCU_SUCCESS ||
              tcu_copy_in(context, memory, bytes, sizeof bytes) != TCU_SUCCESS ||
              tcu_copy_out(context, prefix, memory, sizeof bytes) != TCU_SUCCESS ||
              tcu_synchronize(context) != TCU_SUCCESS || memcmp(prefix, bytes, sizeof bytes) != 0;
    failed |= tcu_free(context, memory) != TCU_SUCCESS;
    tcu_context_destroy(context);
    printf("consumer.c: tcu %d, %s\n", tcu_version(), failed ? "FAILED" : "ok");
    return failed;
}
