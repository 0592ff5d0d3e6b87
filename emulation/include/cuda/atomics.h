/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations: a fiber runs on until it waits, so each of them is whole. */
#ifndef TCU_EMULATED_CUDA_ATOMICS_H
#define TCU_EMULATED_CUDA_ATOMICS_H

#include <algorithm>
#include <type_traits>

#include "emulated_device.h"

namespace emulated
{

/* *to = next(*to); returns what was there. (Checks take it for an atomic access, not for a read and a write.) */
template <class T, class Next>
__attribute__((noinline, no_sanitize_thread)) T change_atomically(T *to, const Next &next)
{
    if (watch != nullptr) {
        watch->atomic(to, sizeof(T), __builtin_return_address(0));
    }
    T before;
    std::memcpy(&before, to, sizeof before);
    const T after = next(before);
    std::memcpy(to, &after, sizeof after);
    return before;
}

} // namespace emulated

template <class T>
__attribute__((always_inline)) inline T atomicAdd(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T x) { return static_cast<T>(x + value); });
}

template <class T>
__attribute__((always_inline)) inline T atomicSub(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T x) { return static_cast<T>(x - value); });
}

template <class T>
__attribute__((always_inline)) inline T atomicExch(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T) { return value; });
}

template <class T>
__attribute__((always_inline)) inline T atomicMin(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T x) { return std::min(x, value); });
}

template <class T>
__attribute__((always_inline)) inline T atomicMax(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T x) { return std::max(x, value); });
}

template <class T>
__attribute__((always_inline)) inline T atomicCAS(T *to, std::common_type_t<T> expected, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [=](T x) { return x == expected ? value : x; });
}

template <class T>
__attribute__((always_inline)) inline T atomicOr(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T x) { return static_cast<T>(x | value); });
}

template <class T>
__attribute__((always_inline)) inline T atomicAnd(T *to, std::common_type_t<T> value)
{
    return emulated::change_atomically(to, [value](T x) { return static_cast<T>(x & value); });
}

#endif /* TCU_EMULATED_CUDA_ATOMICS_H */
