/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the library's collectives of blocks on the matrix unit. */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Matrix, Operation::block_reduce> reduce;
const Entry<Matrix, Operation::block_inclusive_scan> inclusive_scan;
const Entry<Matrix, Operation::block_exclusive_scan> exclusive_scan;
} // namespace
} // namespace study::collectives
