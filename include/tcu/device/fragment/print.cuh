/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file print.cuh
 * A warp's whole matrix on the standard output, for a look at it. Included by <tcu/device/fragment.cuh>.
 */
#ifndef TCU_DEVICE_FRAGMENT_PRINT_CUH
#define TCU_DEVICE_FRAGMENT_PRINT_CUH

#include <cstdio>

#include <tcu/device/fragment/registers.cuh>

namespace tcu
{
namespace device
{

/**
 * Prints the matrix: a line `title` (if not NULL), and a line a row, numbers as by "%g", integers as by "%d", a space
 * before each. All 32 lanes call it together; lane 0 prints what the others hand to it, by the device's printf, so
 * the lines show once the host has synchronised. Other warps may print in between.
 */
template <use U, class Shape, class T>
__device__ inline void print(const fragment<U, Shape, T> &f, const char *title = nullptr)
{
    using F = fragment<U, Shape, T>;
    using number = typename element<T>::number;
    if (title != nullptr && lane_index() == 0) {
        printf("%s\n", title);
    }
    for (int row = 0; row < F::rows; row++) {
        for (int column = 0; column < F::columns; column++) {
            const place at = F::map::holder(row, column);
            const number own = element<T>::to_number(f.get(F::packed * at.reg + at.element));
            if constexpr (std::is_integral_v<number>) {
                const int shown = __shfl_sync(0xffffffffu, static_cast<int>(own), at.lane);
                if (lane_index() == 0) {
                    printf(" %d", shown);
                }
            } else {
                const number shown = __shfl_sync(0xffffffffu, own, at.lane);
                if (lane_index() == 0) {
                    printf(" %g", static_cast<double>(shown));
                }
            }
        }
        if (lane_index() == 0) {
            printf("\n");
        }
    }
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_FRAGMENT_PRINT_CUH */
