/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file collective.h
 * What the study `collectives` measures: variants, each a kernel that repeats one collective of a warp or a block in one
 * implementation, for one element type and number of items a thread. Files of kernels enter theirs into one list.
 */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_COLLECTIVE_H
#define TCU_BENCH_STUDIES_COLLECTIVES_COLLECTIVE_H

#include <vector>

#include "tcu/tcu.h"

namespace study::collectives
{
constexpr int kLanes = 32;         // of a warp
constexpr int kBlockThreads = 256; // of a block that works together

enum class Operation {
    warp_reduce,
    warp_inclusive_scan,
    warp_exclusive_scan,
    warp_segmented_reduce,
    warp_segmented_scan, // inclusive
    block_reduce,
    block_inclusive_scan,
    block_exclusive_scan
};

constexpr bool is_scan(Operation operation)
{
    return operation != Operation::warp_reduce && operation != Operation::warp_segmented_reduce &&
           operation != Operation::block_reduce;
}

constexpr bool is_exclusive(Operation operation)
{
    return operation == Operation::warp_exclusive_scan || operation == Operation::block_exclusive_scan;
}

constexpr bool is_of_block(Operation operation)
{
    return operation >= Operation::block_reduce;
}

/** How many threads work together. */
constexpr int group_threads(Operation operation)
{
    return is_of_block(operation) ? kBlockThreads : kLanes;
}

/** How many results a thread takes: of reductions one, since all its elements lie in the same segment. */
constexpr int result_count(Operation operation, int items)
{
    return is_scan(operation) ? items : 1;
}

enum class Implementation {
    matrix, // tcu::device
    plain,  // tcu::device::plain
    cub,    // CUB
    loop    // no collective: what the loop around it costs
};

struct Variant {
    Operation operation;
    tcu_type type;
    int items;   // a thread
    int segment; // elements; of operations without segments all that the group has
    Implementation implementation;
    const char *form; // of several that CUB has: the name of its algorithm, otherwise ""
    /** Every so many threads the first one has a result: CUB's reductions give it to one thread, the library's to all. */
    int result_stride;
    const void *kernel; // of the parameters of loop_kernel() in loop.cuh
};

/** All variants that were entered. A function: static objects of other files may come before one of this file. */
std::vector<Variant> &all_variants();
} // namespace study::collectives

#endif
