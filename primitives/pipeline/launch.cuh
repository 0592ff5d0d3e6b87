/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From run-time types to a kernel on the context's stream: the dispatch over the (in, acc, out) types of a sum, the
 * choice of the arithmetic, and the launch with its error handling.
 */
#ifndef TCUI_LAUNCH_CUH
#define TCUI_LAUNCH_CUH

#include <type_traits>

#include "primitives/context/context_internal.h"
#include "primitives/context/resources.h"
#include "primitives/context/sum_pairs.h"
#include "primitives/tile/element.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

template <class In, class Acc, class Out>
struct sum_types {
    using in = In;
    using acc = Acc;
    using out = Out;
};

/* function(sum_types<...>()) for a pair that tcui_check_sum_types() accepted. (`context`: for an error.) */
template <class Function>
tcu_status dispatch_sum(tcu_context *context, tcu_type in_type, tcu_type out_type, Function function)
{
#define TCUI_DISPATCH(IN, OUT, in, acc, out)                                                                           \
    if (in_type == TCU_TYPE_##IN && out_type == TCU_TYPE_##OUT)                                                        \
        return function(sum_types<tcu::in, tcu::acc, tcu::out>());
    TCUI_SUM_PAIRS(TCUI_DISPATCH)
#undef TCUI_DISPATCH
    return tcui_fail_unreachable(context, "a sum of a pair of types without kernels");
}

/* function(T()) for elements of which kernels read bits or add modulo 2^w: integers of a width are one type. */
template <class Function>
tcu_status dispatch_width(tcu_type type, Function function)
{
    switch (type) {
    case TCU_TYPE_F16:
        return function(f16());
    case TCU_TYPE_BF16:
        return function(bf16());
    case TCU_TYPE_F32:
        return function(f32());
    case TCU_TYPE_F64:
        return function(f64());
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        return function(u8());
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return function(u16());
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        return function(u32());
    default:
        return function(u64());
    }
}

/* Of a grid. */
constexpr uint64_t most_grid_blocks = 0x7fffffff;

/* As many parts of `part` as hold `whole`. */
inline uint64_t divide_up(uint64_t whole, uint64_t part)
{
    return whole / part + (whole % part != 0);
}

/* How a kernel depends on the one before it on the stream, and its blocks on each other. */
enum class launch_kind {
    ordinary,    /* begins when all earlier work is done */
    cooperative, /* the same, and all blocks of the grid are resident at once, or it fails: they wait for each other */
    overlapping, /* may begin while the kernel launched just before still runs: see wait_for_previous_kernel() */
    clusters,    /* the same, and blocks of a cluster reach each other's shared memory; only with has_bulk_copies */
};

struct launch_shape {
    uint64_t blocks;
    int threads;
    size_t shared_bytes;     /* dynamic */
    unsigned cluster_blocks; /* clusters: divides blocks */
};

/*
 * Opts in to `bytes` of dynamic shared memory. The limit belongs to the function, not to a launch: if each call set
 * what it needs, a call of another host thread could lower the limit before the launch. So it is only ever set to all
 * that the device has. (How much of L1 serves as shared memory depends on what is launched, not on this limit.)
 */
inline cudaError_t allow_shared_bytes(const tcu_context *context, const void *function, size_t bytes)
{
    constexpr size_t without_opt_in = 48 * 1024; /* static memory too */
    cudaFuncAttributes attributes = {};
    const cudaError_t error = cudaFuncGetAttributes(&attributes, function);
    const size_t most = context->properties.shared_memory_per_block - attributes.sharedSizeBytes;
    if (error != cudaSuccess || bytes + attributes.sharedSizeBytes <= without_opt_in ||
        static_cast<size_t>(attributes.maxDynamicSharedSizeBytes) >= most) {
        return error;
    }
    return cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most));
}

/* Launches on the context's stream. Errors of earlier work show here. */
template <class... Parameters, class... Arguments>
tcu_status launch_as(launch_kind kind, tcu_context *context, void (*kernel)(Parameters...), const launch_shape &shape,
                     Arguments... arguments)
{
    constexpr size_t most_static_bytes = 16 * 1024, shared_bytes_without_opt_in = 48 * 1024 - most_static_bytes;
    constexpr unsigned cluster_blocks_without_opt_in = 8;
    if (shape.blocks > most_grid_blocks) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "the work needs a grid of %llu blocks; a device has grids of 2147483647 at most",
                         static_cast<unsigned long long>(shape.blocks));
    }
    cudaLaunchAttribute attributes[2] = {};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(shape.blocks));
    config.blockDim = dim3(static_cast<unsigned>(shape.threads));
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = static_cast<cudaStream_t>(context->stream);
    config.attrs = attributes;
    const auto add = [&](auto id) -> auto &
    {
        attributes[config.numAttrs].id = id;
        return attributes[config.numAttrs++].val;
    };
    if (kind == launch_kind::cooperative) {
        add(cudaLaunchAttributeCooperative).cooperative = 1;
    }
    if (kind == launch_kind::clusters) {
        auto &size = add(cudaLaunchAttributeClusterDimension).clusterDim;
        size.x = shape.cluster_blocks;
        size.y = size.z = 1;
    }
    /* Device and code are of sm_90 on. */
    if ((kind == launch_kind::overlapping || kind == launch_kind::clusters) && context->has_bulk_copies) {
        add(cudaLaunchAttributeProgrammaticStreamSerialization).programmaticStreamSerializationAllowed = 1;
    }

    const void *function = reinterpret_cast<const void *>(kernel);
    cudaError_t error = cudaSuccess;
    if (shape.shared_bytes > shared_bytes_without_opt_in) {
        error = allow_shared_bytes(context, function, shape.shared_bytes);
    }
    if (error == cudaSuccess && kind == launch_kind::clusters && shape.cluster_blocks > cluster_blocks_without_opt_in) {
        error = cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    }
    if (error == cudaSuccess) {
        error = cudaLaunchKernelEx(&config, kernel, arguments...);
    }
    if (error == cudaSuccess) {
        return TCU_SUCCESS;
    }
    cudaGetLastError();
    return tcui_fail(context, TCU_ERROR_DEVICE, "a kernel could not be launched: %s (%s)", cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

template <class... Parameters, class... Arguments>
tcu_status launch_as(launch_kind kind, tcu_context *context, void (*kernel)(Parameters...), uint64_t blocks,
                     int threads, size_t shared_bytes, Arguments... arguments)
{
    return launch_as(kind, context, kernel, launch_shape{blocks, threads, shared_bytes, 1}, arguments...);
}

template <class... Parameters, class... Arguments>
tcu_status launch(tcu_context *context, void (*kernel)(Parameters...), uint64_t blocks, int threads,
                  size_t shared_bytes, Arguments... arguments)
{
    return launch_as(launch_kind::ordinary, context, kernel, blocks, threads, shared_bytes, arguments...);
}

} // namespace tcu

#endif /* TCUI_LAUNCH_CUH */
