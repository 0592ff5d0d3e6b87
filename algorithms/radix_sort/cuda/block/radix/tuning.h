/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes in which a block sorts a segment by digits. Figures: H200 (sm_90), ms for 2^28 uniform keys of 4 bytes or
 * 2^27 of 8, where a copy takes 0.51, with values of the keys' size 1.02. More: docs/design/radix_sort.md. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H

namespace tcu
{

/* Fewer warps are better, because a warp's counters are cleared and scanned once a digit, whatever the number of items;
 * up to where registers or shared memory leave too few of them. */
struct block_radix_policy {
    int threads, thread_items;
    int blocks; /* a multiprocessor */
};

/* Bare keys of up to 4 bytes; such with a payload or compared by some bits; keys of 8 bytes. */
enum class radix_row { bare, tagged, wide };

constexpr int block_radix_sizes = 5;
constexpr block_radix_policy block_radix_policies[3][block_radix_sizes] = {
    {{32, 18, 24},  /* segments of 512 1.40; 64 x 9 1.86 */
     {64, 18, 16},  /* 1024 1.37; 32 x 36 1.40, 128 x 9 2.0 */
     {64, 36, 14},  /* 2048 1.35; 128 x 18 1.47 */
     {128, 36, 7},  /* 4096 1.38; 8 or 6 blocks 1.5, 64 x 72 1.57, 256 x 18 1.80 */
     {256, 36, 4}}, /* 8192 1.69; 3 blocks 1.76, 128 x 72 1.71 */
    {{32, 18, 24},  /* 512 2.25; a network 3.9 */
     {64, 18, 16},
     {64, 36, 10}, /* 2048 2.26; 256 x 9 3.2 */
     {128, 36, 5}, /* 4096 2.36; 256 x 18 2.42 */
     {256, 36, 2}},
    {{32, 18, 20}, /* 512 1.08, with u64 1.41; 16 blocks 1.53, networks 2.0, 5.4 */
     {64, 18, 10}, /* 1024 1.14; 128 x 18 1.9 */
     {64, 36, 6},
     {128, 36, 3}, /* 4096 1.27, with u64 1.81; 256 x 18 1.39, 1.89 */
     {256, 34, 2}}};

/* The most items of a segment. */
constexpr int block_radix_items(radix_row row, int size)
{
    const block_radix_policy &policy = block_radix_policies[static_cast<int>(row)][size];
    return policy.threads * policy.thread_items;
}

} // namespace tcu

enum {
    /* The highest bits that vary in a segment by which it is sorted first; of reals more, since exponents take some. */
    TCUI_BLOCK_RADIX_FIRST_BITS = 16,
    TCUI_BLOCK_RADIX_REAL_BITS = 24,
    /* The most neighbours with equal first bits that one thread puts in order. */
    TCUI_BLOCK_RADIX_TIES = 16,
    /* Items that a thread ranks before it stages them, and that it moves at once. (9 and 12 spill: a tenth slower.) */
    TCUI_BLOCK_RADIX_STAGED_AT_ONCE = 6,
    TCUI_BLOCK_RADIX_MOVED_AT_ONCE = 6,
    /* Items that a thread compares at once with the ones before: u32 in segments of 2048 1.21; 6, which spill, 1.28. */
    TCUI_BLOCK_RADIX_COMPARED_AT_ONCE = 3,
    /* Blocks a multiprocessor that take segments off a list whose length the host does not know: hybrid, H100, u32 2^28
     * 3.58; 16 and 8 3.61, 3.82. */
    TCUI_BLOCK_RADIX_LIST_BLOCKS = 32
};

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H */
