/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segmented scans: DeviceScan's by-key forms (keys computed on the fly for segments of one size; for offsets a prepared
 * array, whose making is not timed) and, where this CCCL has it, DeviceSegmentedScan.
 */
#ifndef TCU_BENCH_FAMILIES_SUMS_CUB_SEGMENTED_SCAN_CUH
#define TCU_BENCH_FAMILIES_SUMS_CUB_SEGMENTED_SCAN_CUH

#include <cub/device/device_scan.cuh>

#include "bench/cub/common.cuh"
#if BENCH_CUB_HAS_SEGMENTED_SCAN
#include <cub/device/device_segmented_scan.cuh>
#endif

namespace bench
{
template <bench_form kind, class T, class Keys>
int by_key_sum(const bench_problem *p, Keys keys, void *temp, size_t *bytes, void *stream)
{
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveSumByKey(temp, *bytes, keys, input<T>(p), output<T>(p), count(p),
                                                  ::cuda::std::equal_to<>{}, on(stream));
    } else {
        return cub::DeviceScan::ExclusiveSumByKey(temp, *bytes, keys, input<T>(p), output<T>(p), count(p),
                                                  ::cuda::std::equal_to<>{}, on(stream));
    }
}
template <bench_form kind, class T, class Keys>
int by_key_float(const bench_problem *p, Keys keys, void *temp, size_t *bytes, void *stream)
{
    const auto in = thrust::make_transform_iterator(input<T>(p), ToFloat{});
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveSumByKey(temp, *bytes, keys, in, output<T>(p), count(p),
                                                  ::cuda::std::equal_to<>{}, on(stream));
    } else {
        return cub::DeviceScan::ExclusiveSumByKey(temp, *bytes, keys, in, output<T>(p), count(p),
                                                  ::cuda::std::equal_to<>{}, on(stream));
    }
}

template <bench_op op, bench_form kind, class T>
int scan_by_key(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (op == BENCH_SEGMENTED_SCAN) {
        return by_key_sum<kind, T>(p, fixed_keys(p), temp, bytes, stream);
    } else {
        return by_key_sum<kind, T>(p, p->keys, temp, bytes, stream);
    }
}
template <bench_op op, bench_form kind, class T>
int scan_by_key_float(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (op == BENCH_SEGMENTED_SCAN) {
        return by_key_float<kind, T>(p, fixed_keys(p), temp, bytes, stream);
    } else {
        return by_key_float<kind, T>(p, p->keys, temp, bytes, stream);
    }
}

#if BENCH_CUB_HAS_SEGMENTED_SCAN
template <bench_form kind, class T, class Begins>
int segmented_sum(const bench_problem *p, Begins begins, Begins ends, void *temp, size_t *bytes, void *stream)
{
    const int64_t segments = (int64_t)p->num_segments;
    if constexpr (kind == BENCH_INCLUSIVE && (sizeof(T) != 2 || std::is_integral_v<T>)) {
        return cub::DeviceSegmentedScan::InclusiveSegmentedSum(temp, *bytes, input<T>(p), output<T>(p), begins, ends,
                                                               segments, on(stream));
    } else if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceSegmentedScan::InclusiveSegmentedScan(temp, *bytes, input<T>(p), output<T>(p), begins, ends,
                                                                segments, AddFloat{}, on(stream));
    } else if constexpr (sizeof(T) != 2 || std::is_integral_v<T>) {
        return cub::DeviceSegmentedScan::ExclusiveSegmentedSum(temp, *bytes, input<T>(p), output<T>(p), begins, ends,
                                                               segments, on(stream));
    } else {
        return cub::DeviceSegmentedScan::ExclusiveSegmentedScan(temp, *bytes, input<T>(p), output<T>(p), begins, ends,
                                                                segments, AddFloat{}, 0.0f, on(stream));
    }
}
template <bench_op op, bench_form kind, class T>
int segmented_scan(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (op == BENCH_SEGMENTED_SCAN) {
        return segmented_sum<kind, T>(p, fixed_begins(p, 0), fixed_begins(p, 1), temp, bytes, stream);
    } else {
        return segmented_sum<kind, T>(p, p->offsets, p->offsets + 1, temp, bytes, stream);
    }
}
#endif
} // namespace bench

#define BENCH_SEGMENTED_SCAN_VARIANT(op, kind, type, half_sums, name, function)                                        \
    {                                                                                                                  \
        op, kind, TCU_TYPE_##type, TCU_TYPE_##type, half_sums, name,                                                   \
            bench::function<op, kind, bench::TypeOf<TCU_TYPE_##type>::T>                                               \
    }
#if BENCH_CUB_HAS_SEGMENTED_SCAN
#define BENCH_SEGMENTED_SCAN_OWN(op, kind, type, prefix)                                                               \
    , BENCH_SEGMENTED_SCAN_VARIANT(op, kind, type, 0, "DeviceSegmentedScan::" prefix "SegmentedSum", segmented_scan)
#define BENCH_SEGMENTED_SCAN_OWN_FLOAT(op, kind, type, prefix)                                                         \
    , BENCH_SEGMENTED_SCAN_VARIANT(op, kind, type, 0, "DeviceSegmentedScan::" prefix "SegmentedScan (f32 operator)",   \
                                   segmented_scan)
#else
#define BENCH_SEGMENTED_SCAN_OWN(op, kind, type, prefix)
#define BENCH_SEGMENTED_SCAN_OWN_FLOAT(op, kind, type, prefix)
#endif

#define BENCH_SEGMENTED_SCAN_HALF(op, kind, type, prefix)                                                              \
    BENCH_SEGMENTED_SCAN_VARIANT(op, kind, type, 1, "DeviceScan::" prefix "SumByKey (half accumulator)", scan_by_key), \
        BENCH_SEGMENTED_SCAN_VARIANT(op, kind, type, 0, "DeviceScan::" prefix "SumByKey (f32 iterator)",               \
                                     scan_by_key_float) BENCH_SEGMENTED_SCAN_OWN_FLOAT(op, kind, type, prefix)
#define BENCH_SEGMENTED_SCAN_PLAIN(op, kind, type, prefix)                                                             \
    BENCH_SEGMENTED_SCAN_VARIANT(op, kind, type, 0, "DeviceScan::" prefix "SumByKey", scan_by_key)                     \
    BENCH_SEGMENTED_SCAN_OWN(op, kind, type, prefix)

#define BENCH_SEGMENTED_SCAN_TABLE(op, kind, prefix)                                                                   \
    BENCH_SEGMENTED_SCAN_HALF(op, kind, F16, prefix), BENCH_SEGMENTED_SCAN_HALF(op, kind, BF16, prefix),               \
        BENCH_SEGMENTED_SCAN_PLAIN(op, kind, F32, prefix), BENCH_SEGMENTED_SCAN_PLAIN(op, kind, U8, prefix),           \
        BENCH_SEGMENTED_SCAN_PLAIN(op, kind, U32, prefix)

#endif
