/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions on shared memory; addresses are those of shared_address(). Included by instructions.cuh alone. */
#ifndef TCUI_INSTRUCTIONS_SHARED_MEMORY_CUH
#define TCUI_INSTRUCTIONS_SHARED_MEMORY_CUH

#include <cstdint>

namespace tcu
{

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

/* ldmatrix: four 8 x 8 matrices of 16-bit elements. Lane l gives the shared_address() of row l % 8 (16 bytes) of matrix
 * l / 8, and receives of each matrix elements 2 (l % 4) and 2 (l % 4) + 1 of row l / 4. */
__device__ __forceinline__ void load_matrices(uint32_t (&words)[4], uint32_t address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address)
                 : "memory");
}

} // namespace tcu

#endif /* TCUI_INSTRUCTIONS_SHARED_MEMORY_CUH */
