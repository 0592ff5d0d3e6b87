/* SPDX-License-Identifier: Apache-2.0 */
/* A scan's operator (plain_sum.cuh says what it has) by a class of the reductions' operators. */
#ifndef TCUI_SCAN_CUDA_OPERATORS_BY_REDUCTION_CUH
#define TCUI_SCAN_CUDA_OPERATORS_BY_REDUCTION_CUH

#include "primitives/reduce/cuda/operators/min_max.cuh"
#include "primitives/reduce/cuda/operators/real_terms.cuh"
#include "primitives/reduce/elements.h"
#include "primitives/scan/backend.h"
#include "primitives/tile/compensated_sum.cuh"

namespace tcu
{

/* Whether an operator makes the results of two neighbours together, of 2 bytes each. */
template <class Reduction>
inline constexpr bool has_result_pairs = false;
template <>
inline constexpr bool has_result_pairs<min_max<u16>> = true;

/* The result of all tiles before one. */
template <class Reduction>
class running_result
{
    using wide = typename Reduction::wide;

  public:
    __device__ __forceinline__ running_result(const Reduction &op, wide value) : op(op), result(value) {}
    __device__ __forceinline__ void set(wide value) { result = value; }
    __device__ __forceinline__ void add(wide value) { result = op.combine(result, value); }
    __device__ __forceinline__ wide value() const { return result; }

  private:
    const Reduction &op;
    wide result;
};

/* Of reals in f64; of sums with what additions round away, as running_sum. */
template <class In, class Real>
class running_result<real_terms<In, Real>>
{
  public:
    __device__ __forceinline__ running_result(const real_terms<In, Real> &op, u64 value) : op(op) { set(value); }
    /* (-0 changes no number that it is added to, not even a product that is -0.) */
    __device__ __forceinline__ void set(u64 value) { result = {op.decoded(value), -0.0}; }

    __device__ __forceinline__ void add(u64 value)
    {
        if (op.is_product()) {
            result.sum *= op.decoded(value);
        } else {
            result.add(op.decoded(value));
        }
    }

    __device__ __forceinline__ u64 value() const { return op.encoded(result.value()); }

  private:
    const real_terms<In, Real> &op;
    compensated_sum result;
};

/* A scan's task as that of a reduction. */
inline tcui_reduce_task reduction_of(const tcui_scan_task *task)
{
    tcui_reduce_task reduction = {};
    reduction.in_type = task->in_type;
    reduction.out_type = task->out_type;
    reduction.reduction = task->reduction;
    return reduction;
}

template <class Reduction>
class by_reduction
{
  public:
    using in = typename Reduction::in;
    using acc = typename Reduction::acc;
    using wide = typename Reduction::wide;
    using of_tiles = wide;
    using running = running_result<Reduction>;
    using loaded = acc;
    using parts = by_reduction;
    static constexpr bool is_plain = false;

    explicit by_reduction(const tcui_scan_task *task) : op(operator_of(task))
    {
        const uint64_t neutral = tcui_neutral_bits(task->reduction.op, task->in_type);
        memcpy(static_cast<void *>(&neutral_element), &neutral, sizeof neutral_element);
    }

    __device__ __forceinline__ in outside() const
    {
        in x;
        memcpy(&x, &neutral_element, sizeof x);
        return x;
    }

    __device__ __forceinline__ acc load(in x) const { return op.of_element(op.encode(x)); }
    __device__ __forceinline__ acc of_element(in x) const { return op.of_element(x); }

    template <int V>
    __device__ __forceinline__ element_vector<in, V> encode(const element_vector<in, V> &x) const
    {
        return encode_unmapped(op, x);
    }

    __device__ __forceinline__ acc of_vector(const element_vector<in> &x) const { return op.of_vector(x); }

    template <class T>
    __device__ __forceinline__ T combine(T a, T b) const
    {
        return op.combine(a, b);
    }

    __device__ __forceinline__ void add_from_left(acc &x, int distance, int first) const
    {
        const acc left = __shfl_up_sync(all_lanes, x, distance);
        if (static_cast<int>(threadIdx.x % TCUI_WARP_LANES) - distance >= first) {
            x = op.combine(left, x);
        }
    }

    __device__ __forceinline__ acc total(acc x) const { return op.total(x); }
    __device__ __forceinline__ wide widen(acc x) const { return op.widen(x); }
    __device__ __forceinline__ acc narrow(wide x) const { return op.narrow(x); }

    template <class Out>
    __device__ __forceinline__ Out result(acc x) const
    {
        return op.template result<Out>(x);
    }

    template <class Out, int V>
    __device__ __forceinline__ element_vector<Out, V> results(const acc (&y)[V]) const
    {
        element_vector<Out, V> packed;
        if constexpr (has_result_pairs<Reduction>) {
#pragma unroll
            for (int w = 0; w < V / 2; w++) {
                packed.words[w] = op.result_pair(y[2 * w], y[2 * w + 1]);
            }
        } else {
            Out elements[V];
#pragma unroll
            for (int i = 0; i < V; i++) {
                elements[i] = result<Out>(y[i]);
            }
            memcpy(packed.words, elements, sizeof packed.words);
        }
        return packed;
    }

    const by_reduction &of_parts() const { return *this; }

    __device__ __forceinline__ of_tiles of_tile(acc x) const { return op.widen(x); }
    __device__ __forceinline__ running nothing() const { return running(op, 0); }

  private:
    static Reduction operator_of(const tcui_scan_task *task)
    {
        const tcui_reduce_task reduction = reduction_of(task);
        return Reduction(&reduction);
    }

    Reduction op;
    in neutral_element;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_OPERATORS_BY_REDUCTION_CUH */
