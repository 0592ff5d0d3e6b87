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

/* In milliseconds, of what `enqueue` puts into the default stream; `error` is CUDA's word on it. */
template <class Enqueue>
double time_of(const Enqueue &enqueue, cudaError_t &error)
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
    error = cudaGetLastError();
    std::sort(times.begin(), times.end());
    return times[rounds / 2];
}

/* Bytes a second that a copy reads and writes. */
double copy_rate()
{
    const size_t bytes = size_t{512} << 20;
    const array<uint8_t> from(bytes), to(bytes);
    cudaError_t error;
    const double milliseconds =
        time_of([&] { cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, nullptr); }, error);
    if (error != cudaSuccess) {
        std::fprintf(stderr, "a copy within the GPU's memory: %s\n", cudaGetErrorString(error));
        std::exit(1);
    }
    return 2.0 * static_cast<double>(bytes) / (milliseconds * 1e-3);
}

} // namespace

std::string device_name()
{
    return properties().name;
}

int library_backend()
{
    return TCU_BACKEND_CUDA;
}

bool device_is_lost()
{
    return cudaDeviceSynchronize() != cudaSuccess;
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

/* The large input is timed only: a plain loop over it, to compare with, takes minutes. */
void print_costs(const std::vector<version> &all, std::vector<std::string> &failures)
{
    if (device_is_lost()) {
        std::printf("Nothing is timed after a kernel has gone wrong so.\n");
        return;
    }
    const auto measured = trials(purpose::measure);
    trial &t = *measured.front();
    const double roof = copy_rate();
    std::vector<double> times(all.size());
    double cub = 0;
    for (size_t i = 0; i < all.size(); i++) {
        if (!failures[i].empty()) {
            continue;
        }
        cudaError_t error;
        times[i] = time_of([&] { all[i].run(t.given()); }, error);
        if (error != cudaSuccess) {
            failures[i] = t.name + ": " + cudaGetErrorString(error);
        } else if (std::string(all[i].name).compare(0, 3, "CUB") == 0) {
            cub = cub > 0 ? std::min(cub, times[i]) : times[i];
        }
    }
    std::printf("%s; %.0f MB have to be moved, at most %.0f GB/s\n\n", t.name.c_str(), t.bytes * 1e-6, roof * 1e-9);
    std::printf("%-30s %10s %10s %8s %10s\n", "version", "ms", "GB/s", "of roof", "CUB = 1");
    for (size_t i = 0; i < all.size(); i++) {
        if (!failures[i].empty()) {
            std::printf("%-30s      WRONG\n", all[i].name);
            continue;
        }
        const double rate = t.bytes / (times[i] * 1e-3);
        std::printf("%-30s %10.3f %10.0f %7.0f%%", all[i].name, times[i], rate * 1e-9, 100 * rate / roof);
        if (cub > 0) {
            std::printf(" %10.2f\n", cub / times[i]);
        } else {
            std::printf(" %10s\n", "-");
        }
    }
    std::printf("\nof roof: of the rate at which the GPU copies memory; CUB = 1: speed, where CUB's is 1\n"
                "(2: twice as fast as CUB).\n");
}

} // namespace course
