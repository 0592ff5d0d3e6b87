/* SPDX-License-Identifier: Apache-2.0 */
#include "shadow.h"

#include <algorithm>

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
    if (before.block != now.block) {
        return block_is_ordered;
    }
    const bool same_warp = before.thread / lanes_of_warp == now.thread / lanes_of_warp;
    return before.thread == now.thread || before.barriers != now.barriers ||
           (same_warp && before.warp_barriers != now.warp_barriers);
}

} // namespace

shadow::shadow(uintptr_t begin, size_t bytes)
    : first(begin), written(bytes),
      histories(static_cast<history *>(std::calloc(std::max<size_t>(bytes, 1), sizeof(history))))
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

const touch *shadow::enter(uintptr_t address, const touch &access, bool writes, bool block_is_ordered)
{
    history &h = histories[address - first];
    if (!is_ordered(h.write, access, block_is_ordered)) {
        return &h.write;
    }
    if (writes) {
        for (const touch &read : h.reads) {
            if (!is_ordered(read, access, block_is_ordered)) {
                return &read;
            }
        }
        h.write = access;
    } else {
        if (h.reads[0].thread != access.thread || h.reads[0].block != access.block) {
            h.reads[1] = h.reads[0];
        }
        h.reads[0] = access;
    }
    return nullptr;
}

void shadow::forget()
{
    std::fill(written.begin(), written.end(), static_cast<unsigned char>(0));
}

} // namespace emulated
