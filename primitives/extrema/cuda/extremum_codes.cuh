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
        const element_vector<Bits> y = values.encode(x);
        if constexpr (bytes == 1) {
            return of_bytes(y);
        }
        if constexpr (bytes == 2) {
            if (!ignores_nan) {
                return of_halves(y);
            }
        }
        pair greatest = codes_of(y.at(0));
#pragma unroll
        for (int i = 1; i < V; i++) {
            take(greatest, codes_of(y.at(i)));
        }
        return greatest;
    }

    /* Of elements [from, to). */
    __device__ __forceinline__ pair of_part(const element_vector<Bits> &x, int from, int to) const
    {
        const element_vector<Bits> y = values.encode(x);
        pair greatest = {};
#pragma unroll
        for (int i = 0; i < V; i++) {
            if (i >= from && i < to) {
                take(greatest, codes_of(y.at(i)));
            }
        }
        return greatest;
    }

    /* The first of elements [from, to) with this code, or V. */
    __device__ __forceinline__ int find(const element_vector<Bits> &x, int from, int to, int which, code wanted) const
    {
        const element_vector<Bits> y = values.encode(x);
        int first = V;
#pragma unroll
        for (int i = V - 1; i >= 0; i--) {
            if (i >= from && i < to && codes_of(y.at(i)).of[which] == wanted) {
                first = i;
            }
        }
        return ignores_nan && wanted == 0 ? V : first;
    }

    __device__ __forceinline__ bool is_nan(code of_maximum) const { return has_nan && of_maximum > last_number; }
    __device__ __forceinline__ Bits nan() const { return values.value_of(last_number + 1); }

    __device__ __forceinline__ Bits value_of(int which, bool is_none, code x) const
    {
        const Bits bits = static_cast<Bits>(x);
        return values.value_of(which == 0 ? (is_none ? 0 : bits - ignores_nan)
                                          : (is_none ? last_number : static_cast<Bits>(all - bits)));
    }

  private:
    __device__ __forceinline__ pair codes_of(Bits y) const
    {
        if (ignores_nan) {
            const bool is_number = y <= last_number;
            return {{is_number ? code(y) + 1 : 0, is_number ? code(static_cast<Bits>(all - y)) : 0}};
        }
        const Bits z = min(y, most);
        return {{z, static_cast<Bits>(all - z)}};
    }

    __device__ __forceinline__ static void take(pair &greatest, const pair &next)
    {
        greatest.of[0] = max(greatest.of[0], next.of[0]);
        greatest.of[1] = max(greatest.of[1], next.of[1]);
    }

    /* Each byte in turn in the upper bits of a word: what is below it changes nothing there. */
    __device__ __forceinline__ pair of_bytes(const element_vector<Bits> &y) const
    {
        u32 greatest = 0, least = ~u32(0);
#pragma unroll
        for (int w = 0; w < 4; w++) {
#pragma unroll
            for (int left = 0; left < 32; left += 8) {
                greatest = max(greatest, y.words[w] << left);
                least = min(least, y.words[w] << left);
            }
        }
        return {{greatest >> 24, static_cast<code>(all) - (least >> 24)}};
    }

    /* Two side by side. */
    __device__ __forceinline__ pair of_halves(const element_vector<Bits> &y) const
    {
        const u32 limit = most * 0x00010001u;
        u32 greatest = 0, least = ~u32(0);
#pragma unroll
        for (int w = 0; w < 4; w++) {
            greatest = __vmaxu2(greatest, y.words[w]);
            least = __vminu2(least, y.words[w]);
        }
        greatest = __vminu2(greatest, limit);
        least = __vminu2(least, limit);
        return {{max(greatest & 0xffffu, greatest >> 16), static_cast<code>(all) - min(least & 0xffffu, least >> 16)}};
    }

    value_codes<Bits> values;
    Bits last_number; /* greater codes of MAX are NaN */
    Bits most;        /* all NaN have this one */
    bool ignores_nan, has_nan;
};

} // namespace tcu

#endif /* TCUI_EXTREMA_CUDA_EXTREMUM_CODES_CUH */
