/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes of a warp. */
#ifndef TCUI_LANES_H
#define TCUI_LANES_H

enum { TCUI_WARP_LANES = 32 };

#ifdef __cplusplus
namespace tcu
{

/* The mask of warp functions in which every lane takes part. */
constexpr unsigned all_lanes = 0xffffffffu;

} // namespace tcu
#endif

#endif /* TCUI_LANES_H */
