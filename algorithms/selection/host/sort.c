/* SPDX-License-Identifier: Apache-2.0 */
/* Merge sort of words with others beside them: of results of one thread, which are some thousands as a rule. */
#include <string.h>

#include "internal.h"

/* Runs of so many are sorted by insertion, and then merged. */
enum { RUN = 16 };

static void insert_all(uint64_t n, uint64_t *words, uint64_t *with)
{
    for (uint64_t i = 1; i < n; i++) {
        const uint64_t word = words[i], companion = with[i];
        uint64_t j = i;
        for (; j > 0 && words[j - 1] > word; j--) {
            words[j] = words[j - 1];
            with[j] = with[j - 1];
        }
        words[j] = word;
        with[j] = companion;
    }
}

typedef struct pairs {
    uint64_t *words, *with;
} pairs;

/* Places [begin, middle) and [middle, end). */
static void merge(pairs from, pairs to, uint64_t begin, uint64_t middle, uint64_t end)
{
    uint64_t a = begin, b = middle, k = begin;
    for (; a < middle && b < end; k++) {
        const bool takes_b = from.words[b] < from.words[a];
        const uint64_t i = takes_b ? b : a;
        to.words[k] = from.words[i];
        to.with[k] = from.with[i];
        b += takes_b;
        a += !takes_b;
    }
    const uint64_t rest = a < middle ? a : b, count = end - k;
    memcpy(to.words + k, from.words + rest, count * sizeof *to.words);
    memcpy(to.with + k, from.with + rest, count * sizeof *to.with);
}

void tcui_selection_sort(uint64_t m, uint64_t *words, uint64_t *with, uint64_t *other_words, uint64_t *other_with)
{
    pairs from = {words, with}, to = {other_words, other_with};
    for (uint64_t i = 0; i < m; i += RUN) {
        insert_all(tcui_selection_least(RUN, m - i), words + i, with + i);
    }
    for (uint64_t length = RUN; length < m; length *= 2) {
        for (uint64_t begin = 0; begin < m; begin += 2 * length) {
            merge(from, to, begin, tcui_selection_least(begin + length, m),
                  tcui_selection_least(begin + 2 * length, m));
        }
        const pairs sorted = to;
        to = from;
        from = sorted;
    }
    if (from.words != words) {
        memcpy(words, from.words, m * sizeof *words);
        memcpy(with, from.with, m * sizeof *with);
    }
}
