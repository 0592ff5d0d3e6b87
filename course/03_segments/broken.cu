/* SPDX-License-Identifier: Apache-2.0 */
/* Scans and sums of segments, a warp each, with one mistake. Find it. */
#include "task.h"

using namespace course;

constexpr int threads = 128, warps = threads / 32;
constexpr unsigned all_lanes = 0xffffffff;

__global__ void broken_kernel(const float *x, const int64_t *offsets, size_t segments, float *y, float *sums)
{
    const size_t k = blockIdx.x * static_cast<size_t>(warps) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (k >= segments) {
        return;
    }
    float before = 0;
    for (int64_t first = offsets[k]; first < offsets[k + 1]; first += 32) {
        float sum = first + lane <= offsets[k + 1] ? x[first + lane] : 0;
        for (int distance = 1; distance < 32; distance *= 2) {
            const float left = __shfl_up_sync(all_lanes, sum, distance);
            sum += lane >= distance ? left : 0;
        }
        sum += before;
        if (first + lane < offsets[k + 1]) {
            y[first + lane] = sum;
        }
        before = __shfl_sync(all_lanes, sum, 31);
    }
    if (lane == 0) {
        sums[k] = before;
    }
}

static void broken(const task &t)
{
    launch(broken_kernel, blocks_for(t.segments, warps), threads, t.x, t.offsets, t.segments, t.y, t.sums);
}

std::vector<version> course::versions()
{
    return {{"broken", broken}};
}
