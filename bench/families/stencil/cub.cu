/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differences of neighbours: CUB's own form, and a transform of the array and the same one element on. CUB has no stencils:
 * they are handed to a transform of the points' numbers, as a user would do it; the function object looks at the point's
 * neighbours by itself. Its shape is known to the compiler, and weights are a part of the object, so that they are kernel
 * parameters.
 */
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
template <class T>
struct Subtract {
    __device__ T operator()(T x, T before) const { return (T)(x - before); }
};

template <class T>
int adjacent(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(temp, *bytes, input<T>(p), output<T>(p), count(p),
                                                           Subtract<T>(), on(stream));
}

template <class T>
int difference(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (temp == nullptr) {
        *bytes = 1;
        return cudaSuccess;
    }
    const cudaError_t error = cudaMemcpyAsync(p->out, p->in, sizeof(T), cudaMemcpyDeviceToDevice, on(stream));
    if (error != cudaSuccess) {
        return error;
    }
    return cub::DeviceTransform::Transform(::cuda::std::make_tuple(input<T>(p) + 1, input<T>(p)), output<T>(p) + 1,
                                           count(p) - 1, Subtract<T>(), on(stream));
}

template <class T, int dimensions, int radius, bool is_star>
struct Around {
    static constexpr int edge = 2 * radius + 1;
    static constexpr int box = edge * (dimensions > 1 ? edge : 1) * (dimensions > 2 ? edge : 1);
    static constexpr int radius_y = dimensions > 1 ? radius : 0, radius_z = dimensions > 2 ? radius : 0;

    const T *in;
    int width, height, depth;
    Real<T> weights[box];

    explicit Around(const bench_problem *p)
        : in(input<T>(p)), width((int)p->grid.extents[2]), height((int)p->grid.extents[1]),
          depth((int)p->grid.extents[0])
    {
        for (int k = 0; k < box; k++) {
            weights[k] = (Real<T>)p->grid.weights_here[k];
        }
    }
    __device__ T operator()(uint32_t i) const
    {
        const int x = (int)(i % (uint32_t)width), row = (int)(i / (uint32_t)width);
        const int y = dimensions > 1 ? row % height : 0, z = dimensions > 2 ? row / height : 0;
        const bool is_inside = x >= radius && x + radius < width && y >= radius_y && y + radius_y < height &&
                               z >= radius_z && z + radius_z < depth;
        Real<T> sum = 0;
        int k = 0;
#pragma unroll
        for (int dz = -radius_z; dz <= radius_z; dz++) {
#pragma unroll
            for (int dy = -radius_y; dy <= radius_y; dy++) {
#pragma unroll
                for (int dx = -radius; dx <= radius; dx++, k++) {
                    if (is_star && (dx != 0) + (dy != 0) + (dz != 0) > 1) {
                        continue;
                    }
                    const int64_t at = (int64_t)i + ((int64_t)dz * height + dy) * width + dx;
                    if (is_inside || (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height && z + dz >= 0 &&
                                      z + dz < depth)) {
                        sum += weights[k] * to_real(in[at]);
                    }
                }
            }
        }
        return (T)sum;
    }
};

template <class Object>
cudaError_t transform(const bench_problem *p, cudaStream_t stream)
{
    using T = decltype(Object(p)(0u));
    return cub::DeviceTransform::Transform(thrust::counting_iterator<uint32_t>(0), output<T>(p), count(p), Object(p),
                                           stream);
}

template <class Object, class T>
struct Store {
    Object object;
    T *out;
    __device__ void operator()(uint32_t i) const { out[i] = object(i); }
};

template <class Object>
cudaError_t bulk(const bench_problem *p, cudaStream_t stream)
{
    using T = decltype(Object(p)(0u));
    return cub::DeviceFor::Bulk(count(p), Store<Object, T>{Object(p), output<T>(p)}, stream);
}

#define DIFFERENCE(type)                                                                                               \
    BENCH_CUB(ADJACENT_DIFFERENCE, NO_FORM, type, type, 0, "DeviceAdjacentDifference::SubtractLeftCopy",               \
              adjacent<BENCH_T(type)>),                                                                                \
        BENCH_CUB(ADJACENT_DIFFERENCE, NO_FORM, type, type, 0, "DeviceTransform::Transform of two ranges",             \
                  difference<BENCH_T(type)>)
#define BOTH(FORM, type, ...)                                                                                          \
    BENCH_CUB(STENCIL, FORM, type, type, 0, "DeviceTransform::Transform of numbers",                                   \
              without_memory<transform<Around<BENCH_T(type), __VA_ARGS__>>>),                                          \
        BENCH_CUB(STENCIL, FORM, type, type, 0, "DeviceFor::Bulk",                                                     \
                  without_memory<bulk<Around<BENCH_T(type), __VA_ARGS__>>>)
#define POINTS(FORM, ...) BOTH(FORM, F64, __VA_ARGS__), BOTH(FORM, F32, __VA_ARGS__), BOTH(FORM, F16, __VA_ARGS__)

const CubVariant kVariants[] = {DIFFERENCE(F64),
                                DIFFERENCE(F32),
                                DIFFERENCE(F16),
                                DIFFERENCE(U64),
                                DIFFERENCE(U32),
                                DIFFERENCE(U8),
                                POINTS(1D_17, 1, 8, false),
                                POINTS(2D_5POINT, 2, 1, true),
                                POINTS(2D_BOX9, 2, 1, false),
                                POINTS(3D_7POINT, 3, 1, true),
                                POINTS(3D_13STAR, 3, 2, true),
                                POINTS(3D_27BOX, 3, 1, false)};
} // namespace

CubTable stencil_cub()
{
    return table_of(kVariants, true);
}
} // namespace bench
