/* SPDX-License-Identifier: Apache-2.0 */
/* tcu-ablation: what the matrix unit would gain in operations that do not use it (ablation.h), on the GPU at hand. */
#include "bench/ablation/ablation.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{
using namespace bench;

const char kHelp[] =
    "usage: tcu-ablation [BYTES]\n"
    "Times operations with plain arithmetic and on the matrix unit, over so many bytes of input (default "
    "2 GiB).\n"
    "Exit status: 1 if their results differ, 2 for a wrong command line.\n";
constexpr size_t kWorkspaceBytes = size_t(256) << 20; // allocated beforehand, so that no call is timed with it
constexpr int kRuns = 9;
} // namespace

int main(int argc, char **argv)
{
    char *end = nullptr;
    const uint64_t bytes = argc > 1 ? std::strtoull(argv[1], &end, 0) : uint64_t(1) << 31;
    const bool help = argc > 1 && std::strcmp(argv[1], "--help") == 0;
    if (argc > 2 || help || (end != nullptr && *end != '\0') || bytes < 1 << 20) {
        std::fputs(kHelp, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    try {
        cuda_check(cudaSetDevice(0), "device");
        cudaStream_t stream;
        cuda_check(cudaStreamCreate(&stream), "stream");
        tcu_context *context = nullptr;
        DeviceBuffer workspace;
        if (tcu_context_create(&context, TCU_BACKEND_CUDA, 0) != TCU_SUCCESS ||
            tcu_context_set_stream(context, stream) != TCU_SUCCESS ||
            tcu_context_set_workspace(context, workspace.ensure(kWorkspaceBytes), kWorkspaceBytes) != TCU_SUCCESS) {
            throw std::runtime_error(tcu_context_last_error(context));
        }
        std::printf("%s\n", context->properties.name);
        {
            Tuner tuner(context, stream, bytes, kRuns);
            GpuRoofs roofs(stream);
            const double read_roof = roofs.gigabytes_per_second("read");
            ablate_byte_counts(tuner, read_roof);
            ablate_mark_counts(tuner, read_roof);
        }
        tcu_context_destroy(context);
    } catch (const std::exception &problem_found) {
        std::fprintf(stderr, "tcu-ablation: %s\n", problem_found.what());
        return 1;
    }
    return 0;
}
