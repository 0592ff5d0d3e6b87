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
    cub::DeviceReduce::Sum(nullptr, needed, t.x, t.sum, t.n);
    if (needed > bytes) {
        cudaFree(memory);
        cudaMalloc(&memory, needed);
        bytes = needed;
    }
    cub::DeviceReduce::Sum(memory, needed, t.x, t.sum, t.n);
}

std::vector<version> cub_versions()
{
    return {{"CUB DeviceReduce::Sum", by_cub}};
}

} // namespace course
