/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
constexpr uint64_t kMeanRun = 16, kLongestRun = 1024;

// A run begins at one of kMeanRun elements, drawn by lot, and at each multiple of kLongestRun; its item is its begin's hash.
struct element {
    __device__ uint32_t operator()(uint64_t i) const
    {
        while (i % kLongestRun != 0 && random_bits(i) % kMeanRun != 0) {
            i--;
        }
        return uint32_t(random_bits(i, 1));
    }
};

void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    run_length &p = *static_cast<run_length *>(problem);
    p.n = small ? 300001 : uint64_t(1) << 28;
    p.most_runs = p.n / 8;
    p.column = make_input<uint32_t>(arrays, p.n, stream, element{});
    app_output(arrays, &p.num_runs, 1, TCU_TYPE_U64, {0, 0}, nullptr);
    app_output(arrays, &p.items, p.n, TCU_TYPE_U32, {0, 0}, &p.num_runs);
    app_output(arrays, &p.decoded, p.n, TCU_TYPE_U32, {0, 0}, nullptr);
}

const char *const kCases[] = {"run lengths, 1 GiB, there and back"};
} // namespace

const application application_run_length = {"run_length",    kCases,         1, sizeof(run_length), make,
                                            &run_length_tcu, &run_length_cub};
