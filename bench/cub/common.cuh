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

namespace bench
{
using f16 = __half;
using bf16 = __nv_bfloat16;

/** Beside the types of the library: the type of 16 bytes that CUB has tuned policies for. */
#define TCU_TYPE_B128 BENCH_B128

template <tcu_type type>
struct TypeOf;
#define BENCH_TYPE_OF(NAME, type)                                                                                      \
    template <>                                                                                                        \
    struct TypeOf<TCU_TYPE_##NAME> {                                                                                   \
        using T = type;                                                                                                \
    };
BENCH_TYPE_OF(F16, f16)
BENCH_TYPE_OF(BF16, bf16)
BENCH_TYPES(BENCH_TYPE_OF)
BENCH_TYPE_OF(B128, unsigned __int128)

/** A form for elements of these types, by a function of this or that template arguments. */
#define BENCH_T(NAME) typename TypeOf<TCU_TYPE_##NAME>::T
#define BENCH_CUB(OP, FORM, IN, OUT, half_sums, name, ...)                                                             \
    CubVariant                                                                                                         \
    {                                                                                                                  \
        BENCH_##OP, BENCH_##FORM, TCU_TYPE_##IN, TCU_TYPE_##OUT, half_sums, name, __VA_ARGS__, 0, 0                    \
    }

/** What a family's cub.cu says of its forms. */
template <size_t count>
CubTable table_of(const CubVariant (&variants)[count], bool ignores_sign)
{
    return {variants, variants + count, ignores_sign};
}

/** What values of a type are computed in. */
template <class T>
using Real = std::conditional_t<std::is_same_v<T, double>, double, float>;

__host__ __device__ inline double to_real(double x)
{
    return x;
}
__host__ __device__ inline float to_real(float x)
{
    return x;
}
__host__ __device__ inline float to_real(f16 x)
{
    return __half2float(x);
}
__host__ __device__ inline float to_real(bf16 x)
{
    return __bfloat162float(x);
}

struct ToFloat {
    template <class T>
    __host__ __device__ float operator()(T x) const
    {
        return to_real(x);
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
/** Where segments begin, from segment `first` on, and the segment of each element; of one size or by offsets. */
template <bench_op op>
auto begins(const bench_problem *p, int64_t first)
{
    if constexpr (op == BENCH_SEGMENTED_REDUCE || op == BENCH_SEGMENTED_SCAN || op == BENCH_SEGMENTED_SORT ||
                  op == BENCH_SEGMENTED_MOMENTS || op == BENCH_SEGMENTED_REDUCE_EXTREMA || op == BENCH_SEGMENTED_DOT) {
        return fixed_begins(p, first);
    } else {
        return p->offsets + first;
    }
}
template <bench_op op>
auto keys(const bench_problem *p)
{
    if constexpr (op == BENCH_SEGMENTED_REDUCE || op == BENCH_SEGMENTED_SCAN ||
                  op == BENCH_SEGMENTED_LINEAR_RECURRENCE) {
        return fixed_keys(p);
    } else {
        return p->keys;
    }
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

/** A form without temporary memory. */
template <cudaError_t (*run)(const bench_problem *, cudaStream_t)>
int without_memory(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (temp != nullptr) {
        return run(p, on(stream));
    }
    *bytes = 1;
    return cudaSuccess;
}
} // namespace bench

#endif
