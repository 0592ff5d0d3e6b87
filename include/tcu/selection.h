/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file selection.h
 * Selections: the k largest or smallest keys of an array or of each of its segments (top-k), the key at one place of
 * the order, and quantiles. All are exact, and no array is reordered.
 *
 * @code
 * const float keys[6] = {3, 9, -2, 9, 0, 5};
 * float best[3], median;
 * uint32_t best_at[3], median_at;
 * tcu_status status = tcu_top_k(context, keys, 6, 3, TCU_TYPE_F32, best, best_at, TCU_TYPE_U32, NULL);
 * assert(status == TCU_SUCCESS && best[0] == 9 && best[1] == 9 && best[2] == 5);
 * assert(best_at[0] == 1 && best_at[1] == 3 && best_at[2] == 5);
 * status = tcu_nth_element(context, keys, 6, 2, TCU_TYPE_F32, &median, &median_at, TCU_TYPE_U32, NULL);
 * assert(status == TCU_SUCCESS && median == 3 && median_at == 0);
 * const double q[3] = {0.5, 0, 0.25};
 * double quantiles[3];
 * status = tcu_quantiles(context, keys, 6, TCU_TYPE_F32, q, 3, quantiles, TCU_TYPE_F64, NULL);
 * assert(status == TCU_SUCCESS && quantiles[0] == 4 && quantiles[1] == -2 && quantiles[2] == 0.75);
 * @endcode
 *
 * **Ranks.** The rank of a key is its place in the order: with the matrix of comparisons M[i][j] = 1 where key j comes
 * before key i, else 0, ranks are M's row sums, and a selection takes the keys whose ranks it is asked for. No
 * selection needs all ranks: counts of digits tell how many keys come before each prefix of bits, and which keys are
 * still in question (C. A. R. Hoare: "Algorithm 65: Find", CACM 4(7), 1961; on GPUs T. Alabi, J. D. Blanchard,
 * B. Gordon, R. Steinbach: "Fast k-selection algorithms for graphics processing units", JEA 17, 2012).
 *
 * **Order.** Keys of all twelve types are in the order of their order bits, all of them, as tcu_radix_sort() has it. Of
 * reals that is IEEE 754's totalOrder:
 *
 *     NaNs with the sign bit set < -infinity < ... < -0.0 < +0.0 < ... < +infinity < NaNs with the sign bit clear
 *
 * in which only equal bits are equal. Of equal keys the one at the lower position comes first, ascending and descending
 * alike: the order is that of a stable sort. So which keys are selected, and where each result stands, is one answer
 * only. (Of quantiles NaNs are treated apart: tcu_quantile_nan_mode.)
 *
 * **Counts.** Where an option points to a count, one value in the context's memory space, the call is of the first
 * min(n, *count) keys, so that there are fewer segments of one size; by offsets it is of the first min(num_segments,
 * *count) segments. The n, or num_segments, that is passed is the most that there can be, by which arrays are checked
 * and workspace and code path are chosen. The count is read when the work runs, at each replay of a graph anew. What
 * lies behind it is neither read nor written, offsets and rows of outputs included.
 *
 * **Pointers** lie in the context's memory space, but for options and the `q` of quantiles, which lie in host memory
 * and are read before the call returns. Keys, positions and quantiles are aligned to their type, offsets, counts,
 * `num_out` and `num_nans` to 8; values need no alignment. Arrays without elements may be NULL. Outputs must not
 * overlap inputs or each other.
 *
 * **Workspace.** The `_workspace` functions say how many bytes; it does not depend on which outputs are NULL. On CUDA
 * devices and on the host that is proportional to n in the worst case (keys that are still in question, and their
 * positions). It may decrease with growing n or k, as a longer array may be selected from in another way: what is to
 * serve calls of several sizes has to be as large as the largest of their queries. The query of n serves every *count.
 * The reference backend needs the keys and positions of one segment's results twice, and what it takes to sort them;
 * with `input_order`, and for what is not top-k, none.
 *
 * **Determinism.** The same call gives the same bits, on every backend and device, by any number of threads.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, whatever the counts are then.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value that is no enumerator, values of 0 bytes, segment size
 * of 0, rank that is not less than n, q that is not from 0 to 1, TCU_QUANTILE_NAN_REFUSE without `num_nans`, reserved
 * field not 0); TCU_ERROR_UNSUPPORTED_TYPE (type of positions, or of quantiles); TCU_ERROR_INVALID_OFFSETS (host);
 * TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_WORKSPACE_TOO_SMALL;
 * TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_SELECTION_H
#define TCU_SELECTION_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/* --------------------------------------------------------------------------------------------------- top-k --- */

/** Options of top-k; NULL means the defaults of TCU_TOP_K_OPTIONS_INIT. */
typedef struct tcu_top_k_options {
    int smallest; /**< 0: the k largest keys. Not 0: the k smallest. */
    /** 0: the best result first, equal keys in the order of their positions. Not 0: the same results, all in the order
     * of their positions. */
    int input_order;
    /** 0: positions are within the whole array. Not 0: they begin with 0 at the first key of each segment. */
    int indices_in_segment;
    /** The call is of the first min(n, *count) keys, by offsets of the first min(num_segments, *count) segments. NULL
     * (the default): of all. */
    const uint64_t *count;
    /** How many results were written, one value for each segment that there is, in the context's memory space, aligned
     * to 8; whole arrays are one segment, also of no keys. NULL (the default): nobody is told. */
    uint64_t *num_out;
    unsigned reserved[8]; /**< must be 0 */
} tcu_top_k_options;

/** Initialiser of tcu_top_k_options: the largest, best first, of all keys. */
#define TCU_TOP_K_OPTIONS_INIT                                                                                         \
    {                                                                                                                  \
        0, 0, 0, 0, 0,                                                                                                 \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * The k largest keys and their positions:
 *
 *     keys_out[j] = keys[i_j],  indices_out[j] = i_j,  0 <= j < m,  m = min(k, n, *count)
 *
 * where i_0, i_1, ... are the positions of all keys in the order of a stable descending sort (`smallest`: ascending);
 * with `input_order` the first m of these, rising. Outputs from m on are not written. With `input_order`, of keys that
 * are equal to the last one that is taken those at the lowest positions are taken.
 *
 * @param context      where and how.
 * @param keys         n keys of `key_type`.
 * @param n            any 64-bit count; 0 writes *num_out = 0 alone.
 * @param k            any 64-bit count; more than n is as n, 0 writes *num_out = 0 alone.
 * @param key_type     any of the twelve types.
 * @param keys_out     room for min(k, n) keys, or NULL.
 * @param indices_out  room for min(k, n) positions of `index_type`, or NULL; not both NULL.
 * @param index_type   TCU_TYPE_U32 or TCU_TYPE_U64; u32 needs n <= 2^32 (else TCU_ERROR_SIZE_OVERFLOW). It is checked
 *                     where `indices_out` is NULL, too.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_top_k(tcu_context *context, const void *keys, uint64_t n, uint64_t k, tcu_type key_type,
                             void *keys_out, void *indices_out, tcu_type index_type, const tcu_top_k_options *options);

/**
 * Bytes of workspace that tcu_top_k() needs with these arguments. Needs no device work.
 *
 * @param options     those of the call; counts are not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It may decrease with growing n or k.
 */
TCU_API tcu_status tcu_top_k_workspace(tcu_context *context, uint64_t n, uint64_t k, tcu_type key_type,
                                       tcu_type index_type, const tcu_top_k_options *options, size_t *bytes);

/**
 * Keys as in tcu_top_k(), and the values that belong to them: values_out[j] = values[i_j].
 *
 * @param keys         n keys of `key_type`.
 * @param values       n values.
 * @param n            any 64-bit count; 0 writes *num_out = 0 alone.
 * @param k            any 64-bit count.
 * @param key_type     any of the twelve types.
 * @param value_bytes  of each value, 1 or more; values are copied as they are, from and to any address.
 * @param keys_out     room for min(k, n) keys, or NULL.
 * @param values_out   room for min(k, n) values.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_top_k_pairs(tcu_context *context, const void *keys, const void *values, uint64_t n, uint64_t k,
                                   tcu_type key_type, size_t value_bytes, void *keys_out, void *values_out,
                                   const tcu_top_k_options *options);

/** Bytes of workspace that tcu_top_k_pairs() needs; see tcu_top_k_workspace(). */
TCU_API tcu_status tcu_top_k_pairs_workspace(tcu_context *context, uint64_t n, uint64_t k, tcu_type key_type,
                                             size_t value_bytes, const tcu_top_k_options *options, size_t *bytes);

/**
 * tcu_top_k() of each segment of `segment_size` keys; the last segment is shorter where n is not a multiple. Row s of
 * each output begins at s * k and has the results of segment s, 0 <= s < ceil(n / segment_size); a segment of fewer
 * than k keys gives as many as it has, and the rest of its row is not written.
 *
 * Positions are within the whole array, or with `indices_in_segment` within the segment.
 *
 * @param keys          n keys of `key_type`.
 * @param n             any 64-bit count; 0 writes nothing.
 * @param segment_size  1 or more, need not be a multiple of anything; 0 is TCU_ERROR_INVALID_ARGUMENT.
 * @param k             the length of a row; 0 writes num_out alone. Rows are k wide whatever n is, so a number of
 *                      segments times k that is too large (types.h) is TCU_ERROR_SIZE_OVERFLOW.
 * @param key_type      any of the twelve types.
 * @param keys_out      room for ceil(n / segment_size) * k keys, or NULL.
 * @param indices_out   room for as many positions, or NULL; not both NULL.
 * @param index_type    as in tcu_top_k(); but with `indices_in_segment` u32 needs min(n, segment_size) <= 2^32.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_top_k(tcu_context *context, const void *keys, uint64_t n, uint64_t segment_size,
                                       uint64_t k, tcu_type key_type, void *keys_out, void *indices_out,
                                       tcu_type index_type, const tcu_top_k_options *options);

/** Bytes of workspace that tcu_segmented_top_k() needs; see tcu_top_k_workspace(). */
TCU_API tcu_status tcu_segmented_top_k_workspace(tcu_context *context, uint64_t n, uint64_t segment_size, uint64_t k,
                                                 tcu_type key_type, tcu_type index_type,
                                                 const tcu_top_k_options *options, size_t *bytes);

/** As tcu_segmented_top_k(), with values as in tcu_top_k_pairs() instead of positions. */
TCU_API tcu_status tcu_segmented_top_k_pairs(tcu_context *context, const void *keys, const void *values, uint64_t n,
                                             uint64_t segment_size, uint64_t k, tcu_type key_type, size_t value_bytes,
                                             void *keys_out, void *values_out, const tcu_top_k_options *options);

/** Bytes of workspace that tcu_segmented_top_k_pairs() needs; see tcu_top_k_workspace(). */
TCU_API tcu_status tcu_segmented_top_k_pairs_workspace(tcu_context *context, uint64_t n, uint64_t segment_size,
                                                       uint64_t k, tcu_type key_type, size_t value_bytes,
                                                       const tcu_top_k_options *options, size_t *bytes);

/**
 * tcu_top_k() of each segment that offsets give: segment s is of the keys[i] with offsets[s] <= i < offsets[s + 1],
 * 0 <= s < min(num_segments, *count). Rows and positions are as in tcu_segmented_top_k().
 *
 * On CUDA devices a segment by offsets is the work of one block, however long it is, as its length is not known when
 * the call is made: a few segments of millions of keys are faster as calls of tcu_top_k(), one for each.
 *
 * @param keys          n keys of `key_type`.
 * @param n             length of `keys`, the bound that every offset is held against; with 0 all segments are empty,
 *                      and num_out alone is written, as zeros.
 * @param offsets       num_segments + 1 values that do not decrease, from 0 to n; aligned to 8 bytes. On the host
 *                      backend a violation is TCU_ERROR_INVALID_OFFSETS and nothing is written. On the CUDA backend
 *                      they are read on the device only: values are clamped to [0, n], nothing outside the arrays is
 *                      touched and the call ends, but the outputs are unspecified.
 * @param num_segments  any 64-bit count; 0 writes nothing (`offsets` may then be NULL).
 * @param k             the length of a row; 0 writes num_out alone. num_segments * k that is too large (types.h) is
 *                      TCU_ERROR_SIZE_OVERFLOW.
 * @param key_type      any of the twelve types.
 * @param keys_out      room for num_segments * k keys, or NULL.
 * @param indices_out   room for as many positions, or NULL; not both NULL.
 * @param index_type    as in tcu_top_k(), also with `indices_in_segment`: u32 needs n <= 2^32.
 * @param options       NULL for the defaults.
 */
TCU_API tcu_status tcu_segmented_top_k_offsets(tcu_context *context, const void *keys, uint64_t n,
                                               const int64_t *offsets, uint64_t num_segments, uint64_t k,
                                               tcu_type key_type, void *keys_out, void *indices_out,
                                               tcu_type index_type, const tcu_top_k_options *options);

/** Bytes of workspace that tcu_segmented_top_k_offsets() needs; see tcu_top_k_workspace(). */
TCU_API tcu_status tcu_segmented_top_k_offsets_workspace(tcu_context *context, uint64_t n, uint64_t num_segments,
                                                         uint64_t k, tcu_type key_type, tcu_type index_type,
                                                         const tcu_top_k_options *options, size_t *bytes);

/** As tcu_segmented_top_k_offsets(), with values as in tcu_top_k_pairs() instead of positions. */
TCU_API tcu_status tcu_segmented_top_k_pairs_offsets(tcu_context *context, const void *keys, const void *values,
                                                     uint64_t n, const int64_t *offsets, uint64_t num_segments,
                                                     uint64_t k, tcu_type key_type, size_t value_bytes, void *keys_out,
                                                     void *values_out, const tcu_top_k_options *options);

/** Bytes of workspace that tcu_segmented_top_k_pairs_offsets() needs; see tcu_top_k_workspace(). */
TCU_API tcu_status tcu_segmented_top_k_pairs_offsets_workspace(tcu_context *context, uint64_t n, uint64_t num_segments,
                                                               uint64_t k, tcu_type key_type, size_t value_bytes,
                                                               const tcu_top_k_options *options, size_t *bytes);

/* --------------------------------------------------------------------------------- one place of the order --- */

/** Options of tcu_nth_element(); NULL means the defaults of TCU_NTH_ELEMENT_OPTIONS_INIT. */
typedef struct tcu_nth_element_options {
    int descending;        /**< 0: rank 0 is the smallest key. Not 0: the largest; equal keys stay in their order. */
    const uint64_t *count; /**< the call is of the first min(n, *count) keys; NULL (the default): of all n */
    /** How many results were written, 1, or 0 where the rank is not less than n or *count: one value in the context's
     * memory space, aligned to 8. NULL (the default): nobody is told. */
    uint64_t *num_out;
    unsigned reserved[8]; /**< must be 0 */
} tcu_nth_element_options;

/** Initialiser of tcu_nth_element_options: ascending, all keys. */
#define TCU_NTH_ELEMENT_OPTIONS_INIT                                                                                   \
    {                                                                                                                  \
        0, 0, 0,                                                                                                       \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * The key that stands at place `rank` of the keys in order, and its position: *key_out = keys[i], *index_out = i,
 * where i is the position of the key before which `rank` others come. (std::nth_element() and NumPy's partition() also
 * reorder the array; here it stays as it is.)
 *
 * @param context     where and how.
 * @param keys        n keys of `key_type`.
 * @param n           any 64-bit count; 0 writes *num_out = 0 alone.
 * @param rank        0 to n - 1; where n is 0, any. Where it is not less than *count, *num_out = 0 alone is written.
 * @param key_type    any of the twelve types.
 * @param key_out     one key, or NULL.
 * @param index_out   one position of `index_type`, or NULL; not both NULL.
 * @param index_type  TCU_TYPE_U32 or TCU_TYPE_U64; u32 needs n <= 2^32 (else TCU_ERROR_SIZE_OVERFLOW). It is checked
 *                    where `index_out` is NULL, too.
 * @param options     NULL for the defaults.
 */
TCU_API tcu_status tcu_nth_element(tcu_context *context, const void *keys, uint64_t n, uint64_t rank, tcu_type key_type,
                                   void *key_out, void *index_out, tcu_type index_type,
                                   const tcu_nth_element_options *options);

/**
 * Bytes of workspace that tcu_nth_element() needs with these arguments. Needs no device work.
 *
 * @param options     those of the call; the count is not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It may decrease with growing n.
 */
TCU_API tcu_status tcu_nth_element_workspace(tcu_context *context, uint64_t n, uint64_t rank, tcu_type key_type,
                                             tcu_type index_type, const tcu_nth_element_options *options,
                                             size_t *bytes);

/* ----------------------------------------------------------------------------------------------- quantiles --- */

/**
 * What a quantile is where its place h = q * (m - 1) in the order of m elements x_0 <= x_1 <= ... is between two of
 * them, a = x_floor(h) and b = x_ceil(h); t = h - floor(h). Names and results are NumPy's. Values are pinned.
 */
typedef enum tcu_quantile_method {
    TCU_QUANTILE_LINEAR = 0,  /**< between a and b: a + (b - a) t */
    TCU_QUANTILE_LOWER = 1,   /**< a */
    TCU_QUANTILE_HIGHER = 2,  /**< b */
    TCU_QUANTILE_NEAREST = 3, /**< the nearer of a and b; if t = 1/2, the one at the even place */
    TCU_QUANTILE_MIDPOINT = 4 /**< between a and b as of TCU_QUANTILE_LINEAR with t = 1/2; x_h where h is a place */
} tcu_quantile_method;

/** What becomes of elements that are NaN. Values are pinned. */
typedef enum tcu_quantile_nan_mode {
    /** If there is a NaN, all results are NaN (NumPy's quantile). */
    TCU_QUANTILE_NAN_PROPAGATE = 0,
    /** NaNs are left out: quantiles are of the other elements (NumPy's nanquantile). */
    TCU_QUANTILE_NAN_OMIT = 1,
    /** If there is a NaN, `out` is not written; `num_nans` tells, and must not be NULL. */
    TCU_QUANTILE_NAN_REFUSE = 2
} tcu_quantile_nan_mode;

/** Options of tcu_quantiles(); NULL means the defaults of TCU_QUANTILES_OPTIONS_INIT. */
typedef struct tcu_quantiles_options {
    tcu_quantile_method method;     /**< default TCU_QUANTILE_LINEAR */
    tcu_quantile_nan_mode nan_mode; /**< default TCU_QUANTILE_NAN_PROPAGATE */
    const uint64_t *count;          /**< the call is of the first min(n, *count) keys; NULL (the default): of all n */
    /** One value in the context's memory space, aligned to 8: how many keys are NaN, also where none is, in every mode.
     * NULL (the default): nobody is told. */
    uint64_t *num_nans;
    unsigned reserved[8]; /**< must be 0 */
} tcu_quantiles_options;

/** Initialiser of tcu_quantiles_options: linear, NaN propagates, all keys. */
#define TCU_QUANTILES_OPTIONS_INIT                                                                                     \
    {                                                                                                                  \
        TCU_QUANTILE_LINEAR, TCU_QUANTILE_NAN_PROPAGATE, 0, 0,                                                         \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Quantiles of an array, many at once: out[j] is the quantile q[j], which stands at place h = q[j] * (m - 1), in f64,
 * of the m keys in order (without NaNs), as the method says. Quantile 0.5 is the median, 0 the minimum, 1 the maximum.
 *
 * **Arithmetic.** Order statistics are exact. The methods that take one of two keys copy its bits where `out_type` is
 * `key_type`, and so do the others where h is a place. Else keys are converted to f64 (rounded to nearest if they have
 * more than 53 bits), interpolated in f64, and rounded once to `out_type`:
 *
 *     a + (b - a) t        if t < 1/2        (t is 1/2 for TCU_QUANTILE_MIDPOINT)
 *     b - (b - a) (1 - t)  else
 *     a (1 - t) + b t      instead of both, where b - a is not finite
 *
 * and a where a = b. (The last two lines are for infinities and for differences that overflow, which become NaN in
 * NumPy; otherwise results are NumPy's of an array of f64, but for the sign of a result that is zero: NumPy takes -0.0
 * and +0.0 for equal and leaves open which of them stands where; here -0.0 comes first.) A result that is NaN is a
 * quiet NaN, always the same: positive, of the fraction only the highest bit is set.
 *
 * **No elements**, which is n = 0, *count = 0, or NaNs alone with TCU_QUANTILE_NAN_OMIT: where `out_type` is a real
 * type all results are NaN; where it is an integer type `out` is not written.
 *
 * @param context   where and how.
 * @param keys      n keys of `key_type`, in any order.
 * @param n         any 64-bit count; with 0 results are those of no elements.
 * @param key_type  any of the twelve types.
 * @param q         num_q numbers from 0 to 1, in any order, equal ones too; in host memory, read before the call
 *                  returns. A graph keeps those that it was captured with.
 * @param num_q     any 64-bit count; 0 writes *num_nans alone.
 * @param out       num_q results of `out_type`.
 * @param out_type  TCU_TYPE_F64 or `key_type`; if that is an integer type, the method must be LOWER, HIGHER or NEAREST.
 *                  Others are TCU_ERROR_UNSUPPORTED_TYPE.
 * @param options   NULL for the defaults.
 */
TCU_API tcu_status tcu_quantiles(tcu_context *context, const void *keys, uint64_t n, tcu_type key_type, const double *q,
                                 uint64_t num_q, void *out, tcu_type out_type, const tcu_quantiles_options *options);

/**
 * Bytes of workspace that tcu_quantiles() needs with these arguments. Needs no device work.
 *
 * @param options     those of the call; memory that they point to is not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer. It may decrease with growing n or num_q, and does not depend on
 *                    what the numbers `q` of the call are.
 */
TCU_API tcu_status tcu_quantiles_workspace(tcu_context *context, uint64_t n, tcu_type key_type, uint64_t num_q,
                                           tcu_type out_type, const tcu_quantiles_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_SELECTION_H */
