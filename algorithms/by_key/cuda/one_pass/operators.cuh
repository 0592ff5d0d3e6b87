/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators of values by key: the classes of the reductions (primitives/reduce/cuda/operators/plain_sum.cuh says what
 * they have), here with results of scans, and with what comes before a tile. Sums of f32 and of integers of 4 bytes to
 * their own type have a class without the other operators' instructions.
 */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_OPERATORS_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_OPERATORS_CUH

#include "primitives/reduce/cuda/dispatch.cuh"
#include "primitives/tile/compensated_sum.cuh"

namespace tcu
{

template <class T>
struct sum_by_key : plain_sum<T, T, T> {
    using base = plain_sum<T, T, T>;
    using typename base::wide;
    using results = type_list<T>;

    explicit sum_by_key(const tcui_reduce_task *task) : base(static_cast<T *>(task->out)) {}

    __device__ __forceinline__ T narrow(wide sum) const { return static_cast<T>(sum); }

    template <class Out>
    __device__ __forceinline__ Out result(T sum) const
    {
        return sum;
    }
};

/* Where there are runs but no values. */
struct no_values {
    using in = u8;
    using acc = u32;
    using wide = u32;
    static constexpr bool is_plain = false;

    explicit no_values(const tcui_reduce_task *) {}
    __device__ __forceinline__ u32 combine(u32, u32) const { return 0; }
    __device__ __forceinline__ u32 total(u32) const { return 0; }
    __device__ __forceinline__ u32 widen(u32) const { return 0; }
    __device__ __forceinline__ u32 narrow(u32) const { return 0; }
};

template <class Operator>
constexpr bool has_values = !std::is_same_v<Operator, no_values>;

/* x = (what lane - distance has) op x, in lanes for which that lane is not before lane `first`. */
template <class Operator>
__device__ __forceinline__ void take_from_left(const Operator &op, typename Operator::acc &x, int distance, int first)
{
    if constexpr (Operator::is_plain) {
        add_from_left(x, distance, first);
    } else {
        const auto left = __shfl_up_sync(all_lanes, x, distance);
        if (static_cast<int>(threadIdx.x % TCUI_WARP_LANES) - distance >= first) {
            x = op.combine(left, x);
        }
    }
}

/* The values since the last head before a tile: they may be those of many tiles. */
template <class Operator>
struct carried_value {
    using acc = typename Operator::acc;
    typename Operator::wide wide;

    __device__ __forceinline__ void set(const Operator &op, acc x) { wide = op.widen(x); }
    __device__ __forceinline__ void add(const Operator &op, acc x) { wide = op.combine(wide, op.widen(x)); }
    __device__ __forceinline__ acc narrow(const Operator &op) const { return op.narrow(wide); }
    __device__ __forceinline__ static carried_value of_nothing() { return {0}; }
};

/* Of reals in f64; of sums with what additions round away, as in scans. */
template <class In, class Real>
struct carried_value<real_terms<In, Real>> {
    using Operator = real_terms<In, Real>;
    using acc = typename Operator::acc;
    compensated_sum wide;

    /* (-0 changes no number that it is added to, not even a product that is -0.) */
    __device__ __forceinline__ void set(const Operator &op, acc x) { wide = {op.decoded(op.widen(x)), -0.0}; }

    __device__ __forceinline__ void add(const Operator &op, acc x)
    {
        const f64 y = op.decoded(op.widen(x));
        if (op.is_product()) {
            wide.sum *= y;
        } else {
            wide.add(y);
        }
    }

    __device__ __forceinline__ acc narrow(const Operator &op) const { return op.narrow(op.encoded(wide.value())); }
    /* (Of products there is always a head before.) */
    __device__ __forceinline__ static carried_value of_nothing() { return {{0, 0}}; }
};

/* function(Out()) of the result type of `bytes`, which is the last one if none before it is. */
template <class Function, class First, class... Others>
__device__ __forceinline__ void dispatch_result(type_list<First, Others...>, int bytes, Function function)
{
    if constexpr (sizeof...(Others) == 0) {
        function(First());
    } else if (bytes == static_cast<int>(sizeof(First))) {
        function(First());
    } else {
        dispatch_result(type_list<Others...>(), bytes, function);
    }
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_OPERATORS_CUH */
