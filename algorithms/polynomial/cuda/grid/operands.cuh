/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operands of the products, by type: A holds coefficients of 16 polynomials, packed once in the order of the A
 * fragment, B powers of 8 points, which a lane makes of its point z in registers. A giant step takes K tiles of 16
 * powers, and multiplies by z^(16 K).
 *
 *     f64      one product of f64
 *     f32      c = c1 + 2^-11 c2, z^k likewise, in f16: c1 z1 + 2^-11 (c1 z2 + c2 z1); what is left out is below
 *              2^-23 |c z^k| (H. Ootomo, R. Yokota: "Recovering Single Precision Accuracy from Tensor Cores While
 *              Surpassing the FP32 Theoretical Peak Performance", 2022)
 *     halves   c and z^k rounded to f16
 *
 * f16 operands are multiplied by 2^13 (coefficients, whose largest is then below 2^14) and 2^14 (powers), so that even
 * small ones are normal numbers.
 */
#ifndef TCUI_POLYNOMIAL_GRID_OPERANDS_CUH
#define TCUI_POLYNOMIAL_GRID_OPERANDS_CUH

#include "algorithms/polynomial/cuda/pairs.cuh"
#include "coefficient_tiles.cuh"
#include "scaling.cuh"
#include "tcu/device/instructions.cuh"

namespace tcu
{

/* Powers in a tile: k of the product. */
constexpr int tile_powers = 16, tile_rows = 16, tile_points = 8;

/* 1, 2 and 4 tiles are 0, 1 and 2 squarings of t^16. */
template <int K>
constexpr int squarings_of = K == 4   ? 2
                             : K == 2 ? 1
                                      : 0;

struct double_operands {
    using compute = f64;
    using point_bits = f64; /* a point as it is in memory */
    /* Bits that underflow leaves: f64 has 1074, of which 53 and those of the sum are needed. */
    static constexpr int budget = 900, coefficient_exponent = 0, power_exponent = 0;
    static constexpr int first_power = 0; /* of A: c_0 z^0 */
    /* A row's highest giant step may have fewer tiles: the matrix unit limits. Products of halves are so fast that
     * branches between them would cost more than they save. */
    static constexpr bool has_partial_steps = true;
    /* Exponents of a row's largest scaled coefficient: sums of these are numbers. */
    static constexpr int least_exponent = -1000, most_exponent = 1000;
    static constexpr int vectors = 4 * TCUI_WARP_LANES; /* of 16 bytes in a tile of coefficients */
    using coefficient_layout = device::fragment_layout<device::use::a, device::m16n8k16, 64>;

    /* What a vector of a tile of coefficients holds; c(row, k) gives a scaled one. The unit adds products of f64 in the
     * order of k: the highest powers, which are the smallest terms, come first. */
    template <class Coefficient>
    __device__ static uint4 pack_vector(int vector, Coefficient c)
    {
        const int lane = vector % TCUI_WARP_LANES, q = vector / TCUI_WARP_LANES;
        f64 values[2];
        for (int i = 0; i < 2; i++) {
            const device::position at = coefficient_layout::at(lane, 2 * q + i, 0);
            values[i] = c(at.row, tile_powers - 1 - at.column);
        }
        uint4 packed;
        memcpy(&packed, values, sizeof packed);
        return packed;
    }

    struct tile {
        f64 a[8];

        __device__ __forceinline__ void load(const uint4 *vectors_of_lane)
        {
#pragma unroll
            for (int q = 0; q < 4; q++) {
                const uint4 packed = vectors_of_lane[q * TCUI_WARP_LANES];
                memcpy(&a[2 * q], &packed, sizeof packed);
            }
        }
    };

    template <int K>
    struct powers {
        f64 b[K][4];

        /* Returns z^(16 K). */
        __device__ __forceinline__ f64 raise(f64 z, int lane)
        {
            const number_pair<f64> z2 = exact_square(z), z4 = square_of(z2);
            const int last = 3 - device::lane_in_group(lane); /* the lane's powers are 4 i + last */
            f64 p = (last & 2) != 0 ? z2.high : 1;
            if ((last & 1) != 0) {
                p = last == 3 ? product_of(z, z2) : z;
            }
#pragma unroll
            for (int i = 0; i < 4 * K; i++) {
                b[i / 4][3 - i % 4] = p;
                p = product_of(p, z4);
            }
            return rounded(square_again<2 + squarings_of<K>>(z4));
        }
    };

    /* A giant step: values = values * giant + A B; `first`: of nothing before, and of `count` tiles of the K. */
    template <int K, int N, bool Ahead>
    __device__ static __forceinline__ void
    multiply(f64 (&values)[N][4], coefficient_tiles<double_operands, Ahead> &tiles, const powers<K> (&b)[N],
             const f64 (&giant)[N][2], bool first, int count)
    {
#pragma unroll
        for (int n = 0; n < N; n++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                values[n][i] = first ? 0 : values[n][i] * giant[n][i % 2];
            }
        }
#pragma unroll
        for (int k = K - 1; k >= 0; k--) {
            if (first && k >= count) {
                continue;
            }
            const tile coefficients = tiles.take();
#pragma unroll
            for (int n = 0; n < N; n++) {
                device::mma_m16n8k16_f64(values[n], coefficients.a, b[n].b[k], values[n]);
            }
        }
    }
};

/* Both kinds of f16 operands: Parts numbers stand for one. */
template <int Parts>
struct half_operands {
    using compute = f32;
    using point_bits = std::conditional_t<Parts == 2, f32, uint16_t>;
    static constexpr int budget = 22, coefficient_exponent = 13, power_exponent = 14;
    /* p = c_0 + t (c_1 + c_2 t + ...), c_0 as it is: else its own two parts would be most of the error at small t. */
    static constexpr int first_power = 1;
    static constexpr bool has_partial_steps = false;
    static constexpr int least_exponent = -90, most_exponent = 124;
    static constexpr int vectors = Parts * TCUI_WARP_LANES;
    using coefficient_layout = device::fragment_layout<device::use::a, device::m16n8k16, 16>;
    static constexpr f32 low_scale = 2048;

    /* Two neighbouring elements of the high or the low part. */
    __device__ static __forceinline__ uint32_t pack_part(f32 x, f32 y, int part)
    {
        const f16 x1 = __float2half_rn(x), y1 = __float2half_rn(y);
        if (part == 0) {
            return pack(x1, y1);
        }
        return pack(__float2half_rn((x - __half2float(x1)) * low_scale),
                    __float2half_rn((y - __half2float(y1)) * low_scale));
    }

    template <class Coefficient>
    __device__ static uint4 pack_vector(int vector, Coefficient c)
    {
        const int lane = vector % TCUI_WARP_LANES, part = vector / TCUI_WARP_LANES;
        uint32_t words[4];
        for (int reg = 0; reg < 4; reg++) {
            const device::position x = coefficient_layout::at(lane, reg, 0), y = coefficient_layout::at(lane, reg, 1);
            words[reg] = pack_part(c(x.row, x.column), c(y.row, y.column), part);
        }
        return make_uint4(words[0], words[1], words[2], words[3]);
    }

    struct tile {
        uint32_t a[Parts][4];

        __device__ __forceinline__ void load(const uint4 *vectors_of_lane)
        {
#pragma unroll
            for (int part = 0; part < Parts; part++) {
                const uint4 packed = vectors_of_lane[part * TCUI_WARP_LANES];
                memcpy(a[part], &packed, sizeof packed);
            }
        }
    };

    template <int K>
    struct powers {
        uint32_t b[Parts][K][2];

        __device__ __forceinline__ f32 raise(f32 z, int lane)
        {
            const number_pair<f32> z2 = exact_square(z), z4 = square_of(z2), z8 = square_of(z4);
            const int t = device::lane_in_group(lane); /* the lane's powers are 8 i + 2 t and 8 i + 2 t + 1 */
            f32 p = static_cast<f32>(1 << power_exponent) * ((t & 1) != 0 ? z2.high : 1);
            if ((t & 2) != 0) {
                p = product_of(p, z4);
            }
#pragma unroll
            for (int i = 0; i < 2 * K; i++) {
                const f32 q = p * z;
#pragma unroll
                for (int part = 0; part < Parts; part++) {
                    b[part][i / 2][i % 2] = pack_part(p, q, part);
                }
                p = product_of(p, z8);
            }
            return rounded(square_again<1 + squarings_of<K>>(z8));
        }
    };

    template <int K, int N, bool Ahead>
    __device__ static __forceinline__ void multiply(f32 (&values)[N][4], coefficient_tiles<half_operands, Ahead> &tiles,
                                                    const powers<K> (&b)[N], const f32 (&giant)[N][2], bool first,
                                                    int count)
    {
        f32 main[N][4] = {}, low[N][4] = {};
#pragma unroll
        for (int k = K - 1; k >= 0; k--) {
            if (first && k >= count) {
                continue;
            }
            const tile coefficients = tiles.take();
            if constexpr (Parts == 2) {
#pragma unroll
                for (int n = 0; n < N; n++) {
                    device::mma_m16n8k16_f16(low[n], coefficients.a[Parts - 1], b[n].b[0][k], low[n]);
                }
#pragma unroll
                for (int n = 0; n < N; n++) {
                    device::mma_m16n8k16_f16(low[n], coefficients.a[0], b[n].b[Parts - 1][k], low[n]);
                }
            }
#pragma unroll
            for (int n = 0; n < N; n++) {
                device::mma_m16n8k16_f16(main[n], coefficients.a[0], b[n].b[0][k], main[n]);
            }
        }
#pragma unroll
        for (int n = 0; n < N; n++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const f32 sum = Parts == 2 ? fma(low[n][i], 1 / low_scale, main[n][i]) : main[n][i];
                values[n][i] = first ? sum : fma(values[n][i], giant[n][i % 2], sum);
            }
        }
    }
};

using split_operands = half_operands<2>;
using single_half_operands = half_operands<1>;

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_OPERANDS_CUH */
