/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* Of the device's memory, what the pool keeps for calls to come: one in so many. */
enum { KEPT_SHARE = 32 };

typedef struct device_pool {
    tcui_pool pool;
    bool exists;
    unsigned long long device_life; /* which the pool is of: cudaDeviceReset() begins another one */
    size_t contexts;                /* that have it open */
} device_pool;

/* By device ordinal. Opening and closing lock; allocating, which CUDA makes safe, does not. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static device_pool *pools;
static int num_pools;
static bool is_forked;

/* ------------------------------------------------------------------------------------------ forked processes --- */

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
    is_forked = is_forked || num_pools > 0;
    pthread_mutex_unlock(&mutex);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

bool tcui_pool_is_forked(void)
{
    pthread_mutex_lock(&mutex);
    const bool forked = is_forked;
    pthread_mutex_unlock(&mutex);
    return forked;
}

/* ------------------------------------------------------------------------------------------------- the pools --- */

/* The id of the current device's default stream: no other stream of the process ever has it. 0 before CUDA 12.0. */
static unsigned long long life_of_device(void)
{
    unsigned long long id = 0;
#if CUDART_VERSION >= 12000
    if (cudaStreamGetId(cudaStreamLegacy, &id) != cudaSuccess) {
        cudaGetLastError();
        id = 0;
    }
#endif
    return id;
}

static bool create(int device, tcui_pool *pool)
{
    const struct cudaMemPoolProps properties = {.allocType = cudaMemAllocationTypePinned,
                                                .handleTypes = cudaMemHandleTypeNone,
                                                .location = {.type = cudaMemLocationTypeDevice, .id = device}};
    /* Memory that another stream has not freed yet is not waited for: work on two streams stays independent. */
    int waits_for_other_streams = 0;
    *pool = (tcui_pool){0};
    if (cudaMemPoolCreate(&pool->memory, &properties) == cudaSuccess &&
        cudaMemPoolSetAttribute(pool->memory, cudaMemPoolReuseAllowInternalDependencies, &waits_for_other_streams) ==
            cudaSuccess &&
        cudaStreamCreateWithFlags(&pool->reclaim, cudaStreamNonBlocking) == cudaSuccess)
        return true;
    cudaGetLastError();
    if (pool->memory != NULL)
        cudaMemPoolDestroy(pool->memory);
    return false;
}

/* What synchronisations leave in the pool. */
static void keep(const tcui_pool *pool, uint64_t bytes)
{
    if (cudaMemPoolSetAttribute(pool->memory, cudaMemPoolAttrReleaseThreshold, &bytes) != cudaSuccess)
        cudaGetLastError();
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

/* The first context of a device makes the pool, or finds the one that contexts before it left. */
static bool open_first(int device, size_t memory_bytes, device_pool *entry)
{
    const unsigned long long life = life_of_device();
    if (!entry->exists || entry->device_life != life) {
        entry->exists = create(device, &entry->pool);
        entry->device_life = life;
    }
    if (entry->exists)
        keep(&entry->pool, memory_bytes / KEPT_SHARE);
    return entry->exists;
}

bool tcui_pool_open(int device, size_t memory_bytes, tcui_pool *pool)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&mutex);
    device_pool *entry = entry_of(device);
    const bool opened = entry != NULL && (entry->contexts > 0 || open_first(device, memory_bytes, entry));
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
    device_pool *entry = &pools[device];
    if (--entry->contexts == 0 && !is_forked) {
        keep(&entry->pool, 0);
        if (cudaMemPoolTrimTo(entry->pool.memory, 0) != cudaSuccess)
            cudaGetLastError();
    }
    pthread_mutex_unlock(&mutex);
}
