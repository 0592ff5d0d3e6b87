/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the kernels that sort a segment by digits in a block's shared memory. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TASK_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TASK_H

#include "algorithms/radix_sort/cuda/block/task.h"
#include "tuning.h"

/* What an earlier kernel of the stream says, in device memory: above the compared bits all keys of a segment agree. */
typedef struct tcui_radix_rest {
    int begin_bit, bits; /* compared: [begin_bit, begin_bit + bits), perhaps none */
} tcui_radix_rest;

/* Keys are compared as bits of their order (order.h). Outputs may be the source arrays. */
typedef struct tcui_block_radix {
    const void *keys_in, *values_in;
    void *keys_out;   /* or NULL */
    void *values_out; /* or NULL */
    tcui_key_order order;
    int begin_bit, bits;         /* without `rest` */
    const tcui_radix_rest *rest; /* or NULL */
    int key_bytes, value_bytes;
    bool has_payload, makes_indices; /* the payload: values, or the keys' positions in the array */
    bool is_bare;                    /* equal keys cannot be told apart: no payload, and all bits that differ count */
    tcu_ranking ranking;
} tcui_block_radix;

tcui_block_radix tcui_block_radix_of(const tcui_radix_sort_task *task);

/* The most elements of a segment. */
uint64_t tcui_block_radix_items(const tcu_context *context, const tcui_block_radix *sort);

/* Sorts the segments of the source that have 1 to `most_items` elements, and leaves the others as they are; a list has
 * no others. `most_items` is up to tcui_block_radix_items(). */
tcu_status tcui_sort_block_radix(tcu_context *context, const tcui_block_radix *sort, const tcui_sort_source *source,
                                 uint64_t most_items);

namespace tcu
{

/* The items' kinds, whose kernels are compiled side by side: bare keys of up to 4 bytes; keys of up to 4 bytes with a
 * payload or compared by some bits; keys of 8 bytes. */
struct radix_bare;
struct radix_tagged;
struct radix_tagged_wide;

/* The same by the smallest shape of such items that holds `most_items`. */
template <class Kind>
tcu_status launch_block_radix_by_size(tcu_context *context, const tcui_block_radix &sort,
                                      const tcui_sort_source &source, uint64_t most_items);

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TASK_H */
