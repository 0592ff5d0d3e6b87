/* SPDX-License-Identifier: Apache-2.0 */
/* A block's or a warp's number taken apart into its coordinates by division, from the one that changes fastest on. */
#ifndef TCUI_STENCIL_COORDINATES_CUH
#define TCUI_STENCIL_COORDINATES_CUH

#include <type_traits>

namespace tcu
{

/* rest = rest / n; returns rest % n. */
template <class Number, class Count>
__device__ __forceinline__ std::make_signed_t<Number> take_coordinate(Number &rest, Count n)
{
    const Number whole = rest, parts = static_cast<Number>(n);
    rest = whole / parts;
    return static_cast<std::make_signed_t<Number>>(whole - rest * parts);
}

/* Without the division where n is 1, as copies and batches mostly are: one of 64 bits takes dozens of instructions. */
template <class Number, class Count>
__device__ __forceinline__ std::make_signed_t<Number> take_coordinate_of_few(Number &rest, Count n)
{
    const Number whole = rest, parts = static_cast<Number>(n);
    rest = n == 1 ? whole : whole / parts;
    return n == 1 ? 0 : static_cast<std::make_signed_t<Number>>(whole - rest * parts);
}

} // namespace tcu

#endif /* TCUI_STENCIL_COORDINATES_CUH */
