/* SPDX-License-Identifier: Apache-2.0 */
/* What the wrappers of CUB's selections share: predicates, and flags in bytes and in bits as CUB can read them. */
#ifndef TCU_BENCH_FAMILIES_COMPACT_CUB_COMPACTION_CUH
#define TCU_BENCH_FAMILIES_COMPACT_CUB_COMPACTION_CUH

#include <cstring>

#include "bench/cub/common.cuh"
#include "bench/families/compact/problem.h"

namespace bench
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
} // namespace bench

#endif
