/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements of all types of a width as two unsigned codes each, of which the greater one wins: [0] for the maximum, in
 * the order of values, and [1] for the minimum, in the reverse order. They are made of the codes of MAX
 * (primitives/reduce/cuda/operators/value_codes.cuh), which begin with 0 at the least value.
 *
 * All NaN have one code, for the maximum the greatest. Where NaN are no elements it is 0 in both orders, and numbers
 * have greater ones. Elsewhere 0 may be an element's, so elements that do not count are left out.
 */
#ifndef TCUI_EXTREMA_CUDA_EXTREMUM_CODES_CUH
#define TCUI_EXTREMA_CUDA_EXTREMUM_CODES_CUH

#include "primitives/reduce/cuda/operators/value_codes.cuh"

namespace tcu
{

template <class Bits>
class extremum_codes
{
    static constexpr Bits all = static_cast<Bits>(~Bits(0));
    static constexpr int bytes = static_cast<int>(sizeof(Bits)), V = vector_elements<Bits>;

  public:
    using code = std::conditional_t<bytes == 8, u64, u32>;
    struct pair {
        code of[2];
    };

    extremum_codes(tcu_type type, tcu_nan_mode nan_mode)
        : values(type, {TCU_OPERATOR_MAX, TCU_MAP_NONE, TCU_NAN_PROPAGATE, false, 0}),
          last_number(values.code_of_last_number())
    {
        ignores_nan = tcui_is_real(type) && nan_mode == TCU_NAN_IGNORE;
        has_nan = tcui_is_real(type) && nan_mode == TCU_NAN_PROPAGATE;
        most = has_nan ? last_number + 1 : all;
    }

    /* The greatest codes of a vector's elements. */
    __device__ __forceinline__ pair of_vector(const element_vector<Bits> &x) const
    {
        const element_vector<Bits> y = values.encode_unmapped(x);
        if constexpr (bytes > 1) { /* (reals) */
            if (ignores_nan) {
                return of_elements(y, 0, V);
            }
        }
        return of_all(y);
    }

    /* Of elements [from, to). */
    __device__ __forceinline__ pair of_part(const element_vector<Bits> &x, int from, int to) const
    {
        return of_elements(values.encode_unmapped(x), from, to);
    }

    /* The first of elements [from, to) with this code, or V. Numbers with one code have the same bits; NaN may not. */
    __device__ __forceinline__ int find(const element_vector<Bits> &x, int from, int to, int which, code wanted) const
    {
        const Bits number = number_of(which, wanted), sought = values.value_of(number);
        u32 found = 0; /* a bit each */
        if (number <= last_number) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                found |= x.at(i) == sought ? 1u << i : 0u;
            }
        } else {
            const element_vector<Bits> y = values.encode_unmapped(x);
#pragma unroll
            for (int i = 0; i < V; i++) {
                found |= y.at(i) > last_number ? 1u << i : 0u;
            }
        }
        found &= ((1u << min(to, V)) - 1u) & ~0u << max(from, 0);
        return found == 0 || (ignores_nan && wanted == 0) ? V : __ffs(static_cast<int>(found)) - 1;
    }

    __device__ __forceinline__ bool is_nan(code of_maximum) const { return has_nan && of_maximum > last_number; }
    __device__ __forceinline__ Bits nan() const { return values.value_of(last_number + 1); }

    __device__ __forceinline__ Bits value_of(int which, bool is_none, code x) const
    {
        return values.value_of(!is_none ? number_of(which, x) : which == 0 ? Bits(0) : last_number);
    }

  private:
    /* A code as that of MAX. */
    __device__ __forceinline__ Bits number_of(int which, code x) const
    {
        const Bits bits = static_cast<Bits>(x);
        return which == 0 ? bits - ignores_nan : all - bits;
    }

    __device__ __forceinline__ pair codes_of(Bits y) const
    {
        if (ignores_nan) {
            const bool is_number = y <= last_number;
            return {{is_number ? code(y) + 1 : 0, is_number ? code(static_cast<Bits>(all - y)) : 0}};
        }
        const Bits z = min(y, most);
        return {{z, static_cast<Bits>(all - z)}};
    }

    __device__ __forceinline__ pair of_elements(const element_vector<Bits> &y, int from, int to) const
    {
        pair greatest = {};
#pragma unroll
        for (int i = 0; i < V; i++) {
            const pair next = codes_of(y.at(i));
            if (i >= from && i < to) {
                greatest.of[0] = max(greatest.of[0], next.of[0]);
                greatest.of[1] = max(greatest.of[1], next.of[1]);
            }
        }
        return greatest;
    }

    /* Where NaN has a code that the order of numbers goes on to: of the greatest and the least code of all elements. */
    __device__ __forceinline__ pair of_all(const element_vector<Bits> &y) const
    {
        code greatest = 0, least = ~code(0);
        if constexpr (bytes == 1) {
            /* Each byte in turn in the upper bits of a word: what is below it changes nothing there. */
#pragma unroll
            for (int i = 0; i < V; i++) {
                greatest = max(greatest, y.words[i / 4] << i % 4 * 8);
                least = min(least, y.words[i / 4] << i % 4 * 8);
            }
            greatest >>= 24;
            least >>= 24;
        } else if constexpr (bytes == 2) {
            /* Two side by side. */
#pragma unroll
            for (int w = 0; w < 4; w++) {
                greatest = __vmaxu2(greatest, y.words[w]);
                least = __vminu2(least, y.words[w]);
            }
            greatest = max(greatest & 0xffffu, greatest >> 16);
            least = min(least & 0xffffu, least >> 16);
        } else {
#pragma unroll
            for (int i = 0; i < V; i++) {
                greatest = max(greatest, y.at(i));
                least = min(least, y.at(i));
            }
        }
        return {{min(greatest, code(most)), code(all) - min(least, code(most))}};
    }

    value_codes<Bits> values;
    Bits last_number; /* greater codes of MAX are NaN */
    Bits most;        /* all NaN have this one */
    bool ignores_nan, has_nan;
};

} // namespace tcu

#endif /* TCUI_EXTREMA_CUDA_EXTREMUM_CODES_CUH */
