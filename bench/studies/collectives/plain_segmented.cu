/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the library's collectives of segments of a warp by plain instructions. */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Plain, Operation::warp_segmented_reduce> reduce;
const Entry<Plain, Operation::warp_segmented_scan> scan;
} // namespace
} // namespace study::collectives
