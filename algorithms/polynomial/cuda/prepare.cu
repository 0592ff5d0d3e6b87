/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan's memory on CUDA devices, and its coefficients: widened to f32 or f64, and differentiated.
 *
 *     monomials:  d^j/dx^j sum c_k t^k = scale^j sum over k of c_(k+j) (k+1) ... (k+j) t^k,  in two f64, rounded once
 *     Chebyshev:  d/dx sum c_k T_k(t) = scale sum c'_k T_k(t),  c'_k = 2 sum over n = k+1, k+3, ... of n c_n, halved for
 *                 k = 0; a block differentiates a polynomial again and again in f64 in shared memory
 */
#include "coefficients.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

constexpr int prepare_threads = 256;

/* Where the rows go: `planes` of `count` rows. */
template <class In>
struct prepare_task {
    const In *from;
    uint64_t from_stride;
    computed<In> *to;
    uint64_t stride, count, planes, degree;
    double scale;
};

/* high + low = c (first + 1) ... (first + j) scale^j. */
__device__ double differentiate_power(double c, uint64_t first, uint64_t j, double scale)
{
    double high = c, low = 0;
    const auto multiply = [&](double factor) {
        const double product = high * factor;
        low = isfinite(product) ? fma(low, factor, fma(high, factor, -product)) : 0;
        high = product + low;
        low = isfinite(high) ? low - (high - product) : 0;
    };
    for (uint64_t i = 1; i <= j; ++i) {
        multiply(static_cast<double>(first + i));
        if (scale != 1)
            multiply(scale);
    }
    return high;
}

/* A thread a coefficient. */
template <class In>
__global__ void __launch_bounds__(prepare_threads) prepare_monomials(prepare_task<In> task)
{
    const uint64_t i = static_cast<uint64_t>(blockIdx.x) * prepare_threads + threadIdx.x, width = task.degree + 1;
    const uint64_t row = i / width, k = i % width;
    if (row >= task.planes * task.count)
        return;
    const uint64_t j = row / task.count, p = row % task.count;
    computed<In> c = 0;
    if (j == 0)
        c = to_accumulator<computed<In>>(task.from[p * task.from_stride + k]);
    else if (k + j <= task.degree)
        c = static_cast<computed<In>>(
            differentiate_power(to_accumulator<double>(task.from[p * task.from_stride + k + j]), k, j, task.scale));
    task.to[row * task.stride + k] = c;
}

/* c'_k of a series; `c` is anything that can be indexed. */
template <class Coefficients>
__device__ double differentiate_chebyshev(const Coefficients &c, uint64_t degree, uint64_t k, double scale)
{
    double sum = 0;
    for (uint64_t n = k + 1; n <= degree; n += 2)
        sum += static_cast<double>(n) * static_cast<double>(c[n]);
    return (k == 0 ? 1 : 2) * scale * sum;
}

/* A block a polynomial, with two series of f64 in shared memory. */
template <class In>
__global__ void __launch_bounds__(prepare_threads) prepare_chebyshev(prepare_task<In> task)
{
    const uint64_t width = task.degree + 1, p = blockIdx.x;
    double *c = reinterpret_cast<double *>(dynamic_shared_memory()), *next = c + width;
    for (uint64_t k = threadIdx.x; k < width; k += prepare_threads) {
        const In element = task.from[p * task.from_stride + k];
        c[k] = to_accumulator<double>(element);
        task.to[p * task.stride + k] = to_accumulator<computed<In>>(element);
    }
    for (uint64_t j = 1; j < task.planes; ++j) {
        __syncthreads();
        for (uint64_t k = threadIdx.x; k < width; k += prepare_threads) {
            next[k] = differentiate_chebyshev(c, task.degree, k, task.scale);
            task.to[(j * task.count + p) * task.stride + k] = static_cast<computed<In>>(next[k]);
        }
        double *const last = c;
        c = next;
        next = last;
    }
}

/* Degrees beyond shared memory: plane j from plane j - 1, as it was rounded. A thread a coefficient. */
template <class In>
__global__ void __launch_bounds__(prepare_threads) differentiate_long_chebyshev(prepare_task<In> task, uint64_t j)
{
    const uint64_t i = static_cast<uint64_t>(blockIdx.x) * prepare_threads + threadIdx.x, width = task.degree + 1;
    const uint64_t p = i / width, k = i % width;
    if (p >= task.count)
        return;
    task.to[(j * task.count + p) * task.stride + k] = static_cast<computed<In>>(
        differentiate_chebyshev(task.to + ((j - 1) * task.count + p) * task.stride, task.degree, k, task.scale));
}

template <class In>
tcu_status prepare_as(tcu_context *context, const tcui_polynomial_source *source, const tcui_polynomials *polynomials,
                      void *to)
{
    const prepare_task<In> task = {static_cast<const In *>(source->coefficients),
                                   source->stride,
                                   static_cast<computed<In> *>(to),
                                   polynomials->stride,
                                   polynomials->count,
                                   polynomials->planes,
                                   polynomials->degree,
                                   polynomials->scale};
    const uint64_t width = polynomials->degree + 1;
    const size_t shared = 2 * width * sizeof(double);
    if (polynomials->basis == TCU_BASIS_CHEBYSHEV && task.planes > 1 &&
        shared <= context->properties.shared_memory_per_block)
        return launch(context, prepare_chebyshev<In>, task.count, prepare_threads, shared, task);
    prepare_task<In> first = task;
    if (polynomials->basis == TCU_BASIS_CHEBYSHEV)
        first.planes = 1;
    tcu_status status =
        launch(context, prepare_monomials<In>, divide_up(first.planes * task.count * width, prepare_threads),
               prepare_threads, 0, first);
    for (uint64_t j = first.planes; j < task.planes && status == TCU_SUCCESS; ++j)
        status = launch(context, differentiate_long_chebyshev<In>, divide_up(task.count * width, prepare_threads),
                        prepare_threads, 0, task, j);
    return status;
}

} // namespace

extern "C" {

tcu_status tcui_polynomial_cuda_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                        const tcui_polynomials *polynomials, void *to)
{
    if (polynomials->count == 0)
        return TCU_SUCCESS;
    switch (source->type) {
    case TCU_TYPE_F64:
        return prepare_as<f64>(context, source, polynomials, to);
    case TCU_TYPE_F32:
        return prepare_as<f32>(context, source, polynomials, to);
    case TCU_TYPE_F16:
        return prepare_as<f16>(context, source, polynomials, to);
    default:
        return prepare_as<bf16>(context, source, polynomials, to);
    }
}

tcu_status tcui_polynomial_cuda_allocate(tcu_context *context, size_t bytes, void **pointer)
{
    const cudaError_t error = cudaMalloc(pointer, bytes);
    if (error == cudaSuccess)
        return TCU_SUCCESS;
    *pointer = nullptr;
    cudaGetLastError();
    if (error == cudaErrorMemoryAllocation)
        return TCU_SUCCESS;
    return tcui_fail(context, TCU_ERROR_DEVICE, "the plan's memory cannot be allocated: %s (%s)",
                     cudaGetErrorString(error), cudaGetErrorName(error));
}

void tcui_polynomial_cuda_release(int device, void *pointer)
{
    int previous = device;
    if (cudaGetDevice(&previous) == cudaSuccess && previous != device)
        cudaSetDevice(device);
    cudaFree(pointer);
    cudaGetLastError();
    if (previous != device)
        cudaSetDevice(previous);
}

} // extern "C"
