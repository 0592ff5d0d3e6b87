/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that compare keys by their order bits (key_order.cuh) are made for each width of keys, not for each type. */
#ifndef TCUI_KEY_WIDTH_CUH
#define TCUI_KEY_WIDTH_CUH

#include "primitives/tile/element.cuh"

namespace tcu
{

/* function(an unsigned integer of the type's width). */
template <class Function>
tcu_status dispatch_key_width(tcu_type type, Function function)
{
    switch (tcu_type_size(type)) {
    case 1:
        return function(u8());
    case 2:
        return function(u16());
    case 4:
        return function(u32());
    default:
        return function(u64());
    }
}

} // namespace tcu

#endif /* TCUI_KEY_WIDTH_CUH */
