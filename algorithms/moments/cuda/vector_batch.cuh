/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A range of an array as batches of 16-byte vectors, seen from the last multiple of 16 bytes at or before its first element.
 * Elements of its first and last vectors that are not its own are left out.
 */
#ifndef TCUI_MOMENTS_CUDA_VECTOR_BATCH_CUH
#define TCUI_MOMENTS_CUDA_VECTOR_BATCH_CUH

#include "primitives/reduce/cuda/sums/vectors.cuh"

namespace tcu
{

/* Blocks of 256 threads that a multiprocessor is to have room for: as many as registers allow without spills to memory. In a
 * batch with masks elements of 16 bits, and f32 that become f64, need more of them. */
template <class In, class Real>
constexpr int resident_blocks = sizeof(In) == 2 || sizeof(In) < sizeof(Real) ? 2 : 3;

template <class Real>
constexpr int resident_blocks<u8, Real> = 3;

template <class Real>
constexpr int resident_blocks<i8, Real> = 3;

/* Which elements of a vector count: from <= i < to. */
struct element_range {
    int from, to;
    __device__ __forceinline__ bool has(int i) const { return i >= from && i < to; }
    __device__ __forceinline__ int length() const { return max(to - from, 0); }
};

/* Elements begin ... end - 1 of an array of n. */
template <class In>
struct array_range {
    const In *in;
    uint64_t n;
    int64_t begin, end;

    /* The place of the first vector; it may be before the array's begin. */
    __device__ __forceinline__ int64_t first() const
    {
        return begin - static_cast<int64_t>(reinterpret_cast<uintptr_t>(in + begin) % 16 / sizeof(In));
    }
};

/* The vectors of one batch: those of a thread are `stride` vectors apart. Its elements from ... to - 1 count. */
template <class In, int Vectors>
struct vector_batch {
    static constexpr int V = vector_elements<In>;
    element_vector<In> x[Vectors];
    int from, to, thread, stride;

    /* `at`: the batch's first element. Whether all elements of all threads count. */
    __device__ __forceinline__ bool load(const array_range<In> &of, int64_t at, cache_policy policy)
    {
        const int elements = Vectors * stride * V;
        from = static_cast<int>(max(of.begin - at, int64_t(0)));
        to = of.begin < of.end ? static_cast<int>(min(of.end - at, static_cast<int64_t>(elements))) : 0;
        if (from == 0 && to == elements) {
#pragma unroll
            for (int b = 0; b < Vectors; b++) {
                x[b] = load_vector(of.in + at + place(b), policy);
            }
            return true;
        }
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            x[b] = {};
            if (place(b) < to) {
                x[b] = load_vector_inside(of.in, at + place(b), of.n, policy);
            }
        }
        return false;
    }

    __device__ __forceinline__ int place(int b) const { return (b * stride + thread) * V; }

    /* Whether the thread, or another one that shares the range, has elements in vector b. */
    __device__ __forceinline__ bool reaches(int b) const { return b * stride * V < to; }

    /* Which elements of vector b count. */
    __device__ __forceinline__ element_range range(int b) const
    {
        return {max(from - place(b), 0), min(to - place(b), V)};
    }

    __device__ __forceinline__ int count() const
    {
        int elements = 0;
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            elements += range(b).length();
        }
        return elements;
    }
};

} // namespace tcu

#endif /* TCUI_MOMENTS_CUDA_VECTOR_BATCH_CUH */
