/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compact.h
 * Stream compaction: the items of an array that are kept, side by side and in their order.
 *
 * @code
 * const float in[5] = {2, 7, 1, 8, 3}, limit = 5;
 * const uint8_t flags[5] = {0, 1, 0, 1, 1};
 * const tcu_predicate below_limit = TCU_PREDICATE_INIT(TCU_COMPARE_LESS, &limit);
 * float out[5];
 * uint64_t count;
 * tcu_status status = tcu_compact_if(context, in, TCU_TYPE_F32, &below_limit, out, &count, 5, NULL);
 * assert(status == TCU_SUCCESS && count == 3 && out[0] == 2 && out[1] == 1 && out[2] == 3);
 * status = tcu_compact(context, in, sizeof in[0], flags, TCU_FLAGS_BYTES, out, &count, 5, NULL);
 * assert(status == TCU_SUCCESS && count == 3 && out[0] == 7 && out[1] == 8 && out[2] == 3);
 * @endcode
 *
 * The place of an item among those that are kept is the exclusive prefix sum of the flags before it. The reference
 * backend counts flags by products with constant 0/1 matrices (Dakkak et al., ICS 2019), the others by votes and
 * population counts, which take less time: tcu_context_set_arithmetic() makes no difference.
 *
 * **Items** have any number of bytes from 1 on and are copied as they are, whatever they mean: a structure is an item.
 * Those of 1, 2, 4, 8 or 16 bytes are words, with kernels of their own. Items of other sizes are moved by words of 1,
 * 2, 4, 8 or 16 bytes, the largest that divides the items' bytes and all their addresses. Predicates compare items of
 * the twelve element types.
 *
 * **Flags** say which items are kept: a byte an item, kept if it is not 0 (TCU_FLAGS_BYTES), or a bit an item, item i
 * having bit i mod 8 (the lowest is 0) of byte i / 8 (TCU_FLAGS_BITS; bits behind the last item are not looked at).
 *
 * **Order.** Every operation is stable: kept items stay in their order.
 *
 * **How many** are kept: `count` is one value in the context's memory space, written with the results, also where n is 0.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * items. n is the most that there can be, by which arrays are checked and workspace and code path are chosen; in
 * workspace queries counts are not looked at. The count is read when the work runs, at each replay of a graph anew.
 * What lies behind it is neither read nor written. So what one compaction has kept another operation can take without
 * the host knowing how many it is.
 *
 * **Pointers** lie in the context's memory space. Arrays of items of 1, 2, 4, 8 or 16 bytes are aligned to the item's
 * size, those of other items need no alignment; flags are aligned to 1 byte, counts to 8. Arrays of n items or flags
 * may be NULL if n is 0. `out`, `indices` and `run_lengths` need room for what is kept; n always suffice, and overlaps
 * are judged as if they had n. What lies behind what is kept is not written. Where "in place" is allowed `out` may
 * equal `in`, of items of every size; any other overlap of an output with an input or another output is
 * TCU_ERROR_OVERLAP.
 *
 * **Determinism.** The same call gives the same bits, on every backend and device, by any number of threads.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, whatever counts are then.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, item of 0 bytes, value that is no enumerator, reserved field
 * not 0, range with its upper end below its lower end, number of columns); TCU_ERROR_UNSUPPORTED_TYPE;
 * TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_WORKSPACE_TOO_SMALL;
 * TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_COMPACT_H
#define TCU_COMPACT_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** How flags are stored. Values are pinned. */
typedef enum tcu_flags_format {
    TCU_FLAGS_BYTES = 0, /**< n bytes; not 0: kept */
    TCU_FLAGS_BITS = 1   /**< ceil(n / 8) bytes; bit i mod 8 of byte i / 8 is item i's */
} tcu_flags_format;

/** How an item x is compared. As in C a NaN is not less than, equal to or greater than anything. Values are pinned. */
typedef enum tcu_comparison {
    TCU_COMPARE_LESS = 0,          /**< x < value */
    TCU_COMPARE_LESS_EQUAL = 1,    /**< x <= value */
    TCU_COMPARE_GREATER = 2,       /**< x > value */
    TCU_COMPARE_GREATER_EQUAL = 3, /**< x >= value */
    TCU_COMPARE_EQUAL = 4,         /**< x == value; -0.0 == 0.0 */
    TCU_COMPARE_NOT_EQUAL = 5,     /**< x != value; true for a NaN */
    TCU_COMPARE_INSIDE = 6,        /**< value <= x && x <= upper; false for a NaN */
    TCU_COMPARE_OUTSIDE = 7        /**< the opposite of TCU_COMPARE_INSIDE; true for a NaN */
} tcu_comparison;

/** Which items are kept: those for which the comparison holds. TCU_PREDICATE_INIT gives the fields not named 0. */
typedef struct tcu_predicate {
    tcu_comparison comparison; /**< with `value`, and with `upper` for ranges */
    /**
     * Where `value` and `upper` point. 0: to host memory, read before the call returns (a captured graph keeps the
     * values). Not 0: into the context's memory space, aligned to the type and apart from all outputs, read when the
     * work runs (a replay sees new values); then a range whose upper end is below its lower one is not an error, but
     * empty.
     */
    int in_context_memory;
    const void *value;    /**< one element of the items' type */
    const void *upper;    /**< upper end of a range; looked at for TCU_COMPARE_INSIDE and TCU_COMPARE_OUTSIDE only */
    unsigned reserved[4]; /**< must be 0 */
} tcu_predicate;

/** Initialiser of a tcu_predicate that compares with one value in host memory. */
#define TCU_PREDICATE_INIT(comparison, value_pointer)                                                                  \
    {                                                                                                                  \
        (comparison), 0, (value_pointer), 0,                                                                           \
        {                                                                                                              \
            0, 0, 0, 0                                                                                                 \
        }                                                                                                              \
    }

/** Options of every operation here; NULL means the defaults of TCU_COMPACT_OPTIONS_INIT. */
typedef struct tcu_compact_options {
    /**
     * One value in the context's memory, apart from all outputs: the call is of the first min(n, *count) items. NULL (the
     * default): of all n.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_compact_options;

/** Initialiser of tcu_compact_options: all items. */
#define TCU_COMPACT_OPTIONS_INIT                                                                                       \
    {                                                                                                                  \
        0,                                                                                                             \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * The items whose flags are set:  out[k] = in[i_k],  i_0 < i_1 < ... the flagged ones;  *count = their number.
 *
 * @param context     where and how.
 * @param in          n items.
 * @param item_bytes  of each item, 1 or more.
 * @param flags       n flags, as `format` says.
 * @param format      of the flags.
 * @param out         room for the kept items; in place allowed.
 * @param count       one value.
 * @param n           any 64-bit count; 0 writes *count = 0.
 * @param options     NULL for the defaults.
 */
TCU_API tcu_status tcu_compact(tcu_context *context, const void *in, size_t item_bytes, const void *flags,
                               tcu_flags_format format, void *out, uint64_t *count, uint64_t n,
                               const tcu_compact_options *options);

/**
 * Bytes of workspace that tcu_compact() needs with these arguments. Needs no device work.
 *
 * @param in_place    not 0 for a call with `out == in`.
 * @param options     those of the call; counts are not looked at. NULL for the defaults.
 * @param[out] bytes  host memory; 0 is a possible answer.
 */
TCU_API tcu_status tcu_compact_workspace(tcu_context *context, size_t item_bytes, tcu_flags_format format, uint64_t n,
                                         int in_place, const tcu_compact_options *options, size_t *bytes);

/**
 * The items for which a predicate holds.
 *
 * @param in         n items of `type`.
 * @param type       of the items and of the predicate's values.
 * @param predicate  which items are kept.
 * @param out        room for the kept items; in place allowed.
 * @param count      one value.
 * @param n          any 64-bit count; 0 writes *count = 0.
 * @param options    NULL for the defaults.
 */
TCU_API tcu_status tcu_compact_if(tcu_context *context, const void *in, tcu_type type, const tcu_predicate *predicate,
                                  void *out, uint64_t *count, uint64_t n, const tcu_compact_options *options);

/** Bytes of workspace that tcu_compact_if() needs; see tcu_compact_workspace(). */
TCU_API tcu_status tcu_compact_if_workspace(tcu_context *context, tcu_type type, uint64_t n, int in_place,
                                            const tcu_compact_options *options, size_t *bytes);

/**
 * The positions of the flagged items:  indices[k] = i_k.
 *
 * @param flags       n flags, as `format` says.
 * @param indices     room for the kept items' positions.
 * @param index_type  TCU_TYPE_U32 or TCU_TYPE_U64; u32 needs n <= 2^32 (else TCU_ERROR_SIZE_OVERFLOW).
 * @param count       one value.
 * @param n           any 64-bit count; 0 writes *count = 0.
 * @param options     NULL for the defaults.
 */
TCU_API tcu_status tcu_compact_indices(tcu_context *context, const void *flags, tcu_flags_format format, void *indices,
                                       tcu_type index_type, uint64_t *count, uint64_t n,
                                       const tcu_compact_options *options);

/** Bytes of workspace that tcu_compact_indices() needs; see tcu_compact_workspace(). */
TCU_API tcu_status tcu_compact_indices_workspace(tcu_context *context, tcu_flags_format format, tcu_type index_type,
                                                 uint64_t n, const tcu_compact_options *options, size_t *bytes);

/** The most columns of tcu_compact_columns(). */
#define TCU_MAX_COLUMNS 8

/** One array of a structure of arrays. */
typedef struct tcu_column {
    const void *in;    /**< n items */
    void *out;         /**< room for the kept items; not in place */
    size_t item_bytes; /**< of each item, 1 or more */
} tcu_column;

/**
 * Several arrays compacted by one set of flags:  columns[c].out[k] = columns[c].in[i_k].
 *
 * @param columns      in host memory, read before the call returns.
 * @param num_columns  1 to TCU_MAX_COLUMNS.
 * @param flags        n flags, as `format` says.
 * @param count        one value.
 * @param n            items of each column; 0 writes *count = 0.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_compact_columns(tcu_context *context, const tcu_column *columns, int num_columns,
                                       const void *flags, tcu_flags_format format, uint64_t *count, uint64_t n,
                                       const tcu_compact_options *options);

/** Bytes of workspace that tcu_compact_columns() needs, whatever the items' sizes; see tcu_compact_workspace(). */
TCU_API tcu_status tcu_compact_columns_workspace(tcu_context *context, int num_columns, tcu_flags_format format,
                                                 uint64_t n, const tcu_compact_options *options, size_t *bytes);

/**
 * All items, the flagged ones first, the others behind them, both in their order:  out[k] = in[i_k] for k < *count, and
 * out[*count + k] = in[j_k],  j_0 < j_1 < ... those without a flag.
 *
 * @param in       n items.
 * @param flags    n flags, as `format` says.
 * @param out      n items; not in place.
 * @param count    one value: the flagged items.
 * @param n        any 64-bit count; 0 writes *count = 0.
 * @param options  NULL for the defaults.
 */
TCU_API tcu_status tcu_partition(tcu_context *context, const void *in, size_t item_bytes, const void *flags,
                                 tcu_flags_format format, void *out, uint64_t *count, uint64_t n,
                                 const tcu_compact_options *options);

/** Bytes of workspace that tcu_partition() needs; see tcu_compact_workspace(). */
TCU_API tcu_status tcu_partition_workspace(tcu_context *context, size_t item_bytes, tcu_flags_format format, uint64_t n,
                                           const tcu_compact_options *options, size_t *bytes);

/** As tcu_partition(), by a predicate as in tcu_compact_if(). */
TCU_API tcu_status tcu_partition_if(tcu_context *context, const void *in, tcu_type type, const tcu_predicate *predicate,
                                    void *out, uint64_t *count, uint64_t n, const tcu_compact_options *options);

/** Bytes of workspace that tcu_partition_if() needs; see tcu_compact_workspace(). */
TCU_API tcu_status tcu_partition_if_workspace(tcu_context *context, tcu_type type, uint64_t n,
                                              const tcu_compact_options *options, size_t *bytes);

/**
 * The first item of each run of equal items, and how long the runs are (run-length encoding):  item i begins a run if
 * i = 0 or in[i] differs from in[i - 1] in any bit; so -0.0 and 0.0 differ, and equal NaNs do not.
 *
 * @param in           n items.
 * @param item_bytes   of each item, 1 or more.
 * @param out          room for an item of each run; in place allowed.
 * @param run_lengths  room for a value for each run, n always suffice; NULL if they are not wanted.
 * @param count        one value: the number of runs.
 * @param n            any 64-bit count; 0 writes *count = 0.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_unique(tcu_context *context, const void *in, size_t item_bytes, void *out, uint64_t *run_lengths,
                              uint64_t *count, uint64_t n, const tcu_compact_options *options);

/**
 * Bytes of workspace that tcu_unique() needs; see tcu_compact_workspace().
 *
 * @param with_lengths  not 0 if run lengths are wanted.
 */
TCU_API tcu_status tcu_unique_workspace(tcu_context *context, size_t item_bytes, int with_lengths, uint64_t n,
                                        int in_place, const tcu_compact_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_COMPACT_H */
