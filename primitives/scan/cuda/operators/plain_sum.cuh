/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operator of plain sums, and what the scans' kernels ask of any operator. Zero bits of a partial result are neutral.
 *
 *     in, acc, wide           type of an element in memory, of a partial result, and of one of many tiles
 *     is_plain                plain sums, which have paths to instructions of their own
 *     outside()               the element that kernels put where the array has none: it is neutral
 *     loaded, load(x)         an element as the rows of a tile take it, of which zero bits are neutral
 *     encode                  what kernels keep of up to 16 bytes as loaded, of which zero bits are neutral
 *     of_element, of_vector   the partial results of elements as encode() leaves them
 *     combine(a, b), total    of two partial results, the first one on the left; and of one a lane of a warp
 *     add_from_left           takes in the partial result of the lane so far on the left, from lane `first` on
 *     widen, narrow           acc -> wide -> acc
 *     of_tiles, running       type of the results of some tiles, and of those of all before one: look_back.cuh
 *     results<Out>(y)         partial results as they are stored, the initial value included
 *     parts                   the operator's type where there are partial results alone
 *
 * All others: by_reduction.cuh.
 */
#ifndef TCUI_SCAN_CUDA_OPERATORS_PLAIN_SUM_CUH
#define TCUI_SCAN_CUDA_OPERATORS_PLAIN_SUM_CUH

#include "primitives/pipeline/look_back.cuh"
#include "primitives/scan/cuda/warp/pack.cuh"
#include "primitives/tile/warp_sum.cuh"

namespace tcu
{

template <class In, class Acc>
struct scan_sum : look_back_sum<Acc> {
    using in = In;
    using acc = Acc;
    using typename look_back_sum<Acc>::wide;
    using loaded = In;
    using parts = scan_sum<Acc, Acc>;
    static constexpr bool is_plain = true;

    __device__ __forceinline__ In outside() const { return In(); }
    __device__ __forceinline__ In load(In x) const { return x; }
    __device__ __forceinline__ Acc of_element(In x) const { return to_accumulator<Acc>(x); }

    template <class Vector>
    __device__ __forceinline__ Vector encode(const Vector &x) const
    {
        return x;
    }

    template <int V>
    __device__ __forceinline__ Acc of_vector(const element_vector<In, V> &x) const
    {
        return sum_of<Acc>(x);
    }

    using look_back_sum<Acc>::combine;

    __device__ __forceinline__ void add_from_left(Acc &sum, int distance, int first) const
    {
        tcu::add_from_left(sum, distance, first);
    }

    __device__ __forceinline__ Acc total(Acc sum) const { return warp_sum_of(sum); }
    __device__ __forceinline__ wide widen(Acc sum) const { return static_cast<wide>(sum); }
    __device__ __forceinline__ Acc narrow(wide sum) const { return from_accumulator<Acc>(sum); }

    template <class Out>
    __device__ __forceinline__ Out result(Acc sum) const
    {
        return from_accumulator<Out>(sum);
    }

    template <class Out, int V>
    __device__ __forceinline__ element_vector<Out, V> results(const Acc (&y)[V]) const
    {
        return pack_results<Out>(y);
    }

    parts of_parts() const { return {}; }
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_OPERATORS_PLAIN_SUM_CUH */
