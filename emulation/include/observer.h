/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who is told what kernels on the emulated device do: the checks of a program that is compiled for them
 * (emulated_checks.h). Without checks there is no observer, and nothing is told.
 */
#ifndef TCU_EMULATED_OBSERVER_H
#define TCU_EMULATED_OBSERVER_H

#include <cstddef>

namespace emulated
{

struct observer {
    virtual ~observer() = default;
    /* Memory of the device, and what the host writes into it. */
    virtual void allocated(const void *memory, size_t bytes) = 0;
    virtual void released(const void *memory) = 0;
    virtual void host_wrote(const void *memory, size_t bytes) = 0;
    /* A kernel, its blocks, and the bytes of dynamic shared memory of one. */
    virtual void launched(const void *kernel) = 0;
    virtual void block_begins(const void *dynamic_shared, size_t bytes) = 0;
    virtual void block_ends() = 0;
    /* What the thread that runs does: a barrier of its block, an atomic operation, its warp's product of matrices (told by
     * each lane), an access to a vector that is one instruction on a GPU. */
    virtual void barrier() = 0;
    virtual void atomic(const void *memory, size_t bytes, const void *caller) = 0;
    virtual void product() = 0;
    virtual void access(const void *memory, size_t bytes, bool writes, const void *caller) = 0;
    /* A mistake: the launch ends. */
    virtual void failed(const char *what) = 0;
};

inline observer *watch = nullptr;

} // namespace emulated

#endif /* TCU_EMULATED_OBSERVER_H */
