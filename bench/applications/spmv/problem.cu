/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three matrices: rows of one length, whose columns are anywhere; rows whose lengths are distributed as degrees in networks
 * are, a few of them very long; and short rows near the diagonal, of 5 points on a grid, as of a discretised Laplacian.
 */
#include "bench/applications/random.cuh"
#include "problem.h"

#include <vector>

namespace
{
enum kind { EVEN, SKEWED, GRID };

constexpr uint64_t kEvenLength = 32, kShortest = 4, kLongest = 1 << 17, kGridLength = 5;

/* Of Pareto's law with exponent 1, cut off: half of the rows have less than 2 kShortest, one of 1000 more than 1000 times
 * as many. */
uint64_t skewed_length(uint64_t row, uint64_t longest)
{
    const double length = double(kShortest) / (1 - double(random_unit(row, 2)));
    return length < double(longest) ? uint64_t(length) : longest;
}

void make(void *problem, app_arrays *arrays, int which, int small, cudaStream_t stream)
{
    spmv &p = *static_cast<spmv *>(problem);
    const uint64_t side = small ? 60 : 4096;
    p.num_rows = which == GRID ? side * side : small ? 3001 : uint64_t(1) << 22;
    p.num_columns = p.num_rows;
    std::vector<int64_t> offsets(p.num_rows + 1, 0);
    const uint64_t longest = p.num_rows < kLongest ? p.num_rows : kLongest;
    for (uint64_t row = 0; row < p.num_rows; row++) {
        offsets[row + 1] = offsets[row] + int64_t(which == EVEN     ? kEvenLength
                                                  : which == SKEWED ? skewed_length(row, longest)
                                                                    : kGridLength);
    }
    p.num_values = uint64_t(offsets[p.num_rows]);
    int64_t *const on_device = static_cast<int64_t *>(app_input(arrays, offsets.size() * sizeof(int64_t)));
    APP_CUDA(
        cudaMemcpyAsync(on_device, offsets.data(), offsets.size() * sizeof(int64_t), cudaMemcpyHostToDevice, stream));
    APP_CUDA(cudaStreamSynchronize(stream));
    p.offsets = on_device;

    const uint64_t columns = p.num_columns;
    if (which == GRID) { // of points around it, in a grid whose ends meet
        p.columns = make_input<uint32_t>(arrays, p.num_values, stream, [columns, side] __device__(uint64_t i) {
            const uint64_t row = i / kGridLength, neighbour = i % kGridLength;
            const uint64_t steps[kGridLength] = {columns - side, columns - 1, 0, 1, side};
            return uint32_t((row + steps[neighbour]) % columns);
        });
    } else {
        p.columns = make_input<uint32_t>(arrays, p.num_values, stream, [columns] __device__(uint64_t i) {
            return uint32_t(random_bits(i) % columns);
        });
    }
    p.values = make_input<float>(arrays, p.num_values, stream, [] __device__(uint64_t i) { return random_unit(i, 3); });
    p.x = make_input<float>(arrays, columns, stream, [] __device__(uint64_t i) { return random_unit(i, 4); });
    // No product is negative, so that errors are relative. A lane adds at most kLongest / 4 products one after another,
    // whose roundings go up and down: of so many they come to about the square root of as many, and of both sides to twice
    // that.
    app_output(arrays, &p.y, p.num_rows, TCU_TYPE_F32, {2 * 181 * 0x1p-24, 0}, nullptr);
}

const char *const kCases[] = {"CSR product, 2^22 rows of 32", "CSR product, 2^22 rows, power law",
                              "CSR product, 2^24 rows of 5, grid"};
} // namespace

const application application_spmv = {"spmv", kCases, 3, sizeof(spmv), make, &spmv_tcu, &spmv_cub};
