/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend scans; paths.cu chooses. They reserve and execute like a backend. */
#ifndef TCUI_SCAN_CUDA_PATHS_H
#define TCUI_SCAN_CUDA_PATHS_H

#include "primitives/scan/backend.h"

namespace tcu
{

/* The one-pass kernels of these elements are compiled side by side (one_pass/instances.cmake). */
enum class scan_elements { reals, narrow_integers, wide_integers };

template <scan_elements Elements>
tcu_status scan_one_pass_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);

} // namespace tcu

/* Reproducible sums of arrays (reproducible/kernel.cuh), which no other path takes. */
bool tcui_scan_is_reproducible(const tcu_context *context, const tcui_scan_task *task);
tcu_status tcui_scan_reproducible_reserve(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout);
tcu_status tcui_scan_reproducible_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);

/* One pass by persistent blocks (one_pass/kernel.cuh): sm_90 and newer. */
bool tcui_scan_is_one_pass(const tcu_context *context, const tcui_scan_task *task);
tcu_status tcui_scan_one_pass_reserve(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout);
tcu_status tcui_scan_one_pass_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);

/*
 * Small arrays, one segment, with plain adds (small/kernel.cuh), where the one-pass scan would be possible too: they
 * use a part of the workspace that it reserves.
 */
bool tcui_scan_is_small(const tcu_context *context, const tcui_scan_task *task);
/* Whether it is, and its blocks exchange their sums in no memory, wherever the arrays lie. */
bool tcui_scan_needs_no_workspace(const tcu_context *context, const tcui_scan_task *task);
tcu_status tcui_scan_small_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);

/* The workspace of the one-pass scan: slots of the look-back, and with offsets the first segment in each tile. */
void *tcui_scan_one_pass_place_slots(const tcu_context *context, tcui_layout *layout, void *base, size_t acc_bytes);
uint64_t *tcui_scan_one_pass_place_first(tcui_layout *layout, void *base, uint64_t n, uint64_t tile_elements);
/* Enqueues: first[t] = the first k with offsets[k] >= the begin of tile t, or count + 1; 0 <= t <= tiles. */
tcu_status tcui_scan_one_pass_find_first(tcu_context *context, const tcui_segments *segments, uint64_t phase,
                                         uint64_t tile_elements, uint64_t tiles, uint64_t *first);

/* Reduce, then scan, by tiles (tiles/path.cu): every device, every kind of segment. */
tcu_status tcui_scan_tiles_reserve(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout);
tcu_status tcui_scan_tiles_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);

#endif /* TCUI_SCAN_CUDA_PATHS_H */
