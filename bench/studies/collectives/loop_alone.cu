/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loop around collectives, without one. It depends on how many registers items and results are, and on whether a block
 * works together: so it is the same for exclusive scans and for segments, for bf16 as for f16, and for i32 as for f32, of
 * which report.py shows these rows.
 */
#include "bench/studies/collectives/library.cuh"
#include "bench/studies/collectives/variants.cuh"

namespace study::collectives
{
namespace
{
template <Operation operation>
using Loop = EntryOf<LoopAlone, operation, __half, float, double, uint8_t>;

const Loop<Operation::warp_reduce> warp_reduce;
const Loop<Operation::warp_inclusive_scan> warp_scan;
const Loop<Operation::block_reduce> block_reduce;
const Loop<Operation::block_inclusive_scan> block_scan;
} // namespace
} // namespace study::collectives
