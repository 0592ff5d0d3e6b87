/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counters of a channel's bins, which one thread counts up. They have 32 bits: ns a sample of 2^18, on one core of
 * a server, u8, u32 and f32 in 256 bins and u16 in 65,536: 0.36, 0.73, 0.86 and 1.1; with 64 bits 0.39, 1.36, 1.21 and
 * 3.2.
 */
#ifndef TCUI_HISTOGRAM_HOST_COUNTERS_H
#define TCUI_HISTOGRAM_HOST_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

/* A counter takes several cycles until it can be counted up again: neighbours have different ones, where there are
 * replicas. */
enum { TCUI_REPLICAS = 4 };

typedef struct tcui_counters {
    uint32_t *counts;  /* of bin k, replica r: counts[r * step + k] */
    uint32_t *outside; /* of samples that no bin holds, outside[r * step] */
    size_t step;       /* 0: there is one replica */
    uint32_t num_bins;
} tcui_counters;

/* Counts samples whose bins have been found; num_bins stands for none. */
void tcui_count_found(const tcui_counters *counters, const uint32_t *found, int n);

/*
 * Counts samples[stride * i], 0 <= i < n, integers of `bytes` bytes (1, 2 or 4), where bin k is the value first + k, both
 * modulo 2^(8 bytes).
 */
void tcui_count_values(const tcui_counters *counters, size_t bytes, uint32_t first, const void *samples, size_t stride,
                       uint64_t n);

/* Counted samples that no bin holds. */
uint64_t tcui_count_outside(const tcui_counters *counters);

#endif /* TCUI_HISTOGRAM_HOST_COUNTERS_H */
