/* SPDX-License-Identifier: Apache-2.0 */
#include "test_count.h"

#include "test_backend.h"

test_count test_count_random(uint64_t n, test_random *random)
{
    enum { FEW = 40 };
    const uint64_t most = test_on_emulated() ? 10000 : 100000;
    test_count count = {.is_given = true, .value = n};
    switch (test_random_below(random, 4)) {
    case 0: /* all that there could be */
        break;
    case 1: /* or more */
        count.value = test_random_below(random, 2) == 0 ? UINT64_MAX : n + 1 + test_random_below(random, 100);
        break;
    case 2:
        count.behind = 1 + test_random_below(random, FEW);
        break;
    default: /* so many that the call may go another path */
        count.behind = 1 + test_random_below(random, 2 * n + 1000 < most ? 2 * n + 1000 : most);
        break;
    }
    /* (On a GPU such memory is allocated for each case.) */
    count.is_closed = count.behind > 0 && (test_on_emulated() || test_random_below(random, 4) == 0);
    return count;
}

void test_count_draw_elements(test_count *count, test_random *random)
{
    count->elements_behind = test_random_below(random, 3) == 0 ? 0 : 1 + test_random_below(random, 20000);
    if (count->elements_behind > 0) {
        count->is_closed = test_on_emulated() || test_random_below(random, 4) == 0;
    }
}

test_room test_count_room(const test_count *count, size_t element_bytes)
{
    return (test_room){(count->behind + count->elements_behind) * element_bytes, count->is_closed};
}

const uint64_t *test_count_upload(test_count_place *place, const test_count *count)
{
    if (!count->is_given) {
        return NULL;
    }
    place->slice = test_slice_open(&place->memory, sizeof count->value, sizeof count->value, 0x3c);
    test_copy_in(place->slice.data, &count->value, sizeof count->value);
    return (const uint64_t *)(const void *)place->slice.data;
}

bool test_count_holds(const test_count_place *place, const test_count *count)
{
    return !count->is_given || (test_slice_guarded(&place->slice) && test_slice_holds(&place->slice, &count->value));
}
