/* SPDX-License-Identifier: Apache-2.0 */
#include "items.h"

#include <inttypes.h>

tcu_status tcui_check_item_bytes(tcu_context *context, size_t item_bytes)
{
    if (item_bytes == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "item_bytes is 0; it must be 1 or more");
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_items(tcu_context *context, const char *name, const void *pointer, uint64_t count,
                            size_t item_bytes, bool has_pointers)
{
    size_t bytes;
    if (!tcui_bytes_of(count, item_bytes, &bytes)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW, "%s has %" PRIu64 " items of %zu bytes: " TCUI_TOO_LARGE,
                         name, count, item_bytes);
    }
    if (has_pointers && count > 0 && pointer == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL, but %" PRIu64 " items are needed", name,
                         count);
    }
    return TCU_SUCCESS;
}
