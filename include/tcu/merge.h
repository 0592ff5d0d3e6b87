/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file merge.h
 * Sorted arrays: two of them merged into one, with or without values, and the places of values in one (searches).
 *
 * @code
 * const float a[3] = {-1, 2, 7}, b[2] = {2, 3};
 * const uint32_t a_values[3] = {10, 11, 12}, b_values[2] = {20, 21};
 * float keys[5];
 * uint32_t values[5], indices[2];
 * tcu_status status = tcu_merge_pairs(context, a, a_values, 3, b, b_values, 2, keys, values, TCU_TYPE_F32,
 *                                     sizeof values[0], NULL);
 * assert(status == TCU_SUCCESS && keys[0] == -1 && keys[1] == 2 && keys[2] == 2 && keys[3] == 3 && keys[4] == 7);
 * assert(values[0] == 10 && values[1] == 11 && values[2] == 20 && values[3] == 21 && values[4] == 12);
 * status = tcu_search_sorted(context, a, 3, b, 2, TCU_TYPE_F32, indices, TCU_TYPE_U32, NULL);
 * assert(status == TCU_SUCCESS && indices[0] == 1 && indices[1] == 2);
 * @endcode
 *
 * **Merge matrix and merge path.** Of sorted arrays a and b the merge matrix has M[i][j] = 1 where b[j] comes before
 * a[i], else 0. The border of its ones is a path from the first corner to the last, a step down for an element of a, a
 * step right for one of b: read along the path the elements are in order. It crosses each cross diagonal i + j = d in
 * one place, which a binary search finds, so that the path can be cut into pieces of equal length that are walked side
 * by side (S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk: "Merge Path - Parallel Merging Made Simple", IPDPSW 2012;
 * on GPUs O. Green, R. McColl, D. A. Bader: "GPU Merge Path", ICS 2012). A row's sum is how many elements of b come
 * before a[i]; a column's zeros are how many of a come before b[j] or with it: so one matrix answers searches as well.
 *
 * **Order.** Keys of all twelve types are in the order of their order bits, all of them, as tcu_radix_sort() has it:
 * what was sorted there can be merged and searched here. Of reals that is IEEE 754's totalOrder:
 *
 *     NaNs with the sign bit set < -infinity < ... < -0.0 < +0.0 < ... < +infinity < NaNs with the sign bit clear
 *
 * in which only equal bits are equal. With `descending` it is the reverse. NumPy's searchsorted differs in that -0.0
 * and +0.0 are equal to it, and that all NaNs come last; without these the results are the same: a lower bound is
 * NumPy's side "left" and std::lower_bound(), an upper bound "right" and std::upper_bound().
 *
 * **Arrays that have to be sorted** are not checked. If one is not, results are unspecified, but nothing outside of the
 * arrays is touched, keys and values that a merge writes come from its inputs, and positions are 0 to num_sorted.
 *
 * **Counts.** Where an option points to a value in the context's memory, the call is of the first min(length, *count)
 * elements of that array. The length that is passed is the most that there can be, by which arrays are checked and
 * workspace and code path are chosen; in workspace queries counts are not looked at. Counts are read when the work
 * runs, at each replay of a graph anew. What lies behind them is neither read nor written.
 *
 * **Pointers** lie in the context's memory space, options in host memory, read before the call returns. Keys are
 * aligned to their type, values to their size, positions to theirs, counts to 8. Arrays of no elements may be NULL.
 * Outputs must not overlap inputs, counts or each other: nothing is in place.
 *
 * **Workspace.** On CUDA devices 8 bytes for each 2816 to 7168 elements of both arrays, by the width of keys; none up
 * to a million elements, and none for values in any order. None on the host and reference backends.
 *
 * **Determinism.** The same call gives the same bits, on every backend and device, by any number of threads.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, whatever the counts are then.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value that is no enumerator, reserved field not 0);
 * TCU_ERROR_UNSUPPORTED_TYPE (size of values, type of positions); TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP;
 * TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_MERGE_H
#define TCU_MERGE_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of the merges; NULL means the defaults of TCU_MERGE_OPTIONS_INIT. */
typedef struct tcu_merge_options {
    int descending;          /**< 0: both arrays are in ascending order, and so is the result. Not 0: descending. */
    const uint64_t *a_count; /**< the call is of the first min(num_a, *a_count) elements; NULL (the default): of all */
    const uint64_t *b_count; /**< likewise of the second array */
    unsigned reserved[8];    /**< must be 0 */
} tcu_merge_options;

/** Initialiser of tcu_merge_options: ascending, all elements. */
#define TCU_MERGE_OPTIONS_INIT                                                                                         \
    {                                                                                                                  \
        0, 0, 0,                                                                                                       \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * The keys of two sorted arrays in one order:  a[i] becomes keys_out[i + (how many b[j] come before a[i])], and b[j]
 * becomes keys_out[j + (how many a[i] come before b[j], or are equal to it)].
 *
 * @param context   where and how.
 * @param a         num_a keys of `key_type`, sorted.
 * @param num_a     any 64-bit count.
 * @param b         num_b keys, sorted.
 * @param num_b     any 64-bit count.
 * @param keys_out  room for num_a + num_b keys. Where options give counts, as many are written as there are elements.
 * @param key_type  any of the twelve types.
 * @param options   NULL for the defaults.
 */
TCU_API tcu_status tcu_merge(tcu_context *context, const void *a, uint64_t num_a, const void *b, uint64_t num_b,
                             void *keys_out, tcu_type key_type, const tcu_merge_options *options);

/**
 * Bytes of workspace that tcu_merge() needs with these arguments. Needs no device work.
 *
 * @param options     those of the call; counts are not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing num_a or num_b.
 */
TCU_API tcu_status tcu_merge_workspace(tcu_context *context, uint64_t num_a, uint64_t num_b, tcu_type key_type,
                                       const tcu_merge_options *options, size_t *bytes);

/**
 * Keys as in tcu_merge(), and the values that belong to them. It is stable: of equal keys those of `a` come first, and
 * those of one array stay in the order in which they came.
 *
 * @param a            num_a keys of `key_type`, sorted.
 * @param a_values     num_a values.
 * @param num_a        any 64-bit count.
 * @param b            num_b keys, sorted.
 * @param b_values     num_b values.
 * @param num_b        any 64-bit count.
 * @param keys_out     room for num_a + num_b keys.
 * @param values_out   room for num_a + num_b values.
 * @param key_type     any of the twelve types.
 * @param value_bytes  1, 2, 4, 8 or 16; values are copied as they are. (Others: merge positions as values, 0 to
 *                     num_a - 1 with `a` and num_a on with `b`, and let tcu_gather() take the values by them, from an
 *                     array that has those of `b` behind those of `a`.)
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_merge_pairs(tcu_context *context, const void *a, const void *a_values, uint64_t num_a,
                                   const void *b, const void *b_values, uint64_t num_b, void *keys_out,
                                   void *values_out, tcu_type key_type, size_t value_bytes,
                                   const tcu_merge_options *options);

/** Bytes of workspace that tcu_merge_pairs() needs; see tcu_merge_workspace(). */
TCU_API tcu_status tcu_merge_pairs_workspace(tcu_context *context, uint64_t num_a, uint64_t num_b, tcu_type key_type,
                                             size_t value_bytes, const tcu_merge_options *options, size_t *bytes);

/** Options of searches; NULL means the defaults of TCU_SEARCH_OPTIONS_INIT. */
typedef struct tcu_search_options {
    int upper;      /**< 0: the lower bound, in front of equal keys. Not 0: the upper bound, behind them. */
    int descending; /**< 0: the array, and values that are sorted, are in ascending order. Not 0: descending. */
    /** Not 0 promises that values are sorted: unless the array is far longer, both are then read once. */
    int values_sorted;
    const uint64_t *count;        /**< the call is of the first min(n, *count) values; NULL (the default): of all */
    const uint64_t *sorted_count; /**< likewise of the sorted array's first min(num_sorted, *sorted_count) keys */
    unsigned reserved[8];         /**< must be 0 */
} tcu_search_options;

/** Initialiser of tcu_search_options: lower bounds of values in any order, ascending, all elements. */
#define TCU_SEARCH_OPTIONS_INIT                                                                                        \
    {                                                                                                                  \
        0, 0, 0, 0, 0,                                                                                                 \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Where values belong in a sorted array:
 *
 *     lower bound:  indices[j] = how many sorted[i] come before values[j]
 *     upper bound:  indices[j] = how many sorted[i] come before values[j], or are equal to it
 *
 * Whether values are sorted is not found out (that would be one more read of all of them, and which path a graph takes
 * could not depend on it): `values_sorted` says so. Results are the same.
 *
 * @param context     where and how.
 * @param sorted      num_sorted keys of `key_type`, sorted.
 * @param num_sorted  any 64-bit count; of an empty array all positions are 0.
 * @param values      n keys of `key_type`, in any order.
 * @param n           any 64-bit count; 0 writes nothing.
 * @param key_type    any of the twelve types.
 * @param indices     n positions of `index_type`, 0 to num_sorted.
 * @param index_type  TCU_TYPE_U32 or TCU_TYPE_U64; u32 needs num_sorted < 2^32 (else TCU_ERROR_SIZE_OVERFLOW).
 * @param options     NULL for the defaults.
 */
TCU_API tcu_status tcu_search_sorted(tcu_context *context, const void *sorted, uint64_t num_sorted, const void *values,
                                     uint64_t n, tcu_type key_type, void *indices, tcu_type index_type,
                                     const tcu_search_options *options);

/**
 * Bytes of workspace that tcu_search_sorted() needs with these arguments. Needs no device work.
 *
 * @param options     those of the call; counts are not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n. With growing num_sorted it
 *                    may: values of a far longer array are searched for one by one, which needs none.
 */
TCU_API tcu_status tcu_search_sorted_workspace(tcu_context *context, uint64_t num_sorted, uint64_t n, tcu_type key_type,
                                               tcu_type index_type, const tcu_search_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_MERGE_H */
