/* SPDX-License-Identifier: Apache-2.0 */
/* Both kinds of scan. */
#ifndef TCU_BENCH_FAMILIES_SUMS_CUB_SCAN_CUH
#define TCU_BENCH_FAMILIES_SUMS_CUB_SCAN_CUH

#include <cub/device/device_scan.cuh>

#include "bench/cub/common.cuh"

namespace bench
{
template <bench_form kind, class In, class Out>
int scan_sum(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveSum(temp, *bytes, input<In>(p), output<Out>(p), count(p), on(stream));
    } else {
        return cub::DeviceScan::ExclusiveSum(temp, *bytes, input<In>(p), output<Out>(p), count(p), on(stream));
    }
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

template <bench_form kind, class In, class Out>
int scan_float_iterator(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto in = thrust::make_transform_iterator(input<In>(p), ToFloat{});
    if constexpr (kind == BENCH_INCLUSIVE) {
        return cub::DeviceScan::InclusiveSum(temp, *bytes, in, output<Out>(p), count(p), on(stream));
    } else {
        return cub::DeviceScan::ExclusiveSum(temp, *bytes, in, output<Out>(p), count(p), on(stream));
    }
}
} // namespace bench

#define BENCH_SCAN_VARIANT(kind, in, out, half_sums, name, function)                                                   \
    {                                                                                                                  \
        BENCH_SCAN, kind, TCU_TYPE_##in, TCU_TYPE_##out, half_sums, name,                                              \
            bench::function<kind, bench::TypeOf<TCU_TYPE_##in>::T, bench::TypeOf<TCU_TYPE_##out>::T>                   \
    }
#define BENCH_SCAN_FLOAT(kind, in, out, prefix)                                                                        \
    BENCH_SCAN_VARIANT(kind, in, out, 0, prefix "Scan (f32 operator)", scan_float_operator),                           \
        BENCH_SCAN_VARIANT(kind, in, out, 0, prefix "Sum (f32 iterator)", scan_float_iterator)

#define BENCH_SCAN_TABLE(kind, prefix)                                                                                 \
    BENCH_SCAN_VARIANT(kind, F16, F16, 1, prefix "Sum (half accumulator)", scan_sum),                                  \
        BENCH_SCAN_FLOAT(kind, F16, F16, prefix),                                                                      \
        BENCH_SCAN_VARIANT(kind, BF16, BF16, 1, prefix "Sum (half accumulator)", scan_sum),                            \
        BENCH_SCAN_FLOAT(kind, BF16, BF16, prefix), BENCH_SCAN_FLOAT(kind, F16, F32, prefix),                          \
        BENCH_SCAN_FLOAT(kind, BF16, F32, prefix), BENCH_SCAN_VARIANT(kind, F32, F32, 0, prefix "Sum", scan_sum),      \
        BENCH_SCAN_VARIANT(kind, F64, F64, 0, prefix "Sum", scan_sum),                                                 \
        BENCH_SCAN_VARIANT(kind, U8, U8, 0, prefix "Sum", scan_sum),                                                   \
        BENCH_SCAN_VARIANT(kind, U8, U32, 0, prefix "Sum", scan_sum),                                                  \
        BENCH_SCAN_VARIANT(kind, I8, I32, 0, prefix "Sum", scan_sum),                                                  \
        BENCH_SCAN_VARIANT(kind, U16, U16, 0, prefix "Sum", scan_sum),                                                 \
        BENCH_SCAN_VARIANT(kind, U32, U32, 0, prefix "Sum", scan_sum),                                                 \
        BENCH_SCAN_VARIANT(kind, U64, U64, 0, prefix "Sum", scan_sum)

#endif
