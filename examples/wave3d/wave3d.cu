/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sound in a closed room on the GPU, in explicit steps of the 3D wave equation: a stencil of 13 points of the pressure
 * now and one of that a step before. Two steps, there and back between two pairs of fields, are captured once into a CUDA
 * graph on the program's own stream and replayed; the host never waits before the end.
 *
 *     room.h            the room, and the exact pressure of its standing waves
 *     room_step.c       the stencil, and the check
 *     wave3d.cu         the steps on the GPU
 *     wave3d_host.c     the same program for the host backend
 *
 * (Time steps without work of the program's own between them are tcu_stencil_iterate()'s: see ../heat.)
 */
#include "check_cuda.h"
#include "room_step.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

enum { THREADS = 256 };

/* u, and behind it u_before. */
__global__ void fill(room r, double *fields)
{
    const uint64_t points = room_points(&r), i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points) {
        fields[i] = room_pressure(&r, 0, i);
        fields[points + i] = room_pressure(&r, -r.dt, i);
    }
}

static cudaGraphExec_t capture_two_steps(tcu_context *context, cudaStream_t stream, const tcu_stencil *step,
                                         double *const fields[2])
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_TCU(tcu_stencil_execute(context, step, fields[0], fields[1]));
    CHECK_TCU(tcu_stencil_execute(context, step, fields[1], fields[0]));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    return executable;
}

int main(int argc, char **argv)
{
    room r;
    if (room_read_arguments(argc, argv, &r) != 0) {
        return 2;
    }
    const uint64_t points = room_points(&r);
    const size_t bytes = points * sizeof(double);

    cudaStream_t stream;
    tcu_context *context = NULL; /* (of NULL, tcu_context_last_error() has the sentence of a failed creation) */
    CHECK_TCU(tcu_context_create(&context, TCU_BACKEND_CUDA, -1));
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_TCU(tcu_context_set_stream(context, stream));

    tcu_stencil *step;
    CHECK_TCU(room_create_step(context, &r, &step));

    /* A graph keeps the addresses that were captured, so what it works in is the program's own. */
    double *fields[2];
    void *workspace;
    size_t workspace_bytes;
    CHECK_CUDA(cudaMalloc(&fields[0], 2 * bytes));
    CHECK_CUDA(cudaMalloc(&fields[1], 2 * bytes));
    CHECK_TCU(tcu_stencil_execute_workspace(context, step, &workspace_bytes));
    CHECK_CUDA(cudaMalloc(&workspace, workspace_bytes > 0 ? workspace_bytes : 1));
    CHECK_TCU(tcu_context_set_workspace(context, workspace, workspace_bytes));

    fill<<<(unsigned)((points + THREADS - 1) / THREADS), THREADS, 0, stream>>>(r, fields[0]);
    CHECK_CUDA(cudaGetLastError());
    cudaGraphExec_t two_steps = capture_two_steps(context, stream, step, fields);
    for (uint64_t done = 0; done < r.steps; done += 2) {
        CHECK_CUDA(cudaGraphLaunch(two_steps, stream));
    }
    double *last = (double *)malloc(bytes);
    if (last == NULL) {
        fprintf(stderr, "wave3d: no memory for %llu points\n", (unsigned long long)points);
        return 1;
    }
    CHECK_CUDA(cudaMemcpyAsync(last, fields[0], bytes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    const int result = room_check(&r, last);

    free(last);
    CHECK_CUDA(cudaGraphExecDestroy(two_steps));
    CHECK_TCU(tcu_stencil_destroy(step));
    CHECK_CUDA(cudaFree(workspace));
    CHECK_CUDA(cudaFree(fields[0]));
    CHECK_CUDA(cudaFree(fields[1]));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_TCU(tcu_context_destroy(context));
    return result != 0;
}
