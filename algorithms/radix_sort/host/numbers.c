/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers 0 ... n - 1, which stand for values that are records while their keys are sorted (../records.h). */
#include "items.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

typedef struct work {
    void *numbers;
    size_t number_bytes;
} work;

static void number_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    (void)part;
    for (uint64_t i = begin; i < end; i++) {
        tcui_sort_store_index(w->numbers, i, i, w->number_bytes);
    }
}

tcu_status tcui_sort_number(tcu_context *context, void *numbers, size_t number_bytes, uint64_t n)
{
    const work w = {numbers, number_bytes};
    const int threads = tcui_threads_for_work(context, (double)TCUI_PS_NUMBERED_ITEM * (double)n);
    tcui_for_parts(threads, n, (uint64_t)threads, number_part, &w);
    return TCU_SUCCESS;
}
