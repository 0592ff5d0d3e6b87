/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers of blocks and warps, and what lanes exchange. */
#ifndef TCU_EMULATED_CUDA_COLLECTIVES_H
#define TCU_EMULATED_CUDA_COLLECTIVES_H

#include <algorithm>

#include "emulated_device.h"

namespace emulated
{

inline void all_threads_barrier(bool is_counted)
{
    /* (Threads that have ended are not waited for, as on GPUs; CUDA does not allow it, so that checks find it.) */
    emulated::block_barrier(0,
                            emulated::watch != nullptr ? static_cast<int>(emulated::gpu.block_threads)
                                                       : emulated::gpu.current->block->alive,
                            is_counted);
}

} // namespace emulated

inline void __syncthreads()
{
    emulated::all_threads_barrier(true);
}

inline int __syncthreads_count(bool value)
{
    int &count = emulated::gpu.current->block->votes;
    emulated::all_threads_barrier(true);
    count = 0;
    emulated::all_threads_barrier(false);
    count += value;
    emulated::all_threads_barrier(false);
    return count;
}

inline int __syncthreads_or(int value)
{
    return __syncthreads_count(value != 0) != 0;
}

inline int __syncthreads_and(int value)
{
    return __syncthreads_count(value == 0) == 0;
}

/* Memory is in order here. */
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

inline void __syncwarp(unsigned = ~0u)
{
    emulated::lanes(0, 0);
}

template <class T>
T __shfl_xor_sync(unsigned, T value, int distance, int width = emulated::warp_lanes)
{
    const emulated::lanes all(emulated::to_bits(value), 1);
    const int lane = emulated::own_lane(), from = lane ^ distance;
    return from < (lane / width + 1) * width ? emulated::from_bits<T>(all.bits[from]) : value;
}

template <class T>
T __shfl_up_sync(unsigned, T value, int distance, int width = emulated::warp_lanes)
{
    const emulated::lanes all(emulated::to_bits(value), 2);
    const int lane = emulated::own_lane(), from = lane - distance;
    return from < lane / width * width ? value : emulated::from_bits<T>(all.bits[from]);
}

template <class T>
T __shfl_down_sync(unsigned, T value, int distance, int width = emulated::warp_lanes)
{
    const emulated::lanes all(emulated::to_bits(value), 10);
    const int lane = emulated::own_lane(), from = lane + distance;
    return from < (lane / width + 1) * width ? emulated::from_bits<T>(all.bits[from]) : value;
}

template <class T>
T __shfl_sync(unsigned, T value, int from, int width = emulated::warp_lanes)
{
    const emulated::lanes all(emulated::to_bits(value), 3);
    return emulated::from_bits<T>(all.bits[emulated::own_lane() / width * width + from % width]);
}

inline unsigned __ballot_sync(unsigned, bool value)
{
    const emulated::lanes all(value, 4);
    unsigned bits = 0;
    for (int lane = 0; lane < all.count; lane++) {
        bits |= (all.bits[lane] ? 1u : 0u) << lane;
    }
    return bits;
}

template <class T>
unsigned __match_any_sync(unsigned, T value)
{
    const emulated::lanes all(emulated::to_bits(value), 8);
    unsigned bits = 0;
    for (int lane = 0; lane < all.count; lane++) {
        bits |= (all.bits[lane] == emulated::to_bits(value) ? 1u : 0u) << lane;
    }
    return bits;
}

inline bool __any_sync(unsigned mask, bool value)
{
    return __ballot_sync(mask, value) != 0;
}

inline bool __all_sync(unsigned mask, bool value)
{
    return __ballot_sync(mask, !value) == 0;
}

inline unsigned __reduce_add_sync(unsigned, unsigned value)
{
    const emulated::lanes all(value, 5);
    unsigned sum = 0;
    for (int lane = 0; lane < all.count; lane++) {
        sum += static_cast<unsigned>(all.bits[lane]);
    }
    return sum;
}

inline unsigned __reduce_or_sync(unsigned, unsigned value)
{
    const emulated::lanes all(value, 13);
    unsigned bits = 0;
    for (int lane = 0; lane < all.count; lane++) {
        bits |= static_cast<unsigned>(all.bits[lane]);
    }
    return bits;
}

template <class T>
T __reduce_max_sync(unsigned, T value)
{
    const emulated::lanes all(emulated::to_bits(value), 6);
    for (int lane = 0; lane < all.count; lane++) {
        value = std::max(value, emulated::from_bits<T>(all.bits[lane]));
    }
    return value;
}

template <class T>
T __reduce_min_sync(unsigned, T value)
{
    const emulated::lanes all(emulated::to_bits(value), 14);
    for (int lane = 0; lane < all.count; lane++) {
        value = std::min(value, emulated::from_bits<T>(all.bits[lane]));
    }
    return value;
}

[[noreturn]] inline void __trap()
{
    emulated::fail("a trap");
}

#endif /* TCU_EMULATED_CUDA_COLLECTIVES_H */
