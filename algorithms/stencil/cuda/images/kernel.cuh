/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes on images of bytes, on the matrix unit: bytes are operands as they are, and weights are integers of three digits.
 *
 *     out[y + n][e] += sum over x, k of  in[y + k][e + x * channels] * band_x[k][n],   band_x[k][n] = w[k - n][x]
 *
 * for 8 lines n of out and 16 lines k of in; one product takes two columns x of the box. A lane has 16 neighbouring elements
 * e at two places of each line, and the elements behind them, four lines of an element in a register: what column x takes at
 * e is what column 0 takes x * channels elements further, so that bytes are brought together once. Lines of in go through a
 * ring in shared memory, 8 at a time.
 */
#ifndef TCUI_STENCIL_IMAGES_KERNEL_CUH
#define TCUI_STENCIL_IMAGES_KERNEL_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "columns.cuh"

namespace tcu
{

/* Sums of bytes times digits, in integers. They begin at the bits of the f32 1.5 * 2^23: an integer below 2^22 added to
 * these bits is added to the number, so that no sum has to be converted. */
constexpr f32 image_sum_start = 12582912;
constexpr int32_t image_sum_start_bits = 0x4b400000;

template <class Shape>
__device__ __forceinline__ void multiply_columns(const image_columns<Shape> &in, int e,
                                                 const uint32_t (&digits)[Shape::columns - 1][2], int32_t (&sums)[4])
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        sums[r] = image_sum_start_bits;
    }
    constexpr int last = Shape::columns / 2;
    const int point = e / Shape::channels, is_odd = point % 2;
#pragma unroll
    for (int i = 0; i <= last; i++) {
        const int x = is_odd != 0 && i > 0 ? 2 * i - 1 : 2 * i;
        const uint32_t(&a)[4] = in.operands[e % Shape::channels][(point + x) / 2];
        if (is_odd != 0 && i == 0) {
            device::mma_m16n8k16_u8_s8(sums, {a[2], a[3]}, digits[0][0], sums);
        } else if (is_odd == 0 && i == last) {
            device::mma_m16n8k16_u8_s8(sums, {a[0], a[1]}, digits[Shape::columns - 2][1], sums);
        } else {
            device::mma_m16n8k32_u8_s8(sums, a, digits[x], sums);
        }
    }
}

/* 8 lines of 256 elements. results[h][n]: 16 elements at the lane's place h, of its line n. */
template <class Shape>
__device__ __forceinline__ void sum_image_tile(const image_columns<Shape> &in, const image_bands<Shape> &bands,
                                               element_bits<u8, 16> (&results)[2][2])
{
    /* In units of 256, of which what is between 0 and 1 is saturated by the last multiply-add itself. */
    const f32 low = bands.unit * 0x1p-8f, middle = bands.unit, high = bands.unit * 0x1p8f;
    const f32 minus_starts = -image_sum_start * 65793 * low; /* (1 + 2^8 + 2^16 starts: exact) */
#pragma unroll
    for (int e = 0; e < 16; e += 4) {
        uint32_t pairs[2][4];
#pragma unroll
        for (int i = 0; i < 4; i += 2) {
            uint32_t rounded[2][4];
#pragma unroll
            for (int j = 0; j < 2; j++) {
                int32_t sums[image_digits][4];
#pragma unroll
                for (int d = 0; d < image_digits; d++) {
                    multiply_columns(in, e + i + j, bands.digits[d], sums[d]);
                }
#pragma unroll
                for (int r = 0; r < 4; r++) {
                    const f32 upper = fmaf(__uint_as_float(sums[2][r]), high, minus_starts);
                    const f32 both = fmaf(__uint_as_float(sums[1][r]), middle, upper);
                    const f32 sum = __saturatef(fmaf(__uint_as_float(sums[0][r]), low, both));
                    /* (Above 2^23 the units of f32 are integers.) */
                    rounded[j][r] = __float_as_uint(fmaf(sum, 256.0f, 8388608.0f));
                }
            }
#pragma unroll
            for (int r = 0; r < 4; r++) {
                pairs[i / 2][r] = __vminu2(permute_bytes(rounded[0][r], rounded[1][r], 0x5410), 0x00ff00ff);
            }
        }
#pragma unroll
        for (int r = 0; r < 4; r++) {
            results[r / 2][r % 2].words[e / 4] = permute_bytes(pairs[0][r], pairs[1][r], 0x6420);
        }
    }
}

/* The same by the formula, for weights that are no integers of three digits: of lines from `first` of the ring on. */
template <class Shape>
__device__ __forceinline__ void sum_plainly(const image_task &task, const image_strip &strip,
                                            const image_ring<Shape> &ring, int first, int tile)
{
    const grid<u8> &g = task.grid;
    const int64_t y = strip.y + int64_t{image_lines} * tile;
    const int count = task.rows * Shape::columns;
    const int64_t n = g.axes[2].out * g.channels;
#pragma unroll 1
    for (int i = 0; i < image_lines && y + i < strip.y_end; i++) {
#pragma unroll 1
        for (int e = static_cast<int>(threadIdx.x % 32); e < image_elements && strip.first + e < n; e += 32) {
            f32 sum = 0;
#pragma unroll 1
            for (int tap = 0; tap < count; tap++) {
                const int line = (first + i + tap / Shape::columns) % ring.lines;
                const u8 byte = ring.line(line)[ring.phase(line) + e + tap % Shape::columns * Shape::channels];
                sum = fmaf(task.weights[task.is_reversed ? count - 1 - tap : tap], static_cast<f32>(byte), sum);
            }
            strip.out[(y + i) * g.axes[1].out_stride + strip.first + e] = from_computed<u8>(sum);
        }
    }
}

/* A lane's results of a whole tile; `out` is its place in the first of its two lines. */
__device__ __forceinline__ void store_image_vectors(u8 *out, int64_t stride,
                                                    const element_bits<u8, 16> (&results)[2][2])
{
#pragma unroll
    for (int line = 0; line < 2; line++) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            store_bits<16>(out + line * stride + 128 * h, results[h][line]);
        }
    }
}

__device__ __forceinline__ void store_image_elements(const image_task &task, const image_strip &strip, int tile,
                                                     const element_bits<u8, 16> (&results)[2][2])
{
    const grid<u8> &g = task.grid;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int64_t n = g.axes[2].out * g.channels, y = strip.y + int64_t{image_lines} * tile + 2 * (lane % 4);
#pragma unroll
    for (int line = 0; line < 2; line++) {
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int64_t first = strip.first + (lane / 4 + 8 * h) * 16;
            u8 *const out = strip.out + (y + line) * g.axes[1].out_stride + first;
#pragma unroll
            for (int e = 0; e < 16; e++) {
                if (y + line < strip.y_end && first + e < n) {
                    out[e] = results[h][line].at(e);
                }
            }
        }
    }
}

template <class Shape>
__global__ void __launch_bounds__(TCUI_STENCIL_IMAGES_THREADS, image_resident<Shape>)
    stencil_images_kernel(image_task task)
{
    const image_bands<Shape> bands(task);
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    image_ring<Shape> ring(dynamic_shared_memory() + warp * image_ring<Shape>::bytes);
    const int64_t out_stride = task.grid.axes[1].out_stride;
    for (uint64_t number = static_cast<uint64_t>(blockIdx.x) * image_warps + warp; number < task.cut.strips;
         number += static_cast<uint64_t>(gridDim.x) * image_warps) {
        const image_strip strip = strip_of(task, number);
        const int64_t lines = strip.y_end - strip.y;
        const int tiles = static_cast<int>((lines + image_lines - 1) / image_lines);
        const bool are_vectors =
            task.vectors_out && strip.first + image_elements <= task.grid.axes[2].out * task.grid.channels;
        const int vector_tiles = are_vectors ? static_cast<int>(lines / image_lines) : 0;
        u8 *out = strip.out + (strip.y + 2 * (lane % 4)) * out_stride + strip.first + lane / 4 * 16;
        ring.begin(task, strip, tiles);
        int to = 0, here = 0;
#pragma unroll 1
        for (int block = 0; block < tiles + 2; block++) {
            if (block < tiles + 1) {
                ring.copy(task, number, block, to);
            }
            commit_vector_copies();
            to = to + 1 < image_blocks ? to + 1 : 0;
            const int tile = block - 2;
            if (tile < 0) {
                continue;
            }
            wait_for_vector_groups<1>();
            __syncwarp();
            const int behind = here + 1 < image_blocks ? here + 1 : 0;
            if (bands.are_exact) {
                image_columns<Shape> columns;
                columns.load(ring, here, behind);
                element_bits<u8, 16> results[2][2];
                sum_image_tile(columns, bands, results);
                if (tile < vector_tiles) {
                    store_image_vectors(out, out_stride, results);
                } else {
                    store_image_elements(task, strip_again(task, number), tile, results);
                }
            } else {
                sum_plainly(task, strip_again(task, number), ring, here * image_lines, tile);
            }
            out += image_lines * out_stride;
            here = behind;
            __syncwarp();
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_KERNEL_CUH */
