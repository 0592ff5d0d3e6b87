/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts and sums by key of the rows that a condition keeps, what SQL calls WHERE and GROUP BY, as one CUDA graph: a
 * kernel flags the rows whose value is not below a threshold, tcu_compact_columns() packs them, and tcu_group_by()
 * groups as many as it has kept (group_rows.c). The graph is captured once and replayed with other rows, fewer or more
 * of them, and another threshold: all three are read from the device's memory. Between kernel and groups the host waits
 * for nothing. Each replay's groups are checked with a plain loop.
 */
#include "check_cuda.h"
#include "group_rows.h"

#include <cuda_runtime.h>
#include <inttypes.h>
#include <stdio.h>

__global__ void flag_rows(row_arrays a, const int64_t *threshold)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < *a.num_rows) {
        a.flags[i] = a.values[i] >= *threshold;
    }
}

static cudaGraphExec_t capture(tcu_context *context, cudaStream_t stream, const row_arrays &a, const int64_t *threshold)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    flag_rows<<<(unsigned)((a.capacity + 255) / 256), 256, 0, stream>>>(a, threshold);
    CHECK_CUDA(cudaGetLastError());
    CHECK_TCU(rows_group_kept(context, &a));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    return executable;
}

/* One replay: the rows go in, the groups come out. Returns 0 if they are those of a plain loop. */
static int replay(tcu_context *context, cudaStream_t stream, cudaGraphExec_t graph, const row_arrays &a,
                  int64_t *threshold, const table &t, int64_t least)
{
    table kept = {};
    table_groups g = {};
    CHECK_TCU(tcu_copy_in(context, a.num_rows, &t.n, sizeof t.n));
    CHECK_TCU(tcu_copy_in(context, a.keys, t.keys, t.n * sizeof *t.keys));
    CHECK_TCU(tcu_copy_in(context, a.values, t.values, t.n * sizeof *t.values));
    CHECK_TCU(tcu_copy_in(context, threshold, &least, sizeof least));
    CHECK_CUDA(cudaGraphLaunch(graph, stream));
    const int result =
        rows_fetch(context, &a, &g) == 0 && table_keep(&kept, &t, least) == 0 ? table_check(&kept, &g) : -1;
    printf("%7" PRIu64 " rows, of which %7" PRIu64 " are at least %6" PRId64 ": %2" PRIu64 " groups\n", t.n, kept.n,
           least, g.count);
    table_free(&kept);
    table_free_groups(&g);
    return result;
}

int main()
{
    static const struct {
        uint64_t rows;
        int64_t least;
    } replays[] = {{1000000, 0}, {1000000, 32767}, {12345, -32768}, {1, -32768}, {0, 0}, {1000000, 40000}, {4097, 100}};

    cudaStream_t stream;
    tcu_context *context = NULL; /* (of NULL, tcu_context_last_error() has the sentence of a failed creation) */
    CHECK_TCU(tcu_context_create(&context, TCU_BACKEND_CUDA, -1));
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_TCU(tcu_context_set_stream(context, stream));

    row_arrays a;
    void *threshold, *workspace;
    size_t workspace_bytes;
    CHECK_TCU(rows_allocate(context, replays[0].rows, &a));
    CHECK_TCU(tcu_allocate(context, sizeof(int64_t), &threshold));
    CHECK_TCU(rows_workspace(context, &a, &workspace_bytes));
    CHECK_TCU(tcu_allocate(context, workspace_bytes, &workspace));
    CHECK_TCU(tcu_context_set_workspace(context, workspace, workspace_bytes));
    cudaGraphExec_t graph = capture(context, stream, a, (int64_t *)threshold);

    int result = 0;
    uint64_t seed = 0;
    for (const auto &r : replays) {
        table t = {};
        result |= table_make(&t, r.rows, ++seed) != 0 ||
                  replay(context, stream, graph, a, (int64_t *)threshold, t, r.least) != 0;
        table_free(&t);
    }

    CHECK_CUDA(cudaGraphExecDestroy(graph));
    CHECK_TCU(tcu_context_set_workspace(context, NULL, 0));
    tcu_free(context, workspace);
    tcu_free(context, threshold);
    rows_free(context, &a);
    CHECK_TCU(tcu_context_destroy(context));
    CHECK_CUDA(cudaStreamDestroy(stream));
    return result;
}
