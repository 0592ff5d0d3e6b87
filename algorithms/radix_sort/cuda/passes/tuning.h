/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the passes' tiles; which arrays take which: the sorts' policy (../tuning.h). Figures, unless it says others:
 * H200 (sm_90), ms a pass, uniform keys, 2^28 of 4 bytes or 2^27 of 8. A copy takes 0.51, with values of the keys' size
 * 1.02. More of them: docs/design/radix_sort.md.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_TUNING_H
#define TCUI_RADIX_SORT_CUDA_PASSES_TUNING_H

#ifdef __cplusplus
#define TCUI_SORT_ROWS constexpr
#else
#define TCUI_SORT_ROWS static const
#endif

typedef struct tcui_sort_tile_policy {
    int threads, keys;  /* of a block, and of a thread: a tile's rows */
    int blocks;         /* a multiprocessor */
    int look_back;      /* slots of the look-back that a thread reads at once */
    int staged_at_once; /* keys that a thread ranks before it stages them: few if they have tags, or threads spill */
} tcui_sort_tile_policy;

/* A large tile takes a multiprocessor's shared memory, or its registers. For keys of up to 4 bytes and of 8, by what a
 * payload takes of shared memory: nothing (bare keys), up to 4 bytes, 8, or 16. */
TCUI_SORT_ROWS tcui_sort_tile_policy tcui_sort_large_tiles[2][4] = {
    /* 0.81; 56 keys 0.82, 72 0.81; two blocks of 28 0.91. Evenly spaced, a sort: 4.8, with 64 6.1 */
    {{512, 65, 1, 4, 8},
     {768, 26, 1, 4, 8},  /* two values, a sort: 5.32, 512 threads with 40 keys 5.66; uniform 6.26, 6.28 */
     {512, 29, 1, 4, 4},  /* (as u64 with u32) */
     {512, 18, 1, 8, 4}}, /* 2^26 keys 0.86, look-backs of 4 slots 0.88, 768 threads 0.89; a copy 0.64 */
    {{512, 29, 1, 4, 8},  /* 28 keys 0.71, 32 0.73; two blocks of 16 0.77 */
     {512, 29, 1, 4, 4},
     {512, 22, 1, 4, 4},   /* 1.41; 16 keys 1.51, 20 1.45; two blocks of 10 1.69 */
     {512, 15, 1, 8, 4}}}; /* 2^26 keys 1.03 */

/* A small tile, without a payload and with one. us: u32 2^17 33, with 16 keys a thread 41; 2^21 85, 70. Look-backs, u32
 * 2^20: 8 slots 58, 16 56, 32 63. */
TCUI_SORT_ROWS tcui_sort_tile_policy tcui_sort_small_tiles[2] = {{512, 8, 2, 16, 8}, {512, 8, 2, 16, 4}};

enum {
    /* Rows of a large tile at least: a few more keys than small tiles have, since look-backs are longer with more tiles. */
    TCUI_SORT_LEAST_ROWS = 9,
    /* Of all rows, from so many percent on a tile has them all, as the compiler knows: H100, us, u32 2^22, 63 rows 90.1, 65
     * 87.6. */
    TCUI_SORT_EVEN_PERCENT = 94,
};

/* The count of digits. */
enum {
    /* Threads; and bytes of a byte's counters' copies, so that all digits' fit: 128 KB. */
    TCUI_SORT_DIGIT_THREADS = 1024,
    TCUI_SORT_COPIES_BYTES = 128,
    /* For small tiles and short arrays (../tuning.h). */
    TCUI_SORT_FEW_COPIES_THREADS = 512,
    TCUI_SORT_FEW_COPIES = 4,
    /* Vectors of keys that a thread loads while it counts as many: with 3 or 4 a sort takes as long. */
    TCUI_SORT_DIGIT_LOADS = 2,
};

/* Surveys: keys that are looked at before the digits are chosen; and what a read of all keys takes, in percent of a pass. */
enum {
    TCUI_SORT_SURVEY_THREADS = 512,
    TCUI_SORT_SURVEY_BLOCKS = 128,
    TCUI_SORT_READ_PERCENT = 35,
};

#ifdef __cplusplus
/* Of keys in registers of so many bytes, and of values that have so many bytes of shared memory: 0, 4, 8 or 16. */
constexpr tcui_sort_tile_policy sort_tile_policy_of(int key_bytes, int value_room, bool is_small)
{
    return is_small ? tcui_sort_small_tiles[value_room > 0]
                    : tcui_sort_large_tiles[key_bytes / 8][value_room == 16 ? 3 : value_room / 4];
}
#endif

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_TUNING_H */
