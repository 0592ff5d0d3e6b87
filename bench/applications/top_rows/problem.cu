/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    top_rows &p = *static_cast<top_rows *>(problem);
    p.num_rows = small ? 37 : 100000;
    p.scores = make_input<float>(arrays, p.num_rows * TOP_ROWS_SIZE, stream,
                                 [] __device__(uint64_t i) { return 2 * random_unit(i) - 1; });
    app_output(arrays, &p.best, p.num_rows * TOP_ROWS_RESULTS, TCU_TYPE_F32, {0, 0}, nullptr);
}

const char *const kCases[] = {"top 100 of 10^5 rows of 10^4 f32"};
} // namespace

const application application_top_rows = {"top_rows", kCases, 1, sizeof(top_rows), make, &top_rows_tcu, &top_rows_cub};
