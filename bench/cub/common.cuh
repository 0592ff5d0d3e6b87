/* SPDX-License-Identifier: Apache-2.0 */
/* What the CUB wrappers share: element types, sums in a wider type, keys and offsets of segments of one size. */
#ifndef TCU_BENCH_CUB_COMMON_CUH
#define TCU_BENCH_CUB_COMMON_CUH

#include <cub/version.cuh>
#include <cuda/std/functional>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "bench/cub/variants.h"

// The fixed-size segmented reduction came with CUB 3.2, the segmented scan in a header of its own.
#define BENCH_CUB_HAS_FIXED_SIZE (CUB_VERSION >= 300200)
#if __has_include(<cub/device/device_segmented_scan.cuh>)
#define BENCH_CUB_HAS_SEGMENTED_SCAN 1
#else
#define BENCH_CUB_HAS_SEGMENTED_SCAN 0
#endif

namespace bench
{
using f16 = __half;
using bf16 = __nv_bfloat16;

template <tcu_type type>
struct TypeOf;
template <>
struct TypeOf<TCU_TYPE_F16> {
    using T = f16;
};
template <>
struct TypeOf<TCU_TYPE_BF16> {
    using T = bf16;
};
template <>
struct TypeOf<TCU_TYPE_F32> {
    using T = float;
};
template <>
struct TypeOf<TCU_TYPE_F64> {
    using T = double;
};
template <>
struct TypeOf<TCU_TYPE_I8> {
    using T = int8_t;
};
template <>
struct TypeOf<TCU_TYPE_U8> {
    using T = uint8_t;
};
template <>
struct TypeOf<TCU_TYPE_I16> {
    using T = int16_t;
};
template <>
struct TypeOf<TCU_TYPE_U16> {
    using T = uint16_t;
};
template <>
struct TypeOf<TCU_TYPE_I32> {
    using T = int32_t;
};
template <>
struct TypeOf<TCU_TYPE_U32> {
    using T = uint32_t;
};
template <>
struct TypeOf<TCU_TYPE_I64> {
    using T = int64_t;
};
template <>
struct TypeOf<TCU_TYPE_U64> {
    using T = uint64_t;
};
template <>
struct TypeOf<BENCH_B128> { // the type of 16 bytes that CUB has tuned policies for
    using T = unsigned __int128;
};

__host__ __device__ inline float to_float(f16 x)
{
    return __half2float(x);
}
__host__ __device__ inline float to_float(bf16 x)
{
    return __bfloat162float(x);
}

struct ToFloat {
    template <class T>
    __host__ __device__ float operator()(T x) const
    {
        return to_float(x);
    }
};
// Makes CUB keep its sums in f32 while it loads and stores halves, and still know that they are sums.
using AddFloat = ::cuda::std::plus<float>;
template <class Out>
struct ConvertTo {
    template <class T>
    __host__ __device__ Out operator()(T x) const
    {
        return (Out)x;
    }
};

struct SegmentOf { // element -> segment of one size; the problems are below 2^32 elements
    uint32_t size;
    __host__ __device__ uint32_t operator()(uint32_t i) const { return i / size; }
};
struct BeginOf { // segment -> its first element
    int64_t size;
    __host__ __device__ int64_t operator()(int64_t k) const { return k * size; }
};

inline auto fixed_keys(const bench_problem *p)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0),
                                           SegmentOf{(uint32_t)p->segment_size});
}
inline auto fixed_begins(const bench_problem *p, int64_t first)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(first),
                                           BeginOf{(int64_t)p->segment_size});
}
// A 32-bit count makes CUB use its 32-bit indices, the faster ones.
inline uint32_t count(const bench_problem *p)
{
    return (uint32_t)p->n;
}
template <class T>
const T *input(const bench_problem *p)
{
    return static_cast<const T *>(p->in);
}
template <class T>
T *output(const bench_problem *p)
{
    return static_cast<T *>(p->out);
}
inline cudaStream_t on(void *stream)
{
    return static_cast<cudaStream_t>(stream);
}
} // namespace bench

#endif
