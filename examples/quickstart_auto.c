/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums on whichever backend TCU_BACKEND_AUTO takes: a CUDA device, if there is one that it can use, or the host.
 * Memory comes from the library, so the program is the same for both.
 */
#include <stdio.h>
#include <tcu/tcu.h>

/* prefix[i] = in[0] + ... + in[i]; both in host memory. */
tcu_status prefix_sums(tcu_context *context, const float *in, float *prefix, size_t n)
{
    const size_t bytes = n * sizeof *in;
    void *memory = NULL;
    tcu_status status = tcu_allocate(context, bytes, &memory);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, memory, in, bytes);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_scan(context, TCU_SCAN_INCLUSIVE, memory, TCU_TYPE_F32, memory, TCU_TYPE_F32, n, NULL);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_out(context, prefix, memory, bytes); /* waits for the scan */
    }
    if (status != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    }
    tcu_free(context, memory);
    return status;
}

int main(void)
{
    enum { N = 8 };
    const float in[N] = {3, 1, 4, 1, 5, 9, 2, 6};
    float prefix[N];
    tcu_context *context;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(NULL));
        return 1;
    }
    const tcu_status status = prefix_sums(context, in, prefix, N);
    for (int i = 0; status == TCU_SUCCESS && i < N; i++) {
        printf("%g%s", (double)prefix[i], i < N - 1 ? " " : "\n");
    }
    tcu_context_destroy(context);
    return status != TCU_SUCCESS;
}
