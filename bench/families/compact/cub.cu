/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's selections, by flags in bytes, or in bits by an iterator that finds them; CUB has no columns: a call for
 * each, or one call on an iterator over rows. Partitions write the items without a flag in reversed order: the same
 * bytes, a weaker promise.
 */
#include <cstring>

#include <cub/device/device_partition.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "bench/cub/common.cuh"

#define BENCH_CUB_HAS_SELECT_POLICIES (CUB_VERSION >= 300500 && CUB_VERSION < 300600)
#if BENCH_CUB_HAS_SELECT_POLICIES
#include <cuda/__execution/tune.h>
#include <cuda/std/__execution/env.h>
#include <cuda/stream_ref>
#endif

namespace bench
{
namespace
{
template <class T>
struct Less {
    T value;
    __host__ __device__ bool operator()(T x) const { return x < value; }
};
template <class T>
struct Inside {
    T value, upper;
    __host__ __device__ bool operator()(T x) const { return value <= x && x <= upper; }
};
struct IsSet {
    __host__ __device__ bool operator()(uint8_t flag) const { return flag != 0; }
};
struct BitOf { // CUB has no flags in bits: an iterator that finds them
    const uint8_t *flags;
    __host__ __device__ bool operator()(uint32_t i) const { return (flags[i / 8] >> i % 8 & 1) != 0; }
};
struct ByteOf {
    const uint8_t *flags;
    __host__ __device__ bool operator()(uint32_t i) const { return flags[i] != 0; }
};

template <class T>
T element(const uint64_t &bits)
{
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
template <bench_form form, class T>
auto predicate(const bench_problem *p)
{
    if constexpr (form == BENCH_LESS) {
        return Less<T>{element<T>(p->value)};
    } else {
        return Inside<T>{element<T>(p->value), element<T>(p->upper)};
    }
}

inline const uint8_t *flag_bytes(const bench_problem *p)
{
    return static_cast<const uint8_t *>(p->flags);
}
template <bench_form form>
auto flags(const bench_problem *p)
{
    if constexpr (form == BENCH_BYTES) {
        return flag_bytes(p);
    } else {
        return thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), BitOf{flag_bytes(p)});
    }
}
// DeviceSelect takes 64-bit counts and indexes by 32 bits whatever n is.
inline int64_t items(const bench_problem *p)
{
    return (int64_t)p->n;
}

template <bench_form form, class T>
int flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, input<T>(p), flags<form>(p), output<T>(p), p->count, items(p),
                                      on(stream));
}

template <bench_form form, class T>
int flagged_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::FlaggedIf(temp, *bytes, input<T>(p), flags<form>(p), output<T>(p), p->count, items(p),
                                        IsSet{}, on(stream));
}

template <bench_form form, class T>
int select_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::If(temp, *bytes, input<T>(p), output<T>(p), p->count, items(p), predicate<form, T>(p),
                                 on(stream));
}

// The items are their own flags.
template <bench_form form, class T>
int items_as_flags(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::FlaggedIf(temp, *bytes, input<T>(p), input<T>(p), output<T>(p), p->count, items(p),
                                        predicate<form, T>(p), on(stream));
}

template <bench_form form, class Index>
int positions_flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, thrust::counting_iterator<Index>(0), flags<form>(p),
                                      output<Index>(p), p->count, items(p), on(stream));
}

// The predicate looks the flag up.
template <bench_form form, class Index>
int positions_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    using FlagOf = std::conditional_t<form == BENCH_BYTES, ByteOf, BitOf>;
    return cub::DeviceSelect::If(temp, *bytes, thrust::counting_iterator<Index>(0), output<Index>(p), p->count,
                                 items(p), FlagOf{flag_bytes(p)}, on(stream));
}

static_assert(BENCH_COLUMNS == 4, "four are written out here");

template <class T>
int each(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    for (uint64_t column = 0; column < BENCH_COLUMNS; column++) {
        const int error = cub::DeviceSelect::Flagged(temp, *bytes, input<T>(p) + column * p->n, flag_bytes(p),
                                                     output<T>(p) + column * p->n, p->count, items(p), on(stream));
        if (error != cudaSuccess || temp == nullptr) {
            return error;
        }
    }
    return cudaSuccess;
}

template <class Pointer>
auto rows(Pointer columns, uint64_t n)
{
    return thrust::make_zip_iterator(thrust::make_tuple(columns, columns + n, columns + 2 * n, columns + 3 * n));
}
template <class T>
int zipped(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, rows(input<T>(p), p->n), flag_bytes(p), rows(output<T>(p), p->n),
                                      p->count, items(p), on(stream));
}

template <class T>
int partition_flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DevicePartition::Flagged(temp, *bytes, input<T>(p), flag_bytes(p), output<T>(p), p->count, (int)p->n,
                                         on(stream));
}

template <class T>
int partition_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DevicePartition::If(temp, *bytes, input<T>(p), output<T>(p), p->count, (int)p->n,
                                    predicate<BENCH_LESS, T>(p), on(stream));
}

template <class T>
int unique(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Unique(temp, *bytes, input<T>(p), output<T>(p), p->count, items(p), on(stream));
}

template <class T>
int encode(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceRunLengthEncode::Encode(temp, *bytes, input<T>(p), output<T>(p), p->run_lengths, p->count,
                                              (int)p->n, on(stream));
}

// Lengths are summed in 32 bits and widened when they are written.
template <class T>
int encode_narrow(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto lengths = thrust::make_transform_output_iterator(p->run_lengths, ConvertTo<uint64_t>{});
    return cub::DeviceRunLengthEncode::Encode(temp, *bytes, input<T>(p), output<T>(p), lengths, p->count, (int)p->n,
                                              on(stream));
}

#if BENCH_CUB_HAS_SELECT_POLICIES
// With other policies than the one that CUB has for this chip: the one that it has for compute capability 10.0, and
// blocks whose loads are transposed through shared memory.
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
int flagged_tuned(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, input<T>(p), flag_bytes(p), output<T>(p), p->count, items(p),
                                      environment<Policy, T, const uint8_t *>(stream));
}

template <template <class, class, class> class Policy, class T>
int select_if_tuned(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::If(temp, *bytes, input<T>(p), output<T>(p), p->count, items(p),
                                 predicate<BENCH_LESS, T>(p), environment<Policy, T, cub::NullType *>(stream));
}
#endif

#define SELECT(OP, FORM, type, name, function)                                                                         \
    BENCH_CUB(OP, FORM, type, type, 0, "DeviceSelect::" name, function<BENCH_##FORM, BENCH_T(type)>)
#define FLAGGED(FORM, type, note)                                                                                      \
    SELECT(COMPACT, FORM, type, "Flagged" note, flagged), SELECT(COMPACT, FORM, type, "FlaggedIf" note, flagged_if)
#define POSITIONS(FORM, out)                                                                                           \
    BENCH_CUB(COMPACT_INDICES, FORM, U8, out, 0, "DeviceSelect::Flagged (counting iterator)",                          \
              positions_flagged<BENCH_##FORM, BENCH_T(out)>),                                                          \
        BENCH_CUB(COMPACT_INDICES, FORM, U8, out, 0, "DeviceSelect::If (counting iterator)",                           \
                  positions_if<BENCH_##FORM, BENCH_T(out)>)
#define PARTITION(OP, FORM, type, T, name, function)                                                                   \
    CubVariant                                                                                                         \
    {                                                                                                                  \
        BENCH_##OP, BENCH_##FORM, TCU_TYPE_##type, TCU_TYPE_##type, 0, "DevicePartition::" name, function<T>, 1        \
    }
#define UNIQUE(FORM, type, name, function) BENCH_CUB(UNIQUE, FORM, type, type, 0, name, function<BENCH_T(type)>)
#define TUNED(OP, FORM, type, name, function)                                                                          \
    BENCH_CUB(OP, FORM, type, type, 0, "DeviceSelect::" name ", tuned (policy of 10.0)",                               \
              function<OfNewer, BENCH_T(type)>),                                                                       \
        BENCH_CUB(OP, FORM, type, type, 0, "DeviceSelect::" name ", tuned (256 x 16, transposed)",                     \
                  function<Transposed, BENCH_T(type)>)

const CubVariant kVariants[] = {
    FLAGGED(BYTES, U8, ""),
    FLAGGED(BYTES, U16, ""),
    FLAGGED(BYTES, U32, ""),
    FLAGGED(BYTES, U64, ""),
    FLAGGED(BYTES, B128, " (__int128)"),
    BENCH_CUB(COMPACT, BYTES, B128, B128, 0, "DeviceSelect::Flagged (uint4)", flagged<BENCH_BYTES, uint4>),
    FLAGGED(BITS, U8, " (bit iterator)"),
    FLAGGED(BITS, U32, " (bit iterator)"),
    SELECT(COMPACT_IF, LESS, U8, "If", select_if),
    SELECT(COMPACT_IF, LESS, U16, "If", select_if),
    SELECT(COMPACT_IF, LESS, U32, "If", select_if),
    SELECT(COMPACT_IF, LESS, F32, "If", select_if),
    SELECT(COMPACT_IF, LESS, F64, "If", select_if),
    SELECT(COMPACT_IF, INSIDE, U32, "If", select_if),
    SELECT(COMPACT_IF, LESS, U32, "FlaggedIf (items as flags)", items_as_flags),
#if BENCH_CUB_HAS_SELECT_POLICIES
    TUNED(COMPACT, BYTES, U8, "Flagged", flagged_tuned),
    TUNED(COMPACT, BYTES, U16, "Flagged", flagged_tuned),
    TUNED(COMPACT, BYTES, U32, "Flagged", flagged_tuned),
    TUNED(COMPACT_IF, LESS, U32, "If", select_if_tuned),
    TUNED(COMPACT_IF, LESS, F32, "If", select_if_tuned),
#endif
    POSITIONS(BYTES, U32),
    POSITIONS(BYTES, U64),
    POSITIONS(BITS, U32),
    BENCH_CUB(COMPACT_COLUMNS, BYTES, U32, U32, 0, "DeviceSelect::Flagged, 4 calls", each<uint32_t>),
    BENCH_CUB(COMPACT_COLUMNS, BYTES, U32, U32, 0, "DeviceSelect::Flagged (zip iterator)", zipped<uint32_t>),
    PARTITION(PARTITION, BYTES, U8, uint8_t, "Flagged", partition_flagged),
    PARTITION(PARTITION, BYTES, U16, uint16_t, "Flagged", partition_flagged),
    PARTITION(PARTITION, BYTES, U32, uint32_t, "Flagged", partition_flagged),
    PARTITION(PARTITION, BYTES, U64, uint64_t, "Flagged", partition_flagged),
    PARTITION(PARTITION, BYTES, B128, unsigned __int128, "Flagged (__int128)", partition_flagged),
    PARTITION(PARTITION, BYTES, B128, uint4, "Flagged (uint4)", partition_flagged),
    PARTITION(PARTITION_IF, LESS, U32, uint32_t, "If", partition_if),
    PARTITION(PARTITION_IF, LESS, F32, float, "If", partition_if),
    UNIQUE(NO_FORM, U8, "DeviceSelect::Unique", unique),
    UNIQUE(NO_FORM, U16, "DeviceSelect::Unique", unique),
    UNIQUE(NO_FORM, U32, "DeviceSelect::Unique", unique),
    UNIQUE(NO_FORM, U64, "DeviceSelect::Unique", unique),
    UNIQUE(LENGTHS, U32, "DeviceRunLengthEncode::Encode (64-bit lengths)", encode),
    UNIQUE(LENGTHS, U32, "DeviceRunLengthEncode::Encode (32-bit lengths, widened)", encode_narrow)};
} // namespace

CubTable compact_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
