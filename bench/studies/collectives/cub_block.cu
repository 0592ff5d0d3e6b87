/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of CUB's collectives of blocks, with two of its algorithms each. */
#include "bench/studies/collectives/cub.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Cub, Operation::block_reduce> reduce;
const Entry<Cub, Operation::block_inclusive_scan> inclusive_scan;
const Entry<Cub, Operation::block_exclusive_scan> exclusive_scan;
const Entry<CubOther, Operation::block_reduce> other_reduce;
const Entry<CubOther, Operation::block_inclusive_scan> other_inclusive_scan;
const Entry<CubOther, Operation::block_exclusive_scan> other_exclusive_scan;
} // namespace
} // namespace study::collectives
