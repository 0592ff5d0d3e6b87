/* SPDX-License-Identifier: Apache-2.0 */
/* Dot products by CUB: sums of what a transforming iterator makes of two arrays. */
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
template <class T, class Out>
struct ProductAt {
    const T *x, *y;
    __host__ __device__ Out operator()(uint32_t i) const
    {
        if constexpr (std::is_integral_v<T>) {
            return (Out)x[i] * (Out)y[i];
        } else {
            return (Out)to_real(x[i]) * (Out)to_real(y[i]);
        }
    }
};

template <class T, class Out>
auto terms(const bench_problem *p)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0),
                                           ProductAt<T, Out>{input<T>(p), static_cast<const T *>(p->a)});
}

template <class T, class Out>
int whole(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceReduce::Sum(temp, *bytes, terms<T, Out>(p), output<Out>(p), count(p), on(stream));
}

template <class T, class Out>
int segments(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSegmentedReduce::Sum(temp, *bytes, terms<T, Out>(p), output<Out>(p), (int64_t)p->num_segments,
                                           fixed_begins(p, 0), fixed_begins(p, 1), on(stream));
}

#define WHOLE(in, out)                                                                                                 \
    BENCH_CUB(DOT, NO_FORM, in, out, 0, "DeviceReduce::Sum of products", whole<BENCH_T(in), BENCH_T(out)>)
#define SEGMENTS(in, out)                                                                                              \
    BENCH_CUB(SEGMENTED_DOT, NO_FORM, in, out, 0, "DeviceSegmentedReduce::Sum of products",                            \
              segments<BENCH_T(in), BENCH_T(out)>)

const CubVariant kVariants[] = {WHOLE(F32, F32), WHOLE(F16, F32),    WHOLE(F64, F64),   WHOLE(I8, I32),
                                WHOLE(U32, U64), SEGMENTS(F32, F32), SEGMENTS(F16, F32)};
} // namespace

CubTable dot_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
