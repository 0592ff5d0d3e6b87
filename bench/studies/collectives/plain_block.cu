/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the library's collectives of blocks by plain instructions. */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<Plain, Operation::block_reduce> reduce;
const Entry<Plain, Operation::block_inclusive_scan> inclusive_scan;
const Entry<Plain, Operation::block_exclusive_scan> exclusive_scan;
} // namespace
} // namespace study::collectives
