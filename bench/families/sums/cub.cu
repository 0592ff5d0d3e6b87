/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's sums, and its least and greatest elements. Halves are summed in their own type, as a user gets it, and in f32.
 * Segmented reductions: by offsets, by a segment size where this CCCL has that overload, and by key. Segmented scans:
 * DeviceScan's by-key forms (keys computed on the fly for segments of one size; for offsets a prepared array, whose making
 * is not timed) and, where this CCCL has it, DeviceSegmentedScan.
 */
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "bench/cub/common.cuh"

// The fixed-size segmented reduction came with CUB 3.2, the segmented scan in a header of its own.
#define BENCH_CUB_HAS_FIXED_SIZE (CUB_VERSION >= 300200)
#define BENCH_CUB_HAS_LOOKAHEAD  (CUB_VERSION >= 300500 && CUB_VERSION < 300600)
#if __has_include(<cub/device/device_segmented_scan.cuh>)
#define BENCH_CUB_HAS_SEGMENTED_SCAN 1
#include <cub/device/device_segmented_scan.cuh>
#endif

namespace bench
{
namespace
{
/* ----------------------------------------------------------------------------------------------------- reductions --- */

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

template <bench_op op, class In, class Out>
int by_offsets(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSegmentedReduce::Sum(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                           begins<op>(p, 0), begins<op>(p, 1), on(stream));
}
template <bench_op op, class In, class Out>
int by_offsets_float(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSegmentedReduce::Reduce(temp, *bytes, input<In>(p), output<Out>(p), (int64_t)p->num_segments,
                                              begins<op>(p, 0), begins<op>(p, 1), AddFloat{}, 0.0f, on(stream));
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

/* ------------------------------------------------------------------------------------ least and greatest elements --- */

template <bench_form form, class T>
int extremum(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return form == BENCH_MINIMUM
               ? cub::DeviceReduce::Min(temp, *bytes, input<T>(p), output<T>(p), count(p), on(stream))
               : cub::DeviceReduce::Max(temp, *bytes, input<T>(p), output<T>(p), count(p), on(stream));
}
template <bench_form form, class T>
int extremum_by_offsets(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto begin = begins<BENCH_SEGMENTED_REDUCE>(p, 0), end = begins<BENCH_SEGMENTED_REDUCE>(p, 1);
    const int64_t segments = (int64_t)p->num_segments;
    return form == BENCH_MINIMUM ? cub::DeviceSegmentedReduce::Min(temp, *bytes, input<T>(p), output<T>(p), segments,
                                                                   begin, end, on(stream))
                                 : cub::DeviceSegmentedReduce::Max(temp, *bytes, input<T>(p), output<T>(p), segments,
                                                                   begin, end, on(stream));
}
#if BENCH_CUB_HAS_FIXED_SIZE
template <bench_form form, class T>
int extremum_by_size(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t segments = (int64_t)p->num_segments;
    const int size = (int)p->segment_size;
    return form == BENCH_MINIMUM
               ? cub::DeviceSegmentedReduce::Min(temp, *bytes, input<T>(p), output<T>(p), segments, size, on(stream))
               : cub::DeviceSegmentedReduce::Max(temp, *bytes, input<T>(p), output<T>(p), segments, size, on(stream));
}
#define EXTREMUM_BY_SIZE(FORM, type, name)                                                                             \
    BENCH_CUB(SEGMENTED_REDUCE, FORM, type, type, 0, "DeviceSegmentedReduce::" name " (fixed size)",                   \
              extremum_by_size<BENCH_##FORM, BENCH_T(type)>),
#else
#define EXTREMUM_BY_SIZE(FORM, type, name)
#endif
#define EXTREMUM(FORM, type, name)                                                                                     \
    BENCH_CUB(REDUCE, FORM, type, type, 0, "DeviceReduce::" name, extremum<BENCH_##FORM, BENCH_T(type)>),              \
        EXTREMUM_BY_SIZE(FORM, type, name)                                                                             \
            BENCH_CUB(SEGMENTED_REDUCE, FORM, type, type, 0, "DeviceSegmentedReduce::" name " (offsets)",              \
                      extremum_by_offsets<BENCH_##FORM, BENCH_T(type)>)
#define EXTREMA(FORM, name) EXTREMUM(FORM, F32, name), EXTREMUM(FORM, U32, name), EXTREMUM(FORM, F16, name)

#define REDUCE(in, out, half, name, function)                                                                          \
    BENCH_CUB(REDUCE, NO_FORM, in, out, half, "DeviceReduce::" name, function<BENCH_T(in), BENCH_T(out)>)
#define SUM(in, out)   REDUCE(in, out, 0, "Sum", sum)
#define HALF_SUM(type) REDUCE(type, type, 1, "Sum (half accumulator)", sum)
#define FLOAT_SUM(in, out)                                                                                             \
    REDUCE(in, out, 0, "Reduce (f32 operator)", float_operator),                                                       \
        REDUCE(in, out, 0, "TransformReduce (f32)", float_transform)

#define SEGMENTS(OP, in, out, half, name, function)                                                                    \
    BENCH_CUB(OP, NO_FORM, in, out, half, name, function<BENCH_##OP, BENCH_T(in), BENCH_T(out)>)
#define FIXED(...)   SEGMENTS(SEGMENTED_REDUCE, __VA_ARGS__)
#define OFFSETS(...) SEGMENTS(SEGMENTED_REDUCE_OFFSETS, __VA_ARGS__)
#if BENCH_CUB_HAS_FIXED_SIZE
#define BY_SIZE(in, out, half, note) FIXED(in, out, half, "DeviceSegmentedReduce::Sum (fixed size" note ")", by_size),
#define BY_SIZE_FLOAT(in, out)                                                                                         \
    FIXED(in, out, 0, "DeviceSegmentedReduce::Reduce (fixed size, f32 operator)", by_size_float),
#else
#define BY_SIZE(in, out, half, note)
#define BY_SIZE_FLOAT(in, out)
#endif
#define SEGMENT_SUM(in, out)                                                                                           \
    BY_SIZE(in, out, 0, "")                                                                                            \
    FIXED(in, out, 0, "DeviceSegmentedReduce::Sum (offsets)", by_offsets),                                             \
        OFFSETS(in, out, 0, "DeviceSegmentedReduce::Sum (offsets)", by_offsets),                                       \
        FIXED(in, out, 0, "DeviceReduce::ReduceByKey", by_key)
#define SEGMENT_FLOAT_SUM(in, out)                                                                                     \
    BY_SIZE_FLOAT(in, out)                                                                                             \
    FIXED(in, out, 0, "DeviceSegmentedReduce::Reduce (offsets, f32 operator)", by_offsets_float),                      \
        OFFSETS(in, out, 0, "DeviceSegmentedReduce::Reduce (offsets, f32 operator)", by_offsets_float),                \
        FIXED(in, out, 0, "DeviceReduce::ReduceByKey (f32 iterator)", by_key)
#define SEGMENT_HALF_SUM(type)                                                                                         \
    BY_SIZE(type, type, 1, ", half accumulator")                                                                       \
    SEGMENT_FLOAT_SUM(type, type),                                                                                     \
        FIXED(type, type, 1, "DeviceSegmentedReduce::Sum (offsets, half accumulator)", by_offsets),                    \
        OFFSETS(type, type, 1, "DeviceSegmentedReduce::Sum (offsets, half accumulator)", by_offsets)

/* ---------------------------------------------------------------------------------------------------------- scans --- */

template <bench_form kind, class Out, class In>
int scan_from(const bench_problem *p, In in, void *temp, size_t *bytes, void *stream)
{
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveSum(temp, *bytes, in, output<Out>(p), count(p), on(stream));
    } else {
        return cub::DeviceScan::ExclusiveSum(temp, *bytes, in, output<Out>(p), count(p), on(stream));
    }
}
template <bench_form kind, class In, class Out>
int scan_sum(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return scan_from<kind, Out>(p, input<In>(p), temp, bytes, stream);
}
template <bench_form kind, class In, class Out>
int scan_float_iterator(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return scan_from<kind, Out>(p, thrust::make_transform_iterator(input<In>(p), ToFloat{}), temp, bytes, stream);
}

template <bench_form kind, class In, class Out>
int scan_float_operator(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveScan(temp, *bytes, input<In>(p), output<Out>(p), AddFloat{}, count(p),
                                              on(stream));
    } else {
        return cub::DeviceScan::ExclusiveScan(temp, *bytes, input<In>(p), output<Out>(p), AddFloat{}, 0.0f, count(p),
                                              on(stream));
    }
}

#if BENCH_CUB_HAS_LOOKAHEAD
// With the lookahead algorithm, which CUB keeps for newer chips by default, and with the widths that were fastest on an
// H200: the strongest scan that could be had from CUB by tuning.
template <class In, class Out, class Sum, int warps, int items>
struct Lookahead {
    template <class Capability>
    __host__ __device__ constexpr auto operator()(Capability capability) const
    {
        using Op = ::cuda::std::plus<Sum>;
        cub::ScanPolicy policy =
            cub::detail::scan::policy_selector_from_types<const In *, Out *, Sum, uint32_t, Op, false>{}(capability);
        policy.algorithm = cub::ScanAlgorithm::lookahead;
        policy.lookahead.reduce_and_scan_warps = warps;
        policy.lookahead.items_per_thread = items;
        policy.lookahead.lookahead_items_per_thread = 4;
        return policy;
    }
};

template <bench_form kind, class In, class Out, class Sum, int warps, int items>
int tuned(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto run = [&](auto init) {
        return cub::DeviceScan::scan_impl_determinism(temp, *bytes, input<In>(p), output<Out>(p),
                                                      ::cuda::std::plus<Sum>{}, init, count(p), on(stream),
                                                      Lookahead<In, Out, Sum, warps, items>{});
    };
    if constexpr (kind == BENCH_INCLUSIVE) {
        return run(cub::NullType{});
    } else {
        return run(cub::detail::InputValue<Sum>(Sum{}));
    }
}
#endif

template <bench_op op, bench_form kind, class Out, class In>
int scan_by_key_from(const bench_problem *p, In in, void *temp, size_t *bytes, void *stream)
{
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveSumByKey(temp, *bytes, keys<op>(p), in, output<Out>(p), count(p),
                                                  ::cuda::std::equal_to<>{}, on(stream));
    } else {
        return cub::DeviceScan::ExclusiveSumByKey(temp, *bytes, keys<op>(p), in, output<Out>(p), count(p),
                                                  ::cuda::std::equal_to<>{}, on(stream));
    }
}
template <bench_op op, bench_form kind, class T>
int scan_by_key(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return scan_by_key_from<op, kind, T>(p, input<T>(p), temp, bytes, stream);
}
template <bench_op op, bench_form kind, class T>
int scan_by_key_float(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return scan_by_key_from<op, kind, T>(p, thrust::make_transform_iterator(input<T>(p), ToFloat{}), temp, bytes,
                                         stream);
}

#if BENCH_CUB_HAS_SEGMENTED_SCAN
template <bench_op op, bench_form kind, class T>
int segmented_scan(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto begin = begins<op>(p, 0), end = begins<op>(p, 1);
    const int64_t segments = (int64_t)p->num_segments;
    if constexpr (kind == BENCH_INCLUSIVE && (sizeof(T) != 2 || std::is_integral_v<T>)) {
        return cub::DeviceSegmentedScan::InclusiveSegmentedSum(temp, *bytes, input<T>(p), output<T>(p), begin, end,
                                                               segments, on(stream));
    } else if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceSegmentedScan::InclusiveSegmentedScan(temp, *bytes, input<T>(p), output<T>(p), begin, end,
                                                                segments, AddFloat{}, on(stream));
    } else if constexpr (sizeof(T) != 2 || std::is_integral_v<T>) {
        return cub::DeviceSegmentedScan::ExclusiveSegmentedSum(temp, *bytes, input<T>(p), output<T>(p), begin, end,
                                                               segments, on(stream));
    } else {
        return cub::DeviceSegmentedScan::ExclusiveSegmentedScan(temp, *bytes, input<T>(p), output<T>(p), begin, end,
                                                                segments, AddFloat{}, 0.0f, on(stream));
    }
}
#endif

struct Greater {
    template <class T>
    __host__ __device__ T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};

template <bench_form, class In, class Out>
int scan_maximum(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceScan::InclusiveScan(temp, *bytes, input<In>(p), output<Out>(p), Greater{}, count(p), on(stream));
}

struct Times {
    template <class T>
    __host__ __device__ T operator()(T a, T b) const
    {
        return a * b;
    }
};

template <bench_form, class In, class Out>
int scan_product(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceScan::InclusiveScan(temp, *bytes, input<In>(p), output<Out>(p), Times{}, count(p), on(stream));
}

#define SCAN(FORM, in, out, half, name, function)                                                                      \
    BENCH_CUB(SCAN, FORM, in, out, half, "DeviceScan::" name, function<BENCH_##FORM, BENCH_T(in), BENCH_T(out)>)
#define SCAN_SUM(FORM, prefix, in, out) SCAN(FORM, in, out, 0, prefix "Sum", scan_sum)
#define SCAN_HALF(FORM, prefix, type)   SCAN(FORM, type, type, 1, prefix "Sum (half accumulator)", scan_sum)
#define SCAN_FLOAT(FORM, prefix, in, out)                                                                              \
    SCAN(FORM, in, out, 0, prefix "Scan (f32 operator)", scan_float_operator),                                         \
        SCAN(FORM, in, out, 0, prefix "Sum (f32 iterator)", scan_float_iterator)
#define SCANS(FORM, prefix)                                                                                            \
    SCAN_HALF(FORM, prefix, F16), SCAN_FLOAT(FORM, prefix, F16, F16), SCAN_HALF(FORM, prefix, BF16),                   \
        SCAN_FLOAT(FORM, prefix, BF16, BF16), SCAN_FLOAT(FORM, prefix, F16, F32), SCAN_FLOAT(FORM, prefix, BF16, F32), \
        SCAN_SUM(FORM, prefix, F32, F32), SCAN_SUM(FORM, prefix, F64, F64), SCAN_SUM(FORM, prefix, U8, U8),            \
        SCAN_SUM(FORM, prefix, U8, U32), SCAN_SUM(FORM, prefix, I8, I32), SCAN_SUM(FORM, prefix, U16, U16),            \
        SCAN_SUM(FORM, prefix, U32, U32), SCAN_SUM(FORM, prefix, U64, U64)

#define TUNED(FORM, type, sum, warps, items)                                                                           \
    BENCH_CUB(SCAN, FORM, type, type, 0, "DeviceScan, tuned (lookahead, " #warps " warps x " #items " items)",         \
              tuned<BENCH_##FORM, BENCH_T(type), BENCH_T(type), sum, warps, items>)
#define TUNED_SCANS(FORM)                                                                                              \
    TUNED(FORM, F16, float, 4, 127), TUNED(FORM, BF16, float, 4, 127), TUNED(FORM, F32, float, 4, 87),                 \
        TUNED(FORM, F64, double, 2, 87), TUNED(FORM, U8, uint8_t, 4, 159), TUNED(FORM, U32, uint32_t, 4, 79)

#define SEGMENTED(OP, FORM, type, half, name, function)                                                                \
    BENCH_CUB(OP, FORM, type, type, half, name, function<BENCH_##OP, BENCH_##FORM, BENCH_T(type)>)
#if BENCH_CUB_HAS_SEGMENTED_SCAN
#define OWN(OP, FORM, type, name) , SEGMENTED(OP, FORM, type, 0, "DeviceSegmentedScan::" name, segmented_scan)
#else
#define OWN(OP, FORM, type, name)
#endif
#define SEGMENTED_HALF(OP, FORM, prefix, type)                                                                         \
    SEGMENTED(OP, FORM, type, 1, "DeviceScan::" prefix "SumByKey (half accumulator)", scan_by_key),                    \
        SEGMENTED(OP, FORM, type, 0, "DeviceScan::" prefix "SumByKey (f32 iterator)", scan_by_key_float)               \
            OWN(OP, FORM, type, prefix "SegmentedScan (f32 operator)")
#define SEGMENTED_SUM(OP, FORM, prefix, type)                                                                          \
    SEGMENTED(OP, FORM, type, 0, "DeviceScan::" prefix "SumByKey", scan_by_key)                                        \
    OWN(OP, FORM, type, prefix "SegmentedSum")
#define SEGMENTED_SCANS(OP, FORM, prefix)                                                                              \
    SEGMENTED_HALF(OP, FORM, prefix, F16), SEGMENTED_HALF(OP, FORM, prefix, BF16),                                     \
        SEGMENTED_SUM(OP, FORM, prefix, F32), SEGMENTED_SUM(OP, FORM, prefix, U8),                                     \
        SEGMENTED_SUM(OP, FORM, prefix, U32)

const CubVariant kVariants[] = {HALF_SUM(F16),
                                FLOAT_SUM(F16, F16),
                                FLOAT_SUM(F16, F32),
                                HALF_SUM(BF16),
                                FLOAT_SUM(BF16, BF16),
                                FLOAT_SUM(BF16, F32),
                                SUM(F32, F32),
                                SUM(F32, F64),
                                SUM(F64, F64),
                                SUM(U8, U8),
                                SUM(I8, I32),
                                SUM(I8, I64),
                                SUM(U8, U32),
                                SUM(U8, U64),
                                SUM(U16, U16),
                                SUM(I16, I32),
                                SUM(I16, I64),
                                SUM(U16, U32),
                                SUM(U16, U64),
                                SUM(U32, U32),
                                SUM(I32, I64),
                                SUM(U32, U64),
                                SUM(U64, U64),
                                SEGMENT_HALF_SUM(F16),
                                SEGMENT_FLOAT_SUM(F16, F32),
                                SEGMENT_FLOAT_SUM(BF16, F32),
                                SEGMENT_SUM(F32, F32),
                                SEGMENT_SUM(I8, I32),
                                SEGMENT_SUM(U32, U32),
                                EXTREMA(MINIMUM, "Min"),
                                EXTREMA(MAXIMUM, "Max"),
                                SCAN(MAXIMUM, F32, F32, 0, "InclusiveScan (maximum)", scan_maximum),
                                SCAN(MAXIMUM, U32, U32, 0, "InclusiveScan (maximum)", scan_maximum),
                                SCAN(MAXIMUM, F16, F16, 0, "InclusiveScan (maximum)", scan_maximum),
                                SCAN(PRODUCT, F32, F32, 0, "InclusiveScan (product)", scan_product),
                                SCANS(INCLUSIVE, "Inclusive"),
                                SCANS(EXCLUSIVE, "Exclusive"),
#if BENCH_CUB_HAS_LOOKAHEAD
                                TUNED_SCANS(INCLUSIVE),
                                TUNED_SCANS(EXCLUSIVE),
#endif
                                SEGMENTED_SCANS(SEGMENTED_SCAN, INCLUSIVE, "Inclusive"),
                                SEGMENTED_SCANS(SEGMENTED_SCAN_OFFSETS, INCLUSIVE, "Inclusive"),
                                SEGMENTED_SCANS(SEGMENTED_SCAN, EXCLUSIVE, "Exclusive"),
                                SEGMENTED_SCANS(SEGMENTED_SCAN_OFFSETS, EXCLUSIVE, "Exclusive")};
} // namespace

CubTable sums_cub()
{
    return table_of(kVariants, true);
}

int cub_version()
{
    return CUB_VERSION;
}
} // namespace bench
