/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the parts into which a dividing pass has cut its runs: they begin where the keys of each digit do. */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_PARTS_CUH
#define TCUI_RADIX_SORT_CUDA_DIVIDED_PARTS_CUH

#include "algorithms/radix_sort/cuda/segments/lists.cuh"
#include "schedule.cuh"

namespace tcu
{

struct sort_divided_runs {
    const sort_schedule *schedule;
    int pass;
    const uint64_t *begins; /* of parts: [run][part] */
    const uint64_t *ends;   /* of runs */
    const uint32_t *num_runs;
    segment_lists lists; /* of parts, and of those that are too long for blocks; empty before */
};

/* A block takes a run, a thread a part. */
__global__ void __launch_bounds__(most_parts_of_run) list_parts(const __grid_constant__ sort_divided_runs task)
{
    if (task.schedule->steps[task.pass].scope == sort_scope::nothing) {
        return;
    }
    const segment_lists &lists = task.lists;
    const uint64_t runs = *task.num_runs;
    const uint32_t part = threadIdx.x;
    for (uint64_t run = blockIdx.x; run < runs; run += gridDim.x) {
        const uint64_t *const begins = task.begins + run * most_parts_of_run;
        const uint64_t begin = begins[part], end = part + 1 < most_parts_of_run ? begins[part + 1] : task.ends[run];
        if (list_part(lists, begin, end - begin)) {
            const uint32_t left = atomicAdd(lists.runs, 1u);
            lists.run_begins[left] = begin;
            lists.run_ends[left] = end;
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_PARTS_CUH */
