/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dot products: sums of products of the elements of two arrays at the same place, formed in the type that sums are. The
 * first array goes the way of all reductions; the second one is read beside it, in vectors where it lies as the first
 * one does, else by elements. Partial results are those of the terms' sums.
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_PRODUCTS_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_PRODUCTS_CUH

#include "integer_terms.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "real_terms.cuh"

namespace tcu
{

template <class Terms>
class products : public located, public Terms
{
    using In = typename Terms::in;
    using number = typename Terms::number;
    static constexpr int V = vector_elements<In>;

  public:
    using in = In;
    using acc = typename Terms::acc;
    using unencoded::encode;

    explicit products(const tcui_reduce_task *task)
        : Terms(task), second(static_cast<const In *>(task->second)),
          is_signed(!tcui_is_real(task->in_type) && !tcui_is_unsigned(task->in_type))
    {
    }

    __device__ __forceinline__ products at(int64_t first) const
    {
        products other = *this;
        other.second += first;
        return other;
    }

    __device__ __forceinline__ acc of_stretch(const element_vector<In> *vectors, int from, int to, int lane,
                                              int lanes) const
    {
        /* Two chains: half as long, half the rounding. */
        acc even = 0, odd = 0;
        for (int v = from / V + lane; v <= (to - 1) / V; v += 2 * lanes) {
            even = this->combine(even, of_vector_inside(vectors[v], v * V, from, to));
            if (v + lanes <= (to - 1) / V) {
                odd = this->combine(odd, of_vector_inside(vectors[v + lanes], (v + lanes) * V, from, to));
            }
        }
        return this->combine(even, odd);
    }

    __device__ __forceinline__ acc finish(acc x, const In *, int64_t) const { return x; }

    /* Elements [begin, begin + V) of the second array, those in [from, to); zeros for the others. */
    template <class Place>
    __device__ __forceinline__ element_vector<In> load_second(Place begin, Place from, Place to) const
    {
        if (begin >= from && begin + V <= to && reinterpret_cast<uintptr_t>(second + begin) % 16 == 0) {
            return load_whole<V>(second + begin);
        }
        In elements[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            elements[i] = begin + i >= from && begin + i < to ? second[begin + i] : In();
        }
        element_vector<In> y;
        memcpy(y.words, elements, sizeof y.words);
        return y;
    }

    /* Pairwise. */
    __device__ __forceinline__ acc of_vectors(const element_vector<In> &x, const element_vector<In> &y) const
    {
        number term[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            term[i] = term_of(x.at(i), y.at(i));
        }
#pragma unroll
        for (int distance = 1; distance < V; distance *= 2) {
#pragma unroll
            for (int i = 0; i + distance < V; i += 2 * distance) {
                term[i] += term[i + distance];
            }
        }
        if constexpr (std::is_floating_point_v<number>) {
            return this->encoded(term[0]);
        } else {
            return term[0];
        }
    }

  private:
    /* (What stands in x beside [from, to) may be NaN, and is no factor.) */
    __device__ __forceinline__ acc of_vector_inside(const element_vector<In> &x, int begin, int from, int to) const
    {
        const element_vector<In> y = load_second(begin, from, to);
        if (begin >= from && begin + V <= to) {
            return of_vectors(x, y);
        }
        return of_vectors(elements_of(x, max(from - begin, 0), min(to - begin, V)), y);
    }

    /* Integers modulo 2^64. */
    __device__ __forceinline__ number term_of(In x, In y) const
    {
        if constexpr (std::is_floating_point_v<number>) {
            return to_accumulator<number>(x) * to_accumulator<number>(y);
        } else if constexpr (sizeof(In) == 8) {
            return x * y;
        } else if (is_signed) {
            using narrow = std::make_signed_t<In>;
            return static_cast<u64>(static_cast<int64_t>(static_cast<narrow>(x)) * static_cast<narrow>(y));
        } else {
            return static_cast<u64>(x) * y;
        }
    }

    const In *second;
    bool is_signed;
};

template <class Bits>
using products_of_integers = products<integer_terms<Bits>>;

/* A thread's vectors of a chunk. */
template <class Terms>
class lane_sum<products<Terms>, false>
{
    using In = typename Terms::in;
    using Acc = typename Terms::acc;
    static constexpr int V = vector_elements<In>;

  public:
    template <int Vectors>
    __device__ __forceinline__ void add_at(const products<Terms> &op, const element_vector<In> (&x)[Vectors],
                                           int64_t first, int64_t end)
    {
        element_vector<In> y[Vectors];
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            const int64_t begin = first + (b * TCUI_REDUCE_CHUNK_THREADS + static_cast<int>(threadIdx.x)) * V;
            y[b] = {};
            if (begin < end) {
                y[b] = op.load_second(begin, int64_t(0), end);
            }
        }
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            combine_into(op, part[b % parts], op.of_vectors(x[b], y[b]));
        }
    }

    __device__ __forceinline__ Acc total(const products<Terms> &op) const
    {
        return op.combine(op.combine(part[0], part[1]), op.combine(part[2], part[3]));
    }

  private:
    static constexpr int parts = 4;
    Acc part[parts] = {};
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_PRODUCTS_CUH */
