/* SPDX-License-Identifier: Apache-2.0 */
/* Programs for a GPU: what a version costs is its time, beside what copying the same bytes takes, and CUB. */
#include <algorithm>
#include <cstdio>

#include <tcu/tcu.h>

#include "program.h"

namespace course
{
namespace
{

constexpr int rounds = 9; /* of which the median is shown */

cudaDeviceProp properties()
{
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, 0) != cudaSuccess) {
        std::fprintf(stderr, "no GPU: %s\n", cudaGetErrorString(cudaGetLastError()));
        std::exit(1);
    }
    return p;
}

/* In milliseconds, of what `enqueue` puts into the default stream. */
template <class Enqueue>
double time_of(const Enqueue &enqueue)
{
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    enqueue(); /* loads kernels, and allocates what is kept */
    std::vector<float> times;
    for (int round = 0; round < rounds; round++) {
        float milliseconds = 0;
        cudaEventRecord(begin);
        enqueue();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&milliseconds, begin, end);
        times.push_back(milliseconds);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    std::sort(times.begin(), times.end());
    return times[rounds / 2];
}

/* Bytes a second that a copy reads and writes. */
double copy_rate()
{
    const size_t bytes = size_t{512} << 20;
    const array<uint8_t> from(bytes), to(bytes);
    const double milliseconds =
        time_of([&] { cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, nullptr); });
    return 2.0 * static_cast<double>(bytes) / (milliseconds * 1e-3);
}

} // namespace

std::string device_name()
{
    return properties().name;
}

tcu_context *context()
{
    static tcu_context *const one = [] {
        tcu_context *created = nullptr;
        expect_success(tcu_context_create(&created, TCU_BACKEND_CUDA, -1));
        return created;
    }();
    return one;
}

void expect_success(int status)
{
    if (status != TCU_SUCCESS) {
        std::fprintf(stderr, "tcu: %s\n", tcu_status_string(static_cast<tcu_status>(status)));
        std::exit(1);
    }
}

void forget_written(const void *, size_t) {}

std::string mistake_of(const version &v, trial &t)
{
    t.clear();
    v.run(t.given());
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        return std::string(cudaGetErrorString(error)) +
               " (no more runs on the GPU in this process; compute-sanitizer, or the emulated device, finds the line)";
    }
    const cudaError_t launch_error = cudaGetLastError();
    return launch_error != cudaSuccess ? cudaGetErrorString(launch_error) : t.wrong(v);
}

void print_costs(const std::vector<version> &all, const std::vector<std::string> &failures)
{
    const auto measured = trials(purpose::measure);
    trial &t = *measured.front();
    const double roof = copy_rate();
    std::vector<double> times;
    double cub = 0;
    for (size_t i = 0; i < all.size(); i++) {
        times.push_back(failures[i].empty() ? time_of([&] { all[i].run(t.given()); }) : 0);
        if (std::string(all[i].name).compare(0, 3, "CUB") == 0 && times[i] > 0) {
            cub = cub > 0 ? std::min(cub, times[i]) : times[i];
        }
    }
    std::printf("%s; %.0f MB have to be moved, at most %.0f GB/s\n\n", t.name.c_str(), t.bytes * 1e-6, roof * 1e-9);
    std::printf("%-30s %10s %10s %8s %10s\n", "version", "ms", "GB/s", "of roof", "times CUB");
    for (size_t i = 0; i < all.size(); i++) {
        if (times[i] == 0) {
            std::printf("%-30s      WRONG\n", all[i].name);
            continue;
        }
        const double rate = t.bytes / (times[i] * 1e-3);
        std::printf("%-30s %10.3f %10.0f %7.0f%%", all[i].name, times[i], rate * 1e-9, 100 * rate / roof);
        std::printf(cub > 0 ? " %10.2f\n" : "          -\n", cub / times[i]);
    }
    std::printf("\nof roof: of the rate at which the GPU copies memory.\n");
}

} // namespace course
