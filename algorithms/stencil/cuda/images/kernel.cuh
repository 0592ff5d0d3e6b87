/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes on images of bytes, on the matrix unit: bytes are exact as halves, and weights are pairs of halves of 22 bits. Of
 * column x of the box
 *
 *     out[y + n][e] += sum over k of  in[y + k][e + x * channels] * band_x[k][n],   band_x[k][n] = w[k - n][x]
 *
 * for 8 lines n of out and 16 lines k of in. A lane has 16 neighbouring elements e of two places of each line, and the
 * elements behind them: what column x takes at e is what column 0 takes x * channels elements further, so that each byte
 * becomes a half once. Channels are summed one after the other, so that few sums are in registers. Lines
 * of in go through a ring in shared memory, 8 at a time.
 */
#ifndef TCUI_STENCIL_IMAGES_KERNEL_CUH
#define TCUI_STENCIL_IMAGES_KERNEL_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "bands.cuh"
#include "ring.cuh"

namespace tcu
{

/* A lane's bytes of its two places in two neighbouring lines, from the first wanted byte on: {upper, lower} of elements 2 i
 * and 2 i + 1 in word i. */
template <class Shape>
struct image_window {
    uint32_t pairs[2][2 * Shape::window_words];

    __device__ __forceinline__ void load(const image_ring<Shape> &ring, int line)
    {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            uint32_t upper[Shape::window_words], lower[Shape::window_words];
            load_words(ring, line, h, upper);
            load_words(ring, line + 1, h, lower);
#pragma unroll
            for (int w = 0; w < Shape::window_words; ++w) {
                pairs[h][2 * w] = permute_bytes(upper[w], lower[w], 0x5140);
                pairs[h][2 * w + 1] = permute_bytes(upper[w], lower[w], 0x7362);
            }
        }
    }

    /* Element e of both lines at place h, as halves. (`exponents`: bytes 0x64, for 0x6400 is the half 1024, whose last bits
     * are units. If 1024 stayed, the unit would align its products by exponents of 2^10, however small the bytes.) */
    __device__ __forceinline__ uint32_t halves(int h, int e, uint32_t exponents) const
    {
        constexpr uint32_t one = 0x3c003c00, minus_1024 = 0xe400e400;
        const uint32_t bytes = permute_bytes(pairs[h][e / 2], exponents, e % 2 == 0 ? 0x4140 : 0x4342);
        return multiply_add_halves(bytes, one, minus_1024);
    }

  private:
    __device__ __forceinline__ static void load_words(const image_ring<Shape> &ring, int line, int h,
                                                      uint32_t (&words)[Shape::window_words])
    {
        uint32_t raw[4 * Shape::window_vectors];
        const uint4 *const from =
            reinterpret_cast<const uint4 *>(ring.line(line) + (static_cast<int>(threadIdx.x % 32) / 4 + 8 * h) * 16);
#pragma unroll
        for (int v = 0; v < Shape::window_vectors; ++v) {
            const uint4 four = from[v];
            raw[4 * v] = four.x, raw[4 * v + 1] = four.y, raw[4 * v + 2] = four.z, raw[4 * v + 3] = four.w;
        }
        const int shift = 8 * ring.phase(line);
#pragma unroll
        for (int w = 0; w < Shape::window_words; ++w)
            words[w] = w + 1 < 4 * Shape::window_vectors ? __funnelshift_r(raw[w], raw[w + 1], shift) : raw[w] >> shift;
    }
};

/* The byte nearest to a sum, ties to even, NaN as 0, as byte i of a word. */
template <class Shape>
__device__ __forceinline__ void put_byte(uint32_t &word, int i, f32 sum, const image_bands<Shape> &bands)
{
    /* (Above 2^23 the units of f32 are integers.) */
    const f32 byte = fmaf(fminf(fmaxf(sum, 0.0f), bands.most), bands.scale, 8388608.0f);
    word = permute_bytes(word, __float_as_uint(byte), i == 0 ? 0x3214 : i == 1 ? 0x3240 : i == 2 ? 0x3410 : 0x4210);
}

/* 8 lines of 256 elements. results[h][n]: 16 elements at the lane's place h, of its line n. */
template <bool HasLow, class Shape>
__device__ __forceinline__ void sum_image_tile(const image_window<Shape> (&lines)[2], const image_bands<Shape> &bands,
                                               element_bits<u8, 16> (&results)[2][2])
{
    /* (A register's value, by a shuffle: as a constant it would be loaded anew beside every selector.) */
    const uint32_t exponents = __shfl_sync(~0u, 0x64646464u, 0);
#pragma unroll
    for (int c = 0; c < Shape::channels; ++c) {
        float sums[16][4];
#pragma unroll
        for (int p = c; p < Shape::window; p += Shape::channels) {
            const uint32_t a[4] = {lines[0].halves(0, p, exponents), lines[0].halves(1, p, exponents),
                                   lines[1].halves(0, p, exponents), lines[1].halves(1, p, exponents)};
            if (p < 16)
                sums[p][0] = sums[p][1] = sums[p][2] = sums[p][3] = 0;
#pragma unroll
            for (int x = 0; x < Shape::columns; ++x) {
                const int e = p - x * Shape::channels;
                if (e < 0 || e >= 16)
                    continue;
                mma_m16n8k16_f16(sums[e], a, bands.high[x], sums[e]);
                if (HasLow)
                    mma_m16n8k16_f16(sums[e], a, bands.low[x], sums[e]);
                if (x == Shape::columns - 1) {
#pragma unroll
                    for (int r = 0; r < 4; ++r)
                        put_byte(results[r / 2][r % 2].words[e / 4], e % 4, sums[e][r], bands);
                }
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
__global__ void __launch_bounds__(TCUI_STENCIL_IMAGES_THREADS, image_resident<Shape>)
    stencil_images_kernel(image_task task)
{
    const image_bands<Shape> bands(task);
    const int warp = static_cast<int>(threadIdx.x / 32), t = static_cast<int>(threadIdx.x % 4);
    image_ring<Shape> ring(dynamic_shared_memory() + warp * image_ring<Shape>::bytes);
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * image_warps;
    for (uint64_t work = static_cast<uint64_t>(blockIdx.x) * image_warps + warp; work < task.works; work += stride) {
        const image_strip strip = strip_of(task, work);
        int to = 0, here = 0;
#pragma unroll 1
        for (int64_t next = strip.y; next < strip.y_end + 2 * image_lines; next += image_lines) {
            if (next < strip.y_end + image_lines)
                ring.copy(task, strip, next, to);
            commit_vector_copies();
            to = to + 1 < image_blocks ? to + 1 : 0;
            const int64_t y = next - 2 * image_lines;
            if (y < strip.y)
                continue;
            wait_for_vector_groups<1>();
            __syncwarp();
            const int behind = here + 1 < image_blocks ? here + 1 : 0;
            image_window<Shape> lines[2];
            lines[0].load(ring, here * image_lines + 2 * t);
            lines[1].load(ring, behind * image_lines + 2 * t);
            element_bits<u8, 16> results[2][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                results[i / 2][i % 2].clear();
            if (bands.has_low)
                sum_image_tile<true>(lines, bands, results);
            else
                sum_image_tile<false>(lines, bands, results);
            store_image_tile(task, strip, y + 2 * t, results);
            here = behind;
            __syncwarp();
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_KERNEL_CUH */
