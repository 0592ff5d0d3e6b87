/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lane_scan (scan_lane.cuh) of 16 bytes with results of 8 bits, without taking the bytes apart: one addition adds two
 * or four of them. Element by element it ran at 85% of a copy.
 */
#ifndef TCUI_SCAN_LANE_BYTES_CUH
#define TCUI_SCAN_LANE_BYTES_CUH

#include "scan_lane.cuh"

namespace tcu
{

/* Inclusive results one byte to the right, `left` coming in: what exclusive results are where no segment begins. */
__device__ __forceinline__ element_vector<u8, 16> one_byte_right(const element_vector<u8, 16> &x, uint32_t left)
{
    element_vector<u8, 16> moved;
    moved.words[0] = __funnelshift_l(left << 24, x.words[0], 8);
#pragma unroll
    for (int w = 1; w < 4; ++w)
        moved.words[w] = __funnelshift_l(x.words[w - 1], x.words[w], 8);
    return moved;
}

/*
 * Heads at most at the first byte. Even and odd bytes are 16-bit fields of two words; prefix sums of 16 bytes need 12
 * bits, so fields never run over.
 */
template <head_places Heads>
class lane_scan<u8, u32, u8, 16, Heads>
{
  public:
    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t head_bits)
    {
        head = head_bits;
        uint32_t before = 0;
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            const uint32_t e = x.words[w] & 0x00ff00ffu, o = x.words[w] >> 8 & 0x00ff00ffu;
            odd[w] = (e + o) * 0x00010001u + before * 0x00010001u;
            even[w] = odd[w] - o;
            before = odd[w] >> 16;
        }
    }

    __device__ __forceinline__ u32 tail() const
    {
        return odd[3] >> 16;
    }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left) const
    {
        if (Heads == head_places::vectors && head != 0)
            left = 0;
        const uint32_t both = (left & 0xffu) * 0x00010001u;
        element_vector<u8, 16> y;
#pragma unroll
        for (int w = 0; w < 4; ++w)
            y.words[w] = permute_bytes(even[w] + both, odd[w] + both, 0x6240u);
        return Exclusive ? one_byte_right(y, left) : y;
    }

  private:
    uint32_t even[4], odd[4]; /* prefix sums up to bytes 4 w, 4 w + 2 and 4 w + 1, 4 w + 3 */
    uint32_t head;
};

/* The four bytes' sums modulo 256. */
__device__ __forceinline__ uint32_t add_bytes(uint32_t a, uint32_t b)
{
    return (a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu) ^ ((a ^ b) & 0x80808080u);
}

/* Byte j of word w becomes byte w of word j. */
__device__ __forceinline__ void transpose_bytes(uint32_t (&to)[4], const uint32_t (&from)[4])
{
    const uint32_t low01 = permute_bytes(from[0], from[1], 0x5140u), high01 = permute_bytes(from[0], from[1], 0x7362u);
    const uint32_t low23 = permute_bytes(from[2], from[3], 0x5140u), high23 = permute_bytes(from[2], from[3], 0x7362u);
    to[0] = permute_bytes(low01, low23, 0x5410u);
    to[1] = permute_bytes(low01, low23, 0x7632u);
    to[2] = permute_bytes(high01, high23, 0x5410u);
    to[3] = permute_bytes(high01, high23, 0x7632u);
}

/*
 * Heads anywhere. The vector is a square of four words of four bytes; transposed, one addition of words advances the
 * scans of its four rows by a byte, and bytes of a mask say in which rows a segment begins there.
 */
template <>
class lane_scan<u8, u32, u8, 16, head_places::elements>
{
  public:
    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t head_bits)
    {
        uint32_t columns[4];
        transpose_bytes(columns, x.words);
        /* Four bits a byte: the heads of a row. */
        uint32_t nibbles = (head_bits | head_bits << 8) & 0x00ff00ffu;
        nibbles = (nibbles | nibbles << 4) & 0x0f0f0f0fu;
#pragma unroll
        for (int j = 0; j < 4; ++j)
            head[j] = permute_bytes(nibbles << (7 - j), 0u, 0xba98u);

        in_row[0] = columns[0];
#pragma unroll
        for (int j = 1; j < 4; ++j)
            in_row[j] = add_bytes(columns[j], in_row[j - 1] & ~head[j]);

        const uint32_t head_in_row = head[0] | head[1] | head[2] | head[3];
        const uint32_t head_in_two = head_in_row | head_in_row << 8;
        uint32_t sums = add_bytes(in_row[3], in_row[3] << 8 & ~head_in_row);
        sums = add_bytes(sums, sums << 16 & ~head_in_two);
        before_row = sums << 8;
        head_before_row = (head_in_two | head_in_two << 16) << 8;
        sum = sums >> 24;
    }

    __device__ __forceinline__ u32 tail() const
    {
        return sum;
    }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left) const
    {
        uint32_t into = add_bytes(before_row, (left & 0xffu) * 0x01010101u & ~head_before_row);
        uint32_t columns[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            into &= ~head[j];
            const uint32_t inclusive = add_bytes(in_row[j], into);
            if (!Exclusive)
                columns[j] = inclusive;
            else if (j == 0)
                columns[0] = into;
            if (Exclusive && j < 3)
                columns[j + 1] = inclusive & ~head[j + 1];
        }
        element_vector<u8, 16> y;
        transpose_bytes(y.words, columns);
        return y;
    }

  private:
    uint32_t head[4];         /* byte w: whether a segment begins at byte j of row w */
    uint32_t in_row[4];       /* prefix sums of the rows */
    uint32_t before_row;      /* sums of earlier rows since the last head */
    uint32_t head_before_row; /* whether there is one */
    uint32_t sum;
};

} // namespace tcu

#endif /* TCUI_SCAN_LANE_BYTES_CUH */
