/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encoded by DeviceRunLengthEncode, with lengths of 32 bits. CUB decodes within a block alone: a prefix sum of the lengths
 * says where each block's runs begin, and the block writes them window by window (BlockRunLengthDecode). The number of runs
 * stays on the device, so sums and blocks are of as many as there may be; those behind the last run are not looked at.
 */
#include "problem.h"

#include <cub/block/block_load.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>

namespace
{
constexpr int kThreads = 128, kRuns = 2, kItems = 16; // of a thread: runs, and elements of a window
constexpr int kBlockRuns = kThreads * kRuns, kWindow = kThreads * kItems;

__global__ void __launch_bounds__(kThreads)
    decode_runs(const uint32_t *items, const uint32_t *lengths, const uint32_t *begins, const uint64_t *num_runs,
                uint32_t *decoded)
{
    using load_runs = cub::BlockLoad<uint32_t, kThreads, kRuns>;
    using decode = cub::BlockRunLengthDecode<uint32_t, kThreads, kRuns, kItems>;
    using store_items = cub::BlockStore<uint32_t, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    __shared__ typename decode::TempStorage of_decode;
    __shared__ typename store_items::TempStorage of_store;

    const uint64_t first = uint64_t(blockIdx.x) * kBlockRuns;
    if (first >= *num_runs) {
        return;
    }
    const int runs = int(min(*num_runs - first, uint64_t(kBlockRuns)));
    uint32_t of_items[kRuns], of_lengths[kRuns], size = 0;
    load_runs().Load(items + first, of_items, runs, 0u);
    load_runs().Load(lengths + first, of_lengths, runs, 0u);
    decode runs_of_block(of_decode, of_items, of_lengths, size);
    uint32_t *const out = decoded + begins[first];
    for (uint32_t window = 0; window < size; window += kWindow) {
        uint32_t elements[kItems];
        runs_of_block.RunLengthDecode(elements, window);
        store_items(of_store).Store(out + window, elements, int(min(size - window, uint32_t(kWindow))));
        __syncthreads(); // before the next window is stored through the same shared memory
    }
}

struct side {
    run_length p;
    cudaStream_t stream;
    uint32_t *lengths, *begins;
    void *workspace;
    size_t workspace_bytes;
};

cudaError_t encode(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceRunLengthEncode::Encode(workspace, bytes, s.p.column, s.p.items, s.lengths, s.p.num_runs,
                                              int(s.p.n), s.stream);
}

cudaError_t place_runs(const side &s, void *workspace, size_t &bytes)
{
    return cub::DeviceScan::ExclusiveSum(workspace, bytes, s.lengths, s.begins, int(s.p.most_runs), s.stream);
}

void *open_side(const void *problem, cudaStream_t stream)
{
    side *const s = new side{*static_cast<const run_length *>(problem), stream, nullptr, nullptr, nullptr, 0};
    s->lengths = static_cast<uint32_t *>(app_allocate(s->p.most_runs * sizeof(uint32_t)));
    s->begins = static_cast<uint32_t *>(app_allocate(s->p.most_runs * sizeof(uint32_t)));
    size_t of_encode = 0, of_scan = 0;
    APP_CUDA(encode(*s, nullptr, of_encode));
    APP_CUDA(place_runs(*s, nullptr, of_scan));
    s->workspace_bytes = of_encode > of_scan ? of_encode : of_scan;
    s->workspace = app_allocate(s->workspace_bytes);
    return s;
}

void enqueue_frame(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(encode(*s, s->workspace, s->workspace_bytes));
    APP_CUDA(place_runs(*s, s->workspace, s->workspace_bytes));
    const unsigned blocks = unsigned((s->p.most_runs + kBlockRuns - 1) / kBlockRuns);
    decode_runs<<<blocks, kThreads, 0, s->stream>>>(s->p.items, s->lengths, s->begins, s->p.num_runs, s->p.decoded);
    APP_CUDA(cudaGetLastError());
}

void close_side(void *state)
{
    side *const s = static_cast<side *>(state);
    APP_CUDA(cudaFree(s->lengths));
    APP_CUDA(cudaFree(s->begins));
    APP_CUDA(cudaFree(s->workspace));
    delete s;
}
} // namespace

const app_side run_length_cub = {open_side, enqueue_frame, close_side};
