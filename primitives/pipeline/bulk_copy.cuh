/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers in shared memory and bulk copies between global and shared memory (sm_90 and newer): one thread starts a
 * copy of up to a whole tile, which runs by itself and reports its bytes to an mbarrier, or to the thread's group of
 * bulk stores. Addresses and sizes are multiples of 16 bytes.
 *
 * Phases: a ring of barriers is used over and over; its k-th use waits for parity k mod 2.
 */
#ifndef TCUI_BULK_COPY_CUH
#define TCUI_BULK_COPY_CUH

#include <cstdint>

#include "primitives/tile/instructions.cuh"

namespace tcu
{

struct barrier {
    uint64_t state;

    __device__ __forceinline__ void init(unsigned arrivals)
    {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(this)), "r"(arrivals));
    }

    __device__ __forceinline__ void arrive()
    {
        asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(this)) : "memory");
    }

    /* Arrives and lets the phase wait for `bytes` of bulk loads too. */
    __device__ __forceinline__ void arrive_expect(unsigned bytes)
    {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(this)), "r"(bytes)
                     : "memory");
    }

    __device__ __forceinline__ void wait(unsigned parity)
    {
        asm volatile("{\n"
                     ".reg .pred done;\n"
                     "waiting_%=:\n"
                     "mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
                     "@!done bra waiting_%=;\n"
                     "}" ::"r"(shared_address(this)),
                     "r"(parity)
                     : "memory");
    }

    /* Of what other blocks of the cluster have written, too (store_to_block()). */
    __device__ __forceinline__ void wait_for_cluster(unsigned parity)
    {
        asm volatile("{\n"
                     ".reg .pred done;\n"
                     "waiting_%=:\n"
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
                     "@!done bra waiting_%=;\n"
                     "}" ::"r"(shared_address(this)),
                     "r"(parity)
                     : "memory");
    }
};

/* Makes initialised barriers visible to bulk copies; call by the thread that initialised them, before
 * __syncthreads(). */
__device__ __forceinline__ void fence_barrier_init()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Orders this thread's ordinary writes to shared memory before bulk copies that read it or write it. */
__device__ __forceinline__ void fence_before_bulk_copy()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Orders everything that this thread has observed, in any memory, before bulk copies that it starts. */
__device__ __forceinline__ void fence_all_before_bulk_copy()
{
    asm volatile("fence.proxy.async;" ::: "memory");
}

__device__ __forceinline__ void bulk_load(void *shared, const void *global, unsigned bytes, barrier &full)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     shared_address(shared)),
                 "l"(global), "r"(bytes), "r"(shared_address(&full))
                 : "memory");
}

__device__ __forceinline__ void bulk_load(void *shared, const void *global, unsigned bytes, barrier &full,
                                          cache_policy policy)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, "
                 "[%3], %4;" ::"r"(shared_address(shared)),
                 "l"(global), "r"(bytes), "r"(shared_address(&full)), "l"(policy)
                 : "memory");
}

__device__ __forceinline__ void bulk_store(void *global, const void *shared, unsigned bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global),
                 "r"(shared_address(shared)), "r"(bytes)
                 : "memory");
}

__device__ __forceinline__ void bulk_store_commit()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* Until all but the thread's newest `Pending` groups of bulk stores have read their shared memory. */
template <int Pending>
__device__ __forceinline__ void bulk_store_wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

/* Until the thread's bulk stores are complete. */
__device__ __forceinline__ void bulk_store_wait_all()
{
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/*
 * Writes to the shared memory of another block of the cluster, at its own `word`, and counts there as bytes of a bulk
 * load, for which that block waits by wait_for_cluster(). That saves a cluster barrier, whose fence covers all of
 * memory.
 */
__device__ __forceinline__ void store_to_block(unsigned block, uint32_t *word, uint32_t value, barrier &full)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("{\n"
                 ".reg .b32 to, done;\n"
                 "mapa.shared::cluster.u32 to, %0, %3;\n"
                 "mapa.shared::cluster.u32 done, %1, %3;\n"
                 "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [to], %2, [done];\n"
                 "}" ::"r"(shared_address(word)),
                 "r"(shared_address(&full)), "r"(value), "r"(block)
                 : "memory");
#endif
}

} // namespace tcu

#endif /* TCUI_BULK_COPY_CUH */
