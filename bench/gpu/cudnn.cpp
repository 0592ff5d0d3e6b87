/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library is loaded when it is asked for, so that a program that was built with its header runs without it too.
 */
#include "bench/gpu/contestants.h"

#ifdef TCU_BENCH_CUDNN
#include <memory>
#include <stdexcept>
#include <string>

#include <cudnn.h>
#include <dlfcn.h>

// What is used of it.
#define CUDNN_FUNCTIONS(M)                                                                                             \
    M(cudnnGetErrorString)                                                                                             \
    M(cudnnCreate)                                                                                                     \
    M(cudnnDestroy)                                                                                                    \
    M(cudnnSetStream)                                                                                                  \
    M(cudnnCreateTensorDescriptor)                                                                                     \
    M(cudnnDestroyTensorDescriptor)                                                                                    \
    M(cudnnSetTensor4dDescriptor)                                                                                      \
    M(cudnnCreateFilterDescriptor)                                                                                     \
    M(cudnnDestroyFilterDescriptor)                                                                                    \
    M(cudnnSetFilter4dDescriptor)                                                                                      \
    M(cudnnCreateConvolutionDescriptor)                                                                                \
    M(cudnnDestroyConvolutionDescriptor)                                                                               \
    M(cudnnSetConvolution2dDescriptor)                                                                                 \
    M(cudnnSetConvolutionMathType)                                                                                     \
    M(cudnnFindConvolutionForwardAlgorithmEx)                                                                          \
    M(cudnnConvolutionForward)

namespace bench
{
namespace
{
struct Library {
#define MEMBER(name) decltype(&::name) name = nullptr;
    CUDNN_FUNCTIONS(MEMBER)
#undef MEMBER
    bool is_usable = false;

    Library()
    {
        const std::string name = "libcudnn.so." + std::to_string(CUDNN_MAJOR);
        void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) { // beside the header it was built with
            library = dlopen(TCU_BENCH_CUDNN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
        }
        is_usable = library != nullptr;
#define FIND(name)                                                                                                     \
    name = is_usable ? reinterpret_cast<decltype(name)>(dlsym(library, #name)) : nullptr;                              \
    is_usable = name != nullptr;
        CUDNN_FUNCTIONS(FIND)
#undef FIND
    }
};

const Library &library()
{
    static const Library loaded;
    return loaded;
}

void check(cudnnStatus_t status, const char *what)
{
    if (status != CUDNN_STATUS_SUCCESS) {
        throw std::runtime_error(std::string("cuDNN, ") + what + ": " + library().cudnnGetErrorString(status));
    }
}

#define CALL(function, ...) check(library().function(__VA_ARGS__), #function)

struct Layer {
    bench_problem problem;
    cudnnHandle_t handle = nullptr;
    cudnnTensorDescriptor_t in = nullptr, out = nullptr;
    cudnnFilterDescriptor_t filters = nullptr;
    cudnnConvolutionDescriptor_t convolution = nullptr;
    cudnnConvolutionFwdAlgoPerf_t best = {};
    void *workspace = nullptr;

    Layer(const bench_problem &p, cudaStream_t stream) : problem(p)
    {
        try {
            describe(stream);
            choose();
        } catch (...) {
            release();
            throw;
        }
    }
    ~Layer() { release(); }

    void describe(cudaStream_t stream)
    {
        const tcu_convolution_layer_desc &l = problem.layer;
        const int batch = int(l.batch), height = int(l.height), width = int(l.width);
        const int channels[2] = {int(l.in_channels), int(l.out_channels)};
        const int kernel_height = int(l.kernel_height), kernel_width = int(l.kernel_width);
        const cudnnDataType_t type = l.type == TCU_TYPE_F16    ? CUDNN_DATA_HALF
                                     : l.type == TCU_TYPE_BF16 ? CUDNN_DATA_BFLOAT16
                                                               : CUDNN_DATA_FLOAT;
        CALL(cudnnCreate, &handle);
        CALL(cudnnSetStream, handle, stream);
        CALL(cudnnCreateTensorDescriptor, &in);
        CALL(cudnnCreateTensorDescriptor, &out);
        CALL(cudnnCreateFilterDescriptor, &filters);
        CALL(cudnnCreateConvolutionDescriptor, &convolution);
        CALL(cudnnSetTensor4dDescriptor, in, CUDNN_TENSOR_NCHW, type, batch, channels[0], height, width);
        CALL(cudnnSetTensor4dDescriptor, out, CUDNN_TENSOR_NCHW, type, batch, channels[1], height, width);
        CALL(cudnnSetFilter4dDescriptor, filters, type, CUDNN_TENSOR_NCHW, channels[1], channels[0], kernel_height,
             kernel_width);
        CALL(cudnnSetConvolution2dDescriptor, convolution, int(l.padding_y), int(l.padding_x), 1, 1, 1, 1,
             CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
        CALL(cudnnSetConvolutionMathType, convolution, l.type == TCU_TYPE_F32 ? CUDNN_FMA_MATH : CUDNN_TENSOR_OP_MATH);
    }

    void choose()
    {
        constexpr size_t most = size_t(1) << 30;
        int count = 0;
        if (cudaMalloc(&workspace, most) != cudaSuccess) {
            throw std::runtime_error("cuDNN: no memory");
        }
        CALL(cudnnFindConvolutionForwardAlgorithmEx, handle, in, problem.in, filters, problem.filters, convolution, out,
             problem.out, 1, &count, &best, workspace, most);
        if (count == 0) {
            throw std::runtime_error("cuDNN: no algorithm");
        }
        check(best.status, "algorithm");
        CALL(cudnnSetConvolutionMathType, convolution, best.mathType);
    }

    void release()
    {
        cudaFree(workspace);
        const auto destroy = [](auto function, auto what) {
            if (what != nullptr) {
                function(what);
            }
        };
        destroy(library().cudnnDestroyConvolutionDescriptor, convolution);
        destroy(library().cudnnDestroyFilterDescriptor, filters);
        destroy(library().cudnnDestroyTensorDescriptor, out);
        destroy(library().cudnnDestroyTensorDescriptor, in);
        destroy(library().cudnnDestroy, handle);
    }
};

} // namespace

std::function<void()> cudnn_layer(const bench_problem &problem, cudaStream_t stream)
{
    if (!library().is_usable) {
        return {};
    }
    const auto layer = std::make_shared<Layer>(problem, stream);
    return [layer] {
        const float one = 1, zero = 0;
        const Layer &l = *layer;
        CALL(cudnnConvolutionForward, l.handle, &one, l.in, l.problem.in, l.filters, l.problem.filters, l.convolution,
             l.best.algo, l.workspace, l.best.memory, &zero, l.out, l.problem.out);
    };
}
} // namespace bench

#else

namespace bench
{
std::function<void()> cudnn_layer(const bench_problem &, cudaStream_t)
{
    return {};
}
} // namespace bench

#endif
