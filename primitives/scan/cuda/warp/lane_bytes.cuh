/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lane_scan (lane.cuh) of 16 bytes with results of 8 bits, without taking the bytes apart: one addition adds two
 * of them.
 */
#ifndef TCUI_SCAN_CUDA_WARP_LANE_BYTES_CUH
#define TCUI_SCAN_CUDA_WARP_LANE_BYTES_CUH

#include "lane.cuh"

namespace tcu
{

/*
 * Sums of bytes without heads. Even and odd bytes are 16-bit fields of two words; prefix sums of 16 bytes need 12 bits,
 * so fields never run over, even with what comes in added modulo 256.
 */
struct byte_sums {
    uint32_t even[4], odd[4]; /* up to bytes 4 w, 4 w + 2 and 4 w + 1, 4 w + 3 */

    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x)
    {
        uint32_t before = 0;
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const uint32_t e = x.words[w] & 0x00ff00ffu, o = permute_bytes(x.words[w], 0u, 0x4341u);
            odd[w] = (e + o) * 0x00010001u + before;
            even[w] = odd[w] - o;
            before = permute_bytes(odd[w], 0u, 0x3232u);
        }
    }

    __device__ __forceinline__ u32 total() const { return odd[3] >> 16; }

    /* The results of word w if both fields of `into` come in; exclusive ones are those of the byte before. */
    template <bool Exclusive>
    __device__ __forceinline__ uint32_t word(int w, uint32_t into) const
    {
        if (!Exclusive) {
            return permute_bytes(even[w] + into, odd[w] + into, 0x6240u);
        }
        const uint32_t before_even = w > 0 ? permute_bytes(odd[w > 0 ? w - 1 : 0], odd[w], 0x5432u) : odd[0] << 16;
        return permute_bytes(before_even + into, even[w] + into, 0x6240u);
    }
};

__device__ __forceinline__ uint32_t both_fields(uint32_t byte)
{
    return (byte & 0xffu) * 0x00010001u;
}

template <>
class lane_scan<scan_sum<u8, u32>, u8, 16, head_places::none>
{
  public:
    using constants = no_constants;

    __device__ __forceinline__ void scan(const element_vector<u8, 16> &x, uint32_t, const scan_sum<u8, u32> &,
                                         const constants & = {})
    {
        sums.scan(x);
    }

    __device__ __forceinline__ u32 tail() const { return sums.total(); }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left, const scan_sum<u8, u32> &) const
    {
        const uint32_t into = both_fields(left);
        element_vector<u8, 16> y;
#pragma unroll
        for (int w = 0; w < 4; w++) {
            y.words[w] = sums.word<Exclusive>(w, into);
        }
        return y;
    }

  private:
    byte_sums sums;
};

/*
 * Looked up by a vector's head bits. Entries for four bytes never meet in a bank, as entries for eight would.
 */
struct byte_head_constants {
    struct halves {
        uint32_t even, odd; /* of bytes 0 and 2, 1 and 3 */
    };

    halves keep[16]; /* by the heads of four bytes: 0 where a segment begins, else 1 */
    uint4 since[17]; /* [1 + last head, if any]: 1 for each byte from it on */

    __device__ __forceinline__ void set_constants(int thread)
    {
        if (thread < 16) {
            keep[thread] = {one_unless(thread, 0), one_unless(thread, 1)};
        }
        if (thread < 17) {
            since[thread] =
                make_uint4(ones_from(thread - 1), ones_from(thread - 5), ones_from(thread - 9), ones_from(thread - 13));
        }
    }

  private:
    __device__ __forceinline__ static uint32_t one_unless(int heads, int i)
    {
        return (heads >> i & 1 ? 0u : 0x3c00u) | (heads >> i & 4 ? 0u : 0x3c000000u);
    }

    __device__ __forceinline__ static uint32_t ones_from(int byte)
    {
        return __funnelshift_lc(0u, 0x01010101u, 8 * max(byte, 0));
    }
};

/*
 * Heads anywhere. Sums of bytes are halves, counted in the smallest one, 2^-24: below 2048 of it, a half's bits are the
 * number itself. So one fused multiply-add gives two bytes what comes before them, or nothing, and leaves alone the
 * integer units, which would limit such scans.
 */
template <>
class lane_scan<scan_sum<u8, u32>, u8, 16, head_places::elements>
{
  public:
    using constants = byte_head_constants;

    __device__ __forceinline__ void scan(const element_vector<u8, 16> &vector, uint32_t head_bits,
                                         const scan_sum<u8, u32> &, const constants &shared)
    {
        x = vector;
#pragma unroll
        for (int w = 0; w < 4; w++) {
            keep[w] = shared.keep[head_bits >> (4 * w) & 15u];
        }
        const uint4 since = shared.since[1 + highest_bit(head_bits)];
        sum = __dp4a(x.words[0], since.x, 0u);
        sum = __dp4a(x.words[1], since.y, sum);
        sum = __dp4a(x.words[2], since.z, sum);
        sum = __dp4a(x.words[3], since.w, sum);
    }

    __device__ __forceinline__ u32 tail() const { return sum; }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<u8, 16> results(u32 left, const scan_sum<u8, u32> &) const
    {
        uint32_t before = permute_bytes(left, 0u, 0x4040u); /* its upper field comes in */
        element_vector<u8, 16> y;
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const uint32_t even = x.words[w] & 0x00ff00ffu, odd = permute_bytes(x.words[w], 0u, 0x4341u);
            /* In the lower fields: bytes 0 and 1. */
            const uint32_t up_to_0 = multiply_upper_add_halves(before, keep[w].even, even);
            const uint32_t up_to_1 = multiply_add_halves(up_to_0, keep[w].odd, odd);
            /* What comes before bytes 0 and 2, modulo 256: sums are 5 * 255 at most. (The signs are zeros.) */
            const uint32_t before_even = permute_bytes(before, up_to_1, 0xd4b2u);
            const uint32_t even_sums = multiply_add_halves(before_even, keep[w].even, even);
            const uint32_t odd_sums = multiply_add_halves(even_sums, keep[w].odd, odd);
            y.words[w] = Exclusive ? permute_bytes(even_sums - even, odd_sums - odd, 0x6240u)
                                   : permute_bytes(even_sums, odd_sums, 0x6240u);
            before = odd_sums;
        }
        return y;
    }

  private:
    element_vector<u8, 16> x;
    constants::halves keep[4];
    uint32_t sum; /* since the last head */
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_WARP_LANE_BYTES_CUH */
