/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the library's file of this path: see there what each function does. */
#ifndef TCUI_INSTRUCTIONS_CUH
#define TCUI_INSTRUCTIONS_CUH

#include <utility>

#include "primitives/tile/element.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

inline void keep_branch() {}

template <class T>
T opaque(T x)
{
    return x;
}

template <class T>
T load_if(bool is_wanted, const T *from, T otherwise)
{
    return is_wanted ? __ldg(from) : otherwise;
}

inline unsigned char *dynamic_shared_memory()
{
    return emulated::gpu.current->block->shared;
}

/* (Of addresses it is the beginning.) */
inline unsigned char *dynamic_shared_rows()
{
    return dynamic_shared_memory();
}

/* Addresses in the block's dynamic shared memory begin at 0. Static arrays are somewhere in the program: theirs are
 * distances from something that is there, too, and from here on. */
constexpr uint32_t static_addresses = 1u << 30;

inline unsigned char *static_memory()
{
    static unsigned char anchor;
    return &anchor;
}

inline uint32_t shared_address(const void *pointer)
{
    const unsigned char *const byte = static_cast<const unsigned char *>(pointer);
    const unsigned char *const dynamic = dynamic_shared_memory();
    const bool is_dynamic = byte >= dynamic && byte <= dynamic + emulated::shared_bytes;
    return static_cast<uint32_t>(is_dynamic ? byte - dynamic : byte - static_memory() + static_addresses);
}

inline unsigned char *at_shared(uint32_t address)
{
    return address < static_addresses / 2 ? dynamic_shared_memory() + address
                                          : static_memory() + (static_cast<ptrdiff_t>(address) - static_addresses);
}

inline void count_shared(uint32_t address)
{
    uint32_t count;
    std::memcpy(&count, at_shared(address), sizeof count);
    count++;
    std::memcpy(at_shared(address), &count, sizeof count);
}

inline uint32_t load_shared(uint32_t address)
{
    uint32_t word;
    std::memcpy(&word, at_shared(address), sizeof word);
    return word;
}

inline void store_shared(uint32_t address, uint32_t word)
{
    std::memcpy(at_shared(address), &word, sizeof word);
}

/* (Lanes come here one after the other, each with all that it counts up to the next collective: numbers are in no order
 * of the lanes, nor of what a warp does one after the other.) */
inline uint32_t take_number_shared(uint32_t address)
{
    const uint32_t number = load_shared(address);
    count_shared(address);
    return number;
}

template <class Item>
void store_shared_if(uint32_t wanted, uint32_t address, Item item)
{
    if (wanted != 0 && address % sizeof item != 0) {
        emulated::fail("a misaligned access");
    }
    if (wanted != 0) {
        std::memcpy(at_shared(address), &item, sizeof item);
    }
}

inline void set_bits_if(bool condition, uint32_t *word, uint32_t bits)
{
    if (condition) {
        *word |= bits;
    }
}

/* (Callers name a byte of the array; a read of it tells a sanitizer when they do not.) */
inline void prefetch_line(const void *global)
{
    static_cast<void>(*static_cast<const volatile char *>(global));
}

using cache_policy = uint64_t;

inline cache_policy evict_first_if(bool wanted)
{
    return wanted;
}

inline uint4 load_vector_by(cache_policy, const void *global)
{
    return __ldcs(static_cast<const uint4 *>(global));
}

inline void store_relaxed(uint64_t *to, uint64_t word)
{
    *to = word;
}

inline void store_relaxed(uint32_t *to, uint32_t word)
{
    *to = word;
}

/* (Others run before it.) */
inline uint32_t load_relaxed(const uint32_t *from)
{
    bool waited = false;
    emulated::wait_until([&] { return std::exchange(waited, true); }, "");
    return *from;
}

/* (Others run before it.) */
inline uint64_t load_relaxed(const uint64_t *from)
{
    bool waited = false;
    emulated::wait_until([&] { return std::exchange(waited, true); }, "");
    return *from;
}

/* (Others run before it.) */
inline void load_relaxed(uint64_t (&words)[2], const uint64_t *from)
{
    bool waited = false;
    emulated::wait_until([&] { return std::exchange(waited, true); }, "");
    words[0] = from[0];
    words[1] = from[1];
}

inline void store_release(uint32_t *to, uint32_t word)
{
    *to = word;
}

/* (Others run before it.) */
inline uint32_t load_acquire(const uint32_t *from)
{
    bool waited = false;
    emulated::wait_until([&] { return std::exchange(waited, true); }, "");
    return *from;
}

template <int Bytes>
void copy_element_async(void *shared, const void *global)
{
    emulated::check_inside(global, Bytes, emulated::gpu.in_begin, emulated::gpu.in_end, "a copy outside the input");
    emulated::check_aligned(shared, Bytes);
    emulated::gpu.current->copies.push_back([=] { std::memcpy(shared, global, Bytes); });
}

inline void copy_vector_async(void *shared, const void *global)
{
    copy_element_async<16>(shared, global);
}

inline void wait_for_vector_copies()
{
    emulated::end_copy_group();
    emulated::finish_copies(0);
}

inline void commit_vector_copies()
{
    emulated::end_copy_group();
}

template <int Pending>
void wait_for_vector_groups()
{
    emulated::finish_copies(Pending);
}

inline void load_matrices(uint32_t (&words)[4], uint32_t address)
{
    if (address % 16 != 0) {
        emulated::fail("a misaligned row of a matrix");
    }
    const emulated::lanes rows(address, 20);
    for (int matrix = 0; matrix < 4; matrix++) {
        const uint32_t row = static_cast<uint32_t>(rows.bits[8 * matrix + emulated::own_lane() / 4]);
        std::memcpy(&words[matrix], at_shared(row) + 4 * (emulated::own_lane() % 4), sizeof words[matrix]);
    }
    emulated::lanes(0, 21);
}

inline int least_of_warp(int x)
{
    const emulated::lanes all(emulated::to_bits(x), 9);
    for (uint64_t bits : all.bits) {
        x = std::min(x, emulated::from_bits<int>(bits));
    }
    return x;
}

template <class Real>
Real largest_or_nan(Real a, Real b)
{
    return std::isnan(a) || std::isnan(b) ? static_cast<Real>(NAN) : std::max(a, b);
}

inline uint32_t lanes_before()
{
    return (1u << emulated::own_lane()) - 1u;
}

inline uint32_t permute_bytes(uint32_t low, uint32_t high, uint32_t selector)
{
    const uint64_t both = static_cast<uint64_t>(high) << 32 | low;
    uint32_t bytes = 0;
    for (int n = 0; n < 4; n++) {
        const uint32_t digit = selector >> (4 * n) & 15u, byte = both >> (8 * (digit & 7u)) & 255u;
        bytes |= (digit < 8 ? byte : byte < 128 ? 0u : 255u) << (8 * n);
    }
    return bytes;
}

template <class Key>
void multiply_add_where_less(uint32_t &sum, Key a, Key b, uint32_t factor, uint32_t addend)
{
    sum += a < b ? factor * addend : 0u;
}

template <class Key>
void multiply_add_where_not_greater(uint32_t &sum, Key a, Key b, uint32_t factor, uint32_t addend)
{
    sum += a <= b ? factor * addend : 0u;
}

inline int highest_bit(uint32_t bits)
{
    return 31 - __clz(bits);
}

inline uint32_t multiply_add_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sums = 0;
    for (int field = 0; field < 32; field += 16) {
        const auto half = [field](uint32_t word) -> double {
            return __half2float(__ushort_as_half(static_cast<uint16_t>(word >> field)));
        };
        sums |= static_cast<uint32_t>(__half_as_ushort(__double2half(half(a) * half(b) + half(c)))) << field;
    }
    return sums;
}

inline uint32_t multiply_upper_add_halves(uint32_t a, uint32_t b, uint32_t c)
{
    return multiply_add_halves(permute_bytes(a, 0u, 0x3232u), b, c);
}

template <class Acc>
void add_from_left(Acc &sum, int distance, int first)
{
    const emulated::lanes all(emulated::to_bits(sum), 7);
    const int from = emulated::own_lane() - distance;
    if (from >= first) {
        sum = emulated::from_bits<Acc>(all.bits[from]) + sum;
    }
}

template <int Threads>
void sync_threads(int number)
{
    emulated::block_barrier(number, Threads);
}

template <int Threads>
void arrive_threads(int number)
{
    emulated::block_barrier_arrive(number, Threads);
}

inline void meet_cluster()
{
    emulated::grid_barrier();
}

inline void let_next_kernel_begin() {}
inline void wait_for_previous_kernel() {}

} // namespace tcu

#endif /* TCUI_INSTRUCTIONS_CUH */
