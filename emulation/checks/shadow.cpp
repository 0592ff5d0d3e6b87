/* SPDX-License-Identifier: Apache-2.0 */
#include "shadow.h"

#include <algorithm>
#include <cstdio>

namespace emulated
{
namespace
{

constexpr unsigned lanes_of_warp = 32;

/* Whether `before` is known to be over when `now` begins. */
bool is_ordered(const touch &before, const touch &now, bool block_is_ordered)
{
    if (before.launch != now.launch || (before.is_atomic && now.is_atomic)) {
        return true;
    }
    const bool grid_barrier_between = before.together == now.together && before.grid_barriers != now.grid_barriers;
    if (grid_barrier_between) {
        return true;
    }
    if (before.block != now.block) {
        return block_is_ordered;
    }
    const bool same_warp = before.thread / lanes_of_warp == now.thread / lanes_of_warp;
    return before.thread == now.thread || before.barriers != now.barriers ||
           (same_warp && before.warp_barriers != now.warp_barriers);
}

/* The earlier access of `h` that is in a race with this one, which is entered if there is none. */
race enter_history(history &h, const touch &access, bool writes, bool block_is_ordered)
{
    if (!is_ordered(h.write, access, block_is_ordered)) {
        return {&h.write, true};
    }
    if (writes) {
        for (const touch &read : h.reads) {
            if (!is_ordered(read, access, block_is_ordered)) {
                return {&read, false};
            }
        }
        h.write = access;
    } else {
        if (h.reads[0].thread != access.thread || h.reads[0].block != access.block) {
            h.reads[1] = h.reads[0];
        }
        h.reads[0] = access;
    }
    return {nullptr, false};
}

} // namespace

shadow::shadow(uintptr_t begin, size_t bytes)
    : first(begin / word_bytes * word_bytes), written(bytes + begin % word_bytes),
      chunks(written.size() / (word_bytes * words_of_chunk) + 1)
{
}

void shadow::set_written(uintptr_t address, size_t bytes, bool is_written)
{
    std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(address - first), bytes, is_written);
}

uintptr_t shadow::first_unwritten(uintptr_t address, size_t bytes) const
{
    const auto from = written.begin() + static_cast<std::ptrdiff_t>(address - first);
    return address + static_cast<uintptr_t>(std::find(from, from + static_cast<std::ptrdiff_t>(bytes), 0) - from);
}

history &shadow::of_word(size_t word)
{
    chunk &c = chunks[word / words_of_chunk];
    if (c == nullptr) {
        c.reset(static_cast<history *>(std::calloc(words_of_chunk, sizeof(history))));
        if (c == nullptr) {
            std::fprintf(stderr, "emulated device: no memory to remember who accesses an array of %zu bytes\n",
                         written.size());
            std::abort();
        }
    }
    return c[word % words_of_chunk];
}

race shadow::enter(uintptr_t address, size_t bytes, const touch &access, bool writes, bool block_is_ordered)
{
    const size_t from = address - first, to = from + bytes;
    for (size_t word = from / word_bytes; word * word_bytes < to; word++) {
        const size_t begin = std::max(from, word * word_bytes), end = std::min(to, (word + 1) * word_bytes);
        auto bytes_of = parted.empty() ? parted.end() : parted.find(word);
        if (bytes_of == parted.end() && end - begin == word_bytes) {
            const race found = enter_history(of_word(word), access, writes, block_is_ordered);
            if (found.access != nullptr) {
                return found;
            }
            continue;
        }
        if (bytes_of == parted.end()) {
            const history &whole = of_word(word);
            bytes_of = parted.emplace(word, bytes_of_word{whole, whole, whole, whole}).first;
        }
        for (size_t byte = begin; byte < end; byte++) {
            const race found = enter_history(bytes_of->second[byte % word_bytes], access, writes, block_is_ordered);
            if (found.access != nullptr) {
                return found;
            }
        }
    }
    return {nullptr, false};
}

void shadow::forget()
{
    std::fill(written.begin(), written.end(), static_cast<unsigned char>(0));
}

} // namespace emulated
