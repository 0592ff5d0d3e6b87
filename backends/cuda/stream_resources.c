/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The multiprocessors of a stream are those of its CUDA context: of a green context the ones that it was created with,
 * of a process under MPS those of its share. Only the driver's interface tells. Its functions are asked for by name
 * when the first context is created, as the library is not linked to the driver; one older than 12.4 has neither green
 * contexts nor these functions. They enqueue nothing.
 */
#define _POSIX_C_SOURCE 200809L

#include "stream_resources.h"

#include <cuda_runtime_api.h>

#if CUDART_VERSION >= 12040

#include <cuda.h>
#include <pthread.h>
#include <string.h>

#include "primitives/pipeline/architecture_cuda.h"

/* The versions in which the driver's functions became what is called here. (From 12.5 on a function of the name
 * cuStreamGetCtx() gives a green context apart from the one that it belongs to.) */
enum { STREAM_CONTEXT_VERSION = 9020, AFFINITY_VERSION = 11040, RESOURCES_VERSION = 12040 };

/* The first driver that tells the context of a stream that is being captured. */
enum { CAPTURED_CONTEXT_DRIVER = 12050 };

typedef struct driver_functions {
    CUresult(CUDAAPI *stream_context)(CUstream stream, CUcontext *context);
    CUresult(CUDAAPI *current_context)(CUcontext *context);
    CUresult(CUDAAPI *resource)(CUcontext context, CUdevResource *resource, CUdevResourceType type);
    CUresult(CUDAAPI *affinity)(CUexecAffinityParam *affinity, CUexecAffinityType type);
    int version;
} driver_functions;

static driver_functions driver;
static pthread_once_t driver_asked = PTHREAD_ONCE_INIT;

/* Sets a pointer to a function, of whatever type; to NULL where the driver has no such function. (C converts no pointer
 * to data into one to a function, so its bytes are copied.) */
static void find_function(void *pointer, const char *name, unsigned version)
{
    void *function = NULL;
    enum cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &function, version, cudaEnableDefault, &found);
#else
    (void)version;
    const cudaError_t error = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
    if (error != cudaSuccess) {
        cudaGetLastError();
    }
    if (error != cudaSuccess || found != cudaDriverEntryPointSuccess) {
        function = NULL;
    }
    memcpy(pointer, &function, sizeof function);
}

static void ask_driver(void)
{
    find_function(&driver.stream_context, "cuStreamGetCtx", STREAM_CONTEXT_VERSION);
    find_function(&driver.current_context, "cuCtxGetCurrent", STREAM_CONTEXT_VERSION);
    find_function(&driver.resource, "cuCtxGetDevResource", RESOURCES_VERSION);
    find_function(&driver.affinity, "cuCtxGetExecAffinity", AFFINITY_VERSION);
    if (cudaDriverGetVersion(&driver.version) != cudaSuccess) {
        cudaGetLastError();
        driver.version = 0;
    }
}

/* The default streams belong to the context that is current. */
static bool is_default(cudaStream_t stream)
{
    return stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

static bool is_captured(cudaStream_t stream)
{
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {
        cudaGetLastError();
    }
    return status != cudaStreamCaptureStatusNone;
}

static bool has_current_context(cudaStream_t stream)
{
    return is_default(stream) || (driver.version < CAPTURED_CONTEXT_DRIVER && is_captured(stream));
}

/* In a thread that has not used CUDA yet there is none, until the runtime makes the device's own one current. */
static CUcontext find_current(int device)
{
    CUcontext current = NULL;
    if (driver.current_context(&current) == CUDA_SUCCESS && current == NULL && cudaSetDevice(device) == cudaSuccess) {
        (void)driver.current_context(&current);
    }
    return current;
}

/* 0: the driver does not tell. */
static unsigned multiprocessors_of(cudaStream_t stream, int device)
{
    if (driver.stream_context == NULL || driver.current_context == NULL || driver.resource == NULL) {
        return 0;
    }
    const CUcontext current = find_current(device);
    CUcontext context = current;
    if (!has_current_context(stream) && driver.stream_context(stream, &context) != CUDA_SUCCESS) {
        return 0;
    }
    CUdevResource resource = {.type = CU_DEV_RESOURCE_TYPE_INVALID};
    unsigned count = 0;
    if (context != NULL && driver.resource(context, &resource, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS) {
        count = resource.sm.smCount;
    }
    /* What MPS gives to a context; the driver tells it of the current one. */
    CUexecAffinityParam affinity = {.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT};
    if (context != NULL && context == current && driver.affinity != NULL &&
        driver.affinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT) == CUDA_SUCCESS) {
        const unsigned under_mps = affinity.param.smCount.val;
        count = under_mps > 0 && (count == 0 || under_mps < count) ? under_mps : count;
    }
    return count;
}

void tcui_cuda_ask_stream(tcu_context *context)
{
    pthread_once(&driver_asked, ask_driver);
    const unsigned count = multiprocessors_of((cudaStream_t)context->stream, context->properties.device);
    const bool is_less = count > 0 && count < (unsigned)context->properties.multiprocessors;
    context->stream_multiprocessors = is_less ? (int)count : 0;
    context->stream_cluster_blocks = 0;
    if (is_less) {
        const int most = context->cluster_blocks < (int)count ? context->cluster_blocks : (int)count;
        context->stream_cluster_blocks =
            tcui_largest_cluster_on(context->stream, context->properties.shared_memory_per_block, most);
    }
}

#else /* Toolkits without green contexts. */

void tcui_cuda_ask_stream(tcu_context *context)
{
    (void)context;
}

#endif
