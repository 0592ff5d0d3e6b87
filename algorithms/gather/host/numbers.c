/* SPDX-License-Identifier: Apache-2.0 */
/* The indices 0 ... n - 1, each of which names the item at its own place. */
#include "numbers.h"

#include "primitives/context/segments.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

typedef struct work {
    void *indices;
    size_t index_bytes;
} work;

static void number_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    (void)part;
    if (w->index_bytes == sizeof(uint32_t)) {
        for (uint64_t i = begin; i < end; i++) {
            ((uint32_t *)w->indices)[i] = (uint32_t)i;
        }
    } else {
        for (uint64_t i = begin; i < end; i++) {
            ((uint64_t *)w->indices)[i] = i;
        }
    }
}

tcu_status tcui_gather_number(tcu_context *context, void *indices, size_t index_bytes, uint64_t n,
                              const uint64_t *count)
{
    const work w = {indices, index_bytes};
    const uint64_t now = tcui_length_now(n, count);
    const int threads = tcui_threads_for_work(context, (double)TCUI_PS_NUMBERED_ITEM * (double)now);
    tcui_for_parts(threads, now, (uint64_t)threads, number_part, &w);
    return TCU_SUCCESS;
}
