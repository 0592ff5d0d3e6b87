/* SPDX-License-Identifier: Apache-2.0 */
#include "tcu/status.h"
#include "tcu/version.h"

const char *tcu_status_string(tcu_status status)
{
    switch (status) {
    case TCU_SUCCESS:
        return "success";
    case TCU_ERROR_INVALID_ARGUMENT:
        return "invalid argument";
    case TCU_ERROR_UNSUPPORTED_TYPE:
        return "the operation does not take elements of this type, pair of types or size";
    case TCU_ERROR_MISALIGNED:
        return "a pointer is not aligned to its element";
    case TCU_ERROR_OVERLAP:
        return "arrays overlap, or one overlaps the workspace, in a way that the operation does not allow";
    case TCU_ERROR_SIZE_OVERFLOW:
        return "an array has more than 2^63 - 1 bytes, or the work more parts than the device counts";
    case TCU_ERROR_WORKSPACE_TOO_SMALL:
        return "the workspace is too small";
    case TCU_ERROR_OUT_OF_MEMORY:
        return "out of memory";
    case TCU_ERROR_BACKEND_UNAVAILABLE:
        return "the backend is not available";
    case TCU_ERROR_INVALID_CONTEXT:
        return "the context is NULL or was destroyed";
    case TCU_ERROR_INVALID_OFFSETS:
        return "segment offsets decrease or leave the input";
    case TCU_ERROR_UNSUPPORTED_ALGORITHM:
        return "the algorithm is not available for this operation on this backend";
    case TCU_ERROR_DEVICE:
        return "the device reported an error";
    case TCU_ERROR_INVALID_LEVELS:
        return "levels of a histogram decrease, or one is NaN";
    }
    return "unknown status";
}

int tcu_version(void)
{
    return TCU_VERSION;
}
