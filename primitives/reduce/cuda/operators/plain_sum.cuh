/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operator of plain sums, and what kernels ask of any operator:
 *
 *     in, acc, wide          types of an element in memory, of a partial result, and of one of many tiles; zero bits of
 *                            each are neutral, so what is masked or outside the array does not count
 *     is_plain               plain sums, which have paths to instructions of their own
 *     encode(vector)         what kernels keep of 16 bytes as loaded: for most operators codes, of which 0 is neutral
 *     of_vector, of_element  the partial result of encoded elements
 *     combine(a, b), total   of two partial results, and of one a lane of a warp
 *     widen(acc)             acc -> wide
 *     of_parts()             the operator that combines and stores partial results; of plain sums one for all elements
 *     from(first)            the operator whose results begin behind `first` of this one's
 *     store(k, result)       decodes a partial result and writes result k; store_streaming: with the hint that nobody
 *                            will read it soon
 *
 * and what scans (by_reduction.cuh there) and operations by key ask besides, of all classes that dispatch_operator()
 * (../dispatch.cuh) names for one array:
 *
 *     results                the types of results, a type_list
 *     narrow(wide)           wide -> acc
 *     result<Out>(acc)       a partial result as it is stored, the initial value included
 *     encode_unmapped        encode() where no element has a map; of scans alone
 *
 * The others: min_max.cuh, bitwise.cuh, real_terms.cuh, integer_terms.cuh.
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_PLAIN_SUM_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_PLAIN_SUM_CUH

#include "bits.cuh"
#include "primitives/tile/warp_sum.cuh"

namespace tcu
{

/* Elements as they are in memory. */
struct unencoded {
    template <class Vector>
    __device__ __forceinline__ Vector encode(const Vector &x) const
    {
        return x;
    }
};

/* Whether encode() changes anything. */
template <class Operator>
inline constexpr bool is_encoded = !std::is_base_of_v<unencoded, Operator>;

/*
 * Operators whose partial results depend on where elements are. In place of encode(), of_vector() and of_element() they
 * have
 *
 *     at(first)              the operator for elements of the array from `first` on, whose places are counted from there
 *     of_stretch(vectors, from, to, lane, lanes)
 *                            a lane's share of elements [from, to) of a tile, which begins at the operator's place
 *     lane_sum<Operator>     with add_at(op, x, first, end) in place of add(): x are the thread's vectors of a batch that
 *                            begins at place `first`; only places [0, end) count
 *     finish(acc, in, end)   what thread 0 makes of the result of a block's elements
 */
struct located : unencoded {
};

template <class Operator>
inline constexpr bool is_located = std::is_base_of_v<located, Operator>;

/* Whether such an operator also has
 *
 *     store_stretch(k, stores, vectors, from, to, lane, lanes)   all lanes' shares of a stretch, together, to segment k
 */
template <class Operator>
inline constexpr bool stores_stretches = false;

/* The operator of elements from `first` on; of most operators it is the same. */
template <class Operator>
__device__ __forceinline__ Operator operator_at(const Operator &op, [[maybe_unused]] int64_t first)
{
    if constexpr (is_located<Operator>) {
        return op.at(first);
    } else {
        return op;
    }
}

template <class In, class Acc, class Out>
struct plain_sum : unencoded {
    using in = In;
    using acc = Acc;
    using wide = wide_accumulator<Acc>;
    static constexpr bool is_plain = true;
    Out *out;

    __host__ __device__ plain_sum(Out *out) : out(out) {}

    template <int V>
    __device__ __forceinline__ Acc of_vector(const element_vector<In, V> &x) const
    {
        return sum_of<Acc>(x);
    }

    __device__ __forceinline__ Acc of_element(In x) const { return to_accumulator<Acc>(x); }

    template <class T>
    __device__ __forceinline__ T combine(T a, T b) const
    {
        return a + b;
    }

    template <class T>
    __device__ __forceinline__ T total(T sum) const
    {
        return warp_sum_of(sum);
    }

    plain_sum<Acc, Acc, Out> of_parts() const { return {out}; }
    __device__ __forceinline__ wide widen(Acc sum) const { return static_cast<wide>(sum); }

    template <class Index>
    __device__ __forceinline__ plain_sum from(Index first) const
    {
        return {out + first};
    }

    template <class Index, class T>
    __device__ __forceinline__ void store(Index k, T sum) const
    {
        out[k] = from_accumulator<Out>(sum);
    }

    template <class Index, class T>
    __device__ __forceinline__ void store_streaming(Index k, T sum) const
    {
        store_result(out + k, from_accumulator<Out>(sum));
    }
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_PLAIN_SUM_CUH */
