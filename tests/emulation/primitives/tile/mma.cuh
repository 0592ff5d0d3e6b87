/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the library's file of this path: no matrix unit. Tests ask for plain adds. */
#ifndef TCUI_MMA_CUH
#define TCUI_MMA_CUH

#include "emulated_cuda.h"

namespace tcu
{
template <class... Operands>
void mma_m16n8k16_f16(Operands &&...)
{
    emulated::fail("a product");
}
template <class... Operands>
void mma_m16n8k16_bf16(Operands &&...)
{
    emulated::fail("a product");
}
template <class... Operands>
void mma_m16n8k32_s8(Operands &&...)
{
    emulated::fail("a product");
}
template <class... Operands>
void mma_m16n8k32_u8(Operands &&...)
{
    emulated::fail("a product");
}
template <class... Operands>
void mma_m8n8k4_f64(Operands &&...)
{
    emulated::fail("a product");
}
} // namespace tcu

#endif /* TCUI_MMA_CUH */
