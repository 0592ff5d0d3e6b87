/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums and products of integers of a width modulo 2^64, of which an output takes its lower bits; of their squares and
 * absolute values; and the number of elements of that width, of any type, that are not zero. With an initial value. For
 * products the lowest bit is flipped in elements and in partial results: then zero bits are 1, the neutral element.
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_INTEGER_TERMS_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_INTEGER_TERMS_CUH

#include "bits.cuh"
#include "primitives/context/types.h"
#include "primitives/reduce/backend.h"

namespace tcu
{

template <class Bits>
class integer_terms
{
  public:
    using in = Bits;
    using acc = u64;
    using wide = u64;
    using number = u64; /* that terms are formed in */
    using results =
        std::conditional_t<sizeof(Bits) < sizeof(u32), type_list<Bits, u32, u64>,
                           std::conditional_t<sizeof(Bits) == sizeof(u32), type_list<u32, u64>, type_list<u64>>>;
    static constexpr bool is_plain = false;

    explicit integer_terms(const tcui_reduce_task *task) : out(static_cast<unsigned char *>(task->out))
    {
        const tcui_reduction &reduction = task->reduction;
        const bool is_signed = !tcui_is_real(task->in_type) && !tcui_is_unsigned(task->in_type);
        map = reduction.map;
        out_bytes = static_cast<int>(tcu_type_size(task->out_type));
        product = reduction.op == TCU_OPERATOR_PRODUCT;
        one = product;
        /* Absolute values and counts have none. */
        sign = is_signed && (map == TCU_MAP_NONE || map == TCU_MAP_SQUARE) ? UINT64_C(1) << (bits - 1) : 0;
        absolute = is_signed && map == TCU_MAP_ABSOLUTE;
        not_sign = tcui_is_real(task->in_type) ? ~in_each_element(UINT64_C(1) << (bits - 1), sizeof(Bits)) : ~0u;
        initial = reduction.has_initial ? reduction.initial : one;
    }

    __device__ __forceinline__ element_vector<Bits> encode(element_vector<Bits> x) const
    {
        if (map == TCU_MAP_NONZERO) {
            return nonzero(x);
        }
        if (absolute) {
            x = absolute_integers(x);
        }
        flip_ones(x);
        return x;
    }

    __device__ __forceinline__ element_vector<Bits> encode_unmapped(element_vector<Bits> x) const
    {
        flip_ones(x);
        return x;
    }

    __device__ __forceinline__ Bits encode(Bits x) const { return encode_element(*this, x); }

    template <int V>
    __device__ __forceinline__ u64 of_vector(element_vector<Bits, V> x) const
    {
        if (!product && map != TCU_MAP_SQUARE) {
            return sum_of_vector(x);
        }
        return combine_terms(x, map == TCU_MAP_SQUARE, product, sign);
    }

    __device__ __forceinline__ u64 of_element(Bits x) const { return term_of(static_cast<Bits>(x ^ one)) ^ one; }

    __device__ __forceinline__ u64 combine(u64 a, u64 b) const
    {
        return product ? ((a ^ one) * (b ^ one)) ^ one : a + b;
    }

    __device__ __forceinline__ u64 widen(u64 x) const { return x; }
    __device__ __forceinline__ u64 narrow(u64 x) const { return x; }
    const integer_terms &of_parts() const { return *this; }
    __device__ __forceinline__ u64 total(u64 x) const { return shuffle_total(*this, x); }

    __device__ __forceinline__ integer_terms from(uint64_t first) const
    {
        integer_terms other = *this;
        other.out += first * out_bytes;
        return other;
    }

    __device__ __forceinline__ void store(uint64_t k, u64 x) const
    {
        store_by(x, [&](auto value) { reinterpret_cast<decltype(value) *>(out)[k] = value; });
    }

    __device__ __forceinline__ void store_streaming(uint64_t k, u64 x) const
    {
        store_by(x, [&](auto value) { store_result(reinterpret_cast<decltype(value) *>(out) + k, value); });
    }

    template <class Out>
    __device__ __forceinline__ Out result(u64 x) const
    {
        return static_cast<Out>(value_of(x));
    }

  private:
    static constexpr int bits = 8 * static_cast<int>(sizeof(Bits));

    /* 1 for each element that is not zero, of reals but for its sign, else 0. */
    __device__ __forceinline__ element_vector<Bits> nonzero(element_vector<Bits> x) const
    {
        if constexpr (sizeof(Bits) <= 2) {
            constexpr u32 lowest = sizeof(Bits) == 1 ? 0x01010101u : 0x00010001u, upper = lowest << (bits - 1);
#pragma unroll
            for (int w = 0; w < 4; w++) {
                const u32 word = x.words[w] & not_sign;
                x.words[w] = (((word & ~upper) + ~upper) | word) >> (bits - 1) & lowest;
            }
        } else if constexpr (sizeof(Bits) == 4) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                x.words[w] = (x.words[w] & not_sign) != 0;
            }
        } else {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                x.words[2 * i] = (x.words[2 * i] | (x.words[2 * i + 1] & not_sign)) != 0;
                x.words[2 * i + 1] = 0;
            }
        }
        return x;
    }

    template <int V>
    __device__ __forceinline__ void flip_ones(element_vector<Bits, V> &x) const
    {
        constexpr u32 lowest = sizeof(Bits) == 1 ? 0x01010101u : sizeof(Bits) == 2 ? 0x00010001u : 1u;
#pragma unroll
        for (int w = 0; w < element_vector<Bits, V>::bytes / 4; w += sizeof(Bits) == 8 ? 2 : 1) {
            x.words[w] ^= static_cast<u32>(one) * lowest;
        }
    }

    template <int V>
    __device__ __forceinline__ u64 sum_of_vector(const element_vector<Bits, V> &x) const
    {
        if constexpr (sizeof(Bits) == 1) {
            if (sign != 0) {
                element_vector<i8, V> y;
                memcpy(y.words, x.words, sizeof y.words);
                return sum_of<u64>(y);
            }
            return sum_of<u64>(x);
        } else {
            u64 sum = 0;
#pragma unroll
            for (int i = 0; i < V; i++) {
                sum += widened(x.at(i));
            }
            return sum;
        }
    }

    __device__ __forceinline__ u64 widened(u64 x) const { return (x ^ sign) - sign; }

    __device__ __forceinline__ u64 term_of(Bits x) const
    {
        const u64 value = widened(x);
        return map == TCU_MAP_SQUARE ? value * value : value;
    }

    __device__ __forceinline__ u64 value_of(u64 x) const { return product ? initial * (x ^ one) : initial + x; }

    /* Products, and sums of squares. A call, not inlined: 64-bit products of all elements of all vectors in flight make
     * kernels large (and their compilation take three times as long). */
    template <int V>
    __device__ __noinline__ static u64 combine_terms(const element_vector<Bits, V> x, bool square, bool product,
                                                     u64 sign)
    {
        const u64 one = product;
        u64 result = one;
#pragma unroll
        for (int i = 0; i < V; i++) {
            u64 term = ((x.at(i) ^ one) ^ sign) - sign;
            term = square ? term * term : term;
            result = product ? result * term : result + term;
        }
        return result ^ one;
    }

    template <class Function>
    __device__ __forceinline__ void store_by(u64 x, Function function) const
    {
        const u64 value = value_of(x);
        if (out_bytes == 1) {
            function(static_cast<u8>(value));
        } else if (out_bytes == 2) {
            function(static_cast<u16>(value));
        } else if (out_bytes == 4) {
            function(static_cast<u32>(value));
        } else {
            function(value);
        }
    }

    unsigned char *out;
    int out_bytes;
    tcu_map map;
    bool product, absolute;
    u32 not_sign; /* in each word of elements; of 8 bytes in the upper ones */
    u64 sign;     /* bit of elements that are signed, or 0 */
    u64 one;      /* of products: the neutral element, whose bits are flipped; else 0 */
    u64 initial;
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_INTEGER_TERMS_CUH */
