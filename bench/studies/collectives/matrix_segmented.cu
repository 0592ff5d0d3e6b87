/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the library's collectives of segments of a warp on the matrix unit. */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Matrix, Operation::warp_segmented_reduce> reduce;
const Entry<Matrix, Operation::warp_segmented_scan> scan;
} // namespace
} // namespace study::collectives
