/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file run_length.h
 * Run-length decoding: each item as often as its length says, and the number of the run that each element lies in. The
 * inverse of run-length encoding (the lengths of by_key.h), and what NumPy calls repeat.
 *
 * @code
 * const uint32_t lengths[4] = {2, 0, 3, 1};
 * const float items[4] = {7, 8, 9, 5};
 * float out[6];
 * uint32_t runs[6];
 * uint64_t count;
 * tcu_status status = tcu_run_length_decode(context, lengths, TCU_TYPE_U32, 4, items, out, sizeof items[0], runs,
 *                                           TCU_TYPE_U32, &count, 6, NULL);
 * assert(status == TCU_SUCCESS && count == 6 && out[1] == 7 && out[2] == 9 && out[5] == 5);
 * assert(runs[1] == 0 && runs[2] == 2 && runs[5] == 3);
 * @endcode
 *
 * Run k is b_k <= j < b_{k+1}, where b_k is the exclusive prefix sum of the lengths, taken by the scans of scan.h
 * (Dakkak et al., ICS 2019). With the matrix M that has a one in row k and column j where element j is in run k, sums
 * by key are M v and this is its transpose, M^T items: each row of M^T has a single one. Runs and elements are divided
 * among blocks and threads as one merged sequence. S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk: "Merge Path",
 * IPDPS Workshops 2012. So many empty runs, one giant run and equal ones take the same time an element and run.
 *
 * **Items** have any number of bytes from 1 on, and no alignment, as in gather.h.
 *
 * **Lengths** are TCU_TYPE_U32 or TCU_TYPE_U64, aligned to their type; other types are TCU_ERROR_UNSUPPORTED_TYPE.
 * (Signed ones that are not negative have the same bits.)
 *
 * **Count.** How many elements there are is the sum of the lengths, known when the work is done: `count` is written in
 * the context's memory space, and nothing waits for it. Outputs have room for `capacity` elements: elements behind them
 * are not written, and the count is how many there would be. What lies behind the last element is not written either.
 *
 * **A sum of more than 2^63 - 1** is TCU_ERROR_SIZE_OVERFLOW on the host and reference backends, and nothing is
 * written. On CUDA devices, where lengths are read by the device alone, the sum is taken modulo 2^64: no memory but the
 * outputs is written, no memory but the inputs is read, and results are unspecified.
 *
 * **Pointers** lie in the context's memory space; options in host memory, read before the call returns. `runs` is
 * aligned to its type, `count` to 8. Arrays without elements may be NULL. Outputs must not overlap inputs or each
 * other.
 *
 * **Workspace.** About 8 bytes a run for the prefix sums, what a scan of u64 needs, and on CUDA devices 8 bytes for
 * each 512 elements and runs at most.
 *
 * **Determinism.** The same call gives the same bits, on every backend and device, by any number of threads, unless the
 * sum of the lengths is more than 2^63 - 1.
 *
 * **Streams.** As in context.h: asynchronous, capturable, correct on every replay, whatever the lengths are then.
 *
 * **Errors**, all but TCU_ERROR_DEVICE before anything is written: TCU_ERROR_INVALID_CONTEXT;
 * TCU_ERROR_INVALID_ARGUMENT (null pointer that is needed, item of 0 bytes, value that is no enumerator, reserved field
 * not 0); TCU_ERROR_UNSUPPORTED_TYPE; TCU_ERROR_MISALIGNED; TCU_ERROR_OVERLAP; TCU_ERROR_SIZE_OVERFLOW;
 * TCU_ERROR_WORKSPACE_TOO_SMALL; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_DEVICE.
 */
#ifndef TCU_RUN_LENGTH_H
#define TCU_RUN_LENGTH_H

#include <stddef.h>
#include <stdint.h>

#include "context.h"
#include "export.h"
#include "status.h"
#include "types.h"

TCU_BEGIN_DECLS

/** Options of tcu_run_length_decode(); NULL means the defaults of TCU_RUN_LENGTH_OPTIONS_INIT. */
typedef struct tcu_run_length_options {
    /**
     * One value in the context's memory space, aligned to 8, read when the work runs: the call is of the first
     * min(num_runs, *count) runs, and lengths and items behind them are not read. NULL (the default): of all of them.
     */
    const uint64_t *count;
    unsigned reserved[8]; /**< must be 0 */
} tcu_run_length_options;

/** Initialiser of tcu_run_length_options. */
#define TCU_RUN_LENGTH_OPTIONS_INIT                                                                                    \
    {                                                                                                                  \
        0,                                                                                                             \
        {                                                                                                              \
            0, 0, 0, 0, 0, 0, 0, 0                                                                                     \
        }                                                                                                              \
    }

/**
 * Of the first r = min(num_runs, *options->count) runs, for every element j of run k < r,  b_k <= j < b_{k+1}  and
 * j < capacity,
 *
 *     out[j] = items[k],  runs[j] = k,  and  *count = b_r = lengths[0] + ... + lengths[r - 1]
 *
 * @param context      where and how.
 * @param lengths      num_runs lengths, 0 among them.
 * @param length_type  u32 or u64.
 * @param num_runs     any 64-bit count; 0 writes *count = 0 alone.
 * @param items        num_runs items; not looked at if `out` is NULL.
 * @param out          room for `capacity` items; NULL if they are not wanted.
 * @param item_bytes   of each item, 1 or more; not looked at if `out` is NULL.
 * @param runs         room for `capacity` numbers of runs, from 0 on; NULL if they are not wanted.
 * @param run_type     u32 (needs num_runs <= 2^32, else TCU_ERROR_SIZE_OVERFLOW) or u64; not looked at if `runs` is
 *                     NULL.
 * @param count        one value, NULL if it is not wanted.
 * @param capacity     with 0 only *count is written. More elements than an array may have (types.h) are
 *                     TCU_ERROR_SIZE_OVERFLOW, by the bytes of each output that is wanted; else any 64-bit count.
 * @param options      NULL for the defaults.
 */
TCU_API tcu_status tcu_run_length_decode(tcu_context *context, const void *lengths, tcu_type length_type,
                                         uint64_t num_runs, const void *items, void *out, size_t item_bytes, void *runs,
                                         tcu_type run_type, uint64_t *count, uint64_t capacity,
                                         const tcu_run_length_options *options);

/**
 * Bytes of workspace that tcu_run_length_decode() needs with these arguments, whatever outputs are wanted. Needs no
 * device work.
 *
 * @param item_bytes  as in the call; 0 for calls without `out`. `capacity` is held against the bytes of `out` alone,
 *                    which are none if this is 0: how wide `runs` are is not known here.
 * @param[out] bytes  host memory; 0 is a possible answer. It never decreases with growing num_runs or capacity.
 */
TCU_API tcu_status tcu_run_length_decode_workspace(tcu_context *context, tcu_type length_type, uint64_t num_runs,
                                                   size_t item_bytes, uint64_t capacity,
                                                   const tcu_run_length_options *options, size_t *bytes);

TCU_END_DECLS

#endif /* TCU_RUN_LENGTH_H */
