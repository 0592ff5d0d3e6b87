/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Brings a tile's items of one byte side by side in shared memory: a thread has a word of marks and the 32 neighbouring
 * items for it. A load and a store for each item would be limited by instructions.
 */
#ifndef TCUI_COMPACT_CUDA_TILES_BYTES_CUH
#define TCUI_COMPACT_CUDA_TILES_BYTES_CUH

#include "algorithms/compact/cuda/marks/byte_writer.cuh"
#include "algorithms/compact/cuda/marks/ranks.cuh"
#include "primitives/tile/element_vector.cuh"

namespace tcu
{

struct neighbouring_bytes {
    static constexpr int items = 32, words = items / 4;
    uint32_t word[words] = {};

    /* Those from `from` on, at any address, of which [low, high) are the tile's; zeros outside that, where other blocks
     * may be writing. */
    __device__ __forceinline__ void load(const uint8_t *from, int low, int high)
    {
        const int behind_vector = static_cast<int>(reinterpret_cast<uintptr_t>(from) % 16);
        const int behind_word = behind_vector % 4;
        if (low > -behind_word || high < items + (4 - behind_word) % 4) {
#pragma unroll
            for (int i = 0; i < items; i++) {
                if (i >= low && i < high) {
                    word[i / 4] |= static_cast<uint32_t>(from[i]) << (8 * (i % 4));
                }
            }
        } else if (behind_vector == 0) {
#pragma unroll
            for (int w = 0; w < words; w += 4) {
                const auto vector = load_whole<4>(reinterpret_cast<const uint32_t *>(from) + w);
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    word[w + i] = vector.words[i];
                }
            }
        } else {
            const uint32_t *whole = reinterpret_cast<const uint32_t *>(from - behind_word);
            uint32_t left = whole[0];
#pragma unroll
            for (int w = 0; w < words; w++) {
                const uint32_t right = w + 1 < words || behind_word > 0 ? whole[w + 1] : 0u;
                word[w] = __funnelshift_r(left, right, 8 * behind_word);
                left = right;
            }
        }
    }

    /* Appends the marked ones. */
    __device__ __forceinline__ void append_to(byte_writer &to, const kept_bytes &kept, uint32_t marks) const
    {
#pragma unroll
        for (int w = 0; w < words; w += 2) {
            to.append_kept(kept, marks >> (4 * w) & 0xffu, word[w], word[w + 1]);
        }
    }
};

/* The tile's items are its positions [lead, lead + items), and position 0 is item `begin` of the array. The kept ones go
 * to kept_items, the others, in a partition, to other_items. Call by all threads of the block. */
template <bool KeepOthers>
__device__ __forceinline__ void place_bytes(const uint8_t *array, const tcui_compact_marks &marks, int64_t tile,
                                            int64_t begin, int lead, int items, uint8_t *kept_items,
                                            uint8_t *other_items)
{
    __shared__ kept_bytes kept;
    constexpr int own = neighbouring_bytes::items;
    const int position = static_cast<int>(threadIdx.x) * own;
    neighbouring_bytes x;
    if (KeepOthers) { /* before marks are waited for */
        x.load(array + begin + position, lead - position, lead + items - position);
    }
    kept.fill();
    const tile_marks<compact_tile_granules(1)> words(marks.bits,
                                                     tile); /* has a barrier, behind which the table is full */
    static_assert(decltype(words)::warp_words == TCUI_WARP_LANES, "a lane's word is that of its items");
    if (!KeepOthers && words.word != 0) {
        x.load(array + begin + position, lead - position, lead + items - position);
    }
    byte_writer to_kept(shared_address(kept_items + words.before));
    x.append_to(to_kept, kept, words.word);

    /* Masks of as many low bits. */
    const int from = min(max(lead - position, 0), own), to = min(max(lead + items - position, 0), own);
    const uint32_t inside =
        ~__funnelshift_lc(~0u, 0u, static_cast<unsigned>(from)) & __funnelshift_lc(~0u, 0u, static_cast<unsigned>(to));
    byte_writer to_others(shared_address(other_items + (min(max(position - lead, 0), items) - words.before)));
    if (KeepOthers) {
        x.append_to(to_others, kept, inside & ~words.word);
    }
    __syncthreads();
    to_kept.finish();
    if (KeepOthers) {
        to_others.finish();
    }
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_TILES_BYTES_CUH */
