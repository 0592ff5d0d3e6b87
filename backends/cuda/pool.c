/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#include "primitives/memory/cuda/capture_mode.h"

/* Of the device's memory, what the pool keeps for calls to come: one in so many. */
enum { KEPT_SHARE = 32 };

typedef struct device_pool {
    tcui_pool pool; /* memory NULL: there is none yet */
    size_t contexts;
} device_pool;

/* By device ordinal. Opening and closing lock; allocating, which CUDA makes safe, does not. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static device_pool *pools;
static int num_pools;

/* ------------------------------------------------------------------------------------------ forked processes --- */

/* Written by a child's only thread. */
static volatile sig_atomic_t is_forked;

static void before_fork(void)
{
    pthread_mutex_lock(&mutex);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&mutex);
}

static void after_fork_in_child(void)
{
    if (num_pools > 0) {
        is_forked = 1;
    }
    pthread_mutex_unlock(&mutex);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

bool tcui_pool_is_forked(void)
{
    return is_forked != 0;
}

/* ------------------------------------------------------------------------------------------------- the pools --- */

/* Of the current device; 0 before CUDA 12.0, and while a capture forbids to ask. */
static unsigned long long primary_context(void)
{
    unsigned long long id = 0;
#if CUDART_VERSION >= 12000
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(cudaStreamLegacy, &capture) != cudaSuccess ||
        cudaStreamGetId(cudaStreamLegacy, &id) != cudaSuccess) {
        cudaGetLastError();
        id = 0;
    }
#endif
    return id;
}

bool tcui_pool_exists(const tcui_pool *pool)
{
    const unsigned long long current = primary_context();
    return current == 0 || pool->primary_context == 0 || current == pool->primary_context;
}

static cudaError_t create(int device, tcui_pool *pool)
{
    const struct cudaMemPoolProps properties = {.allocType = cudaMemAllocationTypePinned,
                                                .handleTypes = cudaMemHandleTypeNone,
                                                .location = {.type = cudaMemLocationTypeDevice, .id = device}};
    /* Memory that another stream has not freed yet is not waited for: work on two streams stays independent. */
    int waits_for_other_streams = 0;
    *pool = (tcui_pool){.primary_context = primary_context()};
    cudaError_t error = cudaMemPoolCreate(&pool->memory, &properties);
    if (error == cudaSuccess) {
        error =
            cudaMemPoolSetAttribute(pool->memory, cudaMemPoolReuseAllowInternalDependencies, &waits_for_other_streams);
    }
    if (error == cudaSuccess) {
        error = cudaStreamCreateWithFlags(&pool->reclaim, cudaStreamNonBlocking);
    }
    if (error == cudaSuccess) {
        return cudaSuccess;
    }
    if (pool->memory != NULL) {
        cudaMemPoolDestroy(pool->memory);
    }
    *pool = (tcui_pool){0};
    cudaGetLastError();
    return error;
}

/* What synchronisations leave in the pool. */
static void keep(const tcui_pool *pool, uint64_t bytes)
{
    if (cudaMemPoolSetAttribute(pool->memory, cudaMemPoolAttrReleaseThreshold, &bytes) != cudaSuccess) {
        cudaGetLastError();
    }
}

/* The device's entry, or NULL without memory for one. */
static device_pool *entry_of(int device)
{
    if (device >= num_pools) {
        device_pool *larger = realloc(pools, ((size_t)device + 1) * sizeof *pools);
        if (larger == NULL) {
            return NULL;
        }
        pools = larger;
        while (num_pools <= device) {
            pools[num_pools++] = (device_pool){0};
        }
    }
    return &pools[device];
}

static cudaError_t open_locked(int device, size_t memory_bytes, tcui_pool *pool)
{
    device_pool *entry = entry_of(device);
    if (entry == NULL) {
        return cudaErrorMemoryAllocation;
    }
    if (entry->pool.memory == NULL || !tcui_pool_exists(&entry->pool)) {
        const cudaError_t error = create(device, &entry->pool);
        if (error != cudaSuccess) {
            return error;
        }
        entry->contexts = 0; /* those of before a reset are none of this pool's */
    }
    if (entry->contexts++ == 0) {
        keep(&entry->pool, memory_bytes / KEPT_SHARE);
    }
    *pool = entry->pool;
    return cudaSuccess;
}

cudaError_t tcui_pool_open(int device, size_t memory_bytes, tcui_pool *pool)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    pthread_mutex_lock(&mutex);
    const cudaError_t error = open_locked(device, memory_bytes, pool);
    pthread_mutex_unlock(&mutex);
    tcui_set_capture_mode(mode);
    return error;
}

void tcui_pool_close(int device, const tcui_pool *pool)
{
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    pthread_mutex_lock(&mutex);
    device_pool *entry = &pools[device];
    if (entry->pool.memory == pool->memory && entry->pool.primary_context == pool->primary_context &&
        tcui_pool_exists(pool) && --entry->contexts == 0) {
        keep(&entry->pool, 0);
        if (cudaMemPoolTrimTo(entry->pool.memory, 0) != cudaSuccess) {
            cudaGetLastError();
        }
    }
    pthread_mutex_unlock(&mutex);
    tcui_set_capture_mode(mode);
}
