/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors that a GPU reads and writes by one instruction. */
#ifndef TCU_EMULATED_CUDA_VECTORS_H
#define TCU_EMULATED_CUDA_VECTORS_H

#include "emulated_device.h"

namespace emulated
{

/* (The compiler would see accesses to the elements that are used; checks are told of the whole vector.) */
__attribute__((noinline, no_sanitize_thread)) inline void copy_vector(void *to, const void *from, size_t bytes)
{
    if (watch != nullptr) {
        watch->access(from, bytes, false, __builtin_return_address(0));
        watch->access(to, bytes, true, __builtin_return_address(0));
    }
    std::memcpy(to, from, bytes);
}

template <class T>
struct alignas(2 * sizeof(T)) vector2 {
    T x, y;
    vector2() = default;
    vector2(T x, T y) : x(x), y(y) {}
    __attribute__((always_inline)) vector2(const vector2 &other) { copy_vector(this, &other, sizeof other); }
    __attribute__((always_inline)) vector2 &operator=(const vector2 &other)
    {
        copy_vector(this, &other, sizeof other);
        return *this;
    }
};

template <class T>
struct alignas(4 * sizeof(T)) vector4 {
    T x, y, z, w;
    vector4() = default;
    vector4(T x, T y, T z, T w) : x(x), y(y), z(z), w(w) {}
    __attribute__((always_inline)) vector4(const vector4 &other) { copy_vector(this, &other, sizeof other); }
    __attribute__((always_inline)) vector4 &operator=(const vector4 &other)
    {
        copy_vector(this, &other, sizeof other);
        return *this;
    }
};

} // namespace emulated

using float2 = emulated::vector2<float>;
using float4 = emulated::vector4<float>;
using int2 = emulated::vector2<int>;
using int4 = emulated::vector4<int>;
using uchar4 = emulated::vector4<unsigned char>;

inline float2 make_float2(float x, float y)
{
    return {x, y};
}
inline float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}
inline int2 make_int2(int x, int y)
{
    return {x, y};
}
inline int4 make_int4(int x, int y, int z, int w)
{
    return {x, y, z, w};
}
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w)
{
    return {x, y, z, w};
}

#endif /* TCU_EMULATED_CUDA_VECTORS_H */
