/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status.h
 * What every function returns. A call that returns anything but TCU_SUCCESS has written nothing to its outputs, with
 * the one exception of TCU_ERROR_DEVICE (below). The sentence that names the argument and its value is
 * tcu_context_last_error() in context.h.
 *
 * @code
 * tcu_context *context;
 * const tcu_status status = tcu_context_create(&context, TCU_BACKEND_HOST, -2); // there is no such device
 * assert(status == TCU_ERROR_INVALID_ARGUMENT);
 * printf("%s\n", tcu_status_string(status));          // what kind of error it is
 * printf("%s\n", tcu_context_last_error(NULL));       // which argument, and its value
 * @endcode
 */
#ifndef TCU_STATUS_H
#define TCU_STATUS_H

#include "export.h"

TCU_BEGIN_DECLS

/** Values are pinned: they never change and none is ever used again for another meaning. */
typedef enum tcu_status {
    TCU_SUCCESS = 0,
    /**
     * A null pointer, an enumerator out of range, a segment size of 0, a reserved field that is not 0, an array in
     * host memory that the device cannot read.
     */
    TCU_ERROR_INVALID_ARGUMENT = 1,
    /** The operation does not take elements of this type, pair of types or size; its header lists those that it takes. */
    TCU_ERROR_UNSUPPORTED_TYPE = 2,
    /** A data pointer is not a multiple of its element's size. */
    TCU_ERROR_MISALIGNED = 3,
    /** Two arrays, or an array and the workspace, share bytes in a way that the operation does not allow. */
    TCU_ERROR_OVERLAP = 4,
    /** An array, or a workspace, of more than 2^63 - 1 bytes (see types.h); more blocks than a grid of the device has; or
     * more elements than indices of the type asked for can count. */
    TCU_ERROR_SIZE_OVERFLOW = 5,
    /** The workspace given with tcu_context_set_workspace() is smaller than the operation's _workspace query says. */
    TCU_ERROR_WORKSPACE_TOO_SMALL = 6,
    /** The allocator, or the device's memory pool, had no memory left. */
    TCU_ERROR_OUT_OF_MEMORY = 7,
    /** The backend asked for is not in this build, or no usable device is there. */
    TCU_ERROR_BACKEND_UNAVAILABLE = 8,
    /** The context is NULL, was destroyed, or is none. */
    TCU_ERROR_INVALID_CONTEXT = 9,
    /** Segment offsets decrease or leave [0, n] (detected by the host backend, which checks them before it writes). */
    TCU_ERROR_INVALID_OFFSETS = 10,
    /** The operation exists, but not with this algorithm on this backend. */
    TCU_ERROR_UNSUPPORTED_ALGORITHM = 11,
    /** The CUDA runtime reported an error. Errors of earlier asynchronous work surface here too; what that work was to
     * write is then undefined. */
    TCU_ERROR_DEVICE = 12,
    /** Levels of a histogram decrease, or one is NaN (detected by the host backend, which checks them before it
     * writes). */
    TCU_ERROR_INVALID_LEVELS = 13
} tcu_status;

/** @return a static English sentence for a status, also for values that are not in the enumeration. Never NULL. */
TCU_API const char *tcu_status_string(tcu_status status);

TCU_END_DECLS

#endif /* TCU_STATUS_H */
