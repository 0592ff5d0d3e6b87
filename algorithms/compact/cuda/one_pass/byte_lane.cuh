/* SPDX-License-Identifier: Apache-2.0 */
/* A lane's neighbouring bytes of a warp's slice, out of shared memory, of items or of flags. */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_BYTE_LANE_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_BYTE_LANE_CUH

#include "primitives/tile/element_vector.cuh"

namespace tcu
{

template <class Layout>
struct lane_bytes {
    static constexpr int words = Layout::bytes_a_lane / 4;
    uint32_t word[words];

    /* From a multiple of 16 bytes on. */
    __device__ __forceinline__ void load(const unsigned char *bytes, int lane)
    {
        const uint32_t *own = reinterpret_cast<const uint32_t *>(bytes + lane * Layout::bytes_a_lane);
#pragma unroll
        for (int v = 0; v < words; v += 4) {
            const auto vector = load_whole<4>(own + v);
#pragma unroll
            for (int w = 0; w < 4; w++) {
                word[v + w] = vector.words[w];
            }
        }
    }

    /* From `shift` bytes behind a multiple of 4 on. */
    __device__ __forceinline__ void load(const unsigned char *bytes, int lane, unsigned shift)
    {
        const uint32_t *own = reinterpret_cast<const uint32_t *>(bytes + lane * Layout::bytes_a_lane) + shift / 4;
        const bool crosses = shift % 4 != 0;
        uint32_t left = own[0];
#pragma unroll
        for (int w = 0; w < words; w++) {
            const uint32_t right = w + 1 < words || crosses ? own[w + 1] : 0u;
            word[w] = __funnelshift_r(left, right, 8 * shift); /* modulo 32 */
            left = right;
        }
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_BYTE_LANE_CUH */
