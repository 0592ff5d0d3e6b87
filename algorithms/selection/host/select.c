/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The key of one rank, of an array that is not reordered. Two keys of a sample enclose it with high probability (R. W.
 * Floyd, R. L. Rivest: "Expected time bounds for selection", CACM 18(3), 1975): one pass counts what is less than the
 * lower one, and collects the few keys between them, of which it is then selected in the same way. Where there are too
 * many, as of keys that are equal, it may be the sample's key at its place, for which another pass counts. If not, counts
 * of digits enclose it for certain: each pass over the keys leaves one of 2048 parts of the bracket.
 *
 * Few keys are copied, and divided as in quicksort, around one that is drawn (C. A. R. Hoare: "Algorithm 65: Find", CACM
 * 4(7), 1961), without a branch that depends on a comparison.
 */
#include <math.h>
#include <string.h>

#include "internal.h"

enum { DIGIT_BITS = 11 };

/* Standard deviations of a sample's ranks by which the bracket is wider on either side, and ranks besides. */
static const double deviations = 3, ranks_besides = 2;

uint64_t tcui_selection_sample_size(uint64_t n)
{
    return n <= 1 << 14 ? 256 : n <= 1 << 18 ? 1024 : n <= 1 << 22 ? 4096 : 16384;
}

static uint64_t most(uint64_t x, uint64_t y)
{
    return x > y ? x : y;
}

/* Keys that are collected at most: half as many again as are expected around the median. It never decreases. */
static uint64_t room_for_range(uint64_t n)
{
    return n <= 1 << 14   ? n / 3
           : n <= 1 << 18 ? most(n / 6, (1 << 14) / 3)
           : n <= 1 << 22 ? most(n / 12, (1 << 18) / 6)
                          : most(n / 24, (1 << 22) / 12);
}

/* (It never decreases either: what is collected may be fewer keys, which take no less.) */
uint64_t tcui_selection_scratch(uint64_t n)
{
    const uint64_t collected = room_for_range(n);
    return n <= TCUI_SELECTION_FEW ? n : most(TCUI_SELECTION_FEW, collected + tcui_selection_scratch(collected));
}

/* ---------------------------------------------------------------------------------------------------- few keys --- */

/* Words up to `last` are moved to the front; how many. */
static uint64_t divide(uint64_t *words, uint64_t n, uint64_t last)
{
    uint64_t front = 0;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t word = words[i];
        words[i] = words[front];
        words[front] = word;
        front += word <= last;
    }
    return front;
}

static void exchange(uint64_t *words, uint64_t i, uint64_t j)
{
    const uint64_t word = words[i];
    words[i] = words[j];
    words[j] = word;
}

void tcui_select_in_place(uint64_t *words, uint64_t n, uint64_t rank)
{
    uint64_t random = n;
    while (n > 1) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint64_t place = (random >> 32) % n, pivot = words[place];
        exchange(words, place, n - 1);
        const uint64_t less = pivot > 0 ? divide(words, n - 1, pivot - 1) : 0;
        exchange(words, less, n - 1);
        if (rank < less) {
            n = less;
            continue;
        }
        /* Where no word is less, all that are equal leave together: else there could be as many passes as words. */
        const uint64_t up_to = less > 0 ? less + 1 : divide(words, n, pivot);
        if (rank < up_to) {
            return;
        }
        words += up_to;
        n -= up_to;
        rank -= up_to;
    }
}

static tcui_selected select_few(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch)
{
    tcui_selection_loops_of(k->order.bits)->load(k, k->n, scratch);
    tcui_select_in_place(scratch, k->n, rank);
    tcui_selected found = {scratch[rank], rank};
    for (uint64_t i = 0; i < rank; i++) { /* what is less stands in front */
        found.before -= scratch[i] < found.bits;
    }
    return found;
}

/* ---------------------------------------------------------------------------------------------------- the bracket --- */

/* Keys between which that of a rank is looked for, and the one that it may well be, if there are many ties. */
typedef struct choice {
    tcui_selection_bracket bracket, guess;
} choice;

/* By a sample. It is in `scratch`, and of no use afterwards. */
static choice choose_range(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch)
{
    const uint64_t size = tcui_selection_sample_size(k->n);
    const double p = (double)rank / (double)k->n, middle = p * (double)size;
    const double margin = deviations * sqrt(middle * (1 - p)) + ranks_besides;
    tcui_selection_bracket bracket = {0, UINT64_MAX >> (64 - k->order.bits)};
    tcui_selection_loops_of(k->order.bits)->load(k, size, scratch);
    uint64_t from = 0;
    if (middle - margin >= 0) {
        from = (uint64_t)(middle - margin);
        tcui_select_in_place(scratch, size, from);
        bracket.low = scratch[from];
    }
    const uint64_t at = (uint64_t)middle;
    tcui_select_in_place(scratch + from, size - from, at - from);
    const uint64_t guess = scratch[at];
    if (middle + margin < (double)size) {
        const uint64_t to = (uint64_t)(middle + margin);
        tcui_select_in_place(scratch + at, size - at, to - at);
        bracket.high = scratch[to];
    }
    return (choice){bracket, {guess, guess}};
}

/* Whether the keys of `ranks` ranks from `rank` on are in the bracket, and the bracket has room. */
static bool select_in_range(const tcui_selection_keys *k, uint64_t rank, uint64_t ranks, tcui_selection_bracket bracket,
                            uint64_t *scratch, tcui_selected *found)
{
    uint64_t below = 0;
    if (bracket.low == bracket.high) {
        const tcui_selection_counts counts = tcui_selection_count(k, bracket);
        for (uint64_t r = 0; r < ranks; r++) {
            found[r] = (tcui_selected){bracket.low, rank + r - counts.below};
        }
        return counts.below <= rank && rank + ranks - counts.below <= counts.inside;
    }
    const tcui_selection_list list = {scratch, NULL, room_for_range(k->n), UINT64_MAX};
    const uint64_t count = tcui_selection_collect(k, bracket, list, &below);
    if (count >= list.capacity || rank < below || rank + ranks - below > count) {
        return false;
    }
    const tcui_selection_keys collected = {scratch, tcui_key_order_of(TCU_TYPE_U64, false), count, 1};
    for (uint64_t r = 0; r < ranks; r++) {
        found[r] = tcui_select_rank(&collected, rank + r - below, scratch + list.capacity);
    }
    return true;
}

static int bit_length(uint64_t x)
{
    int bits = 0;
    for (; x != 0; x >>= 1) {
        bits++;
    }
    return bits;
}

static tcui_selected select_by_digits(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch)
{
    const tcui_selection_loops *loops = tcui_selection_loops_of(k->order.bits);
    tcui_selection_bracket bracket = {0, UINT64_MAX >> (64 - k->order.bits)};
    uint64_t counts[1 << DIGIT_BITS], below = 0;
    tcui_selected found;
    while (bracket.low < bracket.high) {
        const int length = bit_length(bracket.high - bracket.low),
                  shift = length > DIGIT_BITS ? length - DIGIT_BITS : 0;
        memset(counts, 0, sizeof counts);
        loops->count_digits(k, bracket, shift, counts);
        uint64_t digit = 0;
        for (; rank - below >= counts[digit]; digit++) {
            below += counts[digit];
        }
        const uint64_t last = bracket.low + (digit << shift) + ((UINT64_C(1) << shift) - 1);
        bracket.low += digit << shift;
        bracket.high = last < bracket.high ? last : bracket.high;
        if (bracket.low < bracket.high && counts[digit] < room_for_range(k->n) &&
            select_in_range(k, rank, 1, bracket, scratch, &found)) {
            return found;
        }
    }
    return (tcui_selected){bracket.low, rank - below};
}

/* Some ranks by a sample. */
static bool select_by_sample(const tcui_selection_keys *k, uint64_t rank, uint64_t ranks, uint64_t *scratch,
                             tcui_selected *found)
{
    const choice chosen = choose_range(k, rank, scratch);
    return select_in_range(k, rank, ranks, chosen.bracket, scratch, found) ||
           select_in_range(k, rank, ranks, chosen.guess, scratch, found);
}

void tcui_select_neighbours(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch, tcui_selected *found)
{
    if (k->n <= TCUI_SELECTION_FEW) {
        found[0] = select_few(k, rank, scratch);
        uint64_t next = scratch[rank + 1]; /* behind it stands what is not less */
        for (uint64_t i = rank + 2; i < k->n; i++) {
            next = scratch[i] < next ? scratch[i] : next;
        }
        found[1] = (tcui_selected){next, next == found[0].bits ? found[0].before + 1 : 0};
    } else if (!select_by_sample(k, rank, 2, scratch, found)) {
        found[0] = tcui_select_rank(k, rank, scratch);
        found[1] = tcui_select_rank(k, rank + 1, scratch);
    }
}

tcui_selected tcui_select_rank(const tcui_selection_keys *k, uint64_t rank, uint64_t *scratch)
{
    tcui_selected found;
    if (k->n <= TCUI_SELECTION_FEW) {
        return select_few(k, rank, scratch);
    }
    return select_by_sample(k, rank, 1, scratch, &found) ? found : select_by_digits(k, rank, scratch);
}
