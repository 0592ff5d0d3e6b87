/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan's memory on CUDA devices, and its coefficients: widened to f32 or f64, and differentiated.
 *
 *     monomials:  d^j/dx^j sum c_k t^k = scale^j sum over k of c_(k+j) (k+1) ... (k+j) t^k,  in two f64, rounded once
 *     Chebyshev:  d/dx sum c_k T_k(t) = scale sum c'_k T_k(t),  c'_k = 2 sum over n = k+1, k+3, ... of n c_n, halved for
 *                 k = 0; a block differentiates a polynomial again and again in f64 in shared memory
 */
#include <algorithm>

#include "coefficients.cuh"
#include "pairs.cuh"
#include "paths.h"
#include "primitives/memory/cuda/device_memory.h"
#include "primitives/pipeline/capture.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace
{

using namespace tcu;

constexpr int prepare_threads = TCUI_POLYNOMIAL_PREPARE_THREADS, prepare_warps = prepare_threads / TCUI_WARP_LANES;

/* Where the rows go: `planes` of `count` rows. Kernels load whole vectors, so zeros fill what a row has behind its last
 * coefficient. */
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
        const double product = rounded_product(high, factor);
        low = isfinite(product) ? fma(low, factor, fma(high, factor, -product)) : 0;
        high = product + low;
        low = isfinite(high) ? low - (high - product) : 0;
    };
    for (uint64_t i = 1; i <= j; i++) {
        multiply(static_cast<double>(first + i));
        if (scale != 1) {
            multiply(scale);
        }
    }
    return high;
}

/* A thread a coefficient, again and again. */
template <class In>
__global__ void __launch_bounds__(prepare_threads) prepare_monomials(prepare_task<In> task)
{
    const uint64_t width = task.stride, numbers = task.planes * task.count * width;
    const uint64_t step = static_cast<uint64_t>(gridDim.x) * prepare_threads;
    for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * prepare_threads + threadIdx.x; i < numbers; i += step) {
        const uint64_t row = i / width, k = i % width, j = row / task.count, p = row % task.count;
        computed<In> c = 0;
        if (j == 0 && k <= task.degree) {
            c = to_accumulator<computed<In>>(task.from[p * task.from_stride + k]);
        } else if (j > 0 && k + j <= task.degree) {
            c = static_cast<computed<In>>(
                differentiate_power(to_accumulator<double>(task.from[p * task.from_stride + k + j]), k, j, task.scale));
        }
        task.to[i] = c;
    }
}

/* Zeros behind the last coefficient of a row, by a block. */
template <class In>
__device__ void fill_row(const prepare_task<In> &task, computed<In> *row)
{
    for (uint64_t k = task.degree + 1 + threadIdx.x; k < task.stride; k += prepare_threads) {
        row[k] = 0;
    }
}

/*
 * store(k, c'_k) of a series for k = 0 ... degree, by a block. The sums of n c_n over every other n are two scans, of
 * odd and of even n, from the degree down; a thread has one n of each. What is stored is not read: `c` is another array.
 */
template <class Coefficients, class Store>
__device__ void differentiate_chebyshev(const Coefficients *c, uint64_t degree, double scale, const Store &store)
{
    __shared__ double of_warp[prepare_warps][2];
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    double before[2] = {};
    if (threadIdx.x == 0) {
        store(degree, 0);
    }
    for (uint64_t done = 0; done < degree; done += 2 * prepare_threads) {
        double sum[2];
        for (int i = 0; i < 2; i++) {
            const uint64_t above = done + 2 * threadIdx.x + i, n = degree - above;
            sum[i] = above < degree ? static_cast<double>(n) * static_cast<double>(c[n]) : 0;
        }
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            for (int i = 0; i < 2; i++) {
                const double other = __shfl_up_sync(all_lanes, sum[i], distance);
                sum[i] = lane >= distance ? other + sum[i] : sum[i];
            }
        }
        __syncthreads();
        if (lane == TCUI_WARP_LANES - 1) {
            of_warp[warp][0] = sum[0];
            of_warp[warp][1] = sum[1];
        }
        __syncthreads();
        for (int i = 0; i < 2; i++) {
            for (int w = 0; w < prepare_warps; w++) {
                if (w == warp) {
                    sum[i] += before[i];
                }
                before[i] += of_warp[w][i];
            }
            const uint64_t above = done + 2 * threadIdx.x + i, n = degree - above;
            if (above < degree) {
                store(n - 1, (n == 1 ? 1 : 2) * scale * sum[i]);
            }
        }
    }
}

/* A block a polynomial, again and again, with two series of f64 in shared memory. */
template <class In>
__global__ void __launch_bounds__(prepare_threads) prepare_chebyshev(prepare_task<In> task)
{
    const uint64_t width = task.degree + 1;
    double *c = reinterpret_cast<double *>(dynamic_shared_memory()), *next = c + width;
    for (uint64_t p = blockIdx.x; p < task.count; p += gridDim.x) {
        __syncthreads();
        for (uint64_t k = threadIdx.x; k < width; k += prepare_threads) {
            const In element = task.from[p * task.from_stride + k];
            c[k] = to_accumulator<double>(element);
            task.to[p * task.stride + k] = to_accumulator<computed<In>>(element);
        }
        fill_row(task, task.to + p * task.stride);
        for (uint64_t j = 1; j < task.planes; j++) {
            __syncthreads();
            computed<In> *const to = task.to + (j * task.count + p) * task.stride;
            fill_row(task, to);
            differentiate_chebyshev(c, task.degree, task.scale, [&](uint64_t k, double value) {
                next[k] = value;
                to[k] = static_cast<computed<In>>(value);
            });
            double *const last = c;
            c = next;
            next = last;
        }
    }
}

/* Degrees beyond shared memory: plane j from plane j - 1, as it was rounded. A block a polynomial, again and again. */
template <class In>
__global__ void __launch_bounds__(prepare_threads) differentiate_long_chebyshev(prepare_task<In> task, uint64_t j)
{
    for (uint64_t p = blockIdx.x; p < task.count; p += gridDim.x) {
        computed<In> *const to = task.to + (j * task.count + p) * task.stride;
        fill_row(task, to);
        differentiate_chebyshev(task.to + ((j - 1) * task.count + p) * task.stride, task.degree, task.scale,
                                [&](uint64_t k, double value) { to[k] = static_cast<computed<In>>(value); });
    }
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
    const size_t shared = 2 * width * sizeof(double), of_warps = 2 * prepare_warps * sizeof(double);
    if (polynomials->basis == TCU_BASIS_CHEBYSHEV && task.planes > 1 &&
        shared + of_warps <= context->properties.shared_memory_per_block) {
        return launch(context, prepare_chebyshev<In>, std::min(task.count, most_grid_blocks), prepare_threads, shared,
                      task);
    }
    prepare_task<In> first = task;
    if (polynomials->basis == TCU_BASIS_CHEBYSHEV) {
        first.planes = 1;
    }
    const uint64_t blocks = divide_up(first.planes * task.count * task.stride, prepare_threads);
    tcu_status status =
        launch(context, prepare_monomials<In>, std::min(blocks, most_grid_blocks), prepare_threads, 0, first);
    for (uint64_t j = first.planes; j < task.planes && status == TCU_SUCCESS; j++) {
        status = launch(context, differentiate_long_chebyshev<In>, std::min(task.count, most_grid_blocks),
                        prepare_threads, 0, task, j);
    }
    return status;
}

} // namespace

extern "C" {

tcu_status tcui_polynomial_cuda_prepare(tcu_context *context, const tcui_polynomial_source *source,
                                        const tcui_polynomials *polynomials, void *to)
{
    if (polynomials->count == 0) {
        return TCU_SUCCESS;
    }
    return dispatch_types(source->type, source->type,
                          [&](auto in, auto) { return prepare_as<decltype(in)>(context, source, polynomials, to); });
}

tcu_status tcui_polynomial_cuda_allocate(tcu_context *context, size_t bytes, void **pointer)
{
    *pointer = nullptr;
    const tcu_status status = check_no_capture(context);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const cudaError_t error = tcui_device_allocate(bytes, pointer);
    if (error == cudaSuccess || error == cudaErrorMemoryAllocation) {
        return TCU_SUCCESS;
    }
    return tcui_fail(context, TCU_ERROR_DEVICE, "the plan's memory cannot be allocated: %s (%s)",
                     cudaGetErrorString(error), cudaGetErrorName(error));
}

tcu_status tcui_polynomial_cuda_wait(tcu_context *context)
{
    const cudaError_t error = tcui_device_wait(static_cast<cudaStream_t>(context->stream));
    if (error == cudaSuccess) {
        return TCU_SUCCESS;
    }
    return tcui_fail(context, TCU_ERROR_DEVICE, "the plan's coefficients cannot be made ready: %s (%s)",
                     cudaGetErrorString(error), cudaGetErrorName(error));
}

void tcui_polynomial_cuda_release(int device, void *pointer)
{
    tcui_device_free_of(device, pointer);
}

} // extern "C"
