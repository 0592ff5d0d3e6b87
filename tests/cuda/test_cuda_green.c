/* SPDX-License-Identifier: Apache-2.0 */
#include "test_cuda_green.h"

#if CUDART_VERSION >= 12040

/* Of which on all functions here exist. */
enum { GREEN_VERSION = 12040, MOST_GREENS = 4 };

typedef void (*function)(void);

/* The tests are not linked to the driver, either. */
static function function_of(const char *name)
{
    void *found = NULL;
    enum cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    TEST_CUDA(cudaGetDriverEntryPointByVersion(name, &found, GREEN_VERSION, cudaEnableDefault, &result));
#else
    TEST_CUDA(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result));
#endif
    cr_assert(result == cudaDriverEntryPointSuccess && found != NULL, "the driver has no %s()", name);
    function called;
    memcpy(&called, &found, sizeof called);
    return called;
}

/* Calls a function of the driver, of the type that the driver's header declares. */
#define DRIVER(NAME, ...)                                                                                              \
    do {                                                                                                               \
        const CUresult driver_result = ((__typeof__(&NAME))function_of(#NAME))(__VA_ARGS__);                           \
        cr_assert(driver_result == CUDA_SUCCESS, #NAME "(): error %d", (int)driver_result);                            \
    } while (0)

void test_green_open(test_green *greens, unsigned count, int multiprocessors)
{
    int ordinal = 0;
    CUdevice device = 0;
    CUdevResource all, groups[MOST_GREENS];
    unsigned made = count;
    cr_assert_leq(count, (unsigned)MOST_GREENS);
    TEST_CUDA(cudaGetDevice(&ordinal));
    TEST_CUDA(cudaFree(NULL)); /* green contexts stand on the device's own one, which is made here */
    DRIVER(cuDeviceGet, &device, ordinal);
    DRIVER(cuDeviceGetDevResource, device, &all, CU_DEV_RESOURCE_TYPE_SM);
    DRIVER(cuDevSmResourceSplitByCount, groups, &made, &all, NULL, 0, (unsigned)multiprocessors);
    cr_assert_eq(made, count, "the device has room for %u groups of %d multiprocessors", made, multiprocessors);
    for (unsigned i = 0; i < count; i++) {
        CUdevResourceDesc description;
        CUstream stream;
        DRIVER(cuDevResourceGenerateDesc, &description, &groups[i], 1);
        DRIVER(cuGreenCtxCreate, &greens[i].context, description, device, CU_GREEN_CTX_DEFAULT_STREAM);
        DRIVER(cuGreenCtxStreamCreate, &stream, greens[i].context, CU_STREAM_NON_BLOCKING, 0);
        greens[i].stream = stream;
        greens[i].multiprocessors = (int)groups[i].sm.smCount;
        cr_assert_geq(greens[i].multiprocessors, multiprocessors);
    }
}

void test_green_close(test_green *greens, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        TEST_CUDA(cudaStreamDestroy(greens[i].stream));
        DRIVER(cuGreenCtxDestroy, greens[i].context);
    }
}

void test_green_make_current(const test_green *green)
{
    CUcontext context = NULL;
    if (green == NULL) {
        int ordinal = 0;
        TEST_CUDA(cudaGetDevice(&ordinal));
        TEST_CUDA(cudaSetDevice(ordinal));
        return;
    }
    DRIVER(cuCtxFromGreenCtx, &context, green->context);
    DRIVER(cuCtxSetCurrent, context);
}

#endif
