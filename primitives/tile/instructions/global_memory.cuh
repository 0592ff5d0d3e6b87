/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions on global memory, and copies from there to shared memory. Included by instructions.cuh alone. */
#ifndef TCUI_INSTRUCTIONS_GLOBAL_MEMORY_CUH
#define TCUI_INSTRUCTIONS_GLOBAL_MEMORY_CUH

#include <cstdint>
#include <cstring>

#include "primitives/tile/instructions/shared_memory.cuh"

namespace tcu
{

/* *from if it is wanted, else `otherwise`; from memory that neither the kernel writes nor an earlier one that may still run
 * (launch_kind::overlapping). No branch, as C++ would give: at the end of one a warp waits for what some threads load. */
template <class T>
__device__ __forceinline__ T load_if(bool is_wanted, const T *from, T otherwise)
{
    if constexpr (sizeof(T) == 8) {
        unsigned long long bits;
        memcpy(&bits, &otherwise, 8);
        asm("{\n .reg .pred p;\n setp.ne.u32 p, %2, 0;\n @p ld.global.nc.u64 %0, [%1];\n}"
            : "+l"(bits)
            : "l"(from), "r"(static_cast<unsigned>(is_wanted)));
        memcpy(&otherwise, &bits, 8);
    } else if constexpr (sizeof(T) == 4) {
        unsigned bits;
        memcpy(&bits, &otherwise, 4);
        asm("{\n .reg .pred p;\n setp.ne.u32 p, %2, 0;\n @p ld.global.nc.u32 %0, [%1];\n}"
            : "+r"(bits)
            : "l"(from), "r"(static_cast<unsigned>(is_wanted)));
        memcpy(&otherwise, &bits, 4);
    } else if constexpr (sizeof(T) == 2) {
        /* (Not into a register of 32 bits: making it 16 bits would wait for the load here.) */
        unsigned short bits;
        memcpy(&bits, &otherwise, 2);
        asm("{\n .reg .pred p;\n setp.ne.u32 p, %2, 0;\n @p ld.global.nc.u16 %0, [%1];\n}"
            : "+h"(bits)
            : "l"(from), "r"(static_cast<unsigned>(is_wanted)));
        memcpy(&otherwise, &bits, 2);
    } else {
        static_assert(sizeof(T) == 1, "1, 2, 4 or 8 bytes");
        unsigned bits = 0;
        memcpy(&bits, &otherwise, 1);
        asm("{\n .reg .pred p;\n setp.ne.u32 p, %2, 0;\n @p ld.global.nc.u8 %0, [%1];\n}"
            : "+r"(bits)
            : "l"(from), "r"(static_cast<unsigned>(is_wanted)));
        memcpy(&otherwise, &bits, 1);
    }
    return otherwise;
}

/* Into L2. */
__device__ __forceinline__ void prefetch_line(const void *global)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(global));
}

/* An L2 eviction policy, to be created once a thread for the loads that take one. Lines marked evict-first make room
 * for each other and for all other lines; no other line makes room for them. */
using cache_policy = uint64_t;

__device__ __forceinline__ cache_policy evict_first_if(bool wanted)
{
    cache_policy first, unchanged;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(first));
    asm("createpolicy.fractional.L2::evict_unchanged.b64 %0, 1.0;" : "=l"(unchanged));
    return wanted ? first : unchanged;
}

/* 16 bytes, at a multiple of 16, without allocating a line in L1. */
__device__ __forceinline__ uint4 load_vector_by(cache_policy policy, const void *global)
{
    uint4 x;
    asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w)
                 : "l"(global), "l"(policy)
                 : "memory");
    return x;
}

__device__ __forceinline__ void store_relaxed(uint64_t *to, uint64_t word)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(word) : "memory");
}

__device__ __forceinline__ void store_relaxed(uint32_t *to, uint32_t word)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(word) : "memory");
}

__device__ __forceinline__ uint32_t load_relaxed(const uint32_t *from)
{
    uint32_t word;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
    return word;
}

__device__ __forceinline__ uint64_t load_relaxed(const uint64_t *from)
{
    uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
    return word;
}

/* Two neighbouring words, each atomic by itself. */
__device__ __forceinline__ void load_relaxed(uint64_t (&words)[2], const uint64_t *from)
{
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(words[0]), "=l"(words[1])
                 : "l"(from)
                 : "memory");
}

/* A flag that publishes all that the block did before its last barrier, reads of memory included (release); and its
 * reader, after which all of that is visible (acquire). */
__device__ __forceinline__ void store_release(uint32_t *to, uint32_t word)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(word) : "memory");
}

__device__ __forceinline__ uint32_t load_acquire(const uint32_t *from)
{
    uint32_t word;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
    return word;
}

/* Asynchronous copy of 16 bytes, at multiples of 16, from global to shared memory. */
__device__ __forceinline__ void copy_vector_async(void *shared, const void *global)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(shared)), "l"(global) : "memory");
}

/* The same of 4 or 8 bytes, at their multiples. */
template <int Bytes>
__device__ __forceinline__ void copy_element_async(void *shared, const void *global)
{
    static_assert(Bytes == 4 || Bytes == 8, "what the instruction has beside 16");
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(shared)), "l"(global), "n"(Bytes)
                 : "memory");
}

/* The thread's copies since the last call are a group; and waits until all but the `Pending` last groups have arrived. */
__device__ __forceinline__ void commit_vector_copies()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int Pending>
__device__ __forceinline__ void wait_for_vector_groups()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/* Waits until the thread's copies have arrived. */
__device__ __forceinline__ void wait_for_vector_copies()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

} // namespace tcu

#endif /* TCUI_INSTRUCTIONS_GLOBAL_MEMORY_CUH */
