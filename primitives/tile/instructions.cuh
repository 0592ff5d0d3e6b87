/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that CUDA C++ has no name for, each as a function; products are in mma.cuh, bulk copies in
 * bulk_copy.cuh. No other file of the library holds PTX, so that tests can replace these three.
 */
#ifndef TCUI_INSTRUCTIONS_CUH
#define TCUI_INSTRUCTIONS_CUH

#include "element.cuh"

namespace tcu
{

/* ---- registers ---- */

/*
 * x, of which the compiler forgets how it was computed. So what follows from it is computed where it is used, and is not
 * kept in registers from before a loop on; x itself is kept, and is not computed again at each use.
 */
template <class T>
__device__ __forceinline__ T forget_origin(T x)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "one register or two");
    if constexpr (sizeof(T) == 4)
        asm volatile("" : "+r"(x));
    else
        asm volatile("" : "+l"(x));
    return x;
}

/* ---- global memory ---- */

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

/* ---- shared memory ---- */

__device__ __forceinline__ uint32_t shared_address(const void *pointer)
{
    return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/* The block's dynamic shared memory, at a multiple of 128 bytes. */
__device__ __forceinline__ unsigned char *dynamic_shared_memory()
{
    extern __shared__ __align__(128) unsigned char dynamic_shared[];
    return dynamic_shared;
}

/* The same at a multiple of 1024: the address of a row of 256 words then has bits to spare for that of a word in it. */
__device__ __forceinline__ unsigned char *dynamic_shared_rows()
{
    extern __shared__ __align__(1024) unsigned char dynamic_rows[];
    return dynamic_rows;
}

/* *word |= bits, in shared memory, by an instruction under a predicate. */
__device__ __forceinline__ void set_bits_if(bool condition, uint32_t *word, uint32_t bits)
{
    asm volatile("{\n"
                 ".reg .pred wanted;\n"
                 "setp.ne.u32 wanted, %0, 0;\n"
                 "@wanted red.shared.or.b32 [%1], %2;\n"
                 "}" ::"r"(static_cast<unsigned>(condition)),
                 "r"(shared_address(word)), "r"(bits)
                 : "memory");
}

/* Adds 1 at a shared_address(). Since the 1 is part of the instruction, the hardware merges lanes that hit the same
 * counter; with the addend in a register, same-address atomics serialise. */
__device__ __forceinline__ void count_shared(uint32_t address)
{
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(address) : "memory");
}

/* The same, and returns what the counter was before. Lanes that hit the same counter get different values; in which
 * order is undefined. */
__device__ __forceinline__ uint32_t take_number_shared(uint32_t address)
{
    uint32_t number;
    asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(number) : "r"(address) : "memory");
    return number;
}

/* Words at a shared_address(). */
__device__ __forceinline__ uint32_t load_shared(uint32_t address)
{
    uint32_t word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(address) : "memory");
    return word;
}

__device__ __forceinline__ void store_shared(uint32_t address, uint32_t word)
{
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(word) : "memory");
}

/* An item of 1, 2, 4, 8 or 16 bytes to a shared_address() if `wanted` is not 0, by an instruction under a predicate. */
#define TCUI_STORE_SHARED_IF(Item, type, operand, ...)                                                                 \
    __device__ __forceinline__ void store_shared_if(uint32_t wanted, uint32_t address, Item item)                      \
    {                                                                                                                  \
        asm volatile("{\n"                                                                                             \
                     ".reg .pred is_wanted;\n"                                                                         \
                     "setp.ne.u32 is_wanted, %0, 0;\n"                                                                 \
                     "@is_wanted st.shared." type " [%1], " operand ";\n"                                              \
                     "}" ::"r"(wanted),                                                                                \
                     "r"(address), __VA_ARGS__                                                                         \
                     : "memory");                                                                                      \
    }
TCUI_STORE_SHARED_IF(uint8_t, "u8", "%2", "r"(static_cast<uint32_t>(item)))
TCUI_STORE_SHARED_IF(uint16_t, "u16", "%2", "h"(item))
TCUI_STORE_SHARED_IF(uint32_t, "u32", "%2", "r"(item))
TCUI_STORE_SHARED_IF(uint64_t, "u64", "%2", "l"(item))
TCUI_STORE_SHARED_IF(uint4, "v4.u32", "{%2, %3, %4, %5}", "r"(item.x), "r"(item.y), "r"(item.z), "r"(item.w))
#undef TCUI_STORE_SHARED_IF

/* ---- branches ---- */

/* Where a branch is seldom taken, by all lanes together: in it, keeps the compiler from computing both sides and selecting. */
__device__ __forceinline__ void keep_branch()
{
    asm volatile("");
}

/* ---- global memory ---- */

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

/* ldmatrix: four 8 x 8 matrices of 16-bit elements. Lane l gives the shared_address() of row l % 8 (16 bytes) of matrix
 * l / 8, and receives of each matrix elements 2 (l % 4) and 2 (l % 4) + 1 of row l / 4. */
__device__ __forceinline__ void load_matrices(uint32_t (&words)[4], uint32_t address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address)
                 : "memory");
}

/* Waits until the thread's copies have arrived. */
__device__ __forceinline__ void wait_for_vector_copies()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

/* The least of the lanes' numbers. */
__device__ __forceinline__ int least_of_warp(int x)
{
    return __reduce_min_sync(~0u, x);
}

/* The larger one, or NaN if one is NaN. */
__device__ __forceinline__ f32 largest_or_nan(f32 a, f32 b)
{
    f32 larger;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(a), "f"(b));
    return larger;
}

__device__ __forceinline__ f64 largest_or_nan(f64 a, f64 b)
{
    return a >= b || a != a ? a : b;
}

/* ---- lanes, warps, kernels ---- */

/* x, opaque to the compiler: what is computed from it cannot be hoisted, which would take registers and spill. */
__device__ __forceinline__ uint32_t opaque(uint32_t x)
{
    uint32_t same;
    asm volatile("mov.u32 %0, %1;" : "=r"(same) : "r"(x));
    return same;
}

/* A bit for each lane before this one. */
__device__ __forceinline__ uint32_t lanes_before()
{
    uint32_t lanes;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes));
    return lanes;
}

/* prmt: byte n of the result is the byte of {low, high} that digit n of `selector` names; digits 8 to f: its sign. */
__device__ __forceinline__ uint32_t permute_bytes(uint32_t low, uint32_t high, uint32_t selector)
{
    uint32_t bytes;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(low), "r"(high), "r"(selector));
    return bytes;
}

/* The place of the highest bit; -1 if there is none. (31 - __clz() takes two instructions more.) */
__device__ __forceinline__ int highest_bit(uint32_t bits)
{
    int place;
    asm("bfind.u32 %0, %1;" : "=r"(place) : "r"(bits));
    return place;
}

/* a * b + c of the halves in the fields of words; denormal numbers are exact. */
__device__ __forceinline__ uint32_t multiply_add_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sums;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(sums) : "r"(a), "r"(b), "r"(c));
    return sums;
}

/* The same with the upper half of `a` for both, which is part of the one instruction. */
__device__ __forceinline__ uint32_t multiply_upper_add_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sums;
    asm("{\n"
        ".reg .b16 lower, upper;\n"
        ".reg .b32 both;\n"
        "mov.b32 {lower, upper}, %1;\n"
        "mov.b32 both, {upper, upper};\n"
        "fma.rn.f16x2 %0, both, %2, %3;\n"
        "}"
        : "=r"(sums)
        : "r"(a), "r"(b), "r"(c));
    return sums;
}

/* Inclusive scan step: sum += the sum of lane - distance, in lanes for which that lane is not before lane `first`. */
__device__ __forceinline__ void add_from_left(uint32_t &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .b32 left;\n"
                 ".reg .pred inside;\n"
                 "shfl.sync.up.b32 left|inside, %0, %1, %2, 0xffffffff;\n"
                 "@inside add.u32 %0, left, %0;\n"
                 "}"
                 : "+r"(sum)
                 : "r"(distance), "r"(first));
}

__device__ __forceinline__ void add_from_left(f32 &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .f32 left;\n"
                 ".reg .pred inside;\n"
                 "shfl.sync.up.b32 left|inside, %0, %1, %2, 0xffffffff;\n"
                 "@inside add.f32 %0, left, %0;\n"
                 "}"
                 : "+f"(sum)
                 : "r"(distance), "r"(first));
}

__device__ __forceinline__ void add_from_left(uint64_t &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .b32 low, high;\n"
                 ".reg .b64 left;\n"
                 ".reg .pred inside;\n"
                 "mov.b64 {low, high}, %0;\n"
                 "shfl.sync.up.b32 low|inside, low, %1, %2, 0xffffffff;\n"
                 "shfl.sync.up.b32 high|inside, high, %1, %2, 0xffffffff;\n"
                 "mov.b64 left, {low, high};\n"
                 "@inside add.u64 %0, left, %0;\n"
                 "}"
                 : "+l"(sum)
                 : "r"(distance), "r"(first));
}

__device__ __forceinline__ void add_from_left(f64 &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .b32 low, high;\n"
                 ".reg .f64 left;\n"
                 ".reg .pred inside;\n"
                 "mov.b64 {low, high}, %0;\n"
                 "shfl.sync.up.b32 low|inside, low, %1, %2, 0xffffffff;\n"
                 "shfl.sync.up.b32 high|inside, high, %1, %2, 0xffffffff;\n"
                 "mov.b64 left, {low, high};\n"
                 "@inside add.f64 %0, left, %0;\n"
                 "}"
                 : "+d"(sum)
                 : "r"(distance), "r"(first));
}

/* A barrier of some whole warps of the block; __syncthreads() has number 0. */
template <int Threads>
__device__ __forceinline__ void sync_threads(int number)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "n"(Threads) : "memory");
}

/* Arrives at such a barrier without waiting: what was written before is visible to those who wait there. */
template <int Threads>
__device__ __forceinline__ void arrive_threads(int number)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "n"(Threads) : "memory");
}

/* Waits until all threads of the cluster are here; orders no memory accesses. */
__device__ __forceinline__ void meet_cluster()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
                 "barrier.cluster.wait.aligned;" ::
                     : "memory");
#endif
}

/* Lets a kernel that was launched as `overlapping` begin, once all blocks of this one have called this or ended. */
__device__ __forceinline__ void let_next_kernel_begin()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/*
 * Waits until the previous kernel is done and its writes are visible. Before this call a kernel that was launched as
 * `overlapping` must neither touch what any earlier kernel on the stream writes, nor write anything: the previous
 * kernel may itself have begun early, and wait here for one that still runs.
 */
__device__ __forceinline__ void wait_for_previous_kernel()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

} // namespace tcu

#endif /* TCUI_INSTRUCTIONS_CUH */
