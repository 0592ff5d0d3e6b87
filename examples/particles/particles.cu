/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sparks from a fountain, in frames: a kernel moves the particles and flags those that live on; the library packs
 * these into the arrays of the next frame, sorts them by the cell of the picture that they are in, and sums their light
 * by cells. All of it is captured once into a CUDA graph on the program's own stream and replayed; the host never waits
 * before the end. particles.h has the physics, particles_frame.c the library's calls, particles_host.c the same program
 * for the host backend.
 *
 * How many particles live is known to the device alone: compaction writes it into the next frame's arrays, where sort,
 * sums and the next frame's kernel read it. So a call's `n` is the capacity, which chooses workspace and launches, and
 * its option `count` is the length. The kernel is launched for the capacity, too; threads without a particle end at
 * once. That buys a graph that is the same for all frames. A program that copied the count to the host to launch no
 * more than needed would wait for the device in every frame.
 */
#include "check_cuda.h"
#include "particles.h"
#include "particles_check.h"
#include "particles_frame.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void step(particle_arrays now, particle_arrays next, unsigned char *flags, uint64_t births)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x, count = *now.count;
    if (i == 0) {
        *now.moved = count + births;
        *next.frame = *now.frame + 1;
    }
    if (i < count + births) {
        flags[i] = particles_step(&now, count, *now.frame, births, i);
    }
}

/* All arrays, in the device's memory: frames go from one generation to the other and back. */
typedef struct simulation {
    particle_arrays arrays[2];
    particle_picture picture;
    unsigned char *flags;
    uint64_t births;
} simulation;

/* Enqueues a frame on the context's stream: particles move in `now`, survivors are packed into `next`. */
static void enqueue_frame(tcu_context *context, cudaStream_t stream, const simulation &s, const particle_arrays &now,
                          const particle_arrays &next)
{
    const uint64_t capacity = particles_capacity(s.births);
    step<<<(unsigned)((capacity + 255) / 256), 256, 0, stream>>>(now, next, s.flags, s.births);
    CHECK_CUDA(cudaGetLastError());
    CHECK_TCU(particles_finish_frame(context, &now, &next, s.flags, &s.picture, capacity));
}

/* Two frames, there and back, so that a replay ends in the arrays where it began. */
static cudaGraphExec_t capture_two_frames(tcu_context *context, cudaStream_t stream, const simulation &s)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    enqueue_frame(context, stream, s, s.arrays[0], s.arrays[1]);
    enqueue_frame(context, stream, s, s.arrays[1], s.arrays[0]);
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
    const size_t bytes = particles_bytes(capacity), picture_bytes = particle_picture_bytes(capacity);

    cudaStream_t stream;
    tcu_context *context = NULL; /* (of NULL, tcu_context_last_error() has the sentence of a failed creation) */
    CHECK_TCU(tcu_context_create(&context, TCU_BACKEND_CUDA, -1));
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_TCU(tcu_context_set_stream(context, stream));

    /* A graph keeps the addresses that were captured, so what it works in is the program's own. */
    void *blocks[2], *picture, *workspace;
    unsigned char *flags;
    size_t workspace_bytes;
    CHECK_CUDA(cudaMalloc(&blocks[0], bytes));
    CHECK_CUDA(cudaMalloc(&blocks[1], bytes));
    CHECK_CUDA(cudaMalloc(&picture, picture_bytes));
    CHECK_CUDA(cudaMalloc(&flags, capacity));
    const simulation s = {{particles_in(blocks[0], capacity), particles_in(blocks[1], capacity)},
                          particle_picture_in(picture, capacity),
                          flags,
                          settings.births};
    CHECK_TCU(particles_workspace(context, &s.arrays[0], &s.picture, capacity, &workspace_bytes));
    CHECK_CUDA(cudaMalloc(&workspace, workspace_bytes));
    CHECK_TCU(tcu_context_set_workspace(context, workspace, workspace_bytes));
    cudaGraphExec_t two_frames = capture_two_frames(context, stream, s);

    /* Everything is enqueued at once; after each second the counts are copied out when the stream comes to it. */
    particles_second *seconds;
    CHECK_CUDA(cudaMallocHost(&seconds, settings.seconds * sizeof *seconds));
    CHECK_CUDA(cudaMemsetAsync(blocks[0], 0, bytes, stream)); /* no particles, frame 0 */
    for (uint64_t second = 0; second < settings.seconds; second++) {
        for (int frame = 0; frame < FRAMES_PER_SECOND; frame += 2) {
            CHECK_CUDA(cudaGraphLaunch(two_frames, stream));
        }
        CHECK_CUDA(cudaMemcpyAsync(&seconds[second].alive, s.arrays[0].count, sizeof(uint64_t), cudaMemcpyDeviceToHost,
                                   stream));
        CHECK_CUDA(
            cudaMemcpyAsync(&seconds[second].lit, s.picture.lit, sizeof(uint64_t), cudaMemcpyDeviceToHost, stream));
    }
    void *last = malloc(bytes), *last_picture = malloc(picture_bytes);
    if (last == NULL || last_picture == NULL) {
        fprintf(stderr, "particles: no memory for %llu particles\n", (unsigned long long)capacity);
        return 1;
    }
    CHECK_CUDA(cudaMemcpyAsync(last, blocks[0], bytes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaMemcpyAsync(last_picture, picture, picture_bytes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));

    const particle_arrays on_host = particles_in(last, capacity);
    const particle_picture picture_on_host = particle_picture_in(last_picture, capacity);
    const int result = particles_check(&settings, seconds, &on_host, &picture_on_host);

    free(last);
    free(last_picture);
    CHECK_CUDA(cudaGraphExecDestroy(two_frames));
    CHECK_CUDA(cudaFreeHost(seconds));
    CHECK_CUDA(cudaFree(workspace));
    CHECK_CUDA(cudaFree(flags));
    CHECK_CUDA(cudaFree(picture));
    CHECK_CUDA(cudaFree(blocks[0]));
    CHECK_CUDA(cudaFree(blocks[1]));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_TCU(tcu_context_destroy(context));
    return result != 0;
}
