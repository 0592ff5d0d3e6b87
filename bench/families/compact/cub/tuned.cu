/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DeviceSelect with other policies than the one that CUB has for this chip: the one that it has for compute capability
 * 10.0, and blocks whose loads are transposed through shared memory. Empty where this CCCL takes no policies.
 */
#include <cub/version.cuh>

#include "bench/cub/variants.h"

#if CUB_VERSION >= 300500 && CUB_VERSION < 300600
#include <cub/device/device_select.cuh>
#include <cuda/__execution/tune.h>
#include <cuda/std/__execution/env.h>
#include <cuda/stream_ref>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

template <class In, class Flags, class Out>
using Default =
    cub::detail::select::policy_selector_from_types<In, Flags, Out, ::cuda::std::int64_t, cub::SelectImpl::Select>;

template <class In, class Flags, class Out>
struct OfNewer {
    __host__ __device__ constexpr cub::SelectPolicy operator()(::cuda::compute_capability) const
    {
        return Default<In, Flags, Out>{}(::cuda::compute_capability(10, 0));
    }
};

template <class In, class Flags, class Out>
struct Transposed {
    __host__ __device__ constexpr cub::SelectPolicy operator()(::cuda::compute_capability capability) const
    {
        constexpr int kThreads = 256, kItems = 16;
        cub::SelectPolicy policy = Default<In, Flags, Out>{}(capability);
        policy.lookback.threads_per_block = kThreads;
        policy.lookback.items_per_thread = kItems;
        policy.lookback.load_algorithm = cub::BLOCK_LOAD_WARP_TRANSPOSE;
        return policy;
    }
};

template <template <class, class, class> class Policy, class T, class Flag>
auto environment(void *stream)
{
    return ::cuda::std::execution::env{::cuda::stream_ref{on(stream)},
                                       ::cuda::execution::tune(Policy<const T *, Flag, T *>{})};
}

template <template <class, class, class> class Policy, class T>
int flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, input<T>(p), flag_bytes(p), output<T>(p), p->count, items(p),
                                      environment<Policy, T, const uint8_t *>(stream));
}

template <template <class, class, class> class Policy, class T>
int select_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::If(temp, *bytes, input<T>(p), output<T>(p), p->count, items(p),
                                 predicate<BENCH_LESS, T>(p), environment<Policy, T, cub::NullType *>(stream));
}
} // namespace

#define TUNED(op, form, type, name, function, policy, note)                                                            \
    {                                                                                                                  \
        op, form, TCU_TYPE_##type, TCU_TYPE_##type, 0, "DeviceSelect::" name ", tuned (" note ")",                     \
            function<policy, TypeOf<TCU_TYPE_##type>::T>                                                               \
    }
#define FLAGGED(type)                                                                                                  \
    TUNED(BENCH_COMPACT, BENCH_BYTES, type, "Flagged", flagged, OfNewer, "policy of 10.0"),                            \
        TUNED(BENCH_COMPACT, BENCH_BYTES, type, "Flagged", flagged, Transposed, "256 x 16, transposed")
#define IF(type)                                                                                                       \
    TUNED(BENCH_COMPACT_IF, BENCH_LESS, type, "If", select_if, OfNewer, "policy of 10.0"),                             \
        TUNED(BENCH_COMPACT_IF, BENCH_LESS, type, "If", select_if, Transposed, "256 x 16, transposed")

const bench_cub_variant bench_cub_compact_tuned[] = {FLAGGED(U8), FLAGGED(U16), FLAGGED(U32), IF(U32), IF(F32), {}};
#else
const bench_cub_variant bench_cub_compact_tuned[] = {{}};
#endif
