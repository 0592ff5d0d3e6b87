/* SPDX-License-Identifier: Apache-2.0 */
#include <cub/cub.cuh>

#include "program.h"
#include "task.h"

namespace course
{

static void by_cub(const task &t)
{
    static size_t bytes = 0;
    static void *memory = nullptr; /* of the largest call so far */
    size_t needed = 0;
    cub::DeviceScan::InclusiveSum(nullptr, needed, t.x, t.y, t.n);
    if (needed > bytes) {
        cudaFree(memory);
        cudaMalloc(&memory, needed);
        bytes = needed;
    }
    cub::DeviceScan::InclusiveSum(memory, needed, t.x, t.y, t.n);
}

std::vector<version> cub_versions()
{
    return {{"CUB DeviceScan::InclusiveSum", by_cub}};
}

} // namespace course
