/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DeviceScan with the lookahead algorithm, which CUB keeps for newer chips by default, and with the widths that were
 * fastest on an H200: the strongest scan that could be had from CUB by tuning. Empty where this CCCL has no such
 * policy.
 */
#include <cub/version.cuh>

#include "bench/cub/variants.h"

#if CUB_VERSION >= 300500 && CUB_VERSION < 300600
#include <cub/device/device_scan.cuh>

#include "bench/cub/common.cuh"

namespace
{
using namespace bench;

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
} // namespace

#define TUNED(kind, in, out, sum, warps, items)                                                                        \
    {                                                                                                                  \
        BENCH_SCAN, kind, TCU_TYPE_##in, TCU_TYPE_##out, 0,                                                            \
            "DeviceScan, tuned (lookahead, " #warps " warps x " #items " items)",                                      \
            tuned<kind, TypeOf<TCU_TYPE_##in>::T, TypeOf<TCU_TYPE_##out>::T, sum, warps, items>                        \
    }
#define TUNED_KIND(kind)                                                                                               \
    TUNED(kind, F16, F16, float, 4, 127), TUNED(kind, BF16, BF16, float, 4, 127), TUNED(kind, F32, F32, float, 4, 87), \
        TUNED(kind, F64, F64, double, 2, 87), TUNED(kind, U8, U8, uint8_t, 4, 159),                                    \
        TUNED(kind, U32, U32, uint32_t, 4, 79)

const bench_cub_variant bench_cub_scan_tuned[] = {TUNED_KIND(BENCH_INCLUSIVE), TUNED_KIND(BENCH_EXCLUSIVE), {}};
#else
const bench_cub_variant bench_cub_scan_tuned[] = {{}};
#endif
