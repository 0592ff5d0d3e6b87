/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plan of a division. Each long segment is a run. A pass sorts every run by the highest bits that vary, a
 * digit of up to 8, which cuts it into up to 256 parts; a second pass sorts those parts that are still too long for a
 * block by the next digit.
 *
 *     bits   constant | first digit | second digit | rest
 *
 * Parts that fit are sorted by blocks, by the bits below, and what is left after both passes goes on in passes over the
 * rest, lowest digit first. Digits have as many bits as leave parts of the length that blocks sort fastest.
 */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_PLAN_CUH
#define TCUI_RADIX_SORT_CUDA_DIVIDED_PLAN_CUH

#include "algorithms/radix_sort/cuda/block_radix/task.h"
#include "algorithms/radix_sort/cuda/passes/plan.cuh"

namespace tcu
{

constexpr int sort_divisions = 2;

/* The numbers of the dividing passes among a planned call's, just before those over the rest. */
constexpr int first_dividing_pass = sort_upper_passes - sort_divisions;

/* What each dividing pass leaves to the blocks. */
struct sort_division {
    tcui_radix_rest rest[sort_divisions];
};

/* By one thread: divides by the highest of `bits` bits, digits of so many. */
__device__ __forceinline__ void plan_division(sort_plan &plan, sort_division &division, const sort_passes &passes,
                                              int bits, const int (&digits)[sort_divisions])
{
    plan = {};
    int end = passes.begin_bit + bits;
    for (int i = 0; i < sort_divisions; i++) {
        const int begin = end - digits[i];
        plan.counted[i] = {1, begin, end};
        plan.steps[first_dividing_pass + i] = {sort_scope::runs, begin, end - begin, begin, 0, 1,
                                               i == 0,           true,  true,        false};
        division.rest[i] = {passes.begin_bit, begin - passes.begin_bit};
        end = begin;
    }
    /* The last of the passes over the rest ends in the output. If that takes one more it has no bits left, and copies. */
    int of_rest = (end - passes.begin_bit + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
    of_rest += (passes.count - of_rest) % 2 != 0;
    plan.counted[sort_divisions] = {of_rest, passes.begin_bit, end};
    for (int i = 0; i < of_rest; i++) {
        sort_digit_step &step = plan.steps[sort_upper_passes + i];
        step = sort_step_of(plan.counted[sort_divisions], i, sort_scope::runs);
        step.reads_input = false;
    }
    plan.constant_bits = bits < 64 ? (passes.mask() >> bits << bits) << passes.begin_bit : 0;
}

/* By one thread: a digit a pass. */
__device__ __forceinline__ void plan_no_division(sort_plan &plan, sort_division &division, const sort_passes &passes)
{
    plan_all_digits(plan, passes, sort_scope::runs, true);
    division = {};
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_PLAN_CUH */
