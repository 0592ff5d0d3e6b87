/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours: CUB's own form, and a transform of the array and the same one element on. */
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>

#include "bench/cub/common.cuh"

namespace
{
using namespace bench;

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
int transform(const bench_problem *p, void *temp, size_t *bytes, void *stream)
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
} // namespace

#define VARIANTS(type)                                                                                                 \
    {BENCH_ADJACENT_DIFFERENCE,                                                                                        \
     BENCH_NO_FORM,                                                                                                    \
     TCU_TYPE_##type,                                                                                                  \
     TCU_TYPE_##type,                                                                                                  \
     0,                                                                                                                \
     "DeviceAdjacentDifference::SubtractLeftCopy",                                                                     \
     adjacent<TypeOf<TCU_TYPE_##type>::T>},                                                                            \
    {                                                                                                                  \
        BENCH_ADJACENT_DIFFERENCE, BENCH_NO_FORM, TCU_TYPE_##type, TCU_TYPE_##type, 0,                                 \
            "DeviceTransform::Transform of two ranges", transform<TypeOf<TCU_TYPE_##type>::T>                          \
    }

const bench_cub_variant bench_cub_difference[] = {
    VARIANTS(F64), VARIANTS(F32), VARIANTS(F16), VARIANTS(U64), VARIANTS(U32), VARIANTS(U8), {}};
