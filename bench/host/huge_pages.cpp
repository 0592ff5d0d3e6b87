/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays of all contestants lie in huge pages from 4 MiB on, as those of NumPy and of tcu_allocate() do: so that times
 * tell programs apart, and not where their arrays come from.
 */
#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

void *operator new(std::size_t bytes)
{
    void *pointer = nullptr;
#ifdef MADV_HUGEPAGE
    constexpr std::size_t kPage = std::size_t(2) << 20;
    if (bytes >= 2 * kPage && bytes <= SIZE_MAX - kPage) {
        const std::size_t rounded = (bytes + kPage - 1) / kPage * kPage;
        pointer = std::aligned_alloc(kPage, rounded);
        if (pointer != nullptr) {
            madvise(pointer, rounded, MADV_HUGEPAGE);
            return pointer;
        }
        throw std::bad_alloc();
    }
#endif
    pointer = std::malloc(bytes > 0 ? bytes : 1);
    if (pointer == nullptr) {
        throw std::bad_alloc();
    }
    return pointer;
}

void operator delete(void *pointer) noexcept
{
    std::free(pointer);
}

void operator delete(void *pointer, std::size_t) noexcept
{
    std::free(pointer);
}
