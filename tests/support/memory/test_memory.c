/* SPDX-License-Identifier: Apache-2.0 */
#include "test_memory.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test_backend.h"

#ifdef TCU_WITH_CUDA
#include <cuda_runtime_api.h>

#define CUDA(CALL)                                                                                                     \
    do {                                                                                                               \
        cudaError_t error = (CALL);                                                                                    \
        cr_assert(error == cudaSuccess, #CALL ": %s", cudaGetErrorString(error));                                      \
    } while (0)

/* cudaMemcpy() from pageable memory, and cudaMemset(), return before the device is done; streams that do not wait for the
 * default one would go on with what was there before. */
static void wait_for_default_stream(void)
{
    CUDA(cudaStreamSynchronize(cudaStreamLegacy));
}
#endif

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(start, bytes)   ((void)(start), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(start, bytes) ((void)(start), (void)(bytes))
#endif

/* The one place that tells the memory spaces apart. A build without CUDA has no cuda run: creating the context failed
 * before any of this is reached. */
static void *space_allocate(size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        void *pointer = NULL;
        CUDA(cudaMalloc(&pointer, bytes));
        return pointer;
    }
#endif
    void *pointer = aligned_alloc(256, (bytes + 255) / 256 * 256);
    cr_assert(pointer != NULL, "no %zu bytes of memory", bytes);
    return pointer;
}

static void space_free(void *pointer)
{
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        CUDA(cudaFree(pointer));
        return;
    }
#endif
    free(pointer);
}

void test_copy_in(void *to, const void *from, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        CUDA(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
        wait_for_default_stream();
        return;
    }
#endif
    memcpy(to, from, bytes);
}

void test_copy_out(void *to, const void *from, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        CUDA(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
        return;
    }
#endif
    memcpy(to, from, bytes);
}

void test_set(void *to, unsigned char value, size_t bytes)
{
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        CUDA(cudaMemset(to, value, bytes));
        wait_for_default_stream();
        return;
    }
#endif
    memset(to, value, bytes);
}

void test_synchronise(void)
{
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        CUDA(cudaDeviceSynchronize());
    }
#endif
}

/* Makes closed pages memory again; a GPU's are given back. */
static void reopen(test_memory *memory)
{
    test_closed_release(&memory->device);
    if (memory->closed != NULL) {
        cr_assert_eq(mprotect(memory->closed, memory->closed_bytes, PROT_READ | PROT_WRITE), 0);
    }
    memory->closed = NULL;
}

void test_memory_reserve(test_memory *memory, size_t bytes)
{
    reopen(memory);
    if (bytes <= memory->bytes) {
        return;
    }
    test_memory_release(memory);
    memory->base = space_allocate(bytes);
    memory->bytes = bytes;
}

void test_memory_release(test_memory *memory)
{
    reopen(memory);
    if (memory->base != NULL) {
        ASAN_UNPOISON_MEMORY_REGION(memory->base, memory->bytes);
        space_free(memory->base);
    }
    memory->base = NULL;
    memory->bytes = 0;
}

/* In a build with the address sanitizer a touch of a guard stops the test where it happens. */
static void forbid_guards(const test_slice *slice)
{
    if (!test_on_cuda()) {
        ASAN_POISON_MEMORY_REGION(slice->start, (size_t)(slice->data - slice->start));
        ASAN_POISON_MEMORY_REGION(slice->data + slice->bytes, slice->behind);
    }
}

static void allow_guards(const test_slice *slice)
{
    if (!test_on_cuda()) {
        ASAN_UNPOISON_MEMORY_REGION(slice->start, (size_t)(slice->data - slice->start));
        ASAN_UNPOISON_MEMORY_REGION(slice->data + slice->bytes, slice->behind);
    }
}

test_slice test_slice_open(test_memory *memory, size_t bytes, size_t shift, unsigned char poison)
{
    return test_slice_open_room(memory, bytes, (test_room){0, false}, shift, poison);
}

/* The slice lies such that a page begins where its last 256 bytes end; from there on as many pages are closed as the room,
 * and a guard, reach into. */
static test_slice open_before_closed_pages(test_memory *memory, size_t bytes, size_t room, size_t shift,
                                           unsigned char poison)
{
    /* (An empty slice, too, has an address that is memory's.) */
    const size_t open = TEST_GUARD + (shift + (bytes > 0 ? bytes : 1) + TEST_GUARD - 1) / TEST_GUARD * TEST_GUARD;
    unsigned char *behind;
    if (test_on_emulated()) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE), closed = (room + TEST_GUARD + page - 1) / page * page;
        test_memory_reserve(memory, page + open + closed);
        /* (The shift is one of the device's addresses modulo 256, so the slice is moved by a multiple of these.) */
        behind = memory->base + open + (page - ((uintptr_t)memory->base + open) % page) % page;
        memory->closed = behind;
        memory->closed_bytes = closed;
        cr_assert_eq(mprotect(behind, closed, PROT_NONE), 0);
    } else {
        test_memory_release(memory);
        memory->device = test_closed_open(open, room + TEST_GUARD);
        behind = memory->device.base + memory->device.open;
    }
    unsigned char *const start = behind - open, *const data = start + TEST_GUARD + shift;
    test_set(start, poison, open);
    return (test_slice){start, data, bytes, (size_t)(behind - (data + bytes)), poison};
}

test_slice test_slice_open_room(test_memory *memory, size_t bytes, test_room room, size_t shift, unsigned char poison)
{
    if (room.is_closed && test_on_cuda()) {
        return open_before_closed_pages(memory, bytes, room.bytes, shift, poison);
    }
    const size_t behind = room.bytes + TEST_GUARD, total = TEST_GUARD + shift + bytes + behind;
    test_memory_reserve(memory, total);
    if (!test_on_cuda()) {
        ASAN_UNPOISON_MEMORY_REGION(memory->base, memory->bytes);
    }
    test_set(memory->base, poison, total);
    test_slice slice = {memory->base, memory->base + TEST_GUARD + shift, bytes, behind, poison};
    forbid_guards(&slice);
    return slice;
}

/* Bytes looked at in one copy: on a GPU that many processes share each copy waits for the others' turns. */
enum { TEST_BLOCK = 1 << 16, TEST_LONG_BLOCK = 1 << 24 };

/* function(a part of the backend's memory as the host sees it, bytes before it, its bytes, data) of one part after the
 * other, until one gives false. */
static bool for_parts(const unsigned char *from, size_t bytes,
                      bool (*function)(const unsigned char *part, size_t first, size_t bytes, const void *data),
                      const void *data)
{
    static _Thread_local unsigned char block[TEST_BLOCK];
    if (!test_on_cuda()) {
        return bytes == 0 || function(from, 0, bytes, data);
    }
    const size_t room = bytes < TEST_LONG_BLOCK ? bytes : TEST_LONG_BLOCK;
    unsigned char *const copy = room <= sizeof block ? block : malloc(room);
    cr_assert(copy != NULL, "no %zu bytes of memory", room);
    bool all = true;
    for (size_t done = 0, part; all && done < bytes; done += part) {
        part = bytes - done < room ? bytes - done : room;
        test_copy_out(copy, from + done, part);
        all = function(copy, done, part, data);
    }
    if (copy != block) {
        free(copy);
    }
    return all;
}

static bool is_one_value(const unsigned char *part, size_t first, size_t bytes, const void *value)
{
    (void)first;
    return part[0] == *(const unsigned char *)value && memcmp(part, part + 1, bytes - 1) == 0;
}

static bool all_equal(const unsigned char *from, size_t bytes, unsigned char value)
{
    return for_parts(from, bytes, is_one_value, &value);
}

bool test_slice_guarded(const test_slice *slice)
{
    allow_guards(slice);
    bool guarded = all_equal(slice->start, (size_t)(slice->data - slice->start), slice->poison) &&
                   all_equal(slice->data + slice->bytes, slice->behind, slice->poison);
    forbid_guards(slice);
    return guarded;
}

bool test_slice_untouched(const test_slice *slice, size_t first, size_t count)
{
    return all_equal(slice->data + first, count, slice->poison);
}

static bool is_expected(const unsigned char *part, size_t first, size_t bytes, const void *expected)
{
    return memcmp(part, (const unsigned char *)expected + first, bytes) == 0;
}

bool test_slice_holds(const test_slice *slice, const void *expected)
{
    return for_parts(slice->data, slice->bytes, is_expected, expected);
}

void *test_allocator_allocate(size_t bytes, void *stream, void *user)
{
    test_allocator *allocator = user;
    if (allocator->refuse) {
        return NULL;
    }
    void *pointer = NULL;
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        if (cudaMallocAsync(&pointer, bytes, stream) != cudaSuccess ||
            cudaMemsetAsync(pointer, 0xdb, bytes, stream) != cudaSuccess) {
            return NULL;
        }
    }
#endif
    if (!test_on_cuda()) {
        pointer = space_allocate(bytes);
        memset(pointer, 0xdb, bytes);
    }
    allocator->allocations++;
    allocator->live_bytes += bytes;
    allocator->last_pointer = pointer;
    allocator->last_bytes = bytes;
    allocator->last_stream = stream;
    return pointer;
}

void test_allocator_release(void *pointer, size_t bytes, void *stream, void *user)
{
    test_allocator *allocator = user;
    allocator->releases++;
    allocator->live_bytes -= bytes;
    if (pointer == allocator->last_pointer && (bytes != allocator->last_bytes || stream != allocator->last_stream)) {
        allocator->wrong_release = true;
    }
#ifdef TCU_WITH_CUDA
    if (test_on_cuda()) {
        if (cudaFreeAsync(pointer, stream) != cudaSuccess) {
            allocator->wrong_release = true;
        }
        return;
    }
#endif
    (void)stream;
    free(pointer);
}
