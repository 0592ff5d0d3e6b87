/* SPDX-License-Identifier: Apache-2.0 */
#include "temporary.h"

#include <stdlib.h>

#include "pool.h"

struct tcui_temporary {
    int device;
    tcui_pool pool;
    void *block; /* or NULL */
    size_t block_bytes;
    unsigned long long block_stream; /* the id of the stream whose calls use it */
    unsigned long long last_stream;  /* of the last call that was not captured; 0: none */
    cudaEvent_t used;                /* recorded behind the last call that used the block; NULL: not created yet */
};

tcui_temporary *tcui_temporary_open(int device, size_t memory_bytes)
{
    tcui_temporary *temporary = calloc(1, sizeof *temporary);
    if (temporary == NULL)
        return NULL;
    temporary->device = device;
    if (tcui_pool_open(device, memory_bytes, &temporary->pool))
        return temporary;
    free(temporary);
    return NULL;
}

/* Frees the block behind its last use, on a stream that nothing else waits for. */
static void give_block_back(tcui_temporary *temporary)
{
    if (temporary->block == NULL)
        return;
    cudaStreamWaitEvent(temporary->pool.reclaim, temporary->used, 0);
    cudaFreeAsync(temporary->block, temporary->pool.reclaim);
    temporary->block = NULL;
    temporary->block_bytes = 0;
}

void tcui_temporary_close(tcui_temporary *temporary)
{
    if (temporary == NULL)
        return;
    if (!tcui_pool_is_forked()) {
        give_block_back(temporary);
        if (temporary->used != NULL)
            cudaEventDestroy(temporary->used);
        cudaGetLastError();
    }
    tcui_pool_close(temporary->device);
    free(temporary);
}

/* -------------------------------------------------------------------------------------------------- the block --- */

/*
 * The id of the stream, which no other stream of the process ever has, unlike its handle; 0 for one that is being
 * captured, whose memory is to belong to the graph, and where there are no ids (before CUDA 12.0).
 */
static unsigned long long id_of(cudaStream_t stream)
{
    unsigned long long id = 0;
#if CUDART_VERSION >= 12000
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone ||
        cudaStreamGetId(stream, &id) != cudaSuccess) {
        cudaGetLastError();
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
    while (power < bytes)
        power *= 2;
    return power;
}

/* A block for the stream, large enough; false if there is none to be had. */
static bool take_block(tcui_temporary *temporary, size_t bytes, cudaStream_t stream, unsigned long long id)
{
    if (temporary->used == NULL && cudaEventCreateWithFlags(&temporary->used, cudaEventDisableTiming) != cudaSuccess) {
        temporary->used = NULL;
        cudaGetLastError();
        return false;
    }
    give_block_back(temporary);
    const size_t block_bytes = next_power_of_two(bytes);
    if (cudaMallocFromPoolAsync(&temporary->block, block_bytes, temporary->pool.memory, stream) != cudaSuccess) {
        temporary->block = NULL;
        cudaGetLastError();
        return false;
    }
    temporary->block_bytes = block_bytes;
    temporary->block_stream = id;
    return true;
}

/* Whether the call may use the block. Two calls in a row on another stream take it there, one call does not. */
static bool has_block(tcui_temporary *temporary, size_t bytes, cudaStream_t stream)
{
    if (bytes > TCUI_BLOCK_BYTES)
        return false;
    const unsigned long long id = id_of(stream);
    if (id == 0)
        return false;
    const bool again = temporary->last_stream == id || temporary->last_stream == 0;
    temporary->last_stream = id;
    if (temporary->block != NULL && temporary->block_stream == id && temporary->block_bytes >= bytes)
        return true;
    return again && take_block(temporary, bytes, stream, id);
}

/* --------------------------------------------------------------------------------------- allocate and release --- */

cudaError_t tcui_temporary_allocate(tcui_temporary *temporary, size_t bytes, cudaStream_t stream, void **pointer)
{
    if (temporary == NULL)
        return cudaMallocAsync(pointer, bytes, stream);
    if (has_block(temporary, bytes, stream)) {
        *pointer = temporary->block;
        return cudaSuccess;
    }
    return cudaMallocFromPoolAsync(pointer, bytes, temporary->pool.memory, stream);
}

/* Only a broken device refuses, which the next call reports. */
void tcui_temporary_release(tcui_temporary *temporary, void *pointer, cudaStream_t stream)
{
    if (temporary != NULL && pointer == temporary->block)
        cudaEventRecord(temporary->used, stream);
    else
        cudaFreeAsync(pointer, stream);
}

cudaMemPool_t tcui_temporary_pool(const tcui_temporary *temporary)
{
    return temporary->pool.memory;
}

void tcui_temporary_set_pool(tcui_temporary *temporary, cudaMemPool_t pool)
{
    temporary->pool.memory = pool;
}
