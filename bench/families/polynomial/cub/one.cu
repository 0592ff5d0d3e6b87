/* SPDX-License-Identifier: Apache-2.0 */
/* One polynomial at many points, and a grid as a transform for each polynomial. */
#include <cub/device/device_transform.cuh>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include "bench/families/polynomial/cub/horner.cuh"

namespace
{
using namespace bench;

template <class In, class Out, class Run>
cudaError_t with_horner(const bench_problem *p, uint64_t polynomial, Run run)
{
    return with_degree<3, 7, 15, 31, 63, 127, 255>(
        p, [&](auto degree) { return run(Horner<In, Out, degree.value>(p, polynomial)); });
}

template <class In, class Out>
cudaError_t transform(const bench_problem *p, cudaStream_t stream)
{
    return with_horner<In, Out>(p, 0, [&](auto horner) {
        return cub::DeviceTransform::Transform(input<In>(p), output<Out>(p), count(p), horner, stream);
    });
}

template <class In, class Out>
cudaError_t thrust_transform(const bench_problem *p, cudaStream_t stream)
{
    return with_horner<In, Out>(p, 0, [&](auto horner) {
        thrust::transform(thrust::cuda::par_nosync.on(stream), input<In>(p), input<In>(p) + p->n, output<Out>(p),
                          horner);
        return cudaGetLastError();
    });
}

template <class In, class Out>
cudaError_t transform_each(const bench_problem *p, cudaStream_t stream)
{
    for (uint64_t polynomial = 0; polynomial < p->num_polynomials; polynomial++) {
        const cudaError_t error = with_horner<In, Out>(p, polynomial, [&](auto horner) {
            return cub::DeviceTransform::Transform(input<In>(p), output<Out>(p) + polynomial * p->n, count(p), horner,
                                                   stream);
        });
        if (error != cudaSuccess) {
            return error;
        }
    }
    return cudaSuccess;
}
} // namespace

#define VARIANT(form, in, out, name, function)                                                                         \
    {                                                                                                                  \
        BENCH_POLYNOMIAL, form, TCU_TYPE_##in, TCU_TYPE_##out, 0, name,                                                \
            without_memory<function<TypeOf<TCU_TYPE_##in>::T, TypeOf<TCU_TYPE_##out>::T>>                              \
    }
#define ONE(type)                                                                                                      \
    VARIANT(BENCH_ONE, type, type, "DeviceTransform::Transform", transform),                                           \
        VARIANT(BENCH_ONE, type, type, "thrust::transform", thrust_transform)
#define GRID(in, out) VARIANT(BENCH_GRID, in, out, "DeviceTransform::Transform for each polynomial", transform_each)

const bench_cub_variant bench_cub_polynomial_one[] = {
    ONE(F64),       ONE(F32),       ONE(F16),       ONE(BF16),        GRID(F64, F64),
    GRID(F32, F32), GRID(F16, F16), GRID(F16, F32), GRID(BF16, BF16), {}};
