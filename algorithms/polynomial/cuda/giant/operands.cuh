/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operands of a polynomial's products, by type. A has 16 points as rows and 16 powers as columns, B the coefficients
 * of 8 giant steps as columns. Two such products are a chunk of 256 coefficients: 16 giant steps, of which lane t of a group
 * of four gets 4 t ... 4 t + 3.
 *
 * The order of the 16 powers is the same in A and B, and otherwise free: a lane of a group of four has every fourth one,
 * by products of its first one with z^4 and z^8. It raises those of a point of its own, and hands them to the other lanes
 * of its group through shared memory (warp_powers).
 */
#ifndef TCUI_POLYNOMIAL_GIANT_OPERANDS_CUH
#define TCUI_POLYNOMIAL_GIANT_OPERANDS_CUH

#include "powers.cuh"

namespace tcu
{

constexpr int chunk_products = 2, chunk_steps = 8 * chunk_products, chunk_terms = chunk_steps * tile_powers;

/* The giant step of a product's column. */
__host__ __device__ constexpr int step_of_column(int product, int column)
{
    return column / 2 * (2 * chunk_products) + 2 * product + column % 2;
}

template <class Operands>
struct giant_operands;

template <>
struct giant_operands<double_operands> {
    static constexpr int vectors = 2 * TCUI_WARP_LANES; /* of 16 bytes in a product's coefficients */
    static constexpr f64 power_scale = 1;               /* that the powers of A are multiplied by */
    static constexpr int tiles = 1; /* of 16 points that a warp multiplies together, as registers allow */
    using coefficients = f64[4];

    __device__ static __forceinline__ void load(f64 (&b)[4], const uint4 *product, int lane)
    {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            const uint4 vector = product[i * TCUI_WARP_LANES + lane];
            memcpy(&b[2 * i], &vector, sizeof vector);
        }
    }

    /* Lane t of a group has the powers 4 i + 3 - t, the highest in its first registers: the matrix unit adds in the order
     * of k, and high powers, which are the smallest terms, come first. */
    __device__ static __forceinline__ int first_power(int lane) { return 3 - tcui_lane_in_group(lane); }

    /* Writes a lane's four coefficients of a product. */
    __device__ static __forceinline__ void pack(uint4 *product, int lane, const f64 (&c)[4])
    {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            const f64 both[2] = {c[3 - 2 * i], c[2 - 2 * i]};
            uint4 vector;
            memcpy(&vector, both, sizeof vector);
            product[i * TCUI_WARP_LANES + lane] = vector;
        }
    }

    /* Of 16 points, of which a lane has numbers g and g + 8. */
    struct powers {
        f64 a[8];

        __device__ __forceinline__ void raise(const f64 *first, const f64 *z4, const f64 *z8)
        {
#pragma unroll
            for (int p = 0; p < 2; p++) {
                a[6 + p] = first[p];
                a[4 + p] = first[p] * z4[p];
                a[2 + p] = first[p] * z8[p];
                a[p] = a[4 + p] * z8[p];
            }
        }
    };

    struct sums {
        f64 of[4] = {};

        __device__ __forceinline__ void scale(const f64 *by)
        {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                of[i] *= by[i / 2];
            }
        }
        __device__ __forceinline__ void add(const powers &p, const f64 (&b)[4]) { mma_m16n8k16_f64(of, p.a, b, of); }
        /* Of point number p of the lane's two, giant step number i of its two. */
        __device__ __forceinline__ f64 at(int p, int i) const { return of[2 * p + i]; }
    };
};

template <>
struct giant_operands<single_half_operands> {
    static constexpr int vectors = TCUI_WARP_LANES / 2;
    static constexpr f32 power_scale = 1 << single_half_operands::power_exponent;
    static constexpr int tiles = 2;
    using coefficients = uint32_t[2];

    __device__ static __forceinline__ int first_power(int lane) { return tcui_lane_in_group(lane); }

    __device__ static __forceinline__ void pack(uint4 *product, int lane, const f32 (&c)[4])
    {
        uint32_t *const to = reinterpret_cast<uint32_t *>(product) + 2 * lane;
        to[0] = single_half_operands::pack_part(c[0], c[1], 0);
        to[1] = single_half_operands::pack_part(c[2], c[3], 0);
    }

    __device__ static __forceinline__ void load(uint32_t (&b)[2], const uint4 *product, int lane)
    {
        load_shared(b, reinterpret_cast<const uint32_t *>(product) + 2 * lane);
    }

    struct powers {
        uint32_t a[4];

        __device__ __forceinline__ void raise(const f32 *first, const f32 *z4, const f32 *z8)
        {
#pragma unroll
            for (int p = 0; p < 2; p++) {
                const f32 second = first[p] * z4[p];
                a[p] = single_half_operands::pack_part(first[p], second, 0);
                a[p + 2] = single_half_operands::pack_part(first[p] * z8[p], second * z8[p], 0);
            }
        }
    };

    struct sums {
        f32 of[4] = {};

        __device__ __forceinline__ void scale(const f32 *by)
        {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                of[i] *= by[i / 2];
            }
        }
        __device__ __forceinline__ void add(const powers &p, const uint32_t (&b)[2])
        {
            mma_m16n8k16_f16(of, p.a, b, of);
        }
        __device__ __forceinline__ f32 at(int p, int i) const { return of[2 * p + i]; }
    };
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GIANT_OPERANDS_CUH */
