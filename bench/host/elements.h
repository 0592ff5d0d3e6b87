/* SPDX-License-Identifier: Apache-2.0 */
/** @file elements.h Arrays of any type on the host: C++ types of elements, random elements, segments, single values. */
#ifndef TCU_BENCH_HOST_ELEMENTS_H
#define TCU_BENCH_HOST_ELEMENTS_H

#include <cstdlib>
#include <memory>

#include "bench/problem.h"
#include "primitives/tile/half.h"

namespace bench
{
/** Elements of 16 bits that C++ has no type for. */
struct f16 {
    uint16_t bits;
};
struct bf16 {
    uint16_t bits;
};
struct b128 {
    uint64_t low, high;
    friend bool operator!=(const b128 &a, const b128 &b) { return a.low != b.low || a.high != b.high; }
};

/** What a loop computes with: halves are widened to f32. */
template <class T>
T loaded(T x)
{
    return x;
}
inline float loaded(f16 x)
{
    return tcui_f32_from_f16(x.bits);
}
inline float loaded(bf16 x)
{
    return tcui_f32_from_bf16(x.bits);
}
template <class T, class Value>
void store(T &to, Value value)
{
    to = T(value);
}
inline void store(f16 &to, float value)
{
    to.bits = tcui_f16_from_f32(value);
}
inline void store(bf16 &to, float value)
{
    to.bits = tcui_bf16_from_f32(value);
}

/** A function object called with a value of the C type of an element type; 1 for types of 16 bits that C has not. */
template <class Function>
int with_type(tcu_type type, Function function)
{
#define BENCH_CALL_WITH(NAME, T)                                                                                       \
    case TCU_TYPE_##NAME:                                                                                              \
        return function(T());
    switch (type) {
        BENCH_TYPES(BENCH_CALL_WITH)
    default:
        return 1;
    }
}
/** The same with halves too. */
template <class Function>
int with_element(tcu_type type, Function function)
{
    return type == TCU_TYPE_F16    ? function(f16())
           : type == TCU_TYPE_BF16 ? function(bf16())
                                   : with_type(type, function);
}
/** The same by the size of elements that are only moved: integers, and b128. */
template <class Function>
int with_item(tcu_type type, Function function)
{
    switch (bench_size(type)) {
    case 1:
        return function(uint8_t());
    case 2:
        return function(uint16_t());
    case 4:
        return function(uint32_t());
    case 8:
        return function(uint64_t());
    default:
        return function(b128());
    }
}

/**
 * Memory for free(): in huge pages from 4 MiB on, as that of NumPy and of tcu_allocate(), so that times tell contestants
 * apart, and not where their arrays come from. NULL if there is none left. What C++ allocates comes from it too.
 */
void *allocate(size_t bytes);

struct Free {
    void operator()(void *memory) const { std::free(memory); }
};
/** Uninitialised. */
template <class T>
std::unique_ptr<T[], Free> allocate_array(uint64_t n)
{
    return std::unique_ptr<T[], Free>(static_cast<T *>(allocate(n * sizeof(T))));
}

/** Random elements: reals uniform in [-1, 1], integers over their whole range. */
void fill(void *data, tcu_type type, uint64_t n, uint64_t seed);

/** The elements of segment k, of one size or by offsets. */
struct Segment {
    uint64_t begin, end;
};
Segment segment_of(const bench_problem &problem, uint64_t k);

/** Element i of an array of reals, or of integers (sign-extended); of either as a real. */
double real_at(tcu_type type, const void *data, uint64_t i);
uint64_t integer_at(tcu_type type, const void *data, uint64_t i);
double element_at(tcu_type type, const void *data, uint64_t i);
} // namespace bench

#endif
