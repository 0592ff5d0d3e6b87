// SPDX-License-Identifier: Apache-2.0
// A user's C++ program: sums of segments on the host backend.
#include <cstdio>
#include <tcu/tcu.h>
#include <vector>

int main()
{
    tcu_context *context = nullptr;
    if (tcu_context_create(&context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
        std::fprintf(stderr, "consumer.cpp: no context: %s\n", tcu_context_last_error(nullptr));
        return 1;
    }
    const std::vector<float> in(1000, 0.25f);
    std::vector<float> out(10);
    const tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
    bool ok = tcu_segmented_reduce(context, in.data(), TCU_TYPE_F32, out.data(), TCU_TYPE_F32, in.size(), 100,
                                   &options) == TCU_SUCCESS;
    if (!ok) {
        std::fprintf(stderr, "consumer.cpp: %s\n", tcu_context_last_error(context));
    }
    for (float sum : out) {
        ok = ok && sum == 25.0f;
    }
    tcu_context_destroy(context);
    std::printf("consumer.cpp: tcu %d, %s\n", tcu_version(), ok ? "ok" : "FAILED");
    return ok ? 0 : 1;
}
