/* SPDX-License-Identifier: Apache-2.0 */
#include "temporary.h"

#include <stdlib.h>

#include "pool.h"
#include "primitives/memory/cuda/capture_mode.h"

struct tcui_temporary {
    int device;
    tcui_pool pool;
    void *kept; /* or NULL */
    size_t kept_bytes;
    unsigned long long kept_stream; /* the id of the stream whose calls use it */
    unsigned long long last_stream; /* of the last call that was not captured; 0: none */
    cudaEvent_t used;               /* recorded behind the last call that used kept memory; NULL: not created yet */
};

cudaError_t tcui_temporary_open(int device, size_t memory_bytes, tcui_temporary **temporary)
{
    int has_pools = 0;
    *temporary = NULL;
    cudaError_t error = cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, device);
    if (error != cudaSuccess || !has_pools) {
        return error;
    }
    tcui_temporary *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return cudaErrorMemoryAllocation;
    }
    opened->device = device;
    if ((error = tcui_pool_open(device, memory_bytes, &opened->pool)) == cudaSuccess) {
        *temporary = opened;
    } else {
        free(opened);
    }
    return error;
}

/* A call of the runtime, whose failure the application is not to see in cudaGetLastError(). */
static bool succeeds(cudaError_t error)
{
    if (error != cudaSuccess) {
        cudaGetLastError();
    }
    return error == cudaSuccess;
}

/* Frees kept memory behind its last use, on a stream that nothing else waits for. */
static void give_back(tcui_temporary *temporary)
{
    if (temporary->kept == NULL) {
        return;
    }
    if (succeeds(cudaStreamWaitEvent(temporary->pool.reclaim, temporary->used, 0)) ||
        succeeds(cudaEventSynchronize(temporary->used))) {
        succeeds(cudaFreeAsync(temporary->kept, temporary->pool.reclaim));
    }
    temporary->kept = NULL;
    temporary->kept_bytes = 0;
}

void tcui_temporary_close(tcui_temporary *temporary)
{
    if (temporary == NULL) {
        return;
    }
    if (!tcui_pool_is_forked()) {
        if (tcui_pool_exists(&temporary->pool)) {
            give_back(temporary);
            if (temporary->used != NULL) {
                succeeds(cudaEventDestroy(temporary->used));
            }
        }
        tcui_pool_close(temporary->device, &temporary->pool);
    }
    free(temporary);
}

/* ----------------------------------------------------------------------------------------------- kept memory --- */

/*
 * The id of the stream, which no other stream of the process ever has, unlike its handle; 0 for one that is being
 * captured, whose memory is to belong to the graph, and where there are no ids (before CUDA 12.0).
 */
static unsigned long long id_of(cudaStream_t stream)
{
    unsigned long long id = 0;
#if CUDART_VERSION >= 12000
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (!succeeds(cudaStreamIsCapturing(stream, &capture)) || capture != cudaStreamCaptureStatusNone ||
        !succeeds(cudaStreamGetId(stream, &id))) {
        id = 0;
    }
#else
    (void)stream;
#endif
    return id;
}

static size_t next_power_of_two(size_t bytes)
{
    size_t power = 256;
    while (power < bytes) {
        power *= 2;
    }
    return power;
}

/* Memory for the calls of the stream, enough for this one; false if there is none to be had. */
static bool take(tcui_temporary *temporary, size_t bytes, cudaStream_t stream, unsigned long long id)
{
    const enum cudaStreamCaptureMode mode = tcui_set_capture_mode(cudaStreamCaptureModeRelaxed);
    const size_t kept_bytes = next_power_of_two(bytes);
    if (temporary->used == NULL && !succeeds(cudaEventCreateWithFlags(&temporary->used, cudaEventDisableTiming))) {
        temporary->used = NULL;
    }
    give_back(temporary);
    const bool taken = temporary->used != NULL &&
                       succeeds(cudaMallocFromPoolAsync(&temporary->kept, kept_bytes, temporary->pool.memory, stream));
    temporary->kept = taken ? temporary->kept : NULL;
    temporary->kept_bytes = taken ? kept_bytes : 0;
    temporary->kept_stream = id;
    tcui_set_capture_mode(mode);
    return taken;
}

/* Whether the call may use kept memory. Two calls in a row on another stream take it there, one call does not. */
static bool has_kept(tcui_temporary *temporary, size_t bytes, cudaStream_t stream, unsigned long long id)
{
    if (id == 0 || bytes > TCUI_KEPT_BYTES) {
        return false;
    }
    const bool again = temporary->last_stream == id || temporary->last_stream == 0;
    temporary->last_stream = id;
    if (temporary->kept != NULL && temporary->kept_stream == id && temporary->kept_bytes >= bytes) {
        return true;
    }
    return again && take(temporary, bytes, stream, id);
}

/* --------------------------------------------------------------------------------------- allocate and release --- */

cudaError_t tcui_temporary_allocate(tcui_temporary *temporary, size_t bytes, cudaStream_t stream, void **pointer)
{
    const unsigned long long id = id_of(stream);
    if (has_kept(temporary, bytes, stream, id)) {
        *pointer = temporary->kept;
        return cudaSuccess;
    }
    cudaError_t error = cudaMallocFromPoolAsync(pointer, bytes, temporary->pool.memory, stream);
    /* Where memory is short, what this context keeps, and what it gave back and is not free yet, may be enough. */
    if (error == cudaErrorMemoryAllocation && id != 0 && temporary->used != NULL) {
        cudaGetLastError();
        give_back(temporary);
        if (succeeds(cudaEventRecord(temporary->used, temporary->pool.reclaim)) &&
            succeeds(cudaStreamWaitEvent(stream, temporary->used, 0))) {
            error = cudaMallocFromPoolAsync(pointer, bytes, temporary->pool.memory, stream);
        }
    }
    return error;
}

void tcui_temporary_release(tcui_temporary *temporary, void *pointer, cudaStream_t stream)
{
    if (pointer == temporary->kept) {
        if (succeeds(cudaEventRecord(temporary->used, stream))) {
            return;
        }
        temporary->kept = NULL; /* without the event only the stream's order tells when it is free */
        temporary->kept_bytes = 0;
    }
    succeeds(cudaFreeAsync(pointer, stream));
}

cudaMemPool_t tcui_temporary_pool(const tcui_temporary *temporary)
{
    return temporary->pool.memory;
}

void tcui_temporary_set_pool(tcui_temporary *temporary, cudaMemPool_t pool)
{
    temporary->pool.memory = pool;
}
