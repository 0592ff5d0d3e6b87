/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums and products of reals, of their squares and of their absolute values, with an initial value. For products the
 * bits of 1 are flipped in elements and in partial results: then zero bits are 1, the neutral element.
 */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_REAL_TERMS_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_REAL_TERMS_CUH

#include "bits.cuh"
#include "primitives/reduce/backend.h"

namespace tcu
{

__device__ __forceinline__ f32 real_of(u32 bits)
{
    return __uint_as_float(bits);
}

__device__ __forceinline__ f64 real_of(u64 bits)
{
    return __longlong_as_double(static_cast<long long>(bits));
}

__device__ __forceinline__ u32 bits_of(f32 x)
{
    return __float_as_uint(x);
}

__device__ __forceinline__ u64 bits_of(f64 x)
{
    return static_cast<u64>(__double_as_longlong(x));
}

/* Elements `In`, combined in `Real`, to f64 where the results of many tiles are; `Real` or `In` out. */
template <class In, class Real>
class real_terms
{
  public:
    using in = In;
    using acc = std::conditional_t<std::is_same_v<Real, f32>, u32, u64>; /* bits of Real */
    using wide = u64;                                                    /* bits of f64 */
    using number = Real;                                                 /* that terms are formed in */
    using results = std::conditional_t<sizeof(In) < sizeof(f32), type_list<In, Real>, type_list<Real>>;
    static constexpr bool is_plain = false;

    explicit real_terms(const tcui_reduce_task *task) : out(static_cast<unsigned char *>(task->out))
    {
        const tcui_reduction &reduction = task->reduction;
        const int bytes = static_cast<int>(tcu_type_size(task->in_type));
        out_is_in = task->out_type == task->in_type;
        product = reduction.op == TCU_OPERATOR_PRODUCT;
        square = reduction.map == TCU_MAP_SQUARE;
        keep = reduction.map == TCU_MAP_ABSOLUTE ? ~in_each_element(UINT64_C(1) << (8 * bytes - 1), bytes) : ~0u;
        const uint64_t one_of_in = std::is_same_v<In, f16>    ? 0x3c00u
                                   : std::is_same_v<In, bf16> ? 0x3f80u
                                   : std::is_same_v<In, f32>  ? 0x3f800000u
                                                              : UINT64_C(0x3ff0000000000000);
        element_one = product ? in_each_element(one_of_in, bytes) : 0;
        one_f32 = product ? 0x3f800000u : 0;
        one_f64 = product ? UINT64_C(0x3ff0000000000000) : 0;
        has_initial = reduction.has_initial;
        initial = reduction.initial;
    }

    __device__ __forceinline__ element_vector<In> encode(element_vector<In> x) const
    {
#pragma unroll
        for (int w = sizeof(In) == 8; w < 4; w += sizeof(In) == 8 ? 2 : 1) {
            x.words[w] = (x.words[w] & keep) ^ element_one;
        }
        return x;
    }

    __device__ __forceinline__ element_vector<In> encode_unmapped(const element_vector<In> &x) const
    {
        return encode(x);
    }
    __device__ __forceinline__ In encode(In x) const { return encode_element(*this, x); }

    template <int V>
    __device__ __forceinline__ acc of_vector(element_vector<In, V> x) const
    {
        Real term[V];
#pragma unroll
        for (int w = sizeof(In) == 8; w < element_vector<In, V>::bytes / 4; w += sizeof(In) == 8 ? 2 : 1) {
            x.words[w] ^= element_one;
        }
#pragma unroll
        for (int i = 0; i < V; i++) {
            term[i] = term_of(x.at(i));
        }
        if (product) {
            combine_terms(term, [](Real a, Real b) { return a * b; });
        } else {
            combine_terms(term, [](Real a, Real b) { return a + b; });
        }
        return encoded(term[0]);
    }

    __device__ __forceinline__ acc of_element(In x) const
    {
        element_vector<In> vector = {};
        memcpy(vector.words, &x, sizeof x);
        vector.words[sizeof(In) == 8] ^= element_one;
        return encoded(term_of(vector.at(0)));
    }

    template <class Bits>
    __device__ __forceinline__ Bits combine(Bits a, Bits b) const
    {
        const auto x = decoded(a), y = decoded(b);
        return encoded(product ? x * y : x + y);
    }

    __device__ __forceinline__ wide widen(acc x) const { return encoded(static_cast<f64>(decoded(x))); }
    __device__ __forceinline__ acc narrow(wide x) const { return encoded(static_cast<Real>(decoded(x))); }

    const real_terms &of_parts() const { return *this; }
    template <class Bits>
    __device__ __forceinline__ Bits total(Bits x) const
    {
        return shuffle_total(*this, x);
    }

    __device__ __forceinline__ real_terms from(uint64_t first) const
    {
        real_terms other = *this;
        other.out += first * (out_is_in ? sizeof(In) : sizeof(Real));
        return other;
    }

    template <class Bits>
    __device__ __forceinline__ void store(uint64_t k, Bits x) const
    {
        store_by(x, [&](auto value) { reinterpret_cast<decltype(value) *>(out)[k] = value; });
    }

    template <class Bits>
    __device__ __forceinline__ void store_streaming(uint64_t k, Bits x) const
    {
        store_by(x, [&](auto value) { store_result(reinterpret_cast<decltype(value) *>(out) + k, value); });
    }

    __device__ __forceinline__ f32 decoded(u32 x) const { return real_of(x ^ one_f32); }
    __device__ __forceinline__ f64 decoded(u64 x) const { return real_of(x ^ one_f64); }
    __device__ __forceinline__ u32 encoded(f32 x) const { return bits_of(x) ^ one_f32; }
    __device__ __forceinline__ u64 encoded(f64 x) const { return bits_of(x) ^ one_f64; }
    __device__ __forceinline__ bool is_product() const { return product; }

    template <class Out, class Bits>
    __device__ __forceinline__ Out result(Bits x) const
    {
        return result_of<Out>(static_cast<f64>(decoded(x)));
    }

  private:
    __device__ __forceinline__ Real term_of(In x) const
    {
        const Real value = to_accumulator<Real>(x);
        return square ? value * value : value;
    }

    /* Pairwise, as sum_of(). */
    template <int V, class Function>
    __device__ __forceinline__ static void combine_terms(Real (&term)[V], Function function)
    {
#pragma unroll
        for (int distance = 1; distance < V; distance *= 2) {
#pragma unroll
            for (int i = 0; i + distance < V; i += 2 * distance) {
                term[i] = function(term[i], term[i + distance]);
            }
        }
    }

    /* The initial value's bits are those of the output's type. */
    template <class Out>
    __device__ __forceinline__ Out result_of(f64 value) const
    {
        if (has_initial) {
            Out first;
            memcpy(&first, &initial, sizeof first);
            const f64 wide_first = to_accumulator<f64>(first);
            value = product ? wide_first * value : wide_first + value;
        }
        return from_accumulator<Out>(value);
    }

    template <class Bits, class Function>
    __device__ __forceinline__ void store_by(Bits x, Function function) const
    {
        const f64 value = static_cast<f64>(decoded(x));
        if (out_is_in) {
            function(result_of<In>(value));
        } else {
            function(result_of<Real>(value));
        }
    }

    unsigned char *out;
    bool out_is_in, product, square, has_initial;
    u32 keep, element_one; /* of each word of elements; of f64 of the upper ones */
    u32 one_f32;
    u64 one_f64;
    u64 initial;
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_REAL_TERMS_CUH */
