/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The examples of examples/device/: kernels of a user's own with the headers <tcu/device/...>, each beside the version
 * that goes through shared memory (nvcuda::wmma) and the one by CUB's collectives or plain multiply-adds. All versions
 * of an example read and write the same arrays. Results are compared with loops in f64, on small and odd sizes too.
 */
#include <cstdio>

#include "bench/studies/gpu.cuh"
#include "examples/device/harness/example.h"

namespace
{
using namespace study;

/** Whether version `index` of an example is right on all its small sizes. */
bool is_right_on_small_sizes(const example::description &of, size_t index, cudaStream_t stream)
try {
    for (const std::vector<uint64_t> &sizes : of.checked) {
        const std::unique_ptr<example::problem> problem = of.make(sizes);
        if (!example::check_version(*problem, problem->versions().at(index), stream).is_right()) {
            return false;
        }
    }
    return true;
} catch (const std::exception &problem) { // (what was measured stays)
    std::fprintf(stderr, "tcu-study: %s: %s\n", of.name.c_str(), problem.what());
    return false;
}

void run(Gpu &gpu, Table &table)
{
    for (const example::description *of : example::description::all()) {
        const std::unique_ptr<example::problem> problem = of->make(gpu.quick ? of->checked.back() : of->usual);
        const std::vector<example::version> versions = problem->versions();
        for (size_t v = 0; v < versions.size(); v++) {
            const example::deviation error = example::check_version(*problem, versions[v], gpu.stream);
            const double us = time_of(gpu.stream, [&] { versions[v].enqueue(gpu.stream); }).median * 1e3;
            const bool is_right_again = problem->check().is_right(); // what the last of the timed runs left
            table.add(Row()
                          .text("example", of->name)
                          .text("problem", problem->title())
                          .text("version", versions[v].name)
                          .number("us", us)
                          .number("gbs", problem->bytes() / us * 1e-3)
                          .number("tflops", problem->operations() / us * 1e-6)
                          .number("error", error.largest)
                          .number("allowed", error.allowed),
                      error.is_right() && is_right_again && is_right_on_small_sizes(*of, v, gpu.stream));
        }
    }
}

const Study entry("device_examples", "kernels with <tcu/device/...> beside shared memory (WMMA) and CUB's collectives",
                  run);
} // namespace
