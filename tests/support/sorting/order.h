/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of keys by its definition in words, and a stable merge sort by comparisons: the oracle of the sorts. Made
 * of arithmetic, where the library is made of bits.
 */
#ifndef TEST_SORTING_ORDER_H
#define TEST_SORTING_ORDER_H

#include "test_random.h"
#include "test_types.h"

/* How many bit patterns of the type are below this one in the total order: integers as numbers, reals as IEEE 754's
 * totalOrder has them. */
uint64_t test_rank_of_key(tcu_type type, const void *keys, uint64_t i);

/* The bits of the key with this rank. */
uint64_t test_key_of_rank(tcu_type type, uint64_t rank);

/* That of a zero, an infinity, a NaN of either sign, an extreme, or of one beside them. */
uint64_t test_special_rank(tcu_type type, test_random *random);

/* Bits begin ... end - 1 of a rank. */
uint64_t test_rank_bits(uint64_t rank, int begin_bit, int end_bit);

/* `order`: n positions; becomes the stable order of ranks[order[k]]. `spare` has room for as many. */
void test_merge_sort(const uint64_t *ranks, bool descending, uint64_t *order, uint64_t *spare, uint64_t n);

#endif /* TEST_SORTING_ORDER_H */
