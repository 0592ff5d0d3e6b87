/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of numbers an element type has. */
#ifndef TCUI_TYPES_H
#define TCUI_TYPES_H

#include <stdbool.h>

#include "tcu/types.h"

static inline bool tcui_is_real(tcu_type type)
{
    return type == TCU_TYPE_F16 || type == TCU_TYPE_BF16 || type == TCU_TYPE_F32 || type == TCU_TYPE_F64;
}

static inline bool tcui_is_unsigned(tcu_type type)
{
    return type == TCU_TYPE_U8 || type == TCU_TYPE_U16 || type == TCU_TYPE_U32 || type == TCU_TYPE_U64;
}

/* Also of reals. */
static inline bool tcui_is_signed(tcu_type type)
{
    return !tcui_is_unsigned(type);
}

#endif /* TCUI_TYPES_H */
