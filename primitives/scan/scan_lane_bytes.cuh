/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lane_scan (scan_lane.cuh) of 16 bytes with results of 8 bits, without taking the bytes apart: one addition adds two
 * of them. Whole arrays ran at 85% of a copy element by element, at 95% so.
 */
#ifndef TCUI_SCAN_LANE_BYTES_CUH
#define TCUI_SCAN_LANE_BYTES_CUH

#include "scan_lane.cuh"

namespace tcu
{

/*
 * Sums of bytes without heads. Even and odd bytes are 16-bit fields of two words; prefix sums of 16 bytes need 12 bits,
 * so fields never run over, even with what comes in added modulo 256.
 */
struct byte_sums {
    uint32_t even[4], odd[4]; /* up to bytes 4 w, 4 w + 2 and 4 w + 1, 4 w + 3 */

    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t keep_at_8)
    {
        uint32_t before = 0;
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            const uint32_t e = x.words[w] & 0x00ff00ffu, o = permute_bytes(x.words[w], 0u, 0x4341u);
            odd[w] = (e + o) * 0x00010001u + (w == 2 ? before & keep_at_8 : before);
            even[w] = odd[w] - o;
            before = permute_bytes(odd[w], 0u, 0x3232u);
        }
    }

    __device__ __forceinline__ u32 total() const
    {
        return odd[3] >> 16;
    }

    /* The results of word w if both fields of `into` come in; exclusive ones are those of the byte before. */
    template <bool Exclusive>
    __device__ __forceinline__ uint32_t word(int w, uint32_t into) const
    {
        if (!Exclusive)
            return permute_bytes(even[w] + into, odd[w] + into, 0x6240u);
        const uint32_t before_even = w > 0 ? permute_bytes(odd[w > 0 ? w - 1 : 0], odd[w], 0x5432u) : odd[0] << 16;
        return permute_bytes(before_even + into, even[w] + into, 0x6240u);
    }
};

__device__ __forceinline__ uint32_t both_fields(uint32_t byte)
{
    return (byte & 0xffu) * 0x00010001u;
}

/* Heads at most at bytes 0 and 8. */
template <head_places Heads>
class lane_scan<u8, u32, u8, 16, Heads>
{
  public:
    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t head_bits)
    {
        keep_at_0 = Heads == head_places::vectors ? (head_bits & 1u) - 1u : ~0u;
        keep_at_8 = Heads == head_places::vectors ? (head_bits >> 8 & 1u) - 1u : ~0u;
        sums.scan(x, keep_at_8);
    }

    __device__ __forceinline__ u32 tail() const { return sums.total(); }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left) const
    {
        const uint32_t into_0 = both_fields(left & keep_at_0), into_8 = into_0 & keep_at_8;
        element_vector<u8, 16> y;
#pragma unroll
        for (int w = 0; w < 4; ++w)
            y.words[w] = sums.word<Exclusive>(w, w < 2 ? into_0 : into_8);
        /* Exclusive: byte 8 has been given the sum up to byte 7. */
        if (Exclusive && Heads == head_places::vectors)
            y.words[2] &= keep_at_8 | 0xffffff00u;
        return y;
    }

  private:
    byte_sums sums;
    uint32_t keep_at_0, keep_at_8; /* 0 where a segment begins */
};

/*
 * One head at most, anywhere: two sets of results, of which bytes before the head are from one, those from it on from
 * the other.
 */
template <>
class lane_scan<u8, u32, u8, 16, head_places::one_element>
{
  public:
    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t head_bits)
    {
        sums.scan(x, ~0u);
        const int bits_before = head_bits != 0 ? 8 * (31 - __clz(head_bits)) : 128;
        uint32_t since_head = 0;
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            from_head[w] = __funnelshift_lc(0u, ~0u, max(bits_before - 32 * w, 0));
            since_head = __dp4a(x.words[w] & from_head[w], 0x01010101u, since_head);
        }
        sum = head_bits != 0 ? since_head : sums.total();
        minus_before_head = both_fields(since_head - sums.total());
    }

    __device__ __forceinline__ u32 tail() const
    {
        return sum;
    }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left) const
    {
        const uint32_t into = both_fields(left);
        element_vector<u8, 16> y;
#pragma unroll
        for (int w = 0; w < 4; ++w)
            y.words[w] = (sums.word<Exclusive>(w, into) & ~from_head[w]) |
                         (sums.word<Exclusive>(w, minus_before_head) & from_head[w]);
        return y;
    }

  private:
    byte_sums sums;
    uint32_t from_head[4]; /* bytes from the head on */
    uint32_t minus_before_head;
    uint32_t sum;
};

/*
 * Heads anywhere. The vector is a square of four rows (words) of four bytes. Transposed, with two rows in the 16-bit
 * fields of a word, one addition advances the scans of two rows by a byte, and one mask cuts them.
 */
template <>
class lane_scan<u8, u32, u8, 16, head_places::elements>
{
  public:
    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t head_bits)
    {
        /* Four bits a byte: the heads of a row. */
        uint32_t nibbles = (head_bits | head_bits << 8) & 0x00ff00ffu;
        nibbles = (nibbles | nibbles << 4) & 0x0f0f0f0fu;
        uint32_t signs[4]; /* whether a segment begins at byte j, as the sign of the row's byte */
#pragma unroll
        for (int j = 0; j < 4; ++j)
            signs[j] = nibbles * (128u >> j);

        uint32_t sums[2], head_up_to[2];
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            const uint32_t even[2] = {x.words[2 * p] & 0x00ff00ffu, x.words[2 * p + 1] & 0x00ff00ffu};
            const uint32_t odd[2] = {permute_bytes(x.words[2 * p], 0u, 0x4341u),
                                     permute_bytes(x.words[2 * p + 1], 0u, 0x4341u)};
            in_row[p][0] = permute_bytes(even[0], even[1], 0x5410u);
            in_row[p][1] = permute_bytes(odd[0], odd[1], 0x5410u);
            in_row[p][2] = permute_bytes(even[0], even[1], 0x7632u);
            in_row[p][3] = permute_bytes(odd[0], odd[1], 0x7632u);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                head[p][j] = permute_bytes(signs[j], 0u, p == 0 ? 0x9988u : 0xbbaau);
                if (j > 0)
                    in_row[p][j] += in_row[p][j - 1] & ~head[p][j];
            }
            const uint32_t head_in_row = head[p][0] | head[p][1] | head[p][2] | head[p][3];
            sums[p] = in_row[p][3] + (in_row[p][3] << 16 & ~head_in_row);
            head_up_to[p] = head_in_row | head_in_row << 16;
        }
        sums[1] += permute_bytes(sums[0], 0u, 0x3232u) & ~head_up_to[1];
        before_row[0] = sums[0] << 16;
        before_row[1] = permute_bytes(sums[0], sums[1], 0x5432u);
        head_before_row[0] = head_up_to[0] << 16;
        head_before_row[1] = permute_bytes(head_up_to[0], 0u, 0x3232u) | head_up_to[1] << 16;
        sum = sums[1] >> 16;
    }

    __device__ __forceinline__ u32 tail() const
    {
        return sum;
    }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left) const
    {
        const uint32_t both = both_fields(left);
        element_vector<u8, 16> y;
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            uint32_t into = before_row[p] + (both & ~head_before_row[p]);
            uint32_t column[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                into &= ~head[p][j];
                const uint32_t inclusive = in_row[p][j] + into;
                if (!Exclusive)
                    column[j] = inclusive;
                else if (j == 0)
                    column[0] = into;
                if (Exclusive && j < 3)
                    column[j + 1] = inclusive & ~head[p][j + 1];
            }
            const uint32_t left_half = permute_bytes(column[0], column[1], 0x6240u);
            const uint32_t right_half = permute_bytes(column[2], column[3], 0x6240u);
            y.words[2 * p] = permute_bytes(left_half, right_half, 0x5410u);
            y.words[2 * p + 1] = permute_bytes(left_half, right_half, 0x7632u);
        }
        return y;
    }

  private:
    /* Of rows 2 p and 2 p + 1, in the lower and the upper field: */
    uint32_t in_row[2][4];       /* prefix sums since the row's last head, up to byte j */
    uint32_t head[2][4];         /* whether a segment begins at byte j */
    uint32_t before_row[2];      /* the sum of earlier rows since the last head */
    uint32_t head_before_row[2]; /* whether there is one */
    uint32_t sum;
};

} // namespace tcu

#endif /* TCUI_SCAN_LANE_BYTES_CUH */
