/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of sorting networks. Figures: H200 (sm_90), Gkeys/s of 2^28 u32 keys, of which a copy makes 530. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_TUNING_H

namespace tcu
{

struct network_policy {
    int items, lanes; /* of a lane, and of a segment, which has up to as many items as all of them */
    int looks;        /* neighbouring segments that a warp looks at, of which its lanes sort those that there are */

    constexpr int segment() const { return items * lanes; }
};

/* Segments of any length. */
constexpr network_policy network_policies[] = {
    {4, 4, 32},   /* segments of 16 274; 8 looks 220, as a warp waits for the segments of each; 2 x 8 201, 8 x 2 235 */
    {8, 8, 16},   /* 64 243; 4 looks 218, 16 x 4 241, 4 x 16 194 */
    {16, 16, 8}}; /* 256 186; 2 looks 180, 8 x 32 172 */

/* The longest segments, of items of up to 64 bits and of wider ones: 2^27 pairs of u64 in segments of 256 4.3 ms, by digits
 * 2.23. Longer ones are sorted by digits. */
constexpr int network_items = network_policies[2].segment(), network_wide_items = network_policies[1].segment();

/* Bare keys in aligned segments of a power of two, as vectors; the last ones only of up to 4 bytes. Those of 8 bytes by
 * analogy. */
constexpr network_policy network_vector_policies[] = {
    {8, 2, 0},               /* 16 515; 4 x 4 459, 16 x 1 368, not as vectors 274 */
    {8, 4, 0},  {16, 4, 0},  /* 64 401; 8 x 8 360, 4 x 16 297, not as vectors 241 */
    {16, 8, 0}, {16, 16, 0}, /* 256 254; 8 x 32 219, not as vectors 186 */
    {16, 32, 0}};            /* 512 1.32 ms, by digits 1.40 */
constexpr int network_vector_items = network_vector_policies[5].segment();

/* Warps of a block whose warps have segments of their own, and such blocks a multiprocessor, of items of 32 bits and of
 * more. */
constexpr int network_warps = 4, network_blocks = 8, network_wide_blocks = 4;

constexpr int network_vector_threads = 256;

/* Blocks a multiprocessor that take segments off a list whose length the host does not know. */
constexpr int network_list_blocks = 16;

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_TUNING_H */
