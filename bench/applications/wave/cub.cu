/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB has no stencils, so this is a kernel as an expert writes it: a block goes down the slowest axis with a tile of the
 * plane in shared memory, and each thread keeps the five values of its column in registers, so that every u is read about
 * once (P. Micikevicius: "3D Finite Difference Computation on GPUs using CUDA", GPGPU-2, 2009). u_next takes the place of
 * u_before, which only its own point needs.
 */
#include "problem.h"

namespace
{
constexpr int kRadius = WAVE_ALONG / 2, kWidth = 32, kHeight = 16, kDepth = 64; // of a block's part
constexpr int kRow = kWidth + 2 * kRadius;

struct weights {
    double middle, along[kRadius + 1]; // middle: 2 and those of all axes; along[k]: of both neighbours k away
};

__global__ void __launch_bounds__(kWidth *kHeight)
    advance(const double *u, const double *before, double *next, int edge, weights w)
{
    __shared__ double plane[2][kHeight + 2 * kRadius][kRow];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int left = int(blockIdx.x) * kWidth - kRadius, top = int(blockIdx.y) * kHeight - kRadius;
    const int x = left + kRadius + tx, y = top + kRadius + ty, begin = int(blockIdx.z) * kDepth;
    const int end = begin + kDepth < edge ? begin + kDepth : edge;
    const bool is_inside = x < edge && y < edge;
    const auto at = [&](int z, int row, int column) { return (int64_t(z) * edge + row) * edge + column; };
    const auto load = [&](int z, int row, int column) {
        const bool is_there = z >= 0 && z < edge && row >= 0 && row < edge && column >= 0 && column < edge;
        return is_there ? __ldg(u + at(z, row, column)) : 0;
    };
    double column[WAVE_ALONG];
#pragma unroll
    for (int k = 1; k < WAVE_ALONG; k++) {
        column[k] = load(begin + k - kRadius - 1, y, x);
    }
    for (int z = begin; z < end; z++) {
#pragma unroll
        for (int k = 0; k + 1 < WAVE_ALONG; k++) {
            column[k] = column[k + 1];
        }
        column[WAVE_ALONG - 1] = load(z + kRadius, y, x);
        // Two planes take turns, so one barrier a plane is enough.
        double(*const tile)[kRow] = plane[z % 2];
        tile[ty + kRadius][tx + kRadius] = column[kRadius];
        if (ty < 2 * kRadius) { // the rows above and below
            const int row = ty < kRadius ? ty : kHeight + ty;
            tile[row][tx + kRadius] = load(z, top + row, x);
        }
        if (tx < 2 * kRadius) { // the columns beside
            const int beside = tx < kRadius ? tx : kWidth + tx;
            tile[ty + kRadius][beside] = load(z, y, left + beside);
        }
        __syncthreads();
        if (is_inside) {
            double sum = w.middle * column[kRadius] - before[at(z, y, x)];
#pragma unroll
            for (int k = 1; k <= kRadius; k++) {
                const double in_plane = (tile[ty + kRadius - k][tx + kRadius] + tile[ty + kRadius + k][tx + kRadius]) +
                                        (tile[ty + kRadius][tx + kRadius - k] + tile[ty + kRadius][tx + kRadius + k]);
                sum = fma(w.along[k], in_plane + (column[kRadius - k] + column[kRadius + k]), sum);
            }
            next[at(z, y, x)] = sum;
        }
    }
}

struct side {
    wave p;
    cudaStream_t stream;
    weights w;
};

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const wave *>(problem), stream, {}};
    s->w.middle = 2 + WAVE_AXES * s->p.along[kRadius];
    for (int k = 1; k <= kRadius; k++) {
        s->w.along[k] = s->p.along[kRadius + k];
    }
    return s;
}

/* The last step writes the first field, the one before it the second one, and so on; the first steps read the input. */
void enqueue_frame(void *state)
{
    const side &s = *static_cast<const side *>(state);
    const int edge = int(s.p.edge);
    const dim3 grid(unsigned((edge + kWidth - 1) / kWidth), unsigned((edge + kHeight - 1) / kHeight),
                    unsigned((edge + kDepth - 1) / kDepth));
    double *const fields[2] = {s.p.fields, s.p.fields + s.p.edge * s.p.edge * s.p.edge};
    const double *u = s.p.initial, *before = s.p.initial;
    for (uint64_t left = s.p.steps; left > 0; left--) {
        double *const next = fields[(left - 1) % 2];
        advance<<<grid, dim3(kWidth, kHeight), 0, s.stream>>>(u, before, next, edge, s.w);
        before = u;
        u = next;
    }
    APP_CUDA(cudaGetLastError());
}

void close_side(void *state)
{
    delete static_cast<side *>(state);
}
} // namespace

const app_side wave_cub = {open_side, enqueue_frame, close_side};
