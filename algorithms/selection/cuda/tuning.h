/* SPDX-License-Identifier: Apache-2.0 */
/* The selections' policy on CUDA devices: which arrays are sampled, sorted, or one block's work, and which rows are whole
 * arrays. From counts of bytes and instructions (docs/design/selection.md); nobody has measured it. */
#ifndef TCUI_SELECTION_CUDA_TUNING_H
#define TCUI_SELECTION_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_selection_policy {
    uint64_t sample_bits;   /* whole arrays: 2^sample_bits keys are the sample */
    uint64_t sampled_items; /* whole arrays of at least so many keys of 4 or 8 bytes are sampled */
    uint64_t sorted_items;  /* whole arrays of at most so many are sorted, unless results are to be in input order */
    uint64_t block_items;   /* top-k: whole arrays of at most so many are one block's work, by the path of segments */
    /* Top-k: rows of one size are taken as whole arrays, one after the other, if they are fewer than multiprocessors and
     * the size is at least so many times their number. */
    uint64_t row_items;
} tcui_selection_policy;

/*
 * From 16 keys for each one of the sample on, all candidates are fewer than the keys that a digit's kernel would read.
 * That a sort of 2^16 keys takes about as long as the launches of the kernels that it stands for is a guess. A block has
 * room for 2048 keys, and takes these without a second kernel. A row as a whole array is expected to take some 50 us of
 * launches, in which a block reads 2^18 bytes: of 4-byte keys, by digits and so four to six times, 2^14 keys and less.
 */
static const tcui_selection_policy tcui_selection_own_policy = {
    .sample_bits = 18,
    .sampled_items = (uint64_t)1 << 22,
    .sorted_items = (uint64_t)1 << 16,
    .block_items = 2048,
    .row_items = (uint64_t)1 << 15,
};

static inline tcui_selection_policy tcui_selection_policy_of(const tcu_context *context)
{
    const tcui_selection_policy *policy = (const tcui_selection_policy *)context->policies[TCUI_SELECTION];
    return policy != NULL ? *policy : tcui_selection_own_policy;
}

#endif /* TCUI_SELECTION_CUDA_TUNING_H */
