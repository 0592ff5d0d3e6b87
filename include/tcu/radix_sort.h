/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file radix_sort.h
 * Stable radix sorts of keys, of keys with values, of indices, and of the segments of an array.
 *
 * @code
 * const float keys[4] = {2.5f, -1, 7, 0};
 * const uint32_t values[4] = {10, 11, 12, 13};
 * float sorted_keys[4];
 * uint32_t sorted_values[4];
 * tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
 * options.descending = 1;
 * tcu_status status = tcu_radix_sort_pairs(context, keys, sorted_keys, TCU_TYPE_F32, values, sorted_values,
 *                                          sizeof values[0], 4, &options);
 * assert(status == TCU_SUCCESS && sorted_keys[0] == 7 && sorted_keys[3] == -1);
 * assert(sorted_values[0] == 12 && sorted_values[3] == 11);
 * @endcode
 *
 * Least significant digit first: a pass counts the keys' digits of 8 bits, scans the counts, and moves every key to
 * the place of its digit, behind the equal digits before it (N. Satish, M. Harris, M. Garland: "Designing Efficient
 * Sorting Algorithms for Manycore GPUs", IPDPS 2009; D. Merrill, A. Grimshaw: "High Performance and Scalable Radix
 * Sorting", Parallel Processing Letters 21, 2011; on GPUs in one read and one write a pass: A. Adinets, D. Merrill:
 * "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022). Whole arrays of keys of 8 bits that carry
 * nothing with them, and long ones of 16 bits, are counted and written anew. On hosts with AVX2 or AVX-512 other keys
 * that carry nothing, and are compared by all bits, are sorted by vectorised quicksort and networks (M. Blacher, J.
 * Giesen, P. Sanders, J. Wassenberg: "Vectorized and Performance-portable Quicksort", 2022). On a GPU small arrays are
 * moved to their ranks, which are counted, and short segments sorted by networks (K. Batcher: "Sorting Networks and
 * Their Applications", AFIPS 1968). tcu_context_set_arithmetic() makes no difference here.
 *
 * **Keys** are of any of the twelve element types. They are compared by their order bits: the unsigned integer b(x), as
 * wide as the type, that orders a type's values as they are ordered as numbers:
 *
 *     unsigned integers   b(x) = x
 *     signed integers     b(x) = x with its sign bit flipped
 *     reals               b(x) = x's bits with the sign bit flipped where it is 0, with all bits flipped where it is 1
 *
 * So reals are in the total order of IEEE 754 (totalOrder), in which no two different bit patterns are equal:
 *
 *     NaNs with the sign bit set < -infinity < ... < -0.0 < +0.0 < ... < +infinity < NaNs with the sign bit clear
 *
 * and among NaNs of one sign those with larger payloads are farther from zero. Results are therefore sorted by <= as
 * well, wherever there is no NaN. CUB differs in that -0.0 and +0.0 are equal to it, NumPy also in that it puts all
 * NaNs last. (x + 0.0 is x, but +0.0 for -0.0; a NaN without its sign is fabs(x). x86 processors set the sign of the
 * NaNs that they make, NVIDIA's GPUs do not.)
 *
 * **Bits.** Only bits begin_bit ... end_bit - 1 of the order bits are compared (bit 0 is the lowest); keys that agree
 * in these are equal. Fewer bits take fewer passes.
 *
 * **Values** have any number of bytes from 1 on and are copied as they are, whatever they mean. Those of 1, 2, 4, 8 or
 * 16 bytes move with their keys. Others, records, are fetched once: their positions are sorted with the keys, then each
 * comes from where it was (as tcu_argsort() and tcu_gather() would do it).
 *
 * **Order.** Every sort is stable, ascending or descending: equal keys, and their values, stay in the order in which
 * they came.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements; by offsets of the first min(num_segments, *count) segments. n (by offsets num_segments) is the most that
 * there can be, by which arrays are checked and workspace and code path are chosen; in workspace queries counts are not
 * looked at. The count is read when the work runs, at each replay of a graph anew. What lies behind it is neither read
 * nor written; by offsets that is whatever is behind the end of the last segment, offsets included. Which of two
 * buffers hold the result does not depend on it.
 *
 * **Pointers.** Keys, values, indices and offsets lie in the context's memory space, at multiples of their element's
 * bytes (so a slice `keys + 1` is fine; values of 16 bytes lie at multiples of 16, which C does not demand of a struct
 * of two doubles; records need no alignment), counts at multiples of 8; arrays of n elements may be NULL if n is 0. Options
 * and tcu_sort_buffers lie in host memory. "In place" means that `keys_out` equals `keys_in`, and `values_out` equals
 * `values_in`, each independently of the other. Any other overlap of an output with an input, a count or another output is
 * TCU_ERROR_OVERLAP.
 *
 * **Workspace.** About as large as the keys and values (tcu_argsort(): as two arrays of keys and one of indices), so
 * that inputs stay what they were; less where a sort takes one pass only. Values of 16 bytes need up to four indices an
 * element besides. Records are copied in place alone (of keys or values), and need two positions an element and what
 * values of positions' 4 bytes (8 from 2^32 - 1 elements on) need. Between two arrays of the caller's,
 * tcu_radix_sort_buffers(), it holds no copies of the keys, but counts of digits and buckets: up to 64 MB; with records
 * as much as that of tcu_radix_sort_pairs(). Segments of more than some thousand elements, or by offsets, need counts
 * of digits and lists besides: up to half a byte an element for each digit of 8 bits (in place an even number), and 2.5
 * bytes an element. On hosts with AVX-512 keys of up to 4 bytes that carry values or indices and are compared by all
 * bits need 16 bytes an element of a segment besides (24 with values of 16 bytes), up to 1 (1.5) MB for each thread.
 *
 * **Determinism.** The same call gives the same bits, on every backend and device.
 *
 * **Streams.** As in context.h.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value of 0 bytes, value that is no enumerator, range of
 * bits, reserved field not 0, segment size of 0); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP;
 * TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_INVALID_OFFSETS; TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY;
 * TCU_ERROR_DEVICE.
 */
#ifndef TCU_RADIX_SORT_H
#define TCU_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/**
 * How a GPU finds a key's place among the equal digits of its tile. Results are the same. The host backend
 * ignores it. Values are pinned.
 */
typedef enum tcu_ranking {
    /** The faster one that was measured. */
    TCU_RANKING_AUTO = 0,
    /**
     * Places come from atomic additions in shared memory. CUDA does not document in which order these serve the threads
     * of a warp, so every tile's order is checked, and a tile in a wrong order is repaired before it is used.
     */
    TCU_RANKING_CHECKED = 1,
    /** By masks of the threads with equal digits: in order by what CUDA documents, with nothing to check. */
    TCU_RANKING_DOCUMENTED = 2
} tcu_ranking;

/** Options of the sorts; NULL means the defaults of TCU_SORT_OPTIONS_INIT. */
typedef struct tcu_sort_options {
    /** 0: smallest key first. Not 0: largest key first, equal keys still in the order in which they came. */
    int descending;
    /** The lowest bit that is compared. */
    int begin_bit;
    /**
     * The bit behind the highest that is compared, begin_bit to the bits of the key; 0 is the bits of the key, so that
     * begin_bit = end_bit = 0 compares all bits. If it is begin_bit and not 0, no bit is compared and all keys are equal:
     * the result is a copy.
     */
    int end_bit;
    tcu_ranking ranking; /**< how equal digits keep their order */
    /**
     * One value in the context's memory: the call is of the first min(n, *count) elements, by offsets of the first
     * min(num_segments, *count) segments; NULL (the default): of all.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_sort_options;

/** Initialiser of tcu_sort_options: ascending, all bits, all elements. */
#define TCU_SORT_OPTIONS_INIT                                                                                          \
    {                                                                                                                  \
        0, 0, 0, TCU_RANKING_AUTO, 0,                                                                                  \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * The keys in order:  keys_out[k] = keys_in[i_k],  where k < l implies that key i_k is less than key i_l, or equal and
 * i_k < i_l (descending: greater, or equal and i_k < i_l).
 *
 * @param context   where and how.
 * @param keys_in   n keys of `key_type`.
 * @param keys_out  n keys; in place allowed.
 * @param n         any 64-bit count; 0 writes nothing.
 * @param options   NULL for the defaults.
 */
TCU_API tcu_status tcu_radix_sort(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                  uint64_t n, const tcu_sort_options *options);

/**
 * Bytes of workspace that tcu_radix_sort() needs with these arguments. Needs no device work.
 *
 * @param in_place    not 0 for a call with `keys_out == keys_in`.
 * @param options     those of the call; counts are not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_radix_sort_workspace(tcu_context *context, tcu_type key_type, uint64_t n, int in_place,
                                            const tcu_sort_options *options, size_t *bytes);

/**
 * Keys and the values that belong to them, in the keys' order:  keys_out[k] = keys_in[i_k],
 * values_out[k] = values_in[i_k],  i_k as in tcu_radix_sort().
 *
 * @param keys_in      n keys of `key_type`.
 * @param keys_out     n keys; in place allowed.
 * @param values_in    n values.
 * @param values_out   n values; in place allowed.
 * @param value_bytes  of each value, 1 or more.
 * @param n            any 64-bit count; 0 writes nothing.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_radix_sort_pairs(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                        const void *values_in, void *values_out, size_t value_bytes, uint64_t n,
                                        const tcu_sort_options *options);

/**
 * Bytes of workspace that tcu_radix_sort_pairs() needs; see tcu_radix_sort_workspace().
 *
 * @param in_place  not 0 for a call with `keys_out == keys_in` or `values_out == values_in`.
 */
TCU_API tcu_status tcu_radix_sort_pairs_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes,
                                                  uint64_t n, int in_place, const tcu_sort_options *options,
                                                  size_t *bytes);

/**
 * The positions of the keys in order:  indices[k] = i_k  as in tcu_radix_sort(). Keys are read only.
 *
 * @param keys        n keys of `key_type`.
 * @param indices     n positions of `index_type`; not in place.
 * @param index_type  TCU_TYPE_U32 or TCU_TYPE_U64; u32 needs n <= 2^32 (else TCU_ERROR_SIZE_OVERFLOW).
 * @param n           any 64-bit count; 0 writes nothing.
 * @param options     NULL for the defaults.
 */
TCU_API tcu_status tcu_argsort(tcu_context *context, const void *keys, tcu_type key_type, void *indices,
                               tcu_type index_type, uint64_t n, const tcu_sort_options *options);

/** Bytes of workspace that tcu_argsort() needs; see tcu_radix_sort_workspace(). */
TCU_API tcu_status tcu_argsort_workspace(tcu_context *context, tcu_type key_type, tcu_type index_type, uint64_t n,
                                         const tcu_sort_options *options, size_t *bytes);

/** Two arrays of keys, and two of values, between which a sort moves them back and forth. */
typedef struct tcu_sort_buffers {
    void *keys[2];        /**< n keys each */
    void *values[2];      /**< n values each; looked at only if value_bytes is not 0 */
    size_t value_bytes;   /**< of each value, 1 or more; 0 for keys alone */
    int current;          /**< 0 or 1: which of the two hold the data */
    unsigned reserved[4]; /**< must be 0 */
} tcu_sort_buffers;

/** Initialiser of a tcu_sort_buffers without values, whose keys are in the first array. */
#define TCU_SORT_BUFFERS_INIT(keys, other_keys)                                                                        \
    {                                                                                                                  \
        {(keys), (other_keys)}, {NULL, NULL}, 0, 0,                                                                    \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/** Initialiser of a tcu_sort_buffers with values, whose keys and values are in the first arrays. */
#define TCU_SORT_BUFFERS_PAIRS_INIT(keys, other_keys, values, other_values, value_bytes)                               \
    {                                                                                                                  \
        {(keys), (other_keys)}, {(values), (other_values)}, (value_bytes), 0,                                          \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/**
 * As tcu_radix_sort() and tcu_radix_sort_pairs(), but between two arrays of the caller's, both of which are written: so
 * the workspace holds counts of digits and no keys: it is small, whatever n, on a CUDA device up to 64 MB. (But where
 * values are records; see above.)
 *
 * When the call returns, buffers->current says which arrays hold the result, or will hold it when the work on the
 * stream is done; nothing waits for that. Which they are depends on the context's device, key_type, value_bytes, n and
 * options alone, never on the keys: so a graph's replays, which begin with data in the same arrays as the call that was
 * captured, also end in the same ones. The other arrays hold garbage afterwards. A call that fails leaves `current` as
 * it was.
 *
 * @param buffers  in host memory, read and written before the call returns. No array may overlap another.
 * @param n        any 64-bit count; 0 changes nothing.
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_radix_sort_buffers(tcu_context *context, tcu_sort_buffers *buffers, tcu_type key_type,
                                          uint64_t n, const tcu_sort_options *options);

/**
 * Bytes of workspace that tcu_radix_sort_buffers() needs; see tcu_radix_sort_workspace().
 *
 * @param value_bytes  0 for keys alone.
 */
TCU_API tcu_status tcu_radix_sort_buffers_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes,
                                                    uint64_t n, const tcu_sort_options *options, size_t *bytes);

/**
 * Keys in order within each segment of `segment_size`; the last segment is shorter where n is not a multiple.
 *
 * @param keys_in       n keys of `key_type`.
 * @param keys_out      n keys; in place allowed.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_sort(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                      uint64_t n, uint64_t segment_size, const tcu_sort_options *options);

/** Bytes of workspace that tcu_segmented_sort() needs; see tcu_radix_sort_workspace(). */
TCU_API tcu_status tcu_segmented_sort_workspace(tcu_context *context, tcu_type key_type, uint64_t n,
                                                uint64_t segment_size, int in_place, const tcu_sort_options *options,
                                                size_t *bytes);

/** As tcu_segmented_sort(), with values as in tcu_radix_sort_pairs(). */
TCU_API tcu_status tcu_segmented_sort_pairs(tcu_context *context, const void *keys_in, void *keys_out,
                                            tcu_type key_type, const void *values_in, void *values_out,
                                            size_t value_bytes, uint64_t n, uint64_t segment_size,
                                            const tcu_sort_options *options);

/** Bytes of workspace that tcu_segmented_sort_pairs() needs; see tcu_radix_sort_pairs_workspace(). */
TCU_API tcu_status tcu_segmented_sort_pairs_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes,
                                                      uint64_t n, uint64_t segment_size, int in_place,
                                                      const tcu_sort_options *options, size_t *bytes);

/**
 * Keys in order within each segment:  segment k is offsets[k] <= i < offsets[k + 1], 0 <= k < num_segments. Outputs
 * before offsets[0] and from offsets[num_segments] on belong to no segment and are not written.
 *
 * @param keys_in       n keys of `key_type`.
 * @param keys_out      n keys; in place allowed.
 * @param n             length of the arrays, the bound that every offset is held against.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host
 *                      backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On the CUDA backend
 *                      they are read on the device only: values are clamped to [0, n], nothing outside the arrays is
 *                      touched and the call ends, but the outputs are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_sort_offsets(tcu_context *context, const void *keys_in, void *keys_out,
                                              tcu_type key_type, uint64_t n, const int64_t *offsets,
                                              uint64_t num_segments, const tcu_sort_options *options);

/** Bytes of workspace that tcu_segmented_sort_offsets() needs; see tcu_radix_sort_workspace(). */
TCU_API tcu_status tcu_segmented_sort_offsets_workspace(tcu_context *context, tcu_type key_type, uint64_t n,
                                                        uint64_t num_segments, int in_place,
                                                        const tcu_sort_options *options, size_t *bytes);

/** As tcu_segmented_sort_offsets(), with values as in tcu_radix_sort_pairs(). */
TCU_API tcu_status tcu_segmented_sort_pairs_offsets(tcu_context *context, const void *keys_in, void *keys_out,
                                                    tcu_type key_type, const void *values_in, void *values_out,
                                                    size_t value_bytes, uint64_t n, const int64_t *offsets,
                                                    uint64_t num_segments, const tcu_sort_options *options);

/** Bytes of workspace that tcu_segmented_sort_pairs_offsets() needs; see tcu_radix_sort_pairs_workspace(). */
TCU_API tcu_status tcu_segmented_sort_pairs_offsets_workspace(tcu_context *context, tcu_type key_type,
                                                              size_t value_bytes, uint64_t n, uint64_t num_segments,
                                                              int in_place, const tcu_sort_options *options,
                                                              size_t *bytes);

TCU_END_DECLS

#endif /* TCU_RADIX_SORT_H */
