/* SPDX-License-Identifier: Apache-2.0 */
#include "test_closed.h"

#include <criterion/criterion.h>

#ifndef TCU_WITH_CUDA

test_closed test_closed_open(size_t open, size_t closed)
{
    cr_assert_fail("no GPU for %zu bytes of memory and %zu without", open, closed);
    return (test_closed){0};
}

void test_closed_release(test_closed *memory)
{
    (void)memory;
}

#else

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

/* The runtime has loaded the driver. */
static void *function_of(const char *name)
{
    static void *driver;
    if (driver == NULL) {
        driver = dlopen("libcuda.so.1", RTLD_NOW);
        cr_assert(driver != NULL, "%s", dlerror());
    }
    void *const function = dlsym(driver, name);
    cr_assert(function != NULL, "the driver has no %s", name);
    return function;
}

/* The declaration's type, which is the function's: cuda.h has no macros for these names. */
#define DRIVER(NAME, ...)                                                                                              \
    do {                                                                                                               \
        __typeof__(&NAME) function;                                                                                    \
        void *const address = function_of(#NAME);                                                                      \
        memcpy(&function, &address, sizeof function);                                                                  \
        const CUresult result = function(__VA_ARGS__);                                                                 \
        cr_assert(result == CUDA_SUCCESS, #NAME ": error %d", (int)result);                                            \
    } while (0)

static size_t round_up(size_t bytes, size_t page)
{
    return (bytes + page - 1) / page * page;
}

test_closed test_closed_open(size_t open, size_t closed)
{
    int device = 0;
    cr_assert(cudaGetDevice(&device) == cudaSuccess && cudaFree(NULL) == cudaSuccess, "no context");
    CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device}};
    const CUmemAccessDesc access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    size_t page = 0;
    DRIVER(cuMemGetAllocationGranularity, &page, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    test_closed memory = {NULL, round_up(open, page), round_up(closed, page), 0};
    CUdeviceptr base = 0;
    CUmemGenericAllocationHandle handle = 0;
    DRIVER(cuMemAddressReserve, &base, memory.open + memory.closed, 0, 0, 0);
    DRIVER(cuMemCreate, &handle, memory.open, &properties, 0);
    DRIVER(cuMemMap, base, memory.open, 0, handle, 0);
    DRIVER(cuMemSetAccess, base, memory.open, &access, 1);
    memory.base = (unsigned char *)(uintptr_t)base;
    memory.handle = handle;
    return memory;
}

void test_closed_release(test_closed *memory)
{
    if (memory->base != NULL) {
        const CUdeviceptr base = (CUdeviceptr)(uintptr_t)memory->base;
        cr_assert(cudaDeviceSynchronize() == cudaSuccess, "a kernel failed");
        DRIVER(cuMemUnmap, base, memory->open);
        DRIVER(cuMemRelease, memory->handle);
        DRIVER(cuMemAddressFree, base, memory->open + memory->closed);
    }
    memory->base = NULL;
}

#endif
