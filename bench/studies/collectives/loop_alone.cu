/* SPDX-License-Identifier: Apache-2.0 */
/* The loop around collectives, without one. */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
const Entry<LoopAlone, Operation::warp_reduce> warp_reduce;
const Entry<LoopAlone, Operation::warp_inclusive_scan> warp_inclusive_scan;
const Entry<LoopAlone, Operation::warp_exclusive_scan> warp_exclusive_scan;
const Entry<LoopAlone, Operation::warp_segmented_reduce> warp_segmented_reduce;
const Entry<LoopAlone, Operation::warp_segmented_scan> warp_segmented_scan;
const Entry<LoopAlone, Operation::block_reduce> block_reduce;
const Entry<LoopAlone, Operation::block_inclusive_scan> block_inclusive_scan;
const Entry<LoopAlone, Operation::block_exclusive_scan> block_exclusive_scan;
} // namespace
} // namespace study::collectives
