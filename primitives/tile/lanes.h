/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes of a warp. */
#ifndef TCUI_LANES_H
#define TCUI_LANES_H

#include "tcu/device/layout.cuh"

enum { TCUI_WARP_LANES = tcu::device::warp_size };

namespace tcu
{

/* The mask of warp functions in which every lane takes part. */
constexpr unsigned all_lanes = 0xffffffffu;

} // namespace tcu

#endif /* TCUI_LANES_H */
