/* SPDX-License-Identifier: Apache-2.0 */
/* How long a call of the library takes, warm. */
#ifndef TCU_EXAMPLES_TOUR_TIMING_H
#define TCU_EXAMPLES_TOUR_TIMING_H

#include <tcu/context.h>

enum { TIMING_REPEATS = 5 };

/* Both in seconds, each the median of TIMING_REPEATS times. On the host backend they are the same. */
typedef struct timing {
    /* One call in a steady state. On a GPU calls are asynchronous: it is the time between two events of the device with
     * a batch of calls between them, divided by their number. So the device's time, if the arrays are not so small that
     * the CPU takes longer to enqueue a call than the device to run it. */
    double per_call;
    /* One call alone, until its results can be used: with the way to the GPU and back. */
    double alone;
} timing;

/* Makes a call, once. Not 0: it failed. */
typedef int (*timed_call)(const void *arguments);

/*
 * Times calls on the context, whose stream is the default one. The first call, which loads kernels and allocates
 * memory, is not timed. Returns 0, or -1 if a call or the device failed.
 */
int time_calls(tcu_context *context, tcu_backend backend, timed_call call, const void *arguments, timing *result);

#endif /* TCU_EXAMPLES_TOUR_TIMING_H */
