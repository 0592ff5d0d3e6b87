/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB has no stencils, so this is a kernel as an expert writes it, which makes up to four steps in a pass over memory: a
 * block loads a tile of the grid with a rim of as many points, and makes the steps in shared memory, from one copy of the
 * tile to another; with each of them one more line of its rim becomes wrong, and the tile without the rim is right
 * (overlapped tiling, J. Meng, K. Skadron: "Performance Modeling and Automatic Ghost Zone Optimization for Iterative
 * Stencil Loops on GPUs", ICS 2009). Threads keep their column, so that neighbours above and below are in registers.
 */
#include "problem.h"

namespace
{
constexpr int kSteps = 4, kWidth = 64, kHeight = 64; // of a pass; of a tile with its rim
constexpr int kGroups = 4, kThreads = kWidth * kGroups, kRows = kHeight / kGroups;
constexpr int kInnerWidth = kWidth - 2 * kSteps, kInnerHeight = kHeight - 2 * kSteps;
constexpr int kTileBytes = 2 * kWidth * kHeight * int(sizeof(double));

/* `steps` steps, at most kSteps, from `in` to `out`. */
__global__ void __launch_bounds__(kThreads) advance(const double *in, double *out, int edge, double r, int steps)
{
    extern __shared__ double memory[];
    double *from = memory, *to = memory + kWidth * kHeight;
    const int column = int(threadIdx.x) % kWidth, first = int(threadIdx.x) / kWidth * kRows;
    const int x = int(blockIdx.x) * kInnerWidth + column - kSteps, y = int(blockIdx.y) * kInnerHeight + first - kSteps;
    const bool has_sides = x > 0 && x < edge - 1 && column > 0 && column < kWidth - 1;
    double u[kRows];
#pragma unroll
    for (int i = 0; i < kRows; i++) {
        const bool is_inside = x >= 0 && x < edge && y + i >= 0 && y + i < edge;
        u[i] = is_inside ? in[int64_t(y + i) * edge + x] : 0;
        from[(first + i) * kWidth + column] = u[i];
    }
    for (int step = 0; step < steps; step++) {
        __syncthreads();
        double above = first > 0 ? from[(first - 1) * kWidth + column] : 0;
        const double last = first + kRows < kHeight ? from[(first + kRows) * kWidth + column] : 0;
#pragma unroll
        for (int i = 0; i < kRows; i++) {
            const double here = u[i], below = i + 1 < kRows ? u[(i + 1) % kRows] : last;
            if (has_sides && y + i > 0 && y + i < edge - 1) { // (others are of the grid's edge, or beyond it)
                const double *const row = from + (first + i) * kWidth + column;
                u[i] = fma(r, (above + below) + (row[-1] + row[1]), (1 - 4 * r) * here);
            }
            above = here;
            to[(first + i) * kWidth + column] = u[i];
        }
        double *const swap = from;
        from = to;
        to = swap;
    }
    if (column < kSteps || column >= kWidth - kSteps || x >= edge) {
        return;
    }
#pragma unroll
    for (int i = 0; i < kRows; i++) {
        if (first + i >= kSteps && first + i < kHeight - kSteps && y + i < edge) {
            out[int64_t(y + i) * edge + x] = u[i];
        }
    }
}

struct side {
    heat p;
    cudaStream_t stream;
    double *scratch;
};

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const heat *>(problem), stream, nullptr};
    s->scratch = static_cast<double *>(app_allocate(s->p.edge * s->p.edge * sizeof(double)));
    APP_CUDA(cudaFuncSetAttribute(advance, cudaFuncAttributeMaxDynamicSharedMemorySize, kTileBytes));
    return s;
}

/* The last pass writes the results: passes alternate between them and the scratch. */
void enqueue_frame(void *state)
{
    const side &s = *static_cast<const side *>(state);
    const int edge = int(s.p.edge), steps = int(s.p.steps), passes = (steps + kSteps - 1) / kSteps;
    const dim3 grid(unsigned((edge + kInnerWidth - 1) / kInnerWidth),
                    unsigned((edge + kInnerHeight - 1) / kInnerHeight));
    const double *in = s.p.initial;
    for (int pass = 0; pass < passes; pass++) {
        double *const out = (passes - pass) % 2 != 0 ? s.p.temperatures : s.scratch;
        const int left = steps - pass * kSteps;
        advance<<<grid, kThreads, kTileBytes, s.stream>>>(in, out, edge, s.p.r, left < kSteps ? left : kSteps);
        in = out;
    }
    APP_CUDA(cudaGetLastError());
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->scratch));
    delete s;
}
} // namespace

const app_side heat_cub = {open_side, enqueue_frame, close_side};
