/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the kernels that sort a segment by digits in a block's shared memory. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TASK_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TASK_H

#include "algorithms/radix_sort/cuda/block/task.h"
#include "tuning.h"

/* Keys are compared as bits of their order (key_order.h). Outputs may be the source arrays. */
typedef struct tcui_block_radix {
    const void *keys_in, *values_in;
    void *keys_out;   /* or NULL */
    void *values_out; /* or NULL */
    tcui_key_order order;
    int begin_bit, bits;         /* without `rest` */
    const tcui_radix_rest *rest; /* or NULL */
    int key_bytes, value_bytes;
    bool is_bare;       /* keys of up to 4 bytes without a payload, of which all bits that differ are compared */
    bool makes_indices; /* values are the keys' positions in the array */
    tcu_ranking ranking;
} tcui_block_radix;

namespace tcu
{

/* Kinds of items: Key is the register that holds a key; those of tagged keys carry the key's index in the segment. */
template <class Key, bool IsTagged, radix_row Row>
struct radix_kind {
    using key_type = Key;
    static constexpr bool is_tagged = IsTagged;
    static constexpr radix_row row = Row;
};

struct radix_bare : radix_kind<uint32_t, false, radix_row::bare> {
};
struct radix_tagged : radix_kind<uint32_t, true, radix_row::tagged> {
};
struct radix_tagged_wide : radix_kind<uint64_t, true, radix_row::wide> {
};

/* Sorts as tcui_sort_items(), by the smallest shape that holds `most_items`, up to tcui_sort_block_items(). */
template <class Kind>
tcu_status launch_block_radix(tcu_context *context, const tcui_block_radix &sort, const tcui_sort_source &source,
                              uint64_t most_items);

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TASK_H */
