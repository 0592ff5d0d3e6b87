/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file collectives.cuh
 * Sums and prefix sums of the elements that the threads of a warp or a block hold in registers, for kernels of users'
 * own: on the matrix unit (namespace tcu::device; Dakkak et al., "Accelerating reduction and scan using tensor core
 * units", ICS'19) and by plain instructions (tcu::device::plain), with one interface.
 *
 *     total = warp_reduce<layout>(items)                           plain::warp_reduce<layout>(items, operator)
 *     total = warp_scan<kind, layout>(items, results)
 *     warp_segmented_reduce<segment, layout>(items, sums)
 *     warp_segmented_scan<segment, kind, layout>(items, results)
 *     total = block_reduce<threads, layout>(items, storage)
 *     total = block_scan<threads, kind, layout>(items, results, storage)
 *
 * **Types.** __half, __nv_bfloat16, float, double, int8_t, uint8_t, int32_t, uint32_t; sums are accumulator_t<T>. 1
 * to 16 items a thread, as an array of known size whose places are all known when the kernel is compiled, so that it
 * stays in registers.
 *
 * **Who takes part.** All 32 lanes of the warp (of block_*: all threads of the block) reach the call together, with
 * the same template arguments: not in a branch that some of them do not take. Threads that have no element pass
 * zeros, or `valid`.
 *
 * **How.** On the unit, elements of 8 and 16 bits are operands as they are. Of the other types a lane first adds its
 * own items by plain adds; the sums over lanes are products again: float as the sum of three bf16 (exact), 32-bit
 * integers as four byte planes (exact), double by f64 products. Scans of elements of 8 and 16 bits in the blocked layout add
 * the sums of groups of four lanes by shuffles.
 *
 * **Results.** Integers are exact modulo 2^32. Reals: with S the sum of the magnitudes of what a result sums up, and if S
 * of all the warp's (block's) elements does not overflow the accumulator, its error is at most
 *     f16, bf16   (4 Items + 32) 2^-24 S
 *     float       (Items + 48) 2^-24 S     (plain collectives: (Items + 16) 2^-24 S)
 *     double      (Items + 48) 2^-53 S
 *
 * of a warp; a block adds 48 to the first factor. Products are exact; the unit adds in f32, with 24 bits behind the
 * first one of the largest term, and cuts off what is below. (Of float add 2^-120, as the third bf16 of a float below
 * 2^-110 has fewer bits. Compiled with -ftz=true or --use_fast_math, sums below 2^-126 may become 0 as well.) If S
 * overflows, results may be infinite or NaN, and on the unit other ones than by plain adds. The same elements in the same
 * registers give the same bits, from run to run, on devices of one architecture.
 *
 * **Infinities and NaNs.** As plain adds have it: a prefix before the first of them is finite and within the same bound,
 * though 0 times infinity is NaN on the unit: a warp that finds a sum that is not finite takes the plain way for all its
 * elements, after the other one. Their last bits may then differ from what they are without the infinity.
 *
 * **Speed.** docs/guide/collectives.md says when to take which.
 */
#ifndef TCU_DEVICE_COLLECTIVES_CUH
#define TCU_DEVICE_COLLECTIVES_CUH

#include <tcu/device/block_reduce.cuh>
#include <tcu/device/block_scan.cuh>
#include <tcu/device/plain.cuh>
#include <tcu/device/warp_reduce.cuh>
#include <tcu/device/warp_scan.cuh>
#include <tcu/device/warp_segmented.cuh>

#endif /* TCU_DEVICE_COLLECTIVES_CUH */
