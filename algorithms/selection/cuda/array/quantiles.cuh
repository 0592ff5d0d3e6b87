/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quantiles from the keys of their ranks (algorithms/selection/quantile.h), a thread each: of the keys that a search has
 * found, or of a sorted array, where NaNs are counted by binary search. Types are values here: a quantile takes as long
 * as a load from memory, whatever the type.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_QUANTILES_CUH
#define TCUI_SELECTION_CUDA_ARRAY_QUANTILES_CUH

#include "ranks.cuh"
#include "tiles.cuh"

namespace tcu::array_selection
{

struct quantile_outputs {
    tcu_type key_type, out_type;
    bool is_real; /* the output */
    u64 nan;      /* of reals, the bits that selection.h names */
    tcu_quantile_nan_mode nan_mode;
    void *out;
    u64 *num_nans; /* or nullptr */
};

/* A key, given as its bits, as a number. */
__device__ __forceinline__ double number_of(tcu_type type, u64 bits)
{
    switch (type) {
    case TCU_TYPE_F16:
        return __half2float(__ushort_as_half(static_cast<unsigned short>(bits)));
    case TCU_TYPE_BF16:
        return __bfloat162float(__ushort_as_bfloat16(static_cast<unsigned short>(bits)));
    case TCU_TYPE_F32:
        return __uint_as_float(static_cast<unsigned>(bits));
    case TCU_TYPE_F64:
        return __longlong_as_double(static_cast<long long>(bits));
    case TCU_TYPE_I8:
        return static_cast<i8>(bits);
    case TCU_TYPE_I16:
        return static_cast<i16>(bits);
    case TCU_TYPE_I32:
        return static_cast<i32>(bits);
    case TCU_TYPE_I64:
        return static_cast<double>(static_cast<i64>(bits));
    default:
        return static_cast<double>(bits);
    }
}

__device__ __forceinline__ bool has_no_number(double x)
{
    return x != x;
}

/* The bits of a real of the type that is nearest to x. */
__device__ __forceinline__ u64 real_bits_of(tcu_type type, double x)
{
    switch (type) {
    case TCU_TYPE_F16:
        return __half_as_ushort(from_accumulator<f16>(x));
    case TCU_TYPE_BF16:
        return __bfloat16_as_ushort(from_accumulator<bf16>(x));
    case TCU_TYPE_F32:
        return __float_as_uint(static_cast<float>(x));
    default:
        return static_cast<u64>(__double_as_longlong(x));
    }
}

__device__ __forceinline__ void store_bits(void *to, u64 i, size_t bytes, u64 bits)
{
    switch (bytes) {
    case 1:
        static_cast<u8 *>(to)[i] = static_cast<u8>(bits);
        return;
    case 2:
        static_cast<u16 *>(to)[i] = static_cast<u16>(bits);
        return;
    case 4:
        static_cast<u32 *>(to)[i] = static_cast<u32>(bits);
        return;
    default:
        static_cast<u64 *>(to)[i] = bits;
    }
}

/* Whether outputs are keys, of which a quantile that is one has the bits; and the bytes of an output. */
__device__ __forceinline__ bool has_keys(const quantile_outputs &to)
{
    return to.out_type == to.key_type;
}

template <class Key>
__device__ __forceinline__ size_t output_bytes(const quantile_outputs &to)
{
    return has_keys(to) ? sizeof(Key) : sizeof(f64);
}

/* Result i of a quantile between two keys, given as order bits. */
template <class Key>
__device__ __forceinline__ void store_quantile(const selection_call<Key> &call, const quantile_outputs &to, u64 i,
                                               double t, u64 low, u64 high)
{
    const u64 a = call.key_of(low);
    if (t == 0 && has_keys(to)) {
        store_bits(to.out, i, output_bytes<Key>(to), a);
        return;
    }
    const double from = number_of(to.key_type, a);
    const double x = t == 0 ? from : tcui_quantile_between(from, number_of(to.key_type, call.key_of(high)), t);
    store_bits(to.out, i, output_bytes<Key>(to), has_no_number(x) ? to.nan : real_bits_of(to.out_type, x));
}

/* Whether there is a quantile; if not, result i is NaN, or left as it is. */
template <class Key>
__device__ __forceinline__ bool has_quantile(const quantile_outputs &to, u64 i, u64 length, u64 nans)
{
    if (nans > 0 && to.nan_mode == TCU_QUANTILE_NAN_REFUSE) {
        return false;
    }
    if (length > nans && (nans == 0 || to.nan_mode == TCU_QUANTILE_NAN_OMIT)) {
        return true;
    }
    if (to.is_real) {
        store_bits(to.out, i, output_bytes<Key>(to), to.nan);
    }
    return false;
}

/* Numbers of results, in the order of the call's quantiles, which rise. */
struct quantile_places {
    u64 at[selection_quantiles];
};

/* One block. */
template <class Key>
__global__ void __launch_bounds__(TCUI_WARP_LANES)
    write_quantiles(const __grid_constant__ selection_call<Key> call, const __grid_constant__ quantile_outputs to,
                    const __grid_constant__ quantile_places places)
{
    follow_kernel();
    const selection_state &state = *call.state;
    const u64 nans = state.nans_before + state.nans_behind;
    const int i = own_lane();
    if (i == 0 && to.num_nans != nullptr) {
        *to.num_nans = nans;
    }
    if (i < call.quantiles && has_quantile<Key>(to, places.at[i], state.length, nans)) {
        const tcui_quantile_place place = tcui_quantile_place_of(call.q[i], state.length - nans, call.method);
        store_quantile(call, to, places.at[i], place.t, state.of_keys.prefix[2 * i], state.of_keys.prefix[2 * i + 1]);
    }
}

/* ------------------------------------------------------------------------------------------ of a sorted array --- */

/* How many of the first `length` sorted keys come before those with these order bits. */
template <class Key>
__device__ __forceinline__ u64 keys_before(const selection_call<Key> &call, const Key *sorted, u64 length,
                                           key_register<Key> bits)
{
    u64 low = 0, high = length;
    while (low < high) {
        const u64 middle = low + (high - low) / 2;
        const bool is_before = call.bits_of(sorted[middle]) < bits;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low;
}

/* NaNs of the sorted array, for all quantiles once. One warp. */
template <class Key>
__global__ void __launch_bounds__(TCUI_WARP_LANES)
    find_nans(const __grid_constant__ selection_call<Key> call, const Key *sorted, u64 *num_nans)
{
    follow_kernel();
    const u64 length = call.length();
    const bool is_behind = own_lane() == 1;
    u64 nans = 0;
    if (call.may_have_nans) {
        nans = keys_before(call, sorted, length, is_behind ? call.last_number + 1 : call.first_number);
        nans = is_behind ? length - nans : nans;
    }
    const u64 before = __shfl_sync(all_lanes, nans, 0), behind = __shfl_sync(all_lanes, nans, 1);
    if (own_lane() == 0) {
        call.state->nans_before = before;
        call.state->nans_behind = behind;
        if (num_nans != nullptr) {
            *num_nans = before + behind;
        }
    }
}

/* Quantiles that a kernel is told, as parameters: a graph keeps them. */
template <int Most>
struct quantile_picks {
    u64 first; /* the first one's number */
    int count;
    double q[Most];
};

template <class Key, int Most>
__global__ void __launch_bounds__(selection_threads)
    pick_quantiles(const __grid_constant__ selection_call<Key> call, const Key *sorted,
                   const __grid_constant__ quantile_outputs to, const __grid_constant__ quantile_picks<Most> picks)
{
    follow_kernel();
    const u64 length = call.length(), before = call.state->nans_before, nans = before + call.state->nans_behind;
    const int i = static_cast<int>(blockIdx.x * selection_threads + threadIdx.x);
    if (i < picks.count && has_quantile<Key>(to, picks.first + i, length, nans)) {
        const tcui_quantile_place place = tcui_quantile_place_of(picks.q[i], length - nans, call.method);
        store_quantile(call, to, picks.first + i, place.t, call.bits_of(sorted[before + place.low]),
                       call.bits_of(sorted[before + place.high]));
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_QUANTILES_CUH */
