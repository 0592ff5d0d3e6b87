/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the kernels that sort segments in one place. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_TASK_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_TASK_H

#include "algorithms/radix_sort/cuda/paths.h"
#include "primitives/context/key_order.h"

/* A place in a segment takes so many bits of an item. */
enum { TCUI_SORT_PLACE_BITS = 16 };

/* What is sorted, and how. */
typedef struct tcui_block_sort {
    const void *keys_in;
    void *keys_out; /* or NULL */
    const void *values_in;
    void *values_out; /* or NULL */
    tcui_key_order order;
    int begin_bit;
    uint64_t compared; /* a one for each compared bit, from bit 0 on */
    int place_bits;    /* below them in an item: TCUI_SORT_PLACE_BITS or 0 */
    uint32_t place_mask;
    int key_bytes, value_bytes;
    bool has_whole_keys; /* in its items; else keys are fetched by their places, as values are */
    bool makes_indices;  /* values are the keys' positions in the array */
    bool are_vectors;    /* segments of one size of bare keys, as wide as their items, at multiples of 16 bytes */
} tcui_block_sort;

tcui_block_sort tcui_block_sort_of(const tcui_radix_sort_task *task);

/*
 * The segments of a kernel: all of a task's, or a list of some of them, which is in device memory. An entry of a list
 * is a segment's first position times 2^TCUI_SORT_LENGTH_BITS, plus its length.
 */
enum { TCUI_SORT_LENGTH_BITS = 16 };

typedef struct tcui_sort_source {
    tcui_segments segments;
    const uint64_t *list;                  /* NULL: segments */
    const unsigned long long *list_length; /* in device memory */
    uint64_t most; /* at most, in the list; or segments, if no count says that there are fewer */
} tcui_sort_source;

/* What an earlier kernel of the stream says, in device memory: above the compared bits all keys of a segment agree. */
typedef struct tcui_radix_rest {
    int begin_bit, bits; /* compared: [begin_bit, begin_bit + bits), perhaps none */
} tcui_radix_rest;

/* Sorts the segments of the source that have 1 to `most_items` elements, and leaves the others as they are; a list has
 * no others. By a network (networks/) with the items that the task needs, or by digits (radix/), which may know from
 * `rest`, unless that is NULL, that fewer bits are left to compare. */
tcu_status tcui_sort_items(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_source *source,
                           uint64_t most_items, const tcui_radix_rest *rest);

namespace tcu
{

struct wide_item;

/* The same by networks of items (networks/item.cuh) of 32 bits, 64, or wide ones. */
template <class Item>
tcu_status launch_networks(tcu_context *context, const tcui_block_sort &sort, const tcui_sort_source &source,
                           uint64_t most_items);

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_TASK_H */
