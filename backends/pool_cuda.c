/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "pool_cuda.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* Of the device's memory, what the pool keeps for calls to come: one in so many. */
enum { KEPT_SHARE = 32 };

typedef struct device_pool {
    cudaMemPool_t pool;
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

/* A child cannot use its parent's CUDA: its pools are not there, and contexts from before the fork close none. */
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

/* NULL where the device has no pools. */
static cudaMemPool_t create_pool(int device, size_t memory_bytes)
{
    const struct cudaMemPoolProps properties = {.allocType = cudaMemAllocationTypePinned,
                                                .handleTypes = cudaMemHandleTypeNone,
                                                .location = {.type = cudaMemLocationTypeDevice, .id = device}};
    uint64_t kept_bytes = memory_bytes / KEPT_SHARE;
    /* Memory that another stream has not freed yet is not waited for: work on two streams stays independent. */
    int waits_for_other_streams = 0;
    cudaMemPool_t pool = NULL;
    cudaError_t error = cudaMemPoolCreate(&pool, &properties);
    if (error == cudaSuccess)
        error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept_bytes);
    if (error == cudaSuccess)
        error = cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &waits_for_other_streams);
    if (error == cudaSuccess)
        return pool;
    cudaGetLastError();
    if (pool != NULL)
        cudaMemPoolDestroy(pool);
    return NULL;
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

void *tcui_pool_open(int device, size_t memory_bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    cudaMemPool_t pool = NULL;
    pthread_mutex_lock(&mutex);
    device_pool *entry = entry_of(device);
    if (entry != NULL && entry->contexts == 0)
        entry->pool = create_pool(device, memory_bytes);
    if (entry != NULL && entry->pool != NULL) {
        entry->contexts++;
        pool = entry->pool;
    }
    pthread_mutex_unlock(&mutex);
    return pool;
}

void tcui_pool_close(int device)
{
    pthread_mutex_lock(&mutex);
    device_pool *entry = device < num_pools ? &pools[device] : NULL;
    if (entry != NULL && entry->contexts > 0 && --entry->contexts == 0) {
        cudaMemPoolDestroy(entry->pool);
        entry->pool = NULL;
    }
    pthread_mutex_unlock(&mutex);
}
