/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of 16 bytes move twice (by_index/): with their keys in a first pass, by the highest digit, and then, when the
 * places of all keys are known, within the run of their digit. A run's values, of evenly spread keys a 256th,
 * mostly come from L2, where those of the whole array would be read from memory at random.
 *
 *     leading pass   the whole array, keys and values, by the highest digit that varies
 *     runs           one for each value of this digit: their tiles are listed, and the next digit is counted
 *     next pass      each run, keys with the places at which the leading pass left their values, by the next digit
 *
 * What these two passes leave are the segments that two passes over the same bits from the lowest on would have left.
 * So where a schedule has two upper passes these may stand for them; they have a schedule of their own, which the survey
 * makes. It does so unless most keys have a neighbour with the same highest digit: there the values of a run are near each
 * other before.
 */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_LEADING_CUH
#define TCUI_RADIX_SORT_CUDA_HYBRID_LEADING_CUH

#include "algorithms/radix_sort/cuda/passes/schedule.cuh"
#include "algorithms/radix_sort/cuda/passes/tiles.cuh"

namespace tcu
{

/* The numbers of the two passes in their schedule. */
constexpr int leading_pass = 0, pass_behind_leading = 1;

/* By one thread: a schedule for bits [rest, bits) of the compared ones. (One without steps does nothing.) */
__device__ __forceinline__ void schedule_leading_pass(sort_schedule &schedule, const sort_passes &passes, int bits,
                                                      int rest)
{
    const int begin = passes.begin_bit + rest, end = passes.begin_bit + bits, digit = end - TCUI_DIGIT_BITS;
    schedule = {};
    schedule.counted[0] = {1, digit, end};
    schedule.counted[1] = {1, begin, digit};
    schedule.steps[leading_pass] = lone_step(sort_scope::whole, digit, end, true);
    schedule.steps[pass_behind_leading] = lone_step(sort_scope::runs, begin, digit, true);
    schedule.constant_bits = passes.mask_above(bits);
}

struct sort_leading {
    sort_schedule *leading, *schedule;
    const uint64_t *starts; /* of the leading digit's keys */
    uint64_t n;
    const uint64_t *length;          /* or NULL: of the n keys those that there are */
    uint64_t *run_begins, *run_ends; /* to be written, as what follows */
    uint32_t *num_runs;
    uint32_t *has_moved; /* whether there is a leading pass */
};

/* Behind the count of the leading digit, a thread a value of it: lists runs. (If bits vary that the sample took for
 * constant, the count has replaced the leading schedule by one of all digits, which nothing carries out.) */
__global__ void __launch_bounds__(sort_bins) list_leading_runs(const __grid_constant__ sort_leading task)
{
    const bool moves = task.leading->steps[leading_pass].scope != sort_scope::nothing;
    const int digit = threadIdx.x;
    if (moves) {
        task.run_begins[digit] = task.starts[digit];
        task.run_ends[digit] = digit + 1 < sort_bins ? task.starts[digit + 1] : length_now(task.n, task.length);
    }
    if (digit == 0) {
        *task.num_runs = moves ? sort_bins : 0;
        *task.has_moved = moves;
        if (moves) {
            task.schedule->counted[0].count = 0;
        }
    }
    if (moves && digit < sort_upper_passes) {
        task.schedule->steps[digit] = {};
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_LEADING_CUH */
