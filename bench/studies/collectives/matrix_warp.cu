/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the library's collectives of warps on the matrix unit. */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Matrix, Operation::warp_reduce> reduce;
const Entry<Matrix, Operation::warp_inclusive_scan> inclusive_scan;
const Entry<Matrix, Operation::warp_exclusive_scan> exclusive_scan;
} // namespace
} // namespace study::collectives
