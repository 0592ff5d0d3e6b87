/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packs coefficients for the products, a block a tile of 16 rows: finds each row's scale 2^e and the least |z| that its
 * scaled coefficients allow (scaling.cuh), and writes them as operands in the order in which lanes load them.
 */
#ifndef TCUI_POLYNOMIAL_GRID_PACK_CUH
#define TCUI_POLYNOMIAL_GRID_PACK_CUH

#include "operands.cuh"
#include "tcu/device/plain.cuh"

namespace tcu
{

constexpr int pack_threads = tile_rows * TCUI_WARP_LANES;

/* A row's values are constant + factor * products, or constant + t * factor * products (Operands::first_power). */
template <class Compute>
struct row_numbers {
    Compute factor, constant;
};

/* What the main kernel reads: of tile m the vectors from m * tiles_k * vectors on, the highest powers first, numbers[16
 * m ...] and least[m]. */
template <class Compute>
struct packed_rows {
    uint4 *vectors;
    row_numbers<Compute> *numbers;
    int *least; /* exponent of |z| */
    int *scale; /* s, of all */
};

template <class Compute>
struct pack_task {
    const Compute *coefficients;
    uint64_t stride, rows;
    int degree, tiles_k;
    const Compute *largest; /* of the points, by range_blocks blocks */
    int range_blocks;
    packed_rows<Compute> packed;
};

template <class Compute>
__device__ __forceinline__ Compute scaled(Compute c, int exponent)
{
    if constexpr (sizeof(Compute) == 8) {
        return ldexp(c, exponent);
    } else {
        return ldexpf(c, exponent);
    }
}

/* The exponent of a row's largest scaled coefficient, its least |z|, and whether its numbers are finite; by a warp. */
template <class Operands>
__device__ void limit_row(const typename Operands::compute *row, int degree, int scale, int &largest, int &least,
                          bool &usable)
{
    constexpr int first = Operands::first_power;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    largest = INT_MIN;
    usable = true;
    for (int k = lane; k <= degree; k += TCUI_WARP_LANES) {
        const int e = exponent_of(row[k]);
        usable = usable && e != exponent_of_no_number;
        if (k >= first && e > exponent_of_zero) {
            largest = max(largest, e + scale * (k - first));
        }
    }
    const int largest_of_lane[1] = {largest};
    largest = device::plain::warp_reduce(largest_of_lane, device::plain::maximum());
    usable = __all_sync(all_lanes, usable);
    if (largest == INT_MIN) { /* no product has a term */
        least = any_exponent;
        return;
    }
    /* |c'_k| |z|^k >= 2^-budget with |c'_k| >= 2^-(largest + 1 - e), so |z| >= 2^((largest + 1 - e - budget) / k). Each
     * doubling of the number of coefficients takes a bit. */
    const int budget = Operands::budget - highest_bit(static_cast<uint32_t>(degree) + 1);
    float limit = INFINITY;
    for (int k = lane; k <= degree; k += TCUI_WARP_LANES) {
        const int e = exponent_of(row[k]);
        if (e <= exponent_of_zero) {
            continue;
        }
        if (k <= first) {
            /* (The constant beside t times the others, |t| <= 2^scale.) */
            if (e + budget >= largest + 1 + (k < first ? scale : 0)) {
                limit = -INFINITY;
            }
        } else {
            limit = fmin(limit, static_cast<float>(largest + 1 - (e + scale * (k - first)) - budget) /
                                    static_cast<float>(k - first));
        }
    }
    const float limit_of_lane[1] = {limit};
    limit = device::plain::warp_reduce(limit_of_lane, device::plain::minimum());
    least = limit == -INFINITY ? any_exponent : limit > 0 ? no_exponent : static_cast<int>(ceil(limit));
}

/* c'_k = 2^(shift + scale k) c_k, k without those before the first power. */
template <class Compute>
struct row_scale {
    int shift, least;
    row_numbers<Compute> numbers;
};

/* Of a row, by a warp. Rows with numbers that are not finite, or whose scales are none, have no least |z|. */
template <class Operands>
__device__ row_scale<typename Operands::compute> scale_row(const typename Operands::compute *row, int degree, int scale)
{
    using compute = typename Operands::compute;
    int exponent, least;
    bool usable;
    limit_row<Operands>(row, degree, scale, exponent, least, usable);
    if (exponent == INT_MIN) {
        exponent = 0;
    }
    const int factor = exponent - Operands::coefficient_exponent - Operands::power_exponent;
    usable = usable && exponent >= Operands::least_exponent &&
             exponent <= Operands::most_exponent - highest_bit(static_cast<uint32_t>(degree) + 1);
    return {Operands::coefficient_exponent - exponent,
            usable ? least : no_exponent,
            {power_of_two(compute(), usable ? factor : 0), Operands::first_power > 0 ? row[0] : 0}};
}

template <class Operands>
__global__ void __launch_bounds__(pack_threads) polynomial_pack_kernel(pack_task<typename Operands::compute> task)
{
    using compute = typename Operands::compute;
    __shared__ compute of_warp[tile_rows];
    __shared__ int shift_of_row[tile_rows], least_of_row[tile_rows];
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;

    compute largest = 0;
    for (int b = threadIdx.x; b < task.range_blocks; b += pack_threads) {
        largest = fmax(largest, task.largest[b]);
    }
    for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
        largest = fmax(largest, __shfl_xor_sync(all_lanes, largest, distance));
    }
    if (lane == 0) {
        of_warp[warp] = largest;
    }
    __syncthreads();
    for (int w = 0; w < tile_rows; w++) {
        largest = fmax(largest, of_warp[w]);
    }
    const int scale = scale_of(largest);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *task.packed.scale = scale;
    }

    const uint64_t first_row = static_cast<uint64_t>(blockIdx.x) * tile_rows, row = first_row + warp;
    row_scale<compute> of_row = {0, any_exponent, {}};
    if (row < task.rows) {
        of_row = scale_row<Operands>(task.coefficients + row * task.stride, task.degree, scale);
    }
    if (lane == 0) {
        shift_of_row[warp] = of_row.shift;
        least_of_row[warp] = of_row.least;
        task.packed.numbers[row] = of_row.numbers;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int most = any_exponent;
        for (int r = 0; r < tile_rows; r++) {
            most = max(most, least_of_row[r]);
        }
        task.packed.least[blockIdx.x] = most;
    }
    const int vectors = task.tiles_k * Operands::vectors;
    uint4 *to = task.packed.vectors + static_cast<uint64_t>(blockIdx.x) * vectors;
    for (int v = threadIdx.x; v < vectors; v += pack_threads) {
        const int tile = task.tiles_k - 1 - v / Operands::vectors;
        to[v] = Operands::pack_vector(v % Operands::vectors, [&](int r, int column) {
            const int power = tile * tile_powers + column, k = power + Operands::first_power;
            if (first_row + r >= task.rows || k > task.degree) {
                return compute(0);
            }
            return scaled(task.coefficients[(first_row + r) * task.stride + k], shift_of_row[r] + scale * power);
        });
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_PACK_CUH */
