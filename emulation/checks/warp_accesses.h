/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses of the threads of blocks that run together, put together to instructions of warps. Threads run one after the
 * other here; those accesses are one instruction of a warp which its lanes make from the same place of the program, the
 * same number of times since the last barrier or collective.
 */
#ifndef TCU_EMULATED_WARP_ACCESSES_H
#define TCU_EMULATED_WARP_ACCESSES_H

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "emulated_checks.h"

namespace emulated
{

enum class memory_space { global, shared };

class warp_accesses
{
  public:
    /* `thread`: among those of blocks that run together, each block's from a multiple of 32 on; `epoch` changes with each
     * barrier and collective of the thread; `bytes`: at most 16, as no instruction of a GPU accesses more. */
    void add(unsigned thread, uint64_t epoch, const void *place, memory_space space, uintptr_t address, unsigned bytes,
             bool is_atomic);

    /* When the blocks have ended: adds their instructions to the counts. */
    void finish(counts &sums);
    void clear();

  private:
    struct key {
        unsigned warp, times;
        uint64_t epoch;
        const void *place;
        bool operator<(const key &other) const;
    };
    struct access {
        uintptr_t address;
        unsigned lane, bytes;
        bool is_atomic;
    };
    struct instruction {
        memory_space space;
        std::vector<access> accesses;
    };
    struct thread_places {
        uint64_t epoch = 0;
        std::unordered_map<const void *, unsigned> times;
    };

    static uint64_t sectors_of(const instruction &i);
    static uint64_t conflicts_of(const instruction &i);

    std::vector<thread_places> threads;
    std::map<key, instruction> instructions;
};

} // namespace emulated

#endif /* TCU_EMULATED_WARP_ACCESSES_H */
