/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file emulated_checks.h
 * What a program that is compiled for checks on the emulated device did: its first mistake, and counts of what limits a
 * kernel on a GPU. The program's kernels are compiled with -fsanitize=thread, which makes a call of each access to
 * memory, and with TCU_EMULATED_CHECKS=1 (CMake: link tcu::emulated_device).
 *
 * Mistakes that are found, each with its thread, its block and the line of the source: accesses outside of all arrays of
 * the device's memory or of shared memory, reads of what nothing wrote, races (two accesses of different threads, one of
 * them a write, without a barrier between), misaligned vectors, barriers and collectives of warps that not all threads
 * reach, and host code that uses memory of the device. The launch ends there, and cudaGetLastError() returns
 * cudaErrorLaunchFailure.
 *
 * Not found:
 * - a race between blocks one of which has used an atomic operation before its access, as that may have made an order;
 *   nor one with an access that is neither the last write of a word nor one of its last two readers;
 * - a mistake in a branch that no thread of this run takes: TCU_TEST_SEED chooses another order of threads;
 * - an index that leaves one array of a kernel for another one's elements, or for shared memory of a function that
 *   kernels call; an index out of an array among a thread's own variables;
 * - a read of what an earlier kernel has left in global memory, and of a part that nothing wrote of an access of which
 *   another byte is not 0xff;
 * - what memory order, fences and volatile are for: memory is always in order, and an atomic operation is taken for a
 *   fence;
 * - accesses that the compiler removes or keeps in registers, those of code that is compiled without -fsanitize=thread,
 *   and with Clang those of structs whose size is no power of two;
 * - accesses to dynamic shared memory of another block of a cluster or of a cooperative grid than the last one;
 * - masks of collectives that do not name the lanes which take part, and shuffles from lanes that are not there;
 * - a loop without an end that accesses no memory; one that does is ended at the thread's access 2^24.
 *
 * Counted are instructions as the host's compiler leaves them: an access that nvcc would merge, hoist or keep in a
 * register may be counted here, and the other way round.
 */
#ifndef TCU_EMULATED_CHECKS_H
#define TCU_EMULATED_CHECKS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulated
{

/** Sums over all launches since forget(). */
struct counts {
    uint64_t read_bytes, written_bytes; /**< of global memory, as threads ask for them; atomic operations are both */
    uint64_t global_accesses;           /**< instructions of warps that access global memory */
    uint64_t sectors;                   /**< of 32 bytes of global memory that these instructions touch */
    uint64_t shared_accesses;           /**< instructions of warps that access shared memory */
    uint64_t conflicts;                 /**< further passes over the 32 banks of 4 bytes that these need */
    uint64_t active_lanes;              /**< of all these instructions; all lanes would be 32 an instruction */
    uint64_t atomics;                   /**< atomic operations of threads, in global and in shared memory */
    uint64_t barriers;                  /**< of blocks */
    uint64_t products;                  /**< of matrices, one a warp */
};

counts counted();

/** "" or one sentence. */
std::string first_mistake();

/** Of an array in the device's memory: bytes become 0xff, as if nothing had written them since cudaMalloc(). */
void forget_written(const void *memory, size_t bytes);

/** Counts begin at 0 again, and the mistake is forgotten. */
void forget();

} // namespace emulated

#endif /* TCU_EMULATED_CHECKS_H */
