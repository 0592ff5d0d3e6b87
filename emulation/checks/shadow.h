/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is remembered of a piece of memory: of each byte whether something wrote it, and of each word of 4 bytes who
 * touched it last, so that a race shows when the second of its two accesses is made. Words of which only a part is
 * accessed are remembered byte by byte. Takes 1 byte a byte, and 30 more of what kernels access.
 */
#ifndef TCU_EMULATED_SHADOW_H
#define TCU_EMULATED_SHADOW_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <unordered_map>
#include <vector>

namespace emulated
{

/* An access; `launch` 0: none. */
struct touch {
    uint64_t launch;
    const void *place;                               /* in the program */
    uint32_t barriers, warp_barriers, grid_barriers; /* that had been passed when it was made */
    uint32_t block, together;                        /* `together`: which of the groups of blocks that run together */
    uint16_t thread;
    bool is_atomic;
};

struct history {
    touch write;
    touch reads[2]; /* the last one, and the last one by another thread */
};

/* An earlier access that is in a race with a new one; `access` NULL: none. */
struct race {
    const touch *access;
    bool is_write;
};

class shadow
{
  public:
    shadow(uintptr_t begin, size_t bytes);

    uintptr_t begin() const { return first; }
    uintptr_t end() const { return first + written.size(); }

    void set_written(uintptr_t address, size_t bytes, bool is_written);
    /* Of the range the first byte that nothing wrote, or its end. */
    uintptr_t first_unwritten(uintptr_t address, size_t bytes) const;

    /* Enters an access. `block_is_ordered`: the block has used atomic operations, so that what other blocks did may be in
     * an order. */
    race enter(uintptr_t address, size_t bytes, const touch &access, bool writes, bool block_is_ordered);

    /* Nothing wrote it. */
    void forget();

  private:
    static constexpr size_t word_bytes = 4, words_of_chunk = 1024;
    using bytes_of_word = std::array<history, word_bytes>;
    struct free_memory {
        void operator()(history *memory) const { std::free(memory); }
    };
    using chunk = std::unique_ptr<history[], free_memory>;

    history &of_word(size_t word);

    uintptr_t first; /* (Words count from here: arrays begin at multiples of 4.) */
    std::vector<unsigned char> written;
    std::vector<chunk> chunks;                        /* NULL until one of their words is accessed */
    std::unordered_map<size_t, bytes_of_word> parted; /* words that are remembered byte by byte */
};

} // namespace emulated

#endif /* TCU_EMULATED_SHADOW_H */
