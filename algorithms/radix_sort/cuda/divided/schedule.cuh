/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedule of a division. Each long segment is a run. A pass sorts every run by the highest bits that vary, a
 * digit of up to 8, which cuts it into up to 256 parts; a second pass sorts those parts that are still too long for a
 * block by the next digit.
 *
 *     bits   constant | first digit | second digit | rest
 *
 * Parts that fit are sorted by blocks, by the bits below, and what is left after both passes goes on in passes over the
 * rest, lowest digit first. Digits have as many bits as leave parts of the length that blocks sort fastest.
 */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_SCHEDULE_CUH
#define TCUI_RADIX_SORT_CUDA_DIVIDED_SCHEDULE_CUH

#include "algorithms/radix_sort/cuda/block/task.h"
#include "algorithms/radix_sort/cuda/passes/schedule.cuh"

namespace tcu
{

constexpr int sort_divisions = 2;

/* The numbers of the dividing passes among a scheduled call's, just before those over the rest. */
constexpr int first_dividing_pass = sort_upper_passes - sort_divisions;

/* What each dividing pass leaves to the blocks. */
struct sort_division {
    tcui_radix_rest rest[sort_divisions];
};

/* By one thread: divides by the highest of `bits` bits, digits of so many. */
__device__ __forceinline__ void schedule_division(sort_schedule &schedule, sort_division &division,
                                                  const sort_passes &passes, int bits,
                                                  const int (&digits)[sort_divisions])
{
    schedule = {};
    int end = passes.begin_bit + bits;
    for (int i = 0; i < sort_divisions; i++) {
        const int begin = end - digits[i];
        schedule.counted[i] = {1, begin, end};
        schedule.steps[first_dividing_pass + i] = lone_step(sort_scope::runs, begin, end, i == 0);
        division.rest[i] = {passes.begin_bit, begin - passes.begin_bit};
        end = begin;
    }
    schedule_rest(schedule, passes, sort_divisions, end - passes.begin_bit);
    schedule.constant_bits = passes.mask_above(bits);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_SCHEDULE_CUH */
