/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented reductions: by offsets, by a segment size where this CCCL has that overload, and by key. */
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "bench/cub/common.cuh"

namespace
{
using namespace bench;

template <bench_op op, class In, class Out>
int by_offsets(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (op == BENCH_SEGMENTED_REDUCE) {
        return cub::DeviceSegmentedReduce::Sum(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                               fixed_begins(p, 0), fixed_begins(p, 1), on(stream));
    } else {
        return cub::DeviceSegmentedReduce::Sum(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                               p->offsets, p->offsets + 1, on(stream));
    }
}
template <bench_op op, class In, class Out>
int by_offsets_float(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (op == BENCH_SEGMENTED_REDUCE) {
        return cub::DeviceSegmentedReduce::Reduce(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                                  fixed_begins(p, 0), fixed_begins(p, 1), AddFloat{}, 0.0f, on(stream));
    } else {
        return cub::DeviceSegmentedReduce::Reduce(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                                  p->offsets, p->offsets + 1, AddFloat{}, 0.0f, on(stream));
    }
}

// Every element's segment as key, computed on the fly.
template <bench_op op, class In, class Out>
int by_key(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    constexpr bool half = std::is_same_v<In, f16> || std::is_same_v<In, bf16>;
    constexpr size_t room = 256; // for the number of runs, in front of CUB's memory
    const auto in = thrust::make_transform_iterator(input<In>(p), std::conditional_t<half, ToFloat, ConvertTo<Out>>{});
    size_t inner = temp != nullptr ? *bytes - room : 0;
    const int error = cub::DeviceReduce::ReduceByKey(temp != nullptr ? (char *)temp + room : nullptr, inner,
                                                     fixed_keys(p), thrust::make_discard_iterator(), in, output<Out>(p),
                                                     (uint32_t *)temp, ::cuda::std::plus<>{}, count(p), on(stream));
    if (temp == nullptr) {
        *bytes = inner + room;
    }
    return error;
}

#if BENCH_CUB_HAS_FIXED_SIZE
template <bench_op op, class In, class Out>
int by_size(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return p->segment_size > INT32_MAX
               ? cudaErrorNotSupported
               : cub::DeviceSegmentedReduce::Sum(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                                 (int)p->segment_size, on(stream));
}
template <bench_op op, class In, class Out>
int by_size_float(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return p->segment_size > INT32_MAX
               ? cudaErrorNotSupported
               : cub::DeviceSegmentedReduce::Reduce(temp, *bytes, input<In>(p), output<Out>(p),
                                                    (int64_t)p->num_segments, (int)p->segment_size, AddFloat{}, 0.0f,
                                                    on(stream));
}
#endif
} // namespace

#define VARIANT(op, in, out, half_sums, name, function)                                                                \
    {                                                                                                                  \
        op, BENCH_NO_FORM, TCU_TYPE_##in, TCU_TYPE_##out, half_sums, name,                                             \
            function<op, TypeOf<TCU_TYPE_##in>::T, TypeOf<TCU_TYPE_##out>::T>                                          \
    }
#define FIXED   BENCH_SEGMENTED_REDUCE
#define OFFSETS BENCH_SEGMENTED_REDUCE_OFFSETS
#if BENCH_CUB_HAS_FIXED_SIZE
#define BY_SIZE(in, out, half_sums, note)                                                                              \
    VARIANT(FIXED, in, out, half_sums, "DeviceSegmentedReduce::Sum (fixed size" note ")", by_size),
#define BY_SIZE_FLOAT(in, out)                                                                                         \
    VARIANT(FIXED, in, out, 0, "DeviceSegmentedReduce::Reduce (fixed size, f32 operator)", by_size_float),
#else
#define BY_SIZE(in, out, half_sums, note)
#define BY_SIZE_FLOAT(in, out)
#endif
#define SUM(in, out)                                                                                                   \
    BY_SIZE(in, out, 0, "")                                                                                            \
    VARIANT(FIXED, in, out, 0, "DeviceSegmentedReduce::Sum (offsets)", by_offsets),                                    \
        VARIANT(OFFSETS, in, out, 0, "DeviceSegmentedReduce::Sum (offsets)", by_offsets),                              \
        VARIANT(FIXED, in, out, 0, "DeviceReduce::ReduceByKey", by_key)
#define FLOAT_SUM(in, out)                                                                                             \
    BY_SIZE_FLOAT(in, out)                                                                                             \
    VARIANT(FIXED, in, out, 0, "DeviceSegmentedReduce::Reduce (offsets, f32 operator)", by_offsets_float),             \
        VARIANT(OFFSETS, in, out, 0, "DeviceSegmentedReduce::Reduce (offsets, f32 operator)", by_offsets_float),       \
        VARIANT(FIXED, in, out, 0, "DeviceReduce::ReduceByKey (f32 iterator)", by_key)
#define HALF_SUM(type)                                                                                                 \
    BY_SIZE(type, type, 1, ", half accumulator")                                                                       \
    FLOAT_SUM(type, type),                                                                                             \
        VARIANT(FIXED, type, type, 1, "DeviceSegmentedReduce::Sum (offsets, half accumulator)", by_offsets),           \
        VARIANT(OFFSETS, type, type, 1, "DeviceSegmentedReduce::Sum (offsets, half accumulator)", by_offsets)

const bench_cub_variant bench_cub_segmented_reduce[] = {
    HALF_SUM(F16), FLOAT_SUM(F16, F32), FLOAT_SUM(BF16, F32), SUM(F32, F32), SUM(I8, I32), SUM(U32, U32), {}};
