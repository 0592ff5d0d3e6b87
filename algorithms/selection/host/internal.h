/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of selections on the host share. Keys are looked at as order bits (key_order.h), which the loops form
 * as they load them; what they collect is kept as order bits of 64 bits, with positions beside them.
 */
#ifndef TCUI_SELECTION_HOST_INTERNAL_H
#define TCUI_SELECTION_HOST_INTERNAL_H

#include "algorithms/selection/backend.h"

/* Keys of one width that are searched, or what was collected of them: order is then that of u64. */
typedef struct tcui_selection_keys {
    const void *keys;
    tcui_key_order order;
    uint64_t n;
    int threads; /* that may share a loop over them */
} tcui_selection_keys;

/* Order bits from `low` to `high`, both included. */
typedef struct tcui_selection_bracket {
    uint64_t low, high;
} tcui_selection_bracket;

/* Keys of less than `low`, of `low` to `high`, and of these such that are equal to `high`. */
typedef struct tcui_selection_counts {
    uint64_t below, inside, at_high;
} tcui_selection_counts;

/* Where collected keys go. `ties` of those that are equal to the bracket's high end are taken, the first ones. */
typedef struct tcui_selection_list {
    uint64_t *bits, *positions; /* positions may be NULL */
    uint64_t capacity;
    uint64_t ties;
} tcui_selection_list;

/* The functions of one width of keys. */
typedef struct tcui_selection_loops {
    tcui_selection_counts (*count)(const tcui_selection_keys *k, uint64_t begin, uint64_t end,
                                   tcui_selection_bracket bracket);
    /* Keys within the bracket, in order: how many, `capacity` at most. It adds to *below the keys that are less than the
     * bracket's low end, which are right if there is room. */
    uint64_t (*collect)(const tcui_selection_keys *k, uint64_t begin, uint64_t end, tcui_selection_bracket bracket,
                        tcui_selection_list list, uint64_t *below);
    /* counts[(bits - low) >> shift] grows by one for each key within the bracket. */
    void (*count_digits)(const tcui_selection_keys *k, tcui_selection_bracket bracket, int shift, uint64_t *counts);
    /* Order bits of all keys, where `size` is k->n, or of so many of them, at places without a period. */
    void (*load)(const tcui_selection_keys *k, uint64_t size, uint64_t *bits);
    /* The first m keys of the order and their positions, sorted, 0 < m <= k->n; of few that have to be held. */
    void (*take_few)(const tcui_selection_keys *k, uint64_t m, uint64_t *bits, uint64_t *positions);
} tcui_selection_loops;

const tcui_selection_loops *tcui_selection_loops_of(int bits);

/* tcui_selection_loops.count and .collect by several threads. Where these find more than the capacity nothing of the list
 * is of use, and the result is the capacity or more. */
tcui_selection_counts tcui_selection_count(const tcui_selection_keys *k, tcui_selection_bracket bracket);
uint64_t tcui_selection_collect(const tcui_selection_keys *k, tcui_selection_bracket bracket, tcui_selection_list list,
                                uint64_t *below);

/* ------------------------------------------------------------------------------------ one place of the order --- */

/* Up to this many keys are copied and selected from as they are. */
enum { TCUI_SELECTION_FEW = 1024 };

/* The key of some rank: its order bits, and how many keys that are equal to it stand before it. */
typedef struct tcui_selected {
    uint64_t bits, before;
} tcui_selected;

/* Words of `scratch` that it takes to select from n keys. */
uint64_t tcui_selection_scratch(uint64_t n);

/* rank < k->n; `scratch` has as many words. */
tcui_selected tcui_select_rank(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch);

/* The same of `rank` and the rank behind it, both at once. */
void tcui_select_neighbours(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch, tcui_selected *found);

/* Of order bits in memory, by exchanges: words[rank] is then what a sort would have put there. */
void tcui_select_in_place(uint64_t *words, uint64_t n, uint64_t rank);

/* Keys of the sample by which a bracket of n keys is chosen. */
uint64_t tcui_selection_sample_size(uint64_t n);

/* ----------------------------------------------------------------------------------------------------- top-k --- */

/* Up to FEW of FEW_OF keys are held in order as they are found; from LONG keys on several threads share a segment. */
enum { TCUI_TOP_K_FEW = 16, TCUI_TOP_K_FEW_OF = 4096, TCUI_TOP_K_LONG = 1 << 20 };

/* The memory that one selection takes. */
typedef struct tcui_top_k_room {
    uint64_t *bits, *positions, *other_bits, *other_positions;
    uint64_t entries; /* words of the last three; `bits` may have more */
} tcui_top_k_room;

/* Words of its arrays for k of up to n keys: `bits`, and each of the three others. */
uint64_t tcui_top_k_bits(uint64_t n, uint64_t k);
uint64_t tcui_top_k_entries(uint64_t n, uint64_t k);

/* The first m of the order, 0 < m <= keys->n, to room.bits and room.positions. They are in the order of positions; but
 * where m <= FEW of n <= FEW_OF they are sorted. */
void tcui_top_k_take(const tcui_selection_keys *keys, uint64_t m, tcui_top_k_room room);
static inline bool tcui_top_k_is_few(uint64_t n, uint64_t m)
{
    return m <= TCUI_TOP_K_FEW && n <= TCUI_TOP_K_FEW_OF;
}

/* Sorts m words of `words`, stably, and those of `with` alike; two arrays of as many are between. */
void tcui_selection_sort(uint64_t m, uint64_t *words, uint64_t *with, uint64_t *other_words, uint64_t *other_with);

/* ----------------------------------------------------------------------------- the operations, by `threads` --- */

tcu_status tcui_top_k_reserve(tcu_context *context, const tcui_selection_task *task, int threads, tcui_layout *layout);
tcu_status tcui_top_k_execute(tcu_context *context, const tcui_selection_task *task, int threads, void *workspace);
tcu_status tcui_quantiles_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout);
tcu_status tcui_quantiles_execute(tcu_context *context, const tcui_selection_task *task, int threads, void *workspace);

#endif /* TCUI_SELECTION_HOST_INTERNAL_H */
