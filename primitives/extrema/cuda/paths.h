/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths by which the CUDA backend finds extrema: those of the reductions; paths.cu chooses. */
#ifndef TCUI_EXTREMA_CUDA_PATHS_H
#define TCUI_EXTREMA_CUDA_PATHS_H

#include "primitives/extrema/backend.h"

namespace tcu
{

enum class extrema_path { lanes, chunks, offsets };

/* Bytes of workspace of a path, into the layout; and its kernels. Of elements of a width. */
template <class Bits>
tcu_status reserve_extrema(tcu_context *context, const tcui_extrema_task *task, extrema_path path, tcui_layout *layout);
template <class Bits>
tcu_status launch_extrema(tcu_context *context, const tcui_extrema_task *task, extrema_path path, void *workspace);

} // namespace tcu

#endif /* TCUI_EXTREMA_CUDA_PATHS_H */
