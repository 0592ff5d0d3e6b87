/* SPDX-License-Identifier: Apache-2.0 */
/* Sums as results, packed as in memory. */
#ifndef TCUI_SCAN_CUDA_WARP_PACK_CUH
#define TCUI_SCAN_CUDA_WARP_PACK_CUH

#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

template <class Out, class Acc, int V>
__device__ __forceinline__ element_vector<Out, V> pack_results(const Acc (&y)[V])
{
    element_vector<Out, V> packed;
    constexpr int words = element_vector<Out, V>::bytes / 4;
    if constexpr (sizeof(Out) == 8) {
#pragma unroll
        for (int i = 0; i < V; i++) {
            uint64_t bits;
            if constexpr (std::is_same_v<Out, f64>) {
                bits = __double_as_longlong(from_accumulator<Out>(y[i]));
            } else {
                bits = from_accumulator<Out>(y[i]);
            }
            packed.words[2 * i] = static_cast<uint32_t>(bits);
            packed.words[2 * i + 1] = static_cast<uint32_t>(bits >> 32);
        }
    } else if constexpr (std::is_same_v<Out, f32>) {
#pragma unroll
        for (int i = 0; i < V; i++) {
            packed.words[i] = __float_as_uint(y[i]);
        }
    } else if constexpr (sizeof(Out) == 4) {
#pragma unroll
        for (int i = 0; i < V; i++) {
            packed.words[i] = static_cast<uint32_t>(y[i]);
        }
    } else if constexpr (!std::is_integral_v<Out>) {
#pragma unroll
        for (int w = 0; w < words; w++) {
            packed.words[w] = pack(from_accumulator<Out>(y[2 * w]), from_accumulator<Out>(y[2 * w + 1]));
        }
    } else if constexpr (sizeof(Out) == 2) {
#pragma unroll
        for (int w = 0; w < words; w++) {
            packed.words[w] =
                permute_bytes(static_cast<uint32_t>(y[2 * w]), static_cast<uint32_t>(y[2 * w + 1]), 0x5410u);
        }
    } else {
#pragma unroll
        for (int w = 0; w < words; w++) {
            const uint32_t low =
                permute_bytes(static_cast<uint32_t>(y[4 * w]), static_cast<uint32_t>(y[4 * w + 1]), 0x0040u);
            const uint32_t high =
                permute_bytes(static_cast<uint32_t>(y[4 * w + 2]), static_cast<uint32_t>(y[4 * w + 3]), 0x0040u);
            packed.words[w] = permute_bytes(low, high, 0x5410u);
        }
    }
    return packed;
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_WARP_PACK_CUH */
