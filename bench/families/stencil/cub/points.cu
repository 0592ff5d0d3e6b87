/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils as a user of CUB would hand them to a transform of the points' numbers: the function object looks at the
 * point's neighbours by itself. CUB has no stencils. Its shape is known to the compiler, and weights are a part of the
 * object, so that they are kernel parameters.
 */
#include <cub/device/device_for.cuh>
#include <cub/device/device_transform.cuh>

#include "bench/families/polynomial/cub/horner.cuh"

namespace
{
using namespace bench;

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
} // namespace

#define VARIANT(form, type, name, function, ...)                                                                       \
    {                                                                                                                  \
        BENCH_STENCIL, form, TCU_TYPE_##type, TCU_TYPE_##type, 0, name,                                                \
            without_memory<function<Around<TypeOf<TCU_TYPE_##type>::T, __VA_ARGS__>>>                                  \
    }
#define BOTH(form, type, ...)                                                                                          \
    VARIANT(form, type, "DeviceTransform::Transform of numbers", transform, __VA_ARGS__),                              \
        VARIANT(form, type, "DeviceFor::Bulk", bulk, __VA_ARGS__)
#define STENCIL(form, ...) BOTH(form, F64, __VA_ARGS__), BOTH(form, F32, __VA_ARGS__), BOTH(form, F16, __VA_ARGS__)

const bench_cub_variant bench_cub_stencil[] = {STENCIL(BENCH_1D_17, 1, 8, false),
                                               STENCIL(BENCH_2D_5POINT, 2, 1, true),
                                               STENCIL(BENCH_2D_BOX9, 2, 1, false),
                                               STENCIL(BENCH_3D_7POINT, 3, 1, true),
                                               STENCIL(BENCH_3D_13STAR, 3, 2, true),
                                               STENCIL(BENCH_3D_27BOX, 3, 1, false),
                                               {}};
