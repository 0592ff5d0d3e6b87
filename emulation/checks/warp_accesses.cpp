/* SPDX-License-Identifier: Apache-2.0 */
#include "warp_accesses.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace emulated
{
namespace
{
constexpr unsigned lanes_of_warp = 32, sector_bytes = 32, bank_bytes = 4, banks = 32;
}

bool warp_accesses::key::operator<(const key &other) const
{
    return std::tie(warp, epoch, place, times) < std::tie(other.warp, other.epoch, other.place, other.times);
}

void warp_accesses::add(unsigned thread, uint64_t epoch, const void *place, memory_space space, uintptr_t address,
                        unsigned bytes, bool is_atomic)
{
    if (threads.size() <= thread) {
        threads.resize(thread + 1);
    }
    thread_places &own = threads[thread];
    if (own.epoch != epoch) {
        own.epoch = epoch;
        own.times.clear();
    }
    const key k = {thread / lanes_of_warp, own.times[place]++, epoch, place};
    instruction &i = instructions[k];
    i.space = space;
    i.accesses.push_back({address, thread % lanes_of_warp, bytes, is_atomic});
}

uint64_t warp_accesses::sectors_of(const instruction &i)
{
    std::set<uintptr_t> sectors;
    for (const access &a : i.accesses) {
        for (uintptr_t s = a.address / sector_bytes; s <= (a.address + a.bytes - 1) / sector_bytes; s++) {
            sectors.insert(s);
        }
    }
    return sectors.size();
}

/* Lanes with up to 8 or 16 bytes each take turns, 16 or 8 at a time. Lanes that read one word get it together; atomic
 * operations on one word come one after the other. */
uint64_t warp_accesses::conflicts_of(const instruction &i)
{
    unsigned bytes = 0;
    for (const access &a : i.accesses) {
        bytes = std::max(bytes, a.bytes);
    }
    const unsigned turns = bytes <= bank_bytes ? 1 : bytes <= 2 * bank_bytes ? 2 : 4;
    uint64_t conflicts = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        std::set<uintptr_t> words_of_bank[banks];
        unsigned atomics_of_bank[banks] = {}, passes = 0;
        bool is_used = false;
        for (const access &a : i.accesses) {
            if (a.lane / (lanes_of_warp / turns) != turn) {
                continue;
            }
            is_used = true;
            for (uintptr_t word = a.address / bank_bytes; word <= (a.address + a.bytes - 1) / bank_bytes; word++) {
                words_of_bank[word % banks].insert(word);
                atomics_of_bank[word % banks] += a.is_atomic;
            }
        }
        for (unsigned bank = 0; bank < banks; bank++) {
            passes = std::max({passes, static_cast<unsigned>(words_of_bank[bank].size()), atomics_of_bank[bank]});
        }
        conflicts += is_used ? passes - 1 : 0;
    }
    return conflicts;
}

void warp_accesses::finish(counts &sums)
{
    for (const auto &entry : instructions) {
        const instruction &i = entry.second;
        sums.active_lanes += i.accesses.size();
        if (i.space == memory_space::global) {
            sums.global_accesses++;
            sums.sectors += sectors_of(i);
        } else {
            sums.shared_accesses++;
            sums.conflicts += conflicts_of(i);
        }
    }
    clear();
}

void warp_accesses::clear()
{
    instructions.clear();
    threads.clear();
}

} // namespace emulated
