/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the CUDA toolkit's. */
#ifndef TCU_EMULATED_COOPERATIVE_GROUPS_H
#define TCU_EMULATED_COOPERATIVE_GROUPS_H

#include "emulated_cuda.h"

namespace cooperative_groups
{
struct grid_group {
    using arrival_token = uint64_t;
    void sync() const { emulated::grid_barrier(); }
    arrival_token barrier_arrive() const { return emulated::grid_barrier_arrive(); }
    void barrier_wait(arrival_token &&arrival) const { emulated::grid_barrier_wait(arrival); }
};

inline grid_group this_grid()
{
    return {};
}

/* The blocks that run together. */
struct cluster_group {
    void sync() const { emulated::grid_barrier(); }

    template <class T>
    T *map_shared_rank(T *own, int rank) const
    {
        using namespace emulated;
        if (gpu.grid_barriers == gpu.barriers_at_launch) {
            fail("another block's shared memory before that block is known to have begun");
        }
        if (static_cast<unsigned>(rank) >= gpu.together) {
            fail("the shared memory of a block that is not there");
        }
        return reinterpret_cast<T *>(gpu.blocks[static_cast<size_t>(rank)].shared +
                                     (reinterpret_cast<unsigned char *>(own) - gpu.current->block->shared));
    }
};

inline cluster_group this_cluster()
{
    return {};
}
} // namespace cooperative_groups

#endif /* TCU_EMULATED_COOPERATIVE_GROUPS_H */
