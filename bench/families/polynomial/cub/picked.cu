/* SPDX-License-Identifier: Apache-2.0 */
/* A polynomial for each point: a piece of a spline, by a binary search in the breakpoints, or the one of an index. */
#include <cub/device/device_transform.cuh>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>

#include "bench/families/polynomial/cub/horner.cuh"

namespace
{
using namespace bench;

// The degree known, so that a polynomial's coefficients are loaded at once.
template <class T, int degree>
__device__ T evaluate_at(const T *__restrict__ coefficients, uint32_t polynomial, T t)
{
    coefficients += (uint64_t)polynomial * (degree + 1);
    T value = coefficients[degree];
#pragma unroll
    for (int k = degree - 1; k >= 0; k--) {
        value = value * t + coefficients[k];
    }
    return value;
}

template <class T, int degree>
struct Piece {
    const T *coefficients, *breakpoints;
    int pieces;
    __device__ T operator()(T x) const
    {
        const T *inner = breakpoints + 1; // those between pieces
        const int piece = (int)(thrust::upper_bound(thrust::seq, inner, inner + pieces - 1, x) - inner);
        return evaluate_at<T, degree>(coefficients, (uint32_t)piece, x - breakpoints[piece]);
    }
};

template <class T, int degree>
struct Indexed {
    const T *coefficients;
    __device__ T operator()(T x, uint32_t index) const { return evaluate_at<T, degree>(coefficients, index, x); }
};

template <class T>
cudaError_t spline(const bench_problem *p, cudaStream_t stream)
{
    return with_degree<3, 7>(p, [&](auto degree) {
        const Piece<T, degree.value> piece = {static_cast<const T *>(p->coefficients),
                                              static_cast<const T *>(p->breakpoints), (int)p->num_polynomials};
        return cub::DeviceTransform::Transform(input<T>(p), output<T>(p), count(p), piece, stream);
    });
}

template <class T>
cudaError_t indexed(const bench_problem *p, cudaStream_t stream)
{
    return with_degree<3, 7>(p, [&](auto degree) {
        const Indexed<T, degree.value> polynomial = {static_cast<const T *>(p->coefficients)};
        return cub::DeviceTransform::Transform(::cuda::std::make_tuple(input<T>(p), p->indices), output<T>(p), count(p),
                                               polynomial, stream);
    });
}
} // namespace

#define VARIANT(form, type, name, function)                                                                            \
    {                                                                                                                  \
        BENCH_POLYNOMIAL, form, TCU_TYPE_##type, TCU_TYPE_##type, 0, name,                                             \
            without_memory<function<TypeOf<TCU_TYPE_##type>::T>>                                                       \
    }
#define VARIANTS(type)                                                                                                 \
    VARIANT(BENCH_TABLE, type, "DeviceTransform::Transform, thrust::upper_bound", spline),                             \
        VARIANT(BENCH_INDEXED, type, "DeviceTransform::Transform", indexed)

const bench_cub_variant bench_cub_polynomial_picked[] = {VARIANTS(F64), VARIANTS(F32), {}};
