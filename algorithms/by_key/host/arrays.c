/* SPDX-License-Identifier: Apache-2.0 */
#include "arrays.h"

#include "few_groups.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

static tcu_status end_offsets(tcu_context *context, int64_t *offsets, const uint64_t *count, uint64_t n,
                              const uint64_t *length)
{
    (void)context;
    offsets[*count] = (int64_t)tcui_length_now(n, length);
    return TCU_SUCCESS;
}

/* Items of a width are one type. */
static inline void copy_item(size_t bytes, void *to, uint64_t k, const void *from, uint64_t i)
{
    switch (bytes) {
    case 1:
        ((uint8_t *)to)[k] = ((const uint8_t *)from)[i];
        break;
    case 2:
        ((uint16_t *)to)[k] = ((const uint16_t *)from)[i];
        break;
    case 4:
        ((uint32_t *)to)[k] = ((const uint32_t *)from)[i];
        break;
    default:
        ((uint64_t *)to)[k] = ((const uint64_t *)from)[i];
        break;
    }
}

/* Where element k of the keys' order is; without an index it is there. */
static inline uint64_t place_of(const void *index, size_t index_bytes, uint64_t k)
{
    return index == NULL ? k : index_bytes == 4 ? ((const uint32_t *)index)[k] : ((const uint64_t *)index)[k];
}

static int threads_for_items(const tcu_context *context, uint64_t items)
{
    return tcui_threads_for_work(context, (double)TCUI_PS_GATHERED_ITEM * (double)items);
}

static void pick_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const tcui_pick *p = data;
    (void)part;
    for (uint64_t k = begin; k < end; k++) {
        const int64_t first = p->offsets[k], behind = p->offsets[k + 1];
        if (p->what == TCUI_PICK_LENGTH) {
            ((uint64_t *)p->out)[k] = (uint64_t)(behind - first);
        } else {
            const uint64_t element = (uint64_t)(p->what == TCUI_PICK_FIRST ? first : behind - 1);
            copy_item(p->item_bytes, p->out, k, p->from, place_of(p->index, p->index_bytes, element));
        }
    }
}

static tcu_status pick(tcu_context *context, const tcui_pick *p)
{
    const int threads = threads_for_items(context, *p->count);
    tcui_for_parts(threads, *p->count, (uint64_t)threads, pick_part, p);
    return TCU_SUCCESS;
}

const tcui_by_key_extension tcui_by_key_of_reference = {.pick = pick, .end_offsets = end_offsets};

const tcui_by_key_extension tcui_by_key_of_host = {.pick = pick,
                                                   .end_offsets = end_offsets,
                                                   .few_groups_bytes = tcui_few_groups_bytes,
                                                   .few_groups = tcui_few_groups,
                                                   .few_groups_column = tcui_few_groups_column};
