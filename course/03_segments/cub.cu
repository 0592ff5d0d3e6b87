/* SPDX-License-Identifier: Apache-2.0 */
#include <cub/cub.cuh>

#include "program.h"
#include "task.h"

namespace course
{

/* At least so much memory, kept from call to call. */
class kept_memory
{
  public:
    void *of(size_t needed)
    {
        if (needed > bytes) {
            cudaFree(memory);
            cudaMalloc(&memory, needed);
            bytes = needed;
        }
        return memory;
    }

  private:
    size_t bytes = 0;
    void *memory = nullptr;
};

/* CUB scans by keys: those of an element are the number of its segment. */
static __global__ void keys_kernel(const int64_t *offsets, size_t segments, unsigned *keys)
{
    const size_t k = blockIdx.x * static_cast<size_t>(blockDim.x / 32) + threadIdx.x / 32;
    if (k < segments) {
        for (int64_t i = offsets[k] + threadIdx.x % 32; i < offsets[k + 1]; i += 32) {
            keys[i] = static_cast<unsigned>(k);
        }
    }
}

static void by_cub(const task &t)
{
    static kept_memory of_keys, of_scan, of_sums;
    unsigned *const keys = static_cast<unsigned *>(of_keys.of(t.n * sizeof(unsigned) + 1));
    launch(keys_kernel, blocks_for(t.segments, 8), 256, t.offsets, t.segments, keys);
    size_t needed = 0;
    cub::DeviceScan::InclusiveSumByKey(nullptr, needed, keys, t.x, t.y, static_cast<int64_t>(t.n));
    cub::DeviceScan::InclusiveSumByKey(of_scan.of(needed), needed, keys, t.x, t.y, static_cast<int64_t>(t.n));
    const int64_t segments = static_cast<int64_t>(t.segments);
    cub::DeviceSegmentedReduce::Sum(nullptr, needed, t.x, t.sums, segments, t.offsets, t.offsets + 1);
    cub::DeviceSegmentedReduce::Sum(of_sums.of(needed), needed, t.x, t.sums, segments, t.offsets, t.offsets + 1);
}

std::vector<version> cub_versions()
{
    return {{"CUB InclusiveSumByKey, Sum", by_cub}};
}

} // namespace course
