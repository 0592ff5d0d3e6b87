/* SPDX-License-Identifier: Apache-2.0 */
#include <cub/device/device_reduce.cuh>

#include "bench/cub/common.cuh"

namespace
{
using namespace bench;

template <class In, class Out>
int sum(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceReduce::Sum(temp, *bytes, input<In>(p), output<Out>(p), count(p), on(stream));
}

template <class In, class Out>
int float_operator(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceReduce::Reduce(temp, *bytes, input<In>(p), output<Out>(p), count(p), AddFloat{}, 0.0f,
                                     on(stream));
}

template <class In, class Out>
int float_transform(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceReduce::TransformReduce(temp, *bytes, input<In>(p), output<Out>(p), count(p), AddFloat{},
                                              ToFloat{}, 0.0f, on(stream));
}
} // namespace

#define VARIANT(in, out, half_sums, name, function)                                                                    \
    {                                                                                                                  \
        BENCH_REDUCE, BENCH_NO_FORM, in, out, half_sums, name, function<TypeOf<in>::T, TypeOf<out>::T>                 \
    }
#define SUM(in, out)   VARIANT(TCU_TYPE_##in, TCU_TYPE_##out, 0, "DeviceReduce::Sum", sum)
#define HALF_SUM(type) VARIANT(TCU_TYPE_##type, TCU_TYPE_##type, 1, "DeviceReduce::Sum (half accumulator)", sum)
#define FLOAT_SUM(in, out)                                                                                             \
    VARIANT(TCU_TYPE_##in, TCU_TYPE_##out, 0, "DeviceReduce::Reduce (f32 operator)", float_operator),                  \
        VARIANT(TCU_TYPE_##in, TCU_TYPE_##out, 0, "DeviceReduce::TransformReduce (f32)", float_transform)

const bench_cub_variant bench_cub_reduce[] = {
    HALF_SUM(F16),         FLOAT_SUM(F16, F16),  FLOAT_SUM(F16, F32), HALF_SUM(BF16),
    FLOAT_SUM(BF16, BF16), FLOAT_SUM(BF16, F32), SUM(F32, F32),       SUM(F32, F64),
    SUM(F64, F64),         SUM(U8, U8),          SUM(I8, I32),        SUM(I8, I64),
    SUM(U8, U32),          SUM(U8, U64),         SUM(U16, U16),       SUM(I16, I32),
    SUM(I16, I64),         SUM(U16, U32),        SUM(U16, U64),       SUM(U32, U32),
    SUM(I32, I64),         SUM(U32, U64),        SUM(U64, U64),       {}};

int bench_cub_version(void)
{
    return CUB_VERSION;
}
