/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a block evaluates, and its rows' coefficients as operands in shared memory.
 *
 * A block scales by the largest of some of its points (scaling.cuh): those of its others that are larger go through
 * Horner's scheme, as those do that are too small. So points are read once.
 */
#ifndef TCUI_POLYNOMIAL_GIANT_PACK_CUH
#define TCUI_POLYNOMIAL_GIANT_PACK_CUH

#include "algorithms/polynomial/cuda/grid/pack.cuh"
#include "operands.cuh"

namespace tcu
{

constexpr int giant_threads = TCUI_POLYNOMIAL_GIANT_THREADS, giant_warps = giant_threads / TCUI_WARP_LANES;

/* Rows at points: item number (batch * row_groups + group) * parts + part. */
template <class In, class Out>
struct giant_task {
    const In *points;
    Out *out;
    const computed<In> *coefficients;
    uint64_t n, point_stride;
    uint64_t rows, row_stride; /* of a batch; of coefficients from one to the next */
    uint64_t batches, batch_stride;
    uint64_t row_step, batch_step, point_step; /* elements of out */
    variable map;
    int degree, chunks;
    uint32_t rows_a_block;
    uint64_t row_groups, parts, points_a_part, items;
};

template <class In, class Out>
struct giant_item {
    const In *points;
    Out *out;
    const computed<In> *coefficients;
    uint32_t count, rows; /* of points */
};

template <class In, class Out>
__device__ __forceinline__ giant_item<In, Out> item_of(const giant_task<In, Out> &task, uint64_t item)
{
    const uint64_t begin = item % task.parts * task.points_a_part, rest = item / task.parts;
    const uint64_t first_row = rest % task.row_groups * task.rows_a_block, batch = rest / task.row_groups;
    return {task.points + batch * task.point_stride + begin,
            task.out + batch * task.batch_step + first_row * task.row_step + begin * task.point_step,
            task.coefficients + batch * task.batch_stride + first_row * task.row_stride,
            static_cast<uint32_t>(min(task.points_a_part, task.n - begin)),
            static_cast<uint32_t>(min(task.rows - first_row, uint64_t{task.rows_a_block}))};
}

/* Bits of |z| that are in their order: of f64 the upper ones. */
__device__ __forceinline__ uint32_t size_of(f64 z)
{
    return static_cast<uint32_t>(__double2hiint(z)) & 0x7fffffff;
}

__device__ __forceinline__ uint32_t size_of(f32 z)
{
    return __float_as_uint(z) & 0x7fffffff;
}

/* The least size of |z| >= 2^least; above that of 1 of none. */
template <class Compute>
__device__ __forceinline__ uint32_t least_size(int least)
{
    constexpr int least_normal = sizeof(Compute) == 8 ? -1022 : -126;
    if (least == any_exponent) {
        return 0;
    }
    return least > 0 ? UINT32_MAX : size_of(power_of_two(Compute(), max(least, least_normal)));
}

/* Whether 2^least <= |z| <= 1 (of f64, 1 + 2^-20). */
template <class Compute>
__device__ __forceinline__ bool is_between(Compute z, uint32_t least)
{
    return size_of(z) >= least && size_of(z) <= size_of(Compute(1));
}

/* In dynamic shared memory. */
template <class Compute>
struct packed_chunks {
    uint4 *vectors; /* of row r and chunk c from (r * chunks + c) * chunk_products * vectors on */
    row_numbers<Compute> *numbers;
    uint32_t *least; /* size of |z| */
    int *shift;
};

template <class Compute>
constexpr size_t bytes_beside_chunks = sizeof(row_numbers<Compute>) + sizeof(uint32_t) + sizeof(int);

template <class Operands, class In, class Out>
__device__ __forceinline__ packed_chunks<computed<In>> packed_chunks_of(const giant_task<In, Out> &task)
{
    packed_chunks<computed<In>> packed;
    packed.vectors = reinterpret_cast<uint4 *>(dynamic_shared_memory());
    packed.numbers = reinterpret_cast<row_numbers<computed<In>> *>(
        packed.vectors + task.rows_a_block * task.chunks * chunk_products * giant_operands<Operands>::vectors);
    packed.least = reinterpret_cast<uint32_t *>(packed.numbers + task.rows_a_block);
    packed.shift = reinterpret_cast<int *>(packed.least + task.rows_a_block);
    return packed;
}

/* The scale s of an item's points. Called by all threads. */
template <class In, class Out>
__device__ int scale_of_item(const giant_task<In, Out> &task, const giant_item<In, Out> &item)
{
    using compute = computed<In>;
    constexpr uint32_t samples = giant_threads * TCUI_POLYNOMIAL_GIANT_SAMPLES;
    __shared__ compute of_warp[giant_warps];
    compute most = 0;
#pragma unroll
    for (int i = 0; i < TCUI_POLYNOMIAL_GIANT_SAMPLES; i++) {
        /* (From the first to the last one, at about equal distances.) */
        const uint64_t number = i * giant_threads + threadIdx.x;
        const compute t =
            fabs(map_point(to_accumulator<compute>(item.points[number * (item.count - 1) / (samples - 1)]), task.map));
        most = isfinite(t) && t > most ? t : most;
    }
    for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
        most = fmax(most, __shfl_xor_sync(all_lanes, most, distance));
    }
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        of_warp[threadIdx.x / TCUI_WARP_LANES] = most;
    }
    __syncthreads();
    for (int w = 0; w < giant_warps; w++) {
        most = fmax(most, of_warp[w]);
    }
    return scale_of(most);
}

/* Packs an item's rows; returns 2^-s. Called by all threads. */
template <class Operands, class In, class Out>
__device__ __forceinline__ computed<In> pack_item(const packed_chunks<computed<In>> &packed,
                                                  const giant_task<In, Out> &task, const giant_item<In, Out> &item)
{
    using compute = computed<In>;
    using giant = giant_operands<Operands>;
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    const int scale = scale_of_item(task, item); /* (No thread still uses the item before.) */
    for (uint32_t r = warp; r < item.rows; r += giant_warps) {
        const row_scale<compute> of_row =
            scale_row<Operands>(item.coefficients + r * task.row_stride, task.degree, scale);
        if (lane == 0) {
            packed.shift[r] = of_row.shift;
            packed.least[r] = least_size<compute>(of_row.least);
            packed.numbers[r] = of_row.numbers;
        }
    }
    __syncthreads();
    const uint32_t products = task.chunks * chunk_products;
    for (uint32_t i = threadIdx.x; i < item.rows * products * TCUI_WARP_LANES; i += giant_threads) {
        const uint32_t product = i / TCUI_WARP_LANES, r = product / products, of_row = product % products;
        const int step = static_cast<int>(of_row / chunk_products) * chunk_steps +
                         step_of_column(of_row % chunk_products, tcui_lane_group(lane));
        const int power = step * tile_powers + giant::first_power(lane);
        compute c[4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const int k = power + 4 * j + Operands::first_power;
            c[j] = k > task.degree
                       ? 0
                       : scaled(item.coefficients[r * task.row_stride + k], packed.shift[r] + scale * (power + 4 * j));
        }
        giant::pack(packed.vectors + product * giant::vectors, lane, c);
    }
    __syncthreads();
    return power_of_two(compute(), -scale);
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GIANT_PACK_CUH */
