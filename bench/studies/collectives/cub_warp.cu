/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of CUB's collectives of warps. */
#include "bench/studies/collectives/cub.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Cub, Operation::warp_reduce> reduce;
const Entry<Cub, Operation::warp_inclusive_scan> inclusive_scan;
const Entry<Cub, Operation::warp_exclusive_scan> exclusive_scan;
} // namespace
} // namespace study::collectives
