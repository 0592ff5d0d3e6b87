/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TCU_TEST_DEVICES=N: each test's process sees one of the machine's first N CUDA devices, so that N GPUs share the tests.
 * Criterion starts the program anew for each test, and CUDA looks at the variable when it is first called: so it is set
 * before main().
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void __attribute__((constructor)) choose_device(void)
{
    const char *value = getenv("TCU_TEST_DEVICES");
    if (value == NULL) {
        return;
    }
    const long devices = strtol(value, NULL, 10);
    if (devices < 1) {
        fprintf(stderr, "TCU_TEST_DEVICES=%s is not a number from 1\n", value);
        abort();
    }
    /* By the clock: numbers of processes are often all even, where a tool starts a process of its own for each. */
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    char device[24];
    snprintf(device, sizeof device, "%ld", (now.tv_nsec / 1000 + getpid()) % devices);
    setenv("CUDA_VISIBLE_DEVICES", device, 1);
}
