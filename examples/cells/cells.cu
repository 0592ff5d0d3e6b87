/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Neighbours of particles by a cell list, on the GPU: cells_host.c with kernels in place of its loops. All of it is
 * captured once into a CUDA graph on the program's own stream and replayed as a simulation would, once a step; the host
 * waits at the end alone. The sort moves the particles themselves, so that those which threads of a block look at lie
 * together.
 *
 * How many cells have particles is known to the device alone: tcu_unique() writes it beside the cells, and kernels read
 * it there. The scan of the cells' lengths, whose `n` cannot follow it, goes over as many as there may be: what lies
 * behind the last cell's length is summed too, and its sums are not used.
 */
#include "cells_check.h"
#include "check_cuda.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

enum { THREADS = 256, REPLAYS = 20 };

/* The particles (which do not move here) and the numbers of their cells. */
__global__ void place(cell_arrays a, uint64_t particles, int level)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < particles) {
        a.particles[i] = cells_particle((uint32_t)i);
        a.codes[i] = cells_of(a.particles[i], level);
    }
}

__global__ void flag_lonely(cell_arrays a, uint64_t particles, int level)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const cell_list cells = {a.points, a.cell_codes, a.lengths, a.begins, *a.num_cells};
    if (i < particles) {
        a.flags[i] = cells_neighbours(&cells, i, level) < FEW_NEIGHBOURS;
    }
}

static tcu_sort_options options_of(int level)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.end_bit = 3 * level; /* the bits that a cell's number has */
    return options;
}

/* Enqueues a step on the context's stream. */
static void enqueue_step(tcu_context *context, cudaStream_t stream, const cell_arrays &a, uint64_t particles)
{
    const int level = cells_level(particles);
    const tcu_sort_options options = options_of(level);
    const unsigned blocks = (unsigned)((particles + THREADS - 1) / THREADS);
    place<<<blocks, THREADS, 0, stream>>>(a, particles, level);
    CHECK_CUDA(cudaGetLastError());
    CHECK_TCU(tcu_radix_sort_pairs(context, a.codes, a.sorted_codes, TCU_TYPE_U32, a.particles, a.points, sizeof(point),
                                   particles, &options));
    CHECK_TCU(
        tcu_unique(context, a.sorted_codes, sizeof(uint32_t), a.cell_codes, a.lengths, a.num_cells, particles, NULL));
    CHECK_TCU(tcu_scan(context, TCU_SCAN_EXCLUSIVE, a.lengths, TCU_TYPE_U64, a.begins, TCU_TYPE_U64, particles, NULL));
    flag_lonely<<<blocks, THREADS, 0, stream>>>(a, particles, level);
    CHECK_CUDA(cudaGetLastError());
    CHECK_TCU(
        tcu_compact_indices(context, a.flags, TCU_FLAGS_BYTES, a.lonely, TCU_TYPE_U32, a.num_lonely, particles, NULL));
}

/* What the call that needs most needs: they follow each other on one stream, so all can work in the same memory. */
static size_t workspace_bytes(tcu_context *context, uint64_t particles)
{
    const tcu_sort_options options = options_of(cells_level(particles));
    size_t bytes[4], most = 0;
    CHECK_TCU(tcu_radix_sort_pairs_workspace(context, TCU_TYPE_U32, sizeof(point), particles, 0, &options, &bytes[0]));
    CHECK_TCU(tcu_unique_workspace(context, sizeof(uint32_t), 1, particles, 0, NULL, &bytes[1]));
    CHECK_TCU(tcu_scan_workspace(context, TCU_TYPE_U64, TCU_TYPE_U64, particles, NULL, &bytes[2]));
    CHECK_TCU(tcu_compact_indices_workspace(context, TCU_FLAGS_BYTES, TCU_TYPE_U32, particles, NULL, &bytes[3]));
    for (size_t needed : bytes) {
        most = needed > most ? needed : most;
    }
    return most;
}

static cudaGraphExec_t capture_step(tcu_context *context, cudaStream_t stream, const cell_arrays &a, uint64_t particles)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    enqueue_step(context, stream, a, particles);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    return executable;
}

int main(int argc, char **argv)
{
    uint64_t particles;
    if (cells_read_arguments(argc, argv, &particles) != 0) {
        return 2;
    }
    const size_t bytes = cells_bytes(particles);

    cudaStream_t stream;
    tcu_context *context = NULL; /* (of NULL, tcu_context_last_error() has the sentence of a failed creation) */
    CHECK_TCU(tcu_context_create(&context, TCU_BACKEND_CUDA, -1));
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_TCU(tcu_context_set_stream(context, stream));

    /* A graph keeps the addresses that were captured, so what it works in is the program's own. */
    void *block, *workspace, *on_host = malloc(bytes);
    const size_t room = workspace_bytes(context, particles);
    CHECK_CUDA(cudaMalloc(&block, bytes));
    CHECK_CUDA(cudaMalloc(&workspace, room > 0 ? room : 1));
    CHECK_TCU(tcu_context_set_workspace(context, workspace, room));
    if (on_host == NULL) {
        fprintf(stderr, "cells: no memory for %llu particles\n", (unsigned long long)particles);
        return 1;
    }

    cudaGraphExec_t step = capture_step(context, stream, cells_in(block, particles), particles);
    cudaEvent_t begin, end;
    float milliseconds;
    CHECK_CUDA(cudaEventCreate(&begin));
    CHECK_CUDA(cudaEventCreate(&end));
    CHECK_CUDA(cudaGraphLaunch(step, stream)); /* (the first one is slower) */
    CHECK_CUDA(cudaEventRecord(begin, stream));
    for (int replay = 0; replay < REPLAYS; replay++) {
        CHECK_CUDA(cudaGraphLaunch(step, stream));
    }
    CHECK_CUDA(cudaEventRecord(end, stream));
    CHECK_CUDA(cudaMemcpyAsync(on_host, block, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaEventElapsedTime(&milliseconds, begin, end));

    const cell_arrays found = cells_in(on_host, particles);
    const cell_list cells = {found.points, found.cell_codes, found.lengths, found.begins, *found.num_cells};
    const int result = cells_check(&cells, particles, found.lonely, *found.num_lonely);
    printf("%.3f ms a step\n", milliseconds / REPLAYS);

    free(on_host);
    CHECK_CUDA(cudaEventDestroy(begin));
    CHECK_CUDA(cudaEventDestroy(end));
    CHECK_CUDA(cudaGraphExecDestroy(step));
    CHECK_CUDA(cudaFree(workspace));
    CHECK_CUDA(cudaFree(block));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_TCU(tcu_context_destroy(context));
    return result != 0;
}
