/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file by_key.h
 * Reductions, scans and first values by keys: of each run of equal neighbouring keys, and of the groups of keys in any
 * order.
 *
 * @code
 * const uint32_t keys[6] = {7, 7, 3, 3, 3, 7}; // three runs
 * const float values[6] = {1, 2, 3, 4, 5, 6};
 * uint32_t run_keys[6];
 * float sums[6], scanned[6];
 * uint64_t count;
 * tcu_runs runs = TCU_RUNS_INIT;
 * runs.keys = run_keys;
 * runs.count = &count;
 * tcu_status status = tcu_reduce_by_key(context, keys, sizeof keys[0], values, TCU_TYPE_F32, sums, TCU_TYPE_F32, 6,
 *                                       &runs, NULL);
 * assert(status == TCU_SUCCESS && count == 3 && run_keys[1] == 3 && sums[0] == 3 && sums[1] == 12 && sums[2] == 6);
 * status = tcu_scan_by_key(context, TCU_SCAN_INCLUSIVE, keys, sizeof keys[0], values, TCU_TYPE_F32, scanned,
 *                          TCU_TYPE_F32, 6, NULL);
 * assert(status == TCU_SUCCESS && scanned[1] == 3 && scanned[2] == 3 && scanned[4] == 12 && scanned[5] == 6);
 * @endcode
 *
 * **Runs.** A run is a longest stretch of neighbours whose keys are equal: element i begins one if i = 0 or keys[i]
 * differs from keys[i - 1] in any bit. So -0.0 and 0.0 differ, and NaNs of the same bits are equal. Run k is
 * b_k <= i < b_{k+1}, where b_0 < b_1 < ... are the elements that begin runs and the last run ends with the array. Keys
 * that come again after others begin a new run; tcu_group_by() puts them into one group.
 *
 * The number of an element's run is the inclusive prefix sum of the flags that say where runs begin, less one. With the
 * 0/1 matrix M that has a one in row k and column i where element i is in run k, sums by key are the product M v, and
 * prefix sums by key those of A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu: "Accelerating Reduction and Scan Using
 * Tensor Core Units", ICS 2019, cut at the flags (G. E. Blelloch: "Prefix Sums and Their Applications", 1990, section
 * 1.5).
 *
 * **Keys** of runs are items of 1, 2, 4, 8 or 16 bytes, whatever they mean; other sizes are TCU_ERROR_UNSUPPORTED_TYPE.
 *
 * **Items**, the values of tcu_unique_by_key() and of a column with `item_bytes`, have any number of bytes from 1 on
 * and are copied as they are. Columns' items need no alignment, nor do values of other bytes than 1, 2, 4, 8 and 16.
 *
 * **Values** of reductions and scans have the types and pairs of reduce.h for their operator, with the accuracy and
 * range of reduce.h and scan.h, n being the length of the run.
 *
 * **Results of runs.** How many runs there are is known when the work is done: `count` is written in the context's
 * memory space, and nothing waits for it. Outputs that have an entry a run need room for as many; n always suffice
 * (offsets: n + 1), and overlaps are judged as if they had n. What lies behind the entries of the last run is not
 * written.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * elements. n is the most that there can be, by which arrays are checked and workspace and code path are chosen; in
 * workspace queries counts are not looked at. The count is read when the work runs, at each replay of a graph anew.
 * What lies behind it is neither read nor written. Where below the array's end or n stands for the end of the last run,
 * it is that length. Results have the same bits as those of a call with so many elements in place of n; only sums of
 * reals of several columns of tcu_group_by() on CUDA devices may be added in another order.
 *
 * **Pointers** lie in the context's memory space; tcu_runs and options in host memory, read before the call returns.
 * Keys are aligned to their size, values and results to their type (items as said above), `lengths`, `offsets` and
 * counts to 8. Arrays of n elements may be NULL if n is 0. Outputs must not overlap inputs or each other, except that a
 * scan's `out` may equal its `in` where both types have one size.
 *
 * **Workspace.** On CUDA devices about 8 or 16 bytes for each 4096 elements and some hundred bytes; none up to 4096
 * elements; first values of other bytes than 1, 2, 4, 8 and 16 need what a compaction needs. On the host and reference
 * backends about 8 bytes an element for the places where runs begin, unless `offsets` is given, and what a compaction
 * and a reduction or scan by offsets need.
 *
 * **Determinism.** Of runs: the same call gives the same bits, on every backend and device. Of results as in reduce.h
 * and scan.h; on CUDA devices they depend neither on the alignment of arrays nor on the number of multiprocessors.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, whatever counts and the number of runs
 * are then.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, value of 0 bytes, value that is no enumerator, reserved
 * field not 0, operator and map that do not go together, number of columns); TCU_ERROR_UNSUPPORTED_TYPE;
 * TCU_ERROR_UNSUPPORTED_ALGORITHM (options that the operation does not have); TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP;
 * TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_BY_KEY_H
#define TCU_BY_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "operator.h"
#include "scan.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** What is written about each run, or group; NULL where it is not wanted. A query asks only whether pointers are NULL.
*/
typedef struct tcu_runs {
    void *keys;           /**< the key of each */
    uint64_t *lengths;    /**< how many elements each has */
    int64_t *offsets;     /**< where each begins, and n behind the last: what segmented operations take */
    uint64_t *count;      /**< one value: how many there are */
    unsigned reserved[4]; /**< must be 0 */
} tcu_runs;

/** Initialiser of a tcu_runs without outputs. */
#define TCU_RUNS_INIT                                                                                                  \
    {                                                                                                                  \
        0, 0, 0, 0,                                                                                                    \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/** Options of operations by key; NULL means the defaults of TCU_BY_KEY_OPTIONS_INIT. */
typedef struct tcu_by_key_options {
    tcu_operator op;       /**< of reductions and scans; default TCU_OPERATOR_SUM */
    tcu_map map;           /**< of reductions; default TCU_MAP_NONE */
    tcu_nan_mode nan_mode; /**< of minima and maxima; default TCU_NAN_PROPAGATE */
    /**
     * One element of `out_type` in host memory, read before the call returns; NULL (the default): none. Every run's
     * reduction or scan begins with it. It is not mapped, and need not be aligned. A NaN that MIN and MAX ignore is
     * none.
     */
    const void *initial;
    /**
     * One value in the context's memory, apart from all outputs: the call is of the first min(n, *count) elements. NULL (the
     * default): of all n.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_by_key_options;

/** Initialiser of tcu_by_key_options. */
#define TCU_BY_KEY_OPTIONS_INIT                                                                                        \
    {                                                                                                                  \
        TCU_OPERATOR_SUM, TCU_MAP_NONE, TCU_NAN_PROPAGATE, 0, 0,                                                       \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * The reduction of each run's values, a sum unless the options say otherwise:  out[k] = sum of in[i] for
 * b_k <= i < b_{k+1}.
 *
 * @param context      where and how.
 * @param keys         n keys.
 * @param key_bytes    1, 2, 4, 8 or 16.
 * @param in           n elements of `in_type`, the values; not looked at if `out` is NULL.
 * @param out          room for an element of `out_type` for each run; NULL if only runs are wanted. `in_type` and
 *                     `out_type` are checked all the same.
 * @param n            any 64-bit count; 0 writes *count = 0 and offsets[0] = 0.
 * @param runs         what else is wanted; NULL: nothing.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_reduce_by_key(tcu_context *context, const void *keys, size_t key_bytes, const void *in,
                                     tcu_type in_type, void *out, tcu_type out_type, uint64_t n, const tcu_runs *runs,
                                     const tcu_by_key_options *options);

/**
 * Bytes of workspace that tcu_reduce_by_key() needs with these arguments. Needs no device work.
 *
 * @param runs        as in the call: only which pointers are NULL counts.
 * @param[out] bytes  host memory; 0 is a possible answer. It is enough for calls without `out`, too, and never decreases
 *                    with growing n.
 */
TCU_API tcu_status tcu_reduce_by_key_workspace(tcu_context *context, size_t key_bytes, tcu_type in_type,
                                               tcu_type out_type, uint64_t n, const tcu_runs *runs,
                                               const tcu_by_key_options *options, size_t *bytes);

/**
 * Scans that start anew at each run: prefix sums unless the options say otherwise. Of b_k <= i < b_{k+1}
 *
 *     inclusive:  out[i] = in[b_k] + ... + in[i]
 *     exclusive:  out[i] = in[b_k] + ... + in[i-1],  out[b_k] = 0
 *
 * With another operator and an initial value as of tcu_scan(): out[b_k] of exclusive scans is the initial value, or the
 * operator's result of no elements.
 *
 * @param kind       inclusive or exclusive.
 * @param keys       n keys.
 * @param key_bytes  1, 2, 4, 8 or 16.
 * @param in         n elements of `in_type`, the values.
 * @param out        n elements of `out_type`; may equal `in` where both types have one size.
 * @param n          any 64-bit count; 0 writes nothing.
 * @param options    NULL for the defaults; scans have no maps.
 */
TCU_API tcu_status tcu_scan_by_key(tcu_context *context, tcu_scan_kind kind, const void *keys, size_t key_bytes,
                                   const void *in, tcu_type in_type, void *out, tcu_type out_type, uint64_t n,
                                   const tcu_by_key_options *options);

/** Bytes of workspace that tcu_scan_by_key() needs, whatever the kind; see tcu_reduce_by_key_workspace(). */
TCU_API tcu_status tcu_scan_by_key_workspace(tcu_context *context, size_t key_bytes, tcu_type in_type,
                                             tcu_type out_type, uint64_t n, const tcu_by_key_options *options,
                                             size_t *bytes);

/**
 * The first value of each run:  values_out[k] = values[b_k].
 *
 * @param keys         n keys.
 * @param key_bytes    1, 2, 4, 8 or 16.
 * @param values       n items.
 * @param values_out   room for an item of each run; may be NULL only if n is 0.
 * @param value_bytes  of each value, 1 or more.
 * @param n            any 64-bit count; 0 writes *count = 0 and offsets[0] = 0.
 * @param runs         what else is wanted; NULL: nothing.
 * @param options      NULL for the defaults; the count is all that this operation has.
 */
TCU_API tcu_status tcu_unique_by_key(tcu_context *context, const void *keys, size_t key_bytes, const void *values,
                                     void *values_out, size_t value_bytes, uint64_t n, const tcu_runs *runs,
                                     const tcu_by_key_options *options);

/** Bytes of workspace that tcu_unique_by_key() needs; see tcu_reduce_by_key_workspace(). */
TCU_API tcu_status tcu_unique_by_key_workspace(tcu_context *context, size_t key_bytes, size_t value_bytes, uint64_t n,
                                               const tcu_runs *runs, const tcu_by_key_options *options, size_t *bytes);

/** What becomes of a column's values in each group. Values are pinned. */
typedef enum tcu_aggregate {
    TCU_AGGREGATE_SUM = 0, /**< their sum; pairs of types as in reduce.h */
    TCU_AGGREGATE_MIN = 1, /**< the least, of one type; NaN as the options say */
    TCU_AGGREGATE_MAX = 2, /**< the greatest, likewise */
    TCU_AGGREGATE_COUNT =
        3, /**< how many there are: `values` and `value_type` are not looked at, results are u64 or i64 */
    TCU_AGGREGATE_FIRST = 4, /**< the first one in the order of the input; of one type */
    TCU_AGGREGATE_LAST = 5   /**< the last one, likewise */
} tcu_aggregate;

/** A column of tcu_group_by(). */
typedef struct tcu_group_column {
    tcu_aggregate aggregate; /**< what is made of the values */
    const void *values;      /**< n elements; not looked at for TCU_AGGREGATE_COUNT */
    tcu_type value_type;     /**< of the values */
    void *results;           /**< room for an element of each group */
    tcu_type result_type;    /**< of the results */
    /**
     * Of TCU_AGGREGATE_FIRST and TCU_AGGREGATE_LAST alone: values and results are items of so many bytes, any number, at
     * any address, which are copied as they are; types are then not looked at. 0 (the default): elements of the types.
     */
    size_t item_bytes;
    unsigned reserved[2]; /**< must be 0 */
} tcu_group_column;

/** Initialiser of a tcu_group_column. */
#define TCU_GROUP_COLUMN_INIT(aggregate, values, value_type, results, result_type)                                     \
    {                                                                                                                  \
        (aggregate), (values), (value_type), (results), (result_type), 0,                                              \
        {                                                                                                              \
            0, 0                                                                                                       \
        }                                                                                                              \
    }

/** Initialiser of a tcu_group_column of items of so many bytes, of which the first or the last is picked. */
#define TCU_GROUP_ITEMS_INIT(aggregate, values, results, item_bytes)                                                   \
    {                                                                                                                  \
        (aggregate), (values), TCU_TYPE_U8, (results), TCU_TYPE_U8, (item_bytes),                                      \
        {                                                                                                              \
            0, 0                                                                                                       \
        }                                                                                                              \
    }

/** The most columns of tcu_group_by(). */
#define TCU_MAX_GROUP_COLUMNS 8

/** Options of tcu_group_by(); NULL means the defaults of TCU_GROUP_BY_OPTIONS_INIT. */
typedef struct tcu_group_by_options {
    tcu_nan_mode nan_mode; /**< of minima and maxima; default TCU_NAN_PROPAGATE */
    const uint64_t *count; /**< as in tcu_by_key_options; NULL (the default): all n elements */
    unsigned reserved[8];  /**< must be 0 */
} tcu_group_by_options;

/** Initialiser of tcu_group_by_options. */
#define TCU_GROUP_BY_OPTIONS_INIT                                                                                      \
    {                                                                                                                  \
        TCU_NAN_PROPAGATE, 0,                                                                                          \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Groups of equal keys, wherever they are, and a result of each column for each group. Groups are in ascending order of
 * their keys, as tcu_radix_sort() has them: keys of the same bits are one group, so -0.0 and 0.0 are two. Of group g
 *
 *     groups->keys[g]      its key
 *     groups->lengths[g]   how many elements have it
 *     groups->offsets[g]   how many elements are in groups before it; n behind the last group
 *     columns[c].results[g]  the aggregate of values[i] over all i with keys[i] = groups->keys[g]
 *
 * Each group's values are taken in the order of the input; sums are as accurate as in reduce.h, n being the length of
 * the group. Fastest is that all columns have the same `values`. The workspace has the keys in their order and these
 * values, or positions and a copy of one column, of columns of items the positions that are picked: some 12 to 40 bytes
 * an element on CUDA devices, and up to 60 on the host, where offsets and tables of few groups (at most some 8 bytes)
 * are among it, whatever the number of threads.
 *
 * @param keys         n keys of `key_type`, which stay as they are.
 * @param key_type     any of the twelve types.
 * @param n            any 64-bit count; 0 writes *groups->count = 0 and groups->offsets[0] = 0.
 * @param columns      in host memory, read before the call returns; may be NULL if num_columns is 0.
 * @param num_columns  0 to TCU_MAX_GROUP_COLUMNS.
 * @param groups       what is wanted of the groups themselves; NULL: nothing.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_group_by(tcu_context *context, const void *keys, tcu_type key_type, uint64_t n,
                                const tcu_group_column *columns, int num_columns, const tcu_runs *groups,
                                const tcu_group_by_options *options);

/**
 * Bytes of workspace that tcu_group_by() needs with these arguments. Needs no device work.
 *
 * @param columns     as in the call, but that pointers are not looked at.
 * @param groups      as in the call: only which pointers are NULL counts.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing n.
 */
TCU_API tcu_status tcu_group_by_workspace(tcu_context *context, tcu_type key_type, uint64_t n,
                                          const tcu_group_column *columns, int num_columns, const tcu_runs *groups,
                                          const tcu_group_by_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_BY_KEY_H */
