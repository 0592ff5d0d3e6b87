/* SPDX-License-Identifier: Apache-2.0 */
/* The list of examples, and one run or many runs of a version. */
#include "example.h"
#include "memory.h"

#include <algorithm>
#include <utility>

#if TCU_EMULATED_CHECKS
#include <emulated_checks.h>
#endif

namespace example
{

static std::vector<const description *> &entries() /* (descriptions of other files may be made before this file's) */
{
    static std::vector<const description *> list;
    return list;
}

description::description(const char *its_name, const char *its_sizes, std::vector<uint64_t> its_usual,
                         std::vector<std::vector<uint64_t>> its_checked,
                         std::unique_ptr<problem> (*makes)(const std::vector<uint64_t> &))
    : name(its_name), sizes(its_sizes), usual(std::move(its_usual)), checked(std::move(its_checked)), make(makes)
{
    entries().push_back(this);
}

std::vector<const description *> description::all()
{
    std::vector<const description *> sorted = entries();
    std::sort(sorted.begin(), sorted.end(),
              [](const description *a, const description *b) { return a->name < b->name; });
    return sorted;
}

deviation check_version(problem &p, const version &v, cudaStream_t stream)
{
    p.clear();
    expect(cudaDeviceSynchronize()); /* (before a stream that does not wait for the one in which memory is cleared) */
    v.enqueue(stream);
    const cudaError_t launched = cudaGetLastError(), finished = cudaStreamSynchronize(stream);
#if TCU_EMULATED_CHECKS
    if (!emulated::first_mistake().empty()) {
        throw std::runtime_error(v.name + ": " + emulated::first_mistake());
    }
#endif
    expect(launched);
    expect(finished);
    return p.check();
}

static double milliseconds_of(const version &v, cudaStream_t stream, int runs)
{
    cudaEvent_t begin, end;
    float milliseconds = 0;
    expect(cudaEventCreate(&begin));
    expect(cudaEventCreate(&end));
    expect(cudaEventRecord(begin, stream));
    for (int run = 0; run < runs; run++) {
        v.enqueue(stream);
    }
    expect(cudaEventRecord(end, stream));
    expect(cudaEventSynchronize(end));
    expect(cudaEventElapsedTime(&milliseconds, begin, end));
    expect(cudaEventDestroy(begin));
    expect(cudaEventDestroy(end));
    return static_cast<double>(milliseconds);
}

double seconds_of(const version &v, cudaStream_t stream)
{
    constexpr int series = 5, most_runs = 1000;
    constexpr double milliseconds_of_series = 10;
    milliseconds_of(v, stream, 1);
    const double once = milliseconds_of(v, stream, 1);
    const int runs = std::max(1, static_cast<int>(std::min(milliseconds_of_series / (once + 1e-6), 1.0 * most_runs)));
    double least = milliseconds_of(v, stream, runs);
    for (int s = 1; s < series; s++) {
        least = std::min(least, milliseconds_of(v, stream, runs));
    }
    return least / runs * 1e-3;
}

} // namespace example
