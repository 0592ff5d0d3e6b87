/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/share.h"

#include "bench/gpu/data.h"

#if CUDART_VERSION >= 12040 /* of which on there are green contexts */

#include <cuda.h>

#include <string>

namespace bench
{
namespace
{
/** Calls a function of the driver, which the benchmark is not linked to. */
template <class Function, class... Arguments>
void call(const char *name, Arguments... arguments)
{
    constexpr unsigned version = 12040;
    void *found = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    cuda_check(cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &result), name);
#else
    cuda_check(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result), name);
#endif
    if (result != cudaDriverEntryPointSuccess || found == nullptr) {
        throw std::runtime_error(std::string("the driver has no ") + name + "()");
    }
    const CUresult error = reinterpret_cast<Function *>(found)(arguments...);
    if (error != CUDA_SUCCESS) {
        throw std::runtime_error(std::string(name) + "(): error " + std::to_string(int(error)));
    }
}
} // namespace

#define CALL(NAME, ...) call<decltype(NAME)>(#NAME, __VA_ARGS__)

static cudaStream_t make_stream_of_some(int &multiprocessors)
{
    int ordinal = 0;
    CUdevice device = 0;
    CUdevResource all = {}, group = {};
    unsigned groups = 1;
    CUdevResourceDesc description = nullptr;
    CUgreenCtx green = nullptr;
    CUstream stream = nullptr;
    cuda_check(cudaGetDevice(&ordinal), "no device");
    cuda_check(cudaFree(nullptr), "context");
    CALL(cuDeviceGet, &device, ordinal);
    CALL(cuDeviceGetDevResource, device, &all, CU_DEV_RESOURCE_TYPE_SM);
    CALL(cuDevSmResourceSplitByCount, &group, &groups, &all, nullptr, 0u, unsigned(multiprocessors));
    if (groups != 1) {
        throw std::runtime_error("the device has not so many multiprocessors");
    }
    CALL(cuDevResourceGenerateDesc, &description, &group, 1u);
    CALL(cuGreenCtxCreate, &green, description, device, CU_GREEN_CTX_DEFAULT_STREAM);
    CALL(cuGreenCtxStreamCreate, &stream, green, CU_STREAM_NON_BLOCKING, 0);
    multiprocessors = int(group.sm.smCount);
    return stream;
}
} // namespace bench

#else

namespace bench
{
static cudaStream_t make_stream_of_some(int &)
{
    throw std::runtime_error("this build's CUDA is older than 12.4, which has no green contexts");
}
} // namespace bench

#endif

cudaStream_t bench::make_stream(int &multiprocessors)
{
    if (multiprocessors > 0) {
        return make_stream_of_some(multiprocessors);
    }
    cudaStream_t stream = nullptr;
    cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
    return stream;
}
