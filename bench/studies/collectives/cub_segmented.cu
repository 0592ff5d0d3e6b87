/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of CUB's collectives of segments of a warp. */
#include "bench/studies/collectives/cub.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Cub, Operation::warp_segmented_reduce> reduce;
const Entry<Cub, Operation::warp_segmented_scan> scan;
} // namespace
} // namespace study::collectives
