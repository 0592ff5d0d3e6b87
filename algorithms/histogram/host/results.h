/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of the copies when all pixels are counted. */
#ifndef TCUI_HISTOGRAM_HOST_RESULTS_H
#define TCUI_HISTOGRAM_HOST_RESULTS_H

#include "internal.h"

/* Stores the sums of all copies of a channel's bins, by up to `threads` threads; returns the flags of what happened. */
uint32_t tcui_histogram_host_store(const tcui_histogram_work *work, int channel, int threads);

/* The same of the samples that no bin holds. */
void tcui_histogram_host_store_outside(const tcui_histogram_work *work, int channel);

#endif /* TCUI_HISTOGRAM_HOST_RESULTS_H */
