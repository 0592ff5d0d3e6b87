/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gather.h
 * Gather and scatter: items of any size, taken from the places that indices name, or put there.
 *
 * @code
 * typedef struct particle {
 *     double x, y;
 *     uint64_t id;
 * } particle; // 24 bytes
 * const particle in[3] = {{1, 2, 70}, {3, 4, 71}, {5, 6, 72}};
 * const int32_t indices[4] = {2, 0, -1, 2}; // there is no item -1
 * particle out[4] = {{0, 0, 0}};
 * uint64_t out_of_range;
 * tcu_gather_options options = TCU_GATHER_OPTIONS_INIT;
 * options.out_of_range = &out_of_range;
 * tcu_status status = tcu_gather(context, in, 3, indices, TCU_TYPE_I32, out, sizeof in[0], 4, &options);
 * assert(status == TCU_SUCCESS && out[0].id == 72 && out[1].id == 70 && out[2].id == 0 && out[3].id == 72);
 * assert(out_of_range == 1);
 * const uint64_t places[3] = {1, 2, 0};
 * status = tcu_scatter(context, in, places, TCU_TYPE_U64, out, 4, sizeof in[0], 3, NULL);
 * assert(status == TCU_SUCCESS && out[0].id == 72 && out[1].id == 70 && out[2].id == 71 && out[3].id == 72);
 * @endcode
 *
 * With the 0/1 matrix P that has a one in row i and column indices[i], a gather is P source and a scatter P^T items:
 * each index is a row with a single one, so nothing is added up.
 *
 * **Items** have any number of bytes from 1 on, and are copied as they are, whatever they mean. They need no alignment:
 * kernels move words of 1, 2, 4, 8 or 16 bytes, the largest that divides the items' bytes and all their addresses, so
 * that an array that is aligned to its structure is moved by its largest members.
 *
 * **Indices** are TCU_TYPE_I32, TCU_TYPE_U32, TCU_TYPE_I64 or TCU_TYPE_U64, aligned to their type; other types are
 * TCU_ERROR_UNSUPPORTED_TYPE. An index that is negative, or not less than the number of items at the other end, is out
 * of range: it touches nothing, and is no error. How many there were is `out_of_range` of the options.
 *
 * **Counts.** Where options->count points to a value in the context's memory, the call is of the first min(n, *count)
 * indices. n is the most that there can be, by which arrays are checked and the code path is chosen. The count is read
 * when the work runs, at each replay of a graph anew. What lies behind it is neither read nor written.
 *
 * **Pointers** lie in the context's memory space, those of options aligned to 8; options in host memory, read before
 * the call returns. Arrays without elements may be NULL. Outputs must not overlap inputs or each other.
 *
 * **Workspace.** None.
 *
 * **Determinism.** The same call gives the same bits, on every backend and device, by any number of threads, but where
 * several indices of a scatter are equal; see there.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, whatever the count is then.
 *
 * **Errors** of every operation here, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, item of 0 bytes, value that is no enumerator, reserved field
 * not 0); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW;
 * TCU_ERROR_DEVICE.
 */
#ifndef TCU_GATHER_H
#define TCU_GATHER_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of gathers and scatters; NULL means the defaults of TCU_GATHER_OPTIONS_INIT. */
typedef struct tcu_gather_options {
    /**
     * One value in the context's memory: the call is of the first min(n, *count) indices. NULL (the default): of all n.
     */
    const uint64_t *count;
    /** One value in the context's memory: how many indices were out of range, also where that is
     * none. NULL (the default): they are not counted. */
    uint64_t *out_of_range;
    unsigned reserved[8]; /**< must be 0 */
} tcu_gather_options;

/** Initialiser of tcu_gather_options. */
#define TCU_GATHER_OPTIONS_INIT                                                                                        \
    {                                                                                                                  \
        0, 0,                                                                                                          \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Items from where the indices say:  out[i] = source[indices[i]],  i < n. Where indices[i] is out of range out[i] stays
 * as it is.
 *
 * @param context      where and how.
 * @param source       num_source items.
 * @param num_source   any 64-bit count; with 0 every index is out of range.
 * @param indices      n indices, in any order; equal ones are fine.
 * @param index_type   i32, u32, i64 or u64.
 * @param out          n items.
 * @param item_bytes   of each item, 1 or more.
 * @param n            any 64-bit count; 0 writes *out_of_range = 0 alone.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_gather(tcu_context *context, const void *source, uint64_t num_source, const void *indices,
                              tcu_type index_type, void *out, size_t item_bytes, uint64_t n,
                              const tcu_gather_options *options);

/**
 * Bytes of workspace that tcu_gather() needs with these arguments. Needs no device work.
 *
 * @param[out] bytes  host memory; 0, and always will be.
 */
TCU_API tcu_status tcu_gather_workspace(tcu_context *context, uint64_t num_source, tcu_type index_type,
                                        size_t item_bytes, uint64_t n, const tcu_gather_options *options,
                                        size_t *bytes);

/**
 * Items to where the indices say:  out[indices[i]] = items[i],  i < n. Items of `out` that no index names stay as they
 * are.
 *
 * Where several indices are equal that item of `out` is made of bytes of their items: which ones is not said, may
 * change from call to call, and need not be the same for all of its bytes. Only items of 1, 2, 4 or 8 bytes whose
 * arrays are aligned to them are always one of these items as a whole. Equal indices of equal items do no harm.
 *
 * @param items        n items.
 * @param indices      n indices, in any order.
 * @param index_type   i32, u32, i64 or u64.
 * @param out          num_out items.
 * @param num_out      any 64-bit count; with 0 every index is out of range.
 * @param item_bytes   of each item, 1 or more.
 * @param n            any 64-bit count; 0 writes *out_of_range = 0 alone.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_scatter(tcu_context *context, const void *items, const void *indices, tcu_type index_type,
                               void *out, uint64_t num_out, size_t item_bytes, uint64_t n,
                               const tcu_gather_options *options);

/** Bytes of workspace that tcu_scatter() needs; see tcu_gather_workspace(). */
TCU_API tcu_status tcu_scatter_workspace(tcu_context *context, tcu_type index_type, uint64_t num_out, size_t item_bytes,
                                         uint64_t n, const tcu_gather_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_GATHER_H */
