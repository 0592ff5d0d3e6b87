/* SPDX-License-Identifier: Apache-2.0 */
/* For each picture a histogram, the inclusive scan of it, and a kernel that makes of both a table and applies it. */
#include "problem.h"

namespace
{
constexpr int kThreads = EQUALIZE_LEVELS;

__global__ void __launch_bounds__(kThreads)
    apply(const uint4 *in, uint4 *out, uint32_t n, const uint32_t *cumulative, uint32_t pixels)
{
    __shared__ unsigned char table[EQUALIZE_LEVELS];
    __shared__ uint32_t darkest;
    const uint32_t c = cumulative[threadIdx.x];
    if (c > 0 && (threadIdx.x == 0 || cumulative[threadIdx.x - 1] == 0)) {
        darkest = c; // (one thread)
    }
    __syncthreads();
    table[threadIdx.x] = equalized(c, darkest, pixels);
    __syncthreads();
    for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) {
        out[i] = equalized(in[i], table);
    }
}

struct side {
    equalize p;
    cudaStream_t stream;
    tcu_context *context;
    uint32_t *counts;
    void *workspace;
    unsigned blocks;
};

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const equalize *>(problem), stream, nullptr, nullptr, nullptr, 0};
    size_t of_histogram, of_scan;
    tcu_properties properties;
    APP_TCU(nullptr, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_context_get_properties(s->context, &properties));
    APP_TCU(s->context, tcu_histogram_even_workspace(s->context, TCU_TYPE_U8, TCU_TYPE_U32, EQUALIZE_LEVELS,
                                                     TCU_TYPE_I32, s->p.pixels, nullptr, &of_histogram));
    APP_TCU(s->context, tcu_scan_workspace(s->context, TCU_TYPE_U32, TCU_TYPE_U32, EQUALIZE_LEVELS, nullptr, &of_scan));
    const size_t bytes = of_histogram > of_scan ? of_histogram : of_scan;
    s->workspace = app_allocate(bytes);
    s->counts = static_cast<uint32_t *>(app_allocate(EQUALIZE_LEVELS * sizeof(uint32_t)));
    s->blocks = unsigned(properties.multiprocessors) * (2048 / kThreads);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

void enqueue_frame(void *state)
{
    const side &s = *static_cast<const side *>(state);
    const int32_t lower = 0, upper = EQUALIZE_LEVELS;
    const uint64_t n = s.p.pixels;
    for (uint64_t picture = 0; picture < s.p.num_pictures; picture++) {
        const unsigned char *const in = s.p.pictures + picture * n;
        APP_TCU(s.context, tcu_histogram_even(s.context, in, TCU_TYPE_U8, s.counts, TCU_TYPE_U32, EQUALIZE_LEVELS,
                                              &lower, &upper, TCU_TYPE_I32, n, nullptr));
        APP_TCU(s.context, tcu_scan(s.context, TCU_SCAN_INCLUSIVE, s.counts, TCU_TYPE_U32, s.counts, TCU_TYPE_U32,
                                    EQUALIZE_LEVELS, nullptr));
        apply<<<s.blocks, kThreads, 0, s.stream>>>(reinterpret_cast<const uint4 *>(in),
                                                   reinterpret_cast<uint4 *>(s.p.equalized + picture * n),
                                                   uint32_t(n / sizeof(uint4)), s.counts, uint32_t(n));
        APP_CUDA(cudaGetLastError());
    }
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    APP_CUDA(cudaFree(s->counts));
    delete s;
}
} // namespace

const app_side equalize_tcu = {open_side, enqueue_frame, close_side};
