/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sparks from a fountain, in frames: a kernel moves the particles and flags those that live on, and
 * tcu_compact_columns() packs these into the arrays of the next frame. All of it is captured once into a CUDA graph on
 * the program's own stream and replayed; the host never waits before the end. particles.h has the physics,
 * particles_host.c the same program for the host backend.
 *
 * How many particles live is known to the device alone: compaction writes it into the next frame's arrays, and the next
 * frame's kernel reads it there. So the sizes of launches and the `n` of the compaction cannot follow it. Both are the
 * capacity, and the kernel writes a flag of 0 wherever there is no particle. That costs a byte a place in each frame,
 * against 26 bytes read and written again for a particle; it buys a graph that is the same for all frames. A program
 * that copied the count to the host to launch no more than needed would wait for the device in every frame.
 */
#include "check_cuda.h"
#include "particles.h"
#include "particles_check.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void step(particle_arrays now, particle_arrays next, unsigned char *flags, uint64_t births,
                     uint64_t capacity)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) {
        *next.frame = *now.frame + 1;
    }
    if (i < capacity) {
        flags[i] = particles_step(&now, *now.count, *now.frame, births, i);
    }
}

/* Enqueues a frame on the context's stream: particles move in `now`, survivors are packed into `next`. */
static void enqueue_frame(tcu_context *context, cudaStream_t stream, const particle_arrays &now,
                          const particle_arrays &next, unsigned char *flags, uint64_t births)
{
    const uint64_t capacity = particles_capacity(births);
    step<<<(unsigned)((capacity + 255) / 256), 256, 0, stream>>>(now, next, flags, births, capacity);
    CHECK_CUDA(cudaGetLastError());

    tcu_column columns[PARTICLE_COLUMNS]; /* {now.x, next.x, sizeof(float)}, ... */
    particles_columns(&now, &next, columns);
    CHECK_TCU(
        tcu_compact_columns(context, columns, PARTICLE_COLUMNS, flags, TCU_FLAGS_BYTES, next.count, capacity, NULL));
}

/* Two frames, there and back, so that a replay ends in the arrays where it began. */
static cudaGraphExec_t capture_two_frames(tcu_context *context, cudaStream_t stream, const particle_arrays arrays[2],
                                          unsigned char *flags, uint64_t births)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    enqueue_frame(context, stream, arrays[0], arrays[1], flags, births);
    enqueue_frame(context, stream, arrays[1], arrays[0], flags, births);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    return executable;
}

int main(int argc, char **argv)
{
    particles_settings settings;
    if (particles_read_arguments(argc, argv, &settings) != 0) {
        return 2;
    }
    const uint64_t capacity = particles_capacity(settings.births);
    const size_t bytes = particles_bytes(capacity);

    cudaStream_t stream;
    tcu_context *context = NULL; /* (of NULL, tcu_context_last_error() has the sentence of a failed creation) */
    CHECK_TCU(tcu_context_create(&context, TCU_BACKEND_CUDA, -1));
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_TCU(tcu_context_set_stream(context, stream));

    /* A graph keeps the addresses that were captured, so what it works in is the program's own. */
    void *blocks[2], *workspace;
    unsigned char *flags;
    size_t workspace_bytes;
    CHECK_CUDA(cudaMalloc(&blocks[0], bytes));
    CHECK_CUDA(cudaMalloc(&blocks[1], bytes));
    CHECK_CUDA(cudaMalloc(&flags, capacity));
    CHECK_TCU(
        tcu_compact_columns_workspace(context, PARTICLE_COLUMNS, TCU_FLAGS_BYTES, capacity, NULL, &workspace_bytes));
    CHECK_CUDA(cudaMalloc(&workspace, workspace_bytes));
    CHECK_TCU(tcu_context_set_workspace(context, workspace, workspace_bytes));

    const particle_arrays arrays[2] = {particles_in(blocks[0], capacity), particles_in(blocks[1], capacity)};
    cudaGraphExec_t two_frames = capture_two_frames(context, stream, arrays, flags, settings.births);

    /* Everything is enqueued at once; after each second the count is copied out when the stream comes to it. */
    uint64_t *alive;
    CHECK_CUDA(cudaMallocHost(&alive, settings.seconds * sizeof *alive));
    CHECK_CUDA(cudaMemsetAsync(blocks[0], 0, bytes, stream)); /* no particles, frame 0 */
    for (uint64_t second = 0; second < settings.seconds; second++) {
        for (int frame = 0; frame < FRAMES_PER_SECOND; frame += 2) {
            CHECK_CUDA(cudaGraphLaunch(two_frames, stream));
        }
        CHECK_CUDA(cudaMemcpyAsync(&alive[second], arrays[0].count, sizeof *alive, cudaMemcpyDeviceToHost, stream));
    }
    void *last = malloc(bytes);
    if (last == NULL) {
        fprintf(stderr, "particles: no memory for %llu particles\n", (unsigned long long)capacity);
        return 1;
    }
    CHECK_CUDA(cudaMemcpyAsync(last, blocks[0], bytes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));

    const particle_arrays on_host = particles_in(last, capacity);
    const int result = particles_check(&settings, alive, &on_host);

    free(last);
    CHECK_CUDA(cudaGraphExecDestroy(two_frames));
    CHECK_CUDA(cudaFreeHost(alive));
    CHECK_CUDA(cudaFree(workspace));
    CHECK_CUDA(cudaFree(flags));
    CHECK_CUDA(cudaFree(blocks[0]));
    CHECK_CUDA(cudaFree(blocks[1]));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_TCU(tcu_context_destroy(context));
    return result != 0;
}
