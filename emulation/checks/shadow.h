/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is remembered of a piece of memory, byte by byte: whether something wrote it, and who touched it last, so that a
 * race shows when the second of its two accesses is made.
 */
#ifndef TCU_EMULATED_SHADOW_H
#define TCU_EMULATED_SHADOW_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace emulated
{

/* An access; `launch` 0: none. */
struct touch {
    uint64_t launch, barriers, warp_barriers; /* that had been passed when it was made */
    unsigned block, thread;
    bool is_atomic;
    const void *place; /* in the program */
};

struct history {
    touch write;
    touch reads[2]; /* the last one, and the last one by another thread */
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

    /* Enters an access; returns the one it is in a race with, or NULL. `block_is_ordered`: the block has used atomic
     * operations, so that what other blocks did may be in an order. */
    const touch *enter(uintptr_t address, const touch &access, bool writes, bool block_is_ordered);

    /* Whether enter() returned the last write. */
    bool is_last_write(uintptr_t address, const touch *access) const
    {
        return access == &histories[address - first].write;
    }

    /* Nothing wrote it. */
    void forget();

  private:
    struct free_memory {
        void operator()(history *memory) const { std::free(memory); }
    };

    uintptr_t first;
    std::vector<unsigned char> written;
    std::unique_ptr<history[], free_memory> histories; /* zeros until they are needed */
};

} // namespace emulated

#endif /* TCU_EMULATED_SHADOW_H */
