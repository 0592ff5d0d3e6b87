/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tcu-tune: times the policies of the reductions and scans on the GPU at hand, type by type and segment size by segment
 * size, and prints the rows of primitives/reduce/cuda/tuning.h and primitives/scan/cuda/tuning.h that follow from them,
 * with what was measured.
 */
#include <cstdio>
#include <cstdlib>
#include <getopt.h>
#include <memory>

#include "bench/tune/tune.h"

namespace
{
using namespace bench;

const char kHelp[] = "usage: tcu-tune [--op reduce|scan] [--type TYPE]... [--bytes N] [--runs N] [--device N]\n"
                     "Times the policies of the reductions and scans on this GPU and prints their rows.\n"
                     "  --bytes N   bytes of input (default 1 GiB; more than the cache holds)\n"
                     "  --runs N    timed runs of each case, of which the median counts (default 9)\n";

constexpr size_t kWorkspaceBytes = size_t(256) << 20; // a call that needs more shows as NAN

std::vector<tcu_type> types_of(const std::vector<std::string> &names)
{
    std::vector<tcu_type> types;
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        bool wanted = names.empty();
        for (const std::string &name : names) {
            wanted |= name == tcu_type_name(tcu_type(type));
        }
        if (wanted) {
            types.push_back(tcu_type(type));
        }
    }
    return types;
}
} // namespace

int main(int argc, char **argv)
{
    const option options[] = {{"op", required_argument, nullptr, 'o'},
                              {"type", required_argument, nullptr, 't'},
                              {"bytes", required_argument, nullptr, 'b'},
                              {"runs", required_argument, nullptr, 'r'},
                              {"device", required_argument, nullptr, 'd'},
                              {"help", no_argument, nullptr, 'h'},
                              {nullptr, 0, nullptr, 0}};
    std::string op;
    std::vector<std::string> names;
    uint64_t bytes = uint64_t(1) << 30;
    int runs = 9, device = 0;
    for (int c; (c = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
        switch (c) {
        case 'o':
            op = optarg;
            break;
        case 't':
            names.push_back(optarg);
            break;
        case 'b':
            bytes = std::strtoull(optarg, nullptr, 0);
            break;
        case 'r':
            runs = std::atoi(optarg);
            break;
        case 'd':
            device = std::atoi(optarg);
            break;
        default:
            std::fputs(kHelp, c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
    }
    const std::vector<tcu_type> types = types_of(names);
    if (types.empty() || runs < 1 || bytes < 1 << 20 || (!op.empty() && op != "reduce" && op != "scan")) {
        std::fputs(kHelp, stderr);
        return 2;
    }
    try {
        cuda_check(cudaSetDevice(device), "device");
        cudaStream_t stream;
        cuda_check(cudaStreamCreate(&stream), "stream");
        tcu_context *context;
        if (tcu_context_create(&context, TCU_BACKEND_CUDA, device) != TCU_SUCCESS) {
            throw std::runtime_error(tcu_context_last_error(nullptr));
        }
        if (tcu_context_set_stream(context, stream) != TCU_SUCCESS) {
            throw std::runtime_error(tcu_context_last_error(context));
        }
        std::printf("%s, sm_%d%d\n", context->properties.name, context->properties.compute_capability_major,
                    context->properties.compute_capability_minor);
        Tuner tuner(context, stream, bytes, runs);
        /* Given beforehand: an allocation in each call would be measured too (50 us where the pool keeps nothing). */
        DeviceBuffer workspace;
        if (tcu_context_set_workspace(context, workspace.ensure(kWorkspaceBytes), kWorkspaceBytes) != TCU_SUCCESS) {
            throw std::runtime_error(tcu_context_last_error(context));
        }
        GpuRoofs roofs(stream);
        if (op != "scan") {
            tune_reduce(tuner, types, roofs.gigabytes_per_second("read"));
        }
        if (op != "reduce") {
            tune_scan(tuner, types, roofs.gigabytes_per_second("copy"));
        }
        tcu_context_destroy(context);
        cuda_check(cudaStreamDestroy(stream), "stream");
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "tcu-tune: %s\n", problem.what());
        return 1;
    }
    return 0;
}
