/* SPDX-License-Identifier: Apache-2.0 */
/* Where an element is, known when this is compiled; no header of CUDA is needed. */
#include <cstdio>

#include <tcu/device/layout.cuh>

int main()
{
    using namespace tcu::device;
    constexpr auto holder = fragment_layout<use::a, m16n8k16, 16>::holder(9, 3);
    static_assert(holder.lane == 5 && holder.reg == 1 && holder.element == 1, "the layout of the PTX ISA");
    std::printf("A(9, 3) of m16n8k16, f16: lane %d, register %d, element %d\n", holder.lane, holder.reg,
                holder.element);
    return 0;
}
