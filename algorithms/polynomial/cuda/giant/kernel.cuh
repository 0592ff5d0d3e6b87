/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial after the other at many points: baby steps on the matrix unit, as 16 points x 16 powers times 16
 * coefficients x 8 giant steps, so that a point has the b_g of 16 giant steps in four lanes,
 *
 *     p(t) = sum over chunks c of z^(256 c) sum over g < 16 of z^(16 g) b_(c,g)(z)
 *
 * Chunks are added up by Horner's scheme in z^256, giant steps of a lane in z^16, and those of the four lanes by z^64 and
 * z^128: each lane gives away the values of the points that are not its own.
 */
#ifndef TCUI_POLYNOMIAL_GIANT_KERNEL_CUH
#define TCUI_POLYNOMIAL_GIANT_KERNEL_CUH

#include "algorithms/polynomial/cuda/mapping.cuh"
#include "pack.cuh"

namespace tcu
{

template <class In, class Out>
__device__ __forceinline__ computed<In> point_of(const giant_task<In, Out> &task, In x)
{
    computed<In> t[1] = {to_accumulator<computed<In>>(x)};
    map_seldom(t, task.map);
    return t[0];
}

/* By Horner's scheme, for what products would lose bits of. (Not inlined: it is seldom called.) */
template <class Compute>
__device__ __noinline__ Compute value_by_horner(const Compute *c, int degree, Compute t)
{
    Compute value = c[degree];
    for (int k = degree - 1; k >= 0; k--) {
        value = fma(value, t, c[k]);
    }
    return value;
}

/* The sum over giant steps of what the four lanes of a group have: lane t gets that of point t. */
template <class Compute>
__device__ __forceinline__ Compute add_lanes(const Compute (&values)[4], const Compute (&z128)[2], Compute z64,
                                             int lane)
{
    Compute of_pair[2];
    const bool upper = (lane & 2) != 0, odd = (lane & 1) != 0;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const Compute kept = upper ? values[2 + i] : values[i];
        const Compute other = __shfl_xor_sync(all_lanes, upper ? values[i] : values[2 + i], 2);
        of_pair[i] = fma(upper ? kept : other, z128[i], upper ? other : kept);
    }
    const Compute kept = odd ? of_pair[1] : of_pair[0];
    const Compute other = __shfl_xor_sync(all_lanes, odd ? of_pair[0] : of_pair[1], 1);
    return fma(odd ? kept : other, z64, odd ? other : kept);
}

/* A chunk's coefficients of a lane. */
template <class Operands>
struct chunk_coefficients {
    using giant = giant_operands<Operands>;
    typename giant::coefficients of[chunk_products];

    __device__ __forceinline__ void load(const uint4 *chunk, int lane)
    {
#pragma unroll
        for (int i = 0; i < chunk_products; i++) {
            giant::load(of[i], chunk + i * giant::vectors, lane);
        }
    }
};

/*
 * The values of a lane's giant steps at points of its group, from number `point` of the warp's on. Several chunks begin at
 * `chunks`; of one, b has the coefficients.
 */
template <class Operands, bool Single, int Points, class Compute>
__device__ __forceinline__ void sum_products(Compute *values, const warp_powers<Compute> &handed, int point,
                                             chunk_coefficients<Operands> &b, const uint4 *chunks, int count, int lane)
{
    using giant = giant_operands<Operands>;
    constexpr int tiles = Points / 2, vectors = chunk_products * giant::vectors;
    typename giant::powers powers[tiles];
    {
        Compute first[Points], fourth[Points], eighth[Points];
        const Compute *const of_lane = handed.first[giant::first_power(lane)] + point;
#pragma unroll
        for (int p = 0; p < Points; p++) {
            first[p] = of_lane[p];
        }
        load_shared(fourth, handed.fourth + point);
        load_shared(eighth, handed.eighth + point);
#pragma unroll
        for (int m = 0; m < tiles; m++) {
            powers[m].raise(&first[2 * m], &fourth[2 * m], &eighth[2 * m]);
        }
    }
    typename giant::sums sums[tiles][chunk_products];
    const auto add = [&] {
#pragma unroll
        for (int m = 0; m < tiles; m++) {
#pragma unroll
            for (int i = 0; i < chunk_products; i++) {
                sums[m][i].add(powers[m], b.of[i]);
            }
        }
    };
    if (!Single && count > 1) {
        b.load(chunks + (count - 1) * vectors, lane);
    }
    add();
    if (!Single && count > 1) {
        Compute by[Points];
        load_shared(by, handed.chunk + point);
#pragma unroll 1
        for (int c = count - 2; c >= 0; c--) {
            b.load(chunks + c * vectors, lane);
#pragma unroll
            for (int m = 0; m < tiles; m++) {
#pragma unroll
                for (int i = 0; i < chunk_products; i++) {
                    sums[m][i].scale(&by[2 * m]);
                }
            }
            add();
        }
    }
    Compute step[Points];
    load_shared(step, handed.step + point);
#pragma unroll
    for (int p = 0; p < Points; p++) {
        values[p] = sums[p / 2][chunk_products - 1].at(p % 2, 1);
#pragma unroll
        for (int i = 2 * chunk_products - 2; i >= 0; i--) {
            values[p] = fma(values[p], step[p], sums[p / 2][i / 2].at(p % 2, i % 2));
        }
    }
}

/*
 * The value of the lane's point. `chunks`: of the row; where it has one chunk, b has its coefficients.
 */
template <class Operands, bool Single, class Compute>
__device__ __forceinline__ Compute sum_of_row(const warp_powers<Compute> &handed, Compute z64,
                                              chunk_coefficients<Operands> &b, const uint4 *chunks, int count, int lane)
{
    constexpr int points = 2 * giant_operands<Operands>::tiles;
    Compute values[4], z128[2];
#pragma unroll
    for (int p = 0; p < 4; p += points) {
        sum_products<Operands, Single, points>(&values[p], handed, lane / 4 * 4 + p, b, chunks, count, lane);
    }
    load_shared(z128, handed.half + lane / 2 * 2);
    return add_lanes(values, z128, z64, lane);
}

/* Single: blocks have one row, of one chunk, whose coefficients stay in registers. */
template <class Operands, bool Single, class In, class Out>
__global__ void __launch_bounds__(giant_threads, TCUI_POLYNOMIAL_GIANT_BLOCKS)
    polynomial_giant_kernel(const __grid_constant__ giant_task<In, Out> task)
{
    using compute = typename Operands::compute;
    using giant = giant_operands<Operands>;
    __shared__ warp_powers<compute> powers_of_warp[giant_warps];
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    warp_powers<compute> &handed = powers_of_warp[warp];
    handed.first[0][lane] = giant::power_scale;
    const packed_chunks<compute> packed = packed_chunks_of<Operands>(task);

    for (uint64_t item = blockIdx.x; item < task.items; item += gridDim.x) {
        const giant_item<In, Out> of_item = item_of(task, item);
        const compute down = pack_item<Operands>(packed, task, of_item);
        chunk_coefficients<Operands> b;
        row_numbers<compute> numbers;
        uint32_t least;
        const auto take_row = [&](uint32_t r) {
            numbers = packed.numbers[r];
            least = packed.least[r];
            if (Single || task.chunks == 1) {
                b.load(packed.vectors + r * chunk_products * giant::vectors, lane);
            }
        };
        if (Single) {
            take_row(0);
        }
        const uint64_t step = giant_threads * task.point_step;
        uint32_t point = threadIdx.x;
        Out *to = of_item.out + point * task.point_step;
        /* (Mapped when it is needed: else the load would be waited for at once.) */
        In next = point < of_item.count ? of_item.points[point] : from_accumulator<In>(compute(0));
        for (; point - lane < of_item.count; point += giant_threads, to += step) {
            const compute t = point_of(task, next), z = t * down;
            if (point + giant_threads < of_item.count) {
                next = of_item.points[point + giant_threads];
            }
            const compute z64 = raise_powers<compute>(handed, z, giant::power_scale, !Single && task.chunks > 1, lane);
            __syncwarp();
            for (uint32_t r = 0; r < (Single ? 1 : of_item.rows); r++) {
                if (!Single) {
                    take_row(r);
                }
                compute value;
                if (__all_sync(all_lanes, is_between(z, least))) {
                    const uint4 *const chunks =
                        packed.vectors + r * static_cast<uint32_t>(task.chunks) * chunk_products * giant::vectors;
                    value = numbers.factor * sum_of_row<Operands, Single>(handed, z64, b, chunks, task.chunks, lane);
                    if (Operands::first_power > 0) {
                        value = fma(value, t, numbers.constant);
                    }
                } else {
                    /* (Made anew, which takes no registers of the others.) */
                    const giant_item<In, Out> again = item_of(task, item);
                    const In x = again.points[min(point, again.count - 1)];
                    value = value_by_horner(again.coefficients + r * task.row_stride, task.degree, point_of(task, x));
                }
                if (point < of_item.count) {
                    to[r * task.row_step] = from_accumulator<Out>(value);
                }
            }
            __syncwarp();
        }
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GIANT_KERNEL_CUH */
