/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "pool_cuda.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* Of the device's memory, what the pool keeps for calls to come: one in so many. */
enum { KEPT_SHARE = 32 };

typedef struct device_pool {
    tcui_pool pool;
    size_t contexts; /* that have it open */
} device_pool;

/* By device ordinal. Opening and closing lock; allocating, which CUDA makes safe, does not. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static device_pool *pools;
static int num_pools;

/* ------------------------------------------------------------------------------------------ forked processes --- */

static void before_fork(void)
{
    pthread_mutex_lock(&mutex);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&mutex);
}

/* A child cannot use its parent's CUDA: for it the pools are not open, and contexts from before the fork close none. */
static void after_fork_in_child(void)
{
    for (int device = 0; device < num_pools; device++) {
        pools[device] = (device_pool){0};
    }
    pthread_mutex_unlock(&mutex);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* ------------------------------------------------------------------------------------------------- the pools --- */

static void destroy(tcui_pool *pool)
{
    if (pool->reclaim != NULL)
        cudaStreamDestroy(pool->reclaim); /* what it has to do it still does */
    if (pool->memory != NULL)
        cudaMemPoolDestroy(pool->memory);
    *pool = (tcui_pool){0};
}

/* False where the device, which is the current one, has no memory pools. */
static bool create(int device, size_t memory_bytes, tcui_pool *pool)
{
    const struct cudaMemPoolProps properties = {.allocType = cudaMemAllocationTypePinned,
                                                .handleTypes = cudaMemHandleTypeNone,
                                                .location = {.type = cudaMemLocationTypeDevice, .id = device}};
    uint64_t kept_bytes = memory_bytes / KEPT_SHARE;
    /* Memory that another stream has not freed yet is not waited for: work on two streams stays independent. */
    int waits_for_other_streams = 0;
    *pool = (tcui_pool){0};
    if (cudaMemPoolCreate(&pool->memory, &properties) == cudaSuccess &&
        cudaMemPoolSetAttribute(pool->memory, cudaMemPoolAttrReleaseThreshold, &kept_bytes) == cudaSuccess &&
        cudaMemPoolSetAttribute(pool->memory, cudaMemPoolReuseAllowInternalDependencies, &waits_for_other_streams) ==
            cudaSuccess &&
        cudaStreamCreateWithFlags(&pool->reclaim, cudaStreamNonBlocking) == cudaSuccess)
        return true;
    cudaGetLastError();
    destroy(pool);
    return false;
}

/* The device's entry, or NULL without memory for one. */
static device_pool *entry_of(int device)
{
    if (device >= num_pools) {
        device_pool *larger = realloc(pools, ((size_t)device + 1) * sizeof *pools);
        if (larger == NULL)
            return NULL;
        pools = larger;
        while (num_pools <= device) {
            pools[num_pools++] = (device_pool){0};
        }
    }
    return &pools[device];
}

bool tcui_pool_open(int device, size_t memory_bytes, tcui_pool *pool)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&mutex);
    device_pool *entry = entry_of(device);
    const bool opened = entry != NULL && (entry->contexts > 0 || create(device, memory_bytes, &entry->pool));
    if (opened) {
        entry->contexts++;
        *pool = entry->pool;
    }
    pthread_mutex_unlock(&mutex);
    return opened;
}

void tcui_pool_close(int device)
{
    pthread_mutex_lock(&mutex);
    device_pool *entry = device < num_pools ? &pools[device] : NULL;
    if (entry != NULL && entry->contexts > 0 && --entry->contexts == 0)
        destroy(&entry->pool);
    pthread_mutex_unlock(&mutex);
}

bool tcui_pool_is_open(int device)
{
    pthread_mutex_lock(&mutex);
    const bool is_open = device < num_pools && pools[device].contexts > 0;
    pthread_mutex_unlock(&mutex);
    return is_open;
}
