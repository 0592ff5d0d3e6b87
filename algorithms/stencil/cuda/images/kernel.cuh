/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes on images of bytes, on the matrix unit: bytes are exact as halves, and weights are pairs of halves of 22 bits. Of
 * column x of the box
 *
 *     out[y + n][e] += sum over k of  in[y + k][e + x * channels] * band_x[k][n],   band_x[k][n] = w[k - n][x]
 *
 * for 8 lines n of out and 16 lines k of in. A lane has 16 neighbouring elements e of two places of each line, and the
 * elements behind them: what column x takes at e is what column 0 takes x * channels elements further, so that each byte
 * becomes a half once. Lines of in go through a ring in shared memory, 8 at a time.
 */
#ifndef TCUI_STENCIL_IMAGES_KERNEL_CUH
#define TCUI_STENCIL_IMAGES_KERNEL_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "bands.cuh"
#include "ring.cuh"

namespace tcu
{

/* A lane's bytes of its two places in one line, as words from the first wanted byte on. */
template <class Shape>
struct image_window {
    uint32_t words[2][Shape::window_words];

    __device__ __forceinline__ void load(const unsigned char *line, int phase)
    {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            uint32_t raw[4 * Shape::window_vectors];
            const uint4 *const from =
                reinterpret_cast<const uint4 *>(line + (static_cast<int>(threadIdx.x % 32) / 4 + 8 * h) * 16);
#pragma unroll
            for (int v = 0; v < Shape::window_vectors; ++v) {
                const uint4 four = from[v];
                raw[4 * v] = four.x, raw[4 * v + 1] = four.y, raw[4 * v + 2] = four.z, raw[4 * v + 3] = four.w;
            }
#pragma unroll
            for (int w = 0; w < Shape::window_words; ++w)
                words[h][w] = w + 1 < 4 * Shape::window_vectors ? __funnelshift_r(raw[w], raw[w + 1], 8 * phase)
                                                                : raw[w] >> 8 * phase;
        }
    }
};

/* Bytes i and i + 1 of two lines, as halves: {upper[i], lower[i]} and {upper[i + 1], lower[i + 1]}. */
__device__ __forceinline__ void pair_halves(uint32_t upper, uint32_t lower, int i, uint32_t &first, uint32_t &second)
{
    /* (0x6400 is the half 1024, whose last bits are units.) */
    constexpr uint32_t exponents = 0x64646464, one = 0x3c003c00, minus_1024 = 0xe400e400;
    const uint32_t bytes = permute_bytes(upper, lower, i == 0 ? 0x5140 : 0x7362);
    first = multiply_add_halves(permute_bytes(bytes, exponents, 0x4140), one, minus_1024);
    second = multiply_add_halves(permute_bytes(bytes, exponents, 0x4342), one, minus_1024);
}

/* 8 lines of 256 elements. results[h][n]: 16 elements at the lane's place h, of its line n. */
template <class Shape>
__device__ __forceinline__ void sum_image_tile(const image_window<Shape> (&lines)[4], const image_bands<Shape> &bands,
                                               element_bits<u8, 16> (&results)[2][2])
{
    float sums[16][4];
#pragma unroll
    for (int e = 0; e < 16; ++e)
        sums[e][0] = sums[e][1] = sums[e][2] = sums[e][3] = 0;
#pragma unroll
    for (int p = 0; p < Shape::window; p += 2) {
        uint32_t a[2][4];
#pragma unroll
        for (int h = 0; h < 2; ++h)
#pragma unroll
            for (int half = 0; half < 2; ++half)
                pair_halves(lines[2 * half].words[h][p / 4], lines[2 * half + 1].words[h][p / 4], p % 4,
                            a[0][2 * half + h], a[1][2 * half + h]);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int x = 0; x < Shape::columns; ++x) {
                const int e = p + i - x * Shape::channels;
                if (e < 0 || e >= 16)
                    continue;
                mma_m16n8k16_f16(sums[e], a[i], bands.high[x], sums[e]);
                if (bands.has_low)
                    mma_m16n8k16_f16(sums[e], a[i], bands.low[x], sums[e]);
                if (x == Shape::columns - 1) {
#pragma unroll
                    for (int r = 0; r < 4; ++r)
                        results[r / 2][r % 2].put(e, from_computed<u8>(sums[e][r] * bands.scale));
                }
            }
    }
}

/* The lane's lines of out are y and y + 1. */
__device__ __forceinline__ void store_image_tile(const image_task &task, const image_strip &strip, int64_t y,
                                                 const element_bits<u8, 16> (&results)[2][2])
{
    const grid<u8> &g = task.grid;
    const int64_t n = g.axes[2].out * g.channels;
#pragma unroll
    for (int line = 0; line < 2; ++line) {
        if (y + line >= strip.y_end)
            continue;
        u8 *const out = strip.out + (y + line) * g.axes[1].out_stride;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int64_t first = strip.first + (static_cast<int>(threadIdx.x % 32) / 4 + 8 * h) * 16;
            if (task.vectors_out && first + 16 <= n) {
                store_bits<16>(out + first, results[h][line]);
            } else {
#pragma unroll
                for (int e = 0; e < 16; ++e)
                    if (first + e < n)
                        out[first + e] = results[h][line].at(e);
            }
        }
    }
}

template <class Shape>
__global__ void __launch_bounds__(TCUI_STENCIL_IMAGES_THREADS, TCUI_STENCIL_IMAGES_BLOCKS)
    stencil_images_kernel(image_task task)
{
    const image_bands<Shape> bands(task);
    const int warp = static_cast<int>(threadIdx.x / 32), t = static_cast<int>(threadIdx.x % 4);
    image_ring<Shape> ring(dynamic_shared_memory() + warp * image_ring<Shape>::bytes);
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * image_warps;
    for (uint64_t work = static_cast<uint64_t>(blockIdx.x) * image_warps + warp; work < task.works; work += stride) {
        const image_strip strip = strip_of(task, work);
        int64_t next = strip.y;
        int to = 0, here = 0;
        const auto start = [&] {
            if (next < strip.y_end + image_lines)
                ring.copy(task, strip, next, to);
            commit_vector_copies();
            next += image_lines;
            to = to + 1 < image_blocks ? to + 1 : 0;
        };
        start();
        start();
#pragma unroll 1
        for (int64_t y = strip.y; y < strip.y_end; y += image_lines) {
            start();
            wait_for_vector_groups<1>();
            __syncwarp();
            const int behind = here + 1 < image_blocks ? here + 1 : 0;
            image_window<Shape> lines[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int line = (i < 2 ? here : behind) * image_lines + 2 * t + i % 2;
                lines[i].load(ring.line(line), ring.phase(line));
            }
            element_bits<u8, 16> results[2][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                results[i / 2][i % 2].clear();
            sum_image_tile(lines, bands, results);
            store_image_tile(task, strip, y + 2 * t, results);
            here = behind;
            __syncwarp();
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_KERNEL_CUH */
