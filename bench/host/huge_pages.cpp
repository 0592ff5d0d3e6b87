/* SPDX-License-Identifier: Apache-2.0 */
/* What C++ allocates, arrays of rows and workspaces, comes from bench_allocate(). */
#include <cstdlib>
#include <new>

#include "bench/host/elements.h"

void *operator new(std::size_t bytes)
{
    void *const memory = bench_allocate(bytes);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
