/* SPDX-License-Identifier: Apache-2.0 */
/* When keys are ranked by masks of equal digits, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_RANKING_TUNING_H
#define TCUI_RADIX_SORT_CUDA_RANKING_TUNING_H

/* Lanes of a warp with equal digits from which on masks rank them faster than additions. */
enum { TCUI_SORT_CROWD = 13 };

#endif /* TCUI_RADIX_SORT_CUDA_RANKING_TUNING_H */
