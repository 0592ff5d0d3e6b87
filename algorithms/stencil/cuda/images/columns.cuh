/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of a warp's lines as operands: elements of four lines side by side, a word each. */
#ifndef TCUI_STENCIL_IMAGES_COLUMNS_CUH
#define TCUI_STENCIL_IMAGES_COLUMNS_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "bands.cuh"
#include "ring.cuh"

namespace tcu
{

/*
 * A lane's elements at its two places of 16: a word has an element of the lane's four lines, a byte each. Words of both
 * places, of two neighbouring points, are the operand of one product, whose registers are neighbours: points
 * 2 k and 2 k + 1 of a channel, so that no register is copied.
 */
template <class Shape>
struct image_columns {
    static constexpr int points = (Shape::window + Shape::channels - 1) / Shape::channels;
    uint32_t operands[Shape::channels][(points + 1) / 2][4];

    /* Of two blocks of the ring. */
    __device__ __forceinline__ void load(const image_ring<Shape> &ring, int upper, int lower)
    {
        const int t = static_cast<int>(threadIdx.x % 4);
        int phase;
        const bool have_one_phase = ring.have_one_phase(upper, lower, phase);
#pragma unroll
        for (int h = 0; h < 2; h++) {
            uint32_t lines[4][4 * Shape::window_vectors];
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const int line = (j / 2 == 0 ? upper : lower) * image_lines + 2 * t + j % 2;
                load_words(ring, line, h, lines[j]);
                if (!have_one_phase) {
                    shift_words(lines[j], 8 * ring.phase(line));
                }
            }
            if (phase == 0) {
                transpose<0>(lines, h);
            } else if (phase == 1) {
                transpose<1>(lines, h);
            } else if (phase == 2) {
                transpose<2>(lines, h);
            } else {
                transpose<3>(lines, h);
            }
        }
    }

  private:
    __device__ __forceinline__ static void load_words(const image_ring<Shape> &ring, int line, int h,
                                                      uint32_t (&words)[4 * Shape::window_vectors])
    {
        const uint4 *const from =
            reinterpret_cast<const uint4 *>(ring.line(line) + (static_cast<int>(threadIdx.x % 32) / 4 + 8 * h) * 16);
#pragma unroll
        for (int v = 0; v < Shape::window_vectors; v++) {
            put_vector(words, v, from[v]);
        }
    }

    __device__ __forceinline__ static void shift_words(uint32_t (&words)[4 * Shape::window_vectors], int shift)
    {
        constexpr int count = 4 * Shape::window_vectors;
#pragma unroll
        for (int w = 0; w < count; w++) {
            words[w] = w + 1 < count ? __funnelshift_r(words[w], words[w + 1], shift) : words[w] >> shift;
        }
    }

    /* Element 0 is byte Phase of the lines. */
    template <int Phase>
    __device__ __forceinline__ void transpose(const uint32_t (&lines)[4][4 * Shape::window_vectors], int h)
    {
#pragma unroll
        for (int pair = 0; 2 * pair < Shape::window + Phase; pair++) {
            const uint32_t selector = pair % 2 == 0 ? 0x5140 : 0x7362;
            const uint32_t first = permute_bytes(lines[0][pair / 2], lines[1][pair / 2], selector);
            const uint32_t second = permute_bytes(lines[2][pair / 2], lines[3][pair / 2], selector);
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const int element = 2 * pair + i - Phase, point = element / Shape::channels;
                if (element >= 0 && element < Shape::window) {
                    operands[element % Shape::channels][point / 2][2 * (point % 2) + h] =
                        permute_bytes(first, second, i == 0 ? 0x5410 : 0x7632);
                }
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_COLUMNS_CUH */
