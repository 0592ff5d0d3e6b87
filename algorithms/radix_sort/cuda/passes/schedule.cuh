/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each pass sorts, and by which digit: known to the host, or scheduled on the device, where the keys are seen
 * (hybrid/survey.cuh, divided/survey.cuh). A scheduled call launches some passes more than one of the host, and those
 * without a step return at once. Between which arrays a pass goes is up to its number alone, so a schedule only moves digits
 * to other passes.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_SCHEDULE_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_SCHEDULE_CUH

#include <cstdint>

#include "algorithms/radix_sort/backend.h"

namespace tcu
{

/* How compared bits are divided among passes: the last may have fewer than a digit, or none. */
struct sort_passes {
    int count, begin_bit, end_bit;

    __host__ __device__ int begin_of(int pass) const { return least(begin_bit + pass * TCUI_DIGIT_BITS, end_bit); }
    __host__ __device__ int bits_of(int pass) const { return begin_of(pass + 1) - begin_of(pass); }

    /* A one for each compared bit, from bit 0 on. */
    __host__ __device__ uint64_t mask() const
    {
        return end_bit > begin_bit ? UINT64_MAX >> (64 - end_bit + begin_bit) : 0;
    }

    /* Of compared bits all but the lowest `bits`, at their places in a key. */
    __host__ __device__ uint64_t mask_above(int bits) const
    {
        return bits < 64 ? (mask() >> bits << bits) << begin_bit : 0;
    }

  private:
    __host__ __device__ static int least(int a, int b) { return a < b ? a : b; }
};

enum class sort_scope : uint32_t { nothing, whole, runs };

/* What a pass does. */
struct sort_digit_step {
    sort_scope scope;
    int begin_bit, bits; /* the digit */
    int lowest_bit;      /* keys are sorted by the bits from here to the digit's end, when the pass is done */
    int row, rows;       /* of the digit's starts, in its run; and a run's: of all digits that were counted together */
    bool reads_input;    /* else what the pass before left */
    bool reads_keys;     /* else their order bits, which passes between the first and the last leave */
    bool writes_keys;
    bool is_last; /* what is discarded need not be written */
};

/* A scheduled call has passes over the highest bits that vary, of the whole array or of runs, up to so many, before all
 * others; if there are fewer, the last ones of these. */
constexpr int sort_upper_passes = 3;
constexpr int sort_most_steps = sort_upper_passes + sizeof(uint64_t);

/* It counts digits before them, and once more for each kind of runs that they leave. */
constexpr int sort_most_counts = 3;

/* In device memory. */
struct sort_schedule {
    sort_passes counted[sort_most_counts]; /* the digits that each count counts, or none */
    sort_digit_step steps[sort_most_steps];
    uint64_t constant_bits; /* order bits in which no two keys differ, or the schedule does not sort them */
    uint32_t has_others;    /* keys that differ there after all: the count finds them, and schedules anew */
};

/* The pass with this number of passes that follow each other. */
__host__ __device__ inline sort_digit_step sort_step_of(const sort_passes &passes, int pass, sort_scope scope)
{
    const bool is_first = pass == 0, is_last = pass == passes.count - 1;
    return {scope,
            passes.begin_of(pass),
            passes.bits_of(pass),
            passes.begin_bit,
            pass,
            passes.count,
            is_first,
            is_first,
            is_last,
            is_last};
}

/* A pass by bits [begin, end) whose keys no other pass reads as order bits: it reads and writes them as they are. */
__device__ __forceinline__ sort_digit_step lone_step(sort_scope scope, int begin, int end, bool reads_input)
{
    return {scope, begin, end - begin, begin, 0, 1, reads_input, true, true, false};
}

/* By one thread: a digit a pass, of the input, or of what has been sorted by upper bits. */
__device__ __forceinline__ void schedule_all_digits(sort_schedule &schedule, const sort_passes &passes,
                                                    sort_scope scope, bool is_input)
{
    schedule.counted[0] = passes;
    for (int count = 1; count < sort_most_counts; count++) {
        schedule.counted[count] = {0, passes.begin_bit, passes.begin_bit};
    }
    for (int step = 0; step < sort_most_steps; step++) {
        const int pass = step - sort_upper_passes;
        schedule.steps[step] = {};
        if (pass >= 0 && pass < passes.count) {
            schedule.steps[step] = sort_step_of(passes, pass, scope);
        }
    }
    schedule.steps[sort_upper_passes].reads_input = is_input;
    schedule.constant_bits = 0;
    schedule.has_others = 0;
}

/* By one thread: passes of runs over the lowest `bits` compared bits, behind the upper ones, whose digits are counted by
 * count `number`. The last one ends in the output; if that takes one more, it has no bits left, and copies. */
__device__ __forceinline__ void schedule_rest(sort_schedule &schedule, const sort_passes &passes, int number, int bits)
{
    int count = (bits + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
    count += (passes.count - count) % 2 != 0;
    schedule.counted[number] = {count, passes.begin_bit, passes.begin_bit + bits};
    for (int pass = 0; pass < count; pass++) {
        sort_digit_step &step = schedule.steps[sort_upper_passes + pass];
        step = sort_step_of(schedule.counted[number], pass, sort_scope::runs);
        step.reads_input = false;
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_SCHEDULE_CUH */
