/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers and scatters by Thrust, of structures of the items' bytes; run-length decoding, of which CUB has a block's form
 * alone, by CUB's prefix sums, Thrust's search for each element and its gather.
 */
#include <cub/device/device_scan.cuh>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scatter.h>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
template <class Word, int words>
struct Item {
    Word of[words];
};

template <class T>
int move(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (temp == nullptr) {
        *bytes = 1;
        return cudaSuccess;
    }
    const auto policy = thrust::cuda::par_nosync.on(on(stream));
    const T *const in = static_cast<const T *>(p->in);
    T *const out = static_cast<T *>(p->out);
    if (p->op == BENCH_GATHER) {
        thrust::gather(policy, p->indices, p->indices + p->n, in, out);
    } else {
        thrust::scatter(policy, in, in + p->n, p->indices, out);
    }
    return cudaGetLastError();
}

int move_items(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    switch (p->item_bytes) {
    case 4:
        return move<uint32_t>(p, temp, bytes, stream);
    case 8:
        return move<uint64_t>(p, temp, bytes, stream);
    case 12:
        return move<Item<uint32_t, 3>>(p, temp, bytes, stream);
    case 16:
        return move<uint4>(p, temp, bytes, stream);
    case 24:
        return move<Item<uint64_t, 3>>(p, temp, bytes, stream);
    case 32:
        return move<Item<uint4, 2>>(p, temp, bytes, stream);
    case 64:
        return move<Item<uint4, 4>>(p, temp, bytes, stream);
    case 128:
        return move<Item<uint4, 8>>(p, temp, bytes, stream);
    default:
        return cudaErrorNotSupported;
    }
}

// Ends of runs, then the run of each element, in one piece of memory with what the prefix sums need.
int decode(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto round = [](size_t size) { return (size + 255) / 256 * 256; };
    const size_t end_bytes = round(p->num_runs * sizeof(uint64_t)), run_bytes = round(p->n * sizeof(uint32_t));
    auto *const ends = static_cast<uint64_t *>(temp);
    auto *const runs = reinterpret_cast<uint32_t *>(static_cast<char *>(temp) + end_bytes);
    void *const rest = temp == nullptr ? nullptr : static_cast<char *>(temp) + end_bytes + run_bytes;
    size_t of_scan = 0;
    const auto scan = [&](void *memory) {
        return cub::DeviceScan::InclusiveScanInit(memory, of_scan, p->indices, ends, ::cuda::std::plus<>{}, uint64_t(0),
                                                  (int64_t)p->num_runs, on(stream));
    };
    cudaError_t error = scan(nullptr);
    if (error != cudaSuccess || temp == nullptr) {
        *bytes = end_bytes + run_bytes + of_scan;
        return error;
    }
    if ((error = scan(rest)) != cudaSuccess) {
        return error;
    }
    const auto policy = thrust::cuda::par_nosync.on(on(stream));
    const thrust::counting_iterator<uint64_t> elements(0);
    const uint32_t *const in = static_cast<const uint32_t *>(p->in);
    thrust::upper_bound(policy, ends, ends + p->num_runs, elements, elements + p->n, runs);
    thrust::gather(policy, runs, runs + p->n, in, static_cast<uint32_t *>(p->out));
    return cudaMemcpyAsync(p->count, ends + p->num_runs - 1, sizeof(uint64_t), cudaMemcpyDeviceToDevice, on(stream));
}

const CubVariant kVariants[] = {BENCH_CUB(GATHER, NO_FORM, U32, U8, 0, "thrust::gather", move_items),
                                BENCH_CUB(SCATTER, NO_FORM, U32, U8, 0, "thrust::scatter", move_items),
                                BENCH_CUB(RUN_LENGTH_DECODE, NO_FORM, U32, U32, 0,
                                          "DeviceScan::InclusiveScanInit, thrust::upper_bound, gather", decode)};
} // namespace

CubTable gather_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
