/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first m keys of one segment's order. A sample gives a key that a few more than m come before with high probability
 * (Floyd and Rivest, select.c); one pass collects these with their positions, and of what was collected the m are taken.
 * Where the sample was wrong, or there are too many equal keys, the key of rank m - 1 is selected first, and the pass
 * takes as many that are equal to it as are missing.
 */
#include <math.h>

#include "internal.h"

static const double deviations = 3, ranks_besides = 8;

/* The sample's rank that is taken for rank m of n keys. */
static uint64_t rank_in_sample(uint64_t n, uint64_t m, uint64_t size)
{
    const double p = (double)m / (double)n, middle = p * (double)size;
    return (uint64_t)(middle + deviations * sqrt(middle * (1 - p)) + ranks_besides);
}

uint64_t tcui_top_k_entries(uint64_t n, uint64_t k)
{
    const uint64_t m = tcui_selection_least(n, k), size = tcui_selection_sample_size(n);
    if (n <= TCUI_SELECTION_FEW || m == n) {
        return m;
    }
    /* (Twice as many besides as are expected.) */
    const double besides = (double)rank_in_sample(n, m, size) / (double)size - (double)m / (double)n;
    return tcui_selection_least(n, m + (uint64_t)(2 * besides * (double)n) + size);
}

uint64_t tcui_top_k_bits(uint64_t n, uint64_t k)
{
    const uint64_t entries = tcui_top_k_entries(n, k), scratch = tcui_selection_scratch(n);
    return entries < scratch ? scratch : entries;
}

/* The first m of `count` that were collected, in the same order. */
static void keep_first(uint64_t count, uint64_t m, tcui_top_k_room room)
{
    const tcui_selection_keys collected = {room.bits, tcui_key_order_of(TCU_TYPE_U64, false), count, 1};
    const tcui_selected last = tcui_select_rank(&collected, m - 1, room.other_bits);
    uint64_t kept = 0, ties = last.before + 1;
    for (uint64_t i = 0; i < count && kept < m; i++) {
        const uint64_t bits = room.bits[i];
        const bool is_tie = bits == last.bits, keeps = bits < last.bits || (is_tie && ties > 0);
        room.bits[kept] = bits;
        room.positions[kept] = room.positions[i];
        ties -= is_tie && keeps;
        kept += keeps;
    }
}

static bool take_by_sample(const tcui_selection_keys *keys, uint64_t m, tcui_top_k_room room)
{
    const uint64_t n = keys->n, size = tcui_selection_sample_size(n), rank = rank_in_sample(n, m, size);
    if (n <= TCUI_SELECTION_FEW || rank >= size || size > room.entries) {
        return false;
    }
    tcui_selection_loops_of(keys->order.bits)->load(keys, size, room.other_bits);
    tcui_select_in_place(room.other_bits, size, rank);
    const tcui_selection_bracket bracket = {0, room.other_bits[rank]};
    const tcui_selection_list list = {room.bits, room.positions, room.entries, UINT64_MAX};
    uint64_t below = 0;
    const uint64_t count = tcui_selection_collect(keys, bracket, list, &below);
    if (count < m || count >= list.capacity) {
        return false;
    }
    if (count > m) {
        keep_first(count, m, room);
    }
    return true;
}

void tcui_top_k_take(const tcui_selection_keys *keys, uint64_t m, tcui_top_k_room room)
{
    uint64_t below = 0;
    tcui_selected last = {UINT64_MAX >> (64 - keys->order.bits), UINT64_MAX - 1};
    if (tcui_top_k_is_few(keys->n, m)) {
        tcui_selection_loops_of(keys->order.bits)->take_few(keys, m, room.bits, room.positions);
        return;
    }
    if (m < keys->n) {
        if (take_by_sample(keys, m, room)) {
            return;
        }
        last = tcui_select_rank(keys, m - 1, room.bits);
    }
    const tcui_selection_bracket bracket = {0, last.bits};
    const tcui_selection_list list = {room.bits, room.positions, m, last.before + 1};
    tcui_selection_collect(keys, bracket, list, &below);
}
