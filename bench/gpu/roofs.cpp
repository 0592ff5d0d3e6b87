/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/roofs.h"

#include "bench/result.h"

namespace bench
{
std::vector<Contestant> GpuRoofs::of(const std::string &roof, double wanted)
{
    const uint64_t bytes = (uint64_t(wanted) + 31) / 32 * 32;
    char *memory = static_cast<char *>(memory_.ensure(bytes));
    const cudaStream_t stream = stream_;
    if (roof == "copy") {
        char *to = memory + bytes / 2;
        return {{Role::roof, "kernel", [=] { cuda_check(bench_roof_copy(to, memory, bytes, stream), "roof"); }},
                {Role::roof, "cudaMemcpyAsync", [=] {
                     cuda_check(cudaMemcpyAsync(to, memory, bytes / 2, cudaMemcpyDeviceToDevice, stream), "roof");
                 }}};
    }
    if (roof == "read") {
        void *sink = sink_.ensure(256);
        return {{Role::roof, "kernel", [=] { cuda_check(bench_roof_read(memory, bytes, sink, stream), "roof"); }}};
    }
    return {{Role::roof, "kernel", [=] { cuda_check(bench_roof_write(memory, bytes, stream), "roof"); }},
            {Role::roof, "cudaMemsetAsync", [=] { cuda_check(cudaMemsetAsync(memory, 0, bytes, stream), "roof"); }}};
}

double GpuRoofs::gigabytes_per_second(const std::string &roof)
{
    constexpr double bytes = 2.0 * (1u << 30);
    double best = 0;
    Stopwatch watch(stream_);
    for (const Contestant &form : of(roof, bytes)) {
        std::vector<double> samples;
        for (int run = 0; run < 9; run++) {
            form.launch(); // warms up, and gives the host its lead
            watch.start();
            form.launch();
            watch.stop();
            samples.push_back(watch.milliseconds());
        }
        best = std::max(best, bytes / Times::of(samples).median * 1e-6);
    }
    return best;
}
} // namespace bench
