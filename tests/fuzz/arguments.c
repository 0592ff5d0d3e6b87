/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include "test_backend.h"

uint64_t fuzz_longest(void)
{
    return test_on_emulated() ? 20000 : test_on_reference() ? 6000 : test_on_cuda() ? 300000 : 150000;
}

uint64_t fuzz_work(void)
{
    return test_on_emulated() || test_on_reference() ? 20000 : 100000;
}

static bool is_on_gpu(void)
{
    return test_on_cuda() && !test_on_emulated();
}

/* A multiple of `unit`, or one beside it. */
static uint64_t near_multiple(uint64_t unit, uint64_t most, test_random *random)
{
    const uint64_t multiple = unit * (1 + test_random_below(random, most / unit < 1 ? 1 : most / unit));
    return multiple + test_random_below(random, 3) - 1;
}

uint64_t fuzz_length(test_random *random)
{
    /* Of warps, blocks, tiles of scans, sorts and compactions, and granules. */
    static const uint64_t units[] = {32, 128, 256, 512, 1024, 2048, 2304, 3072, 4096, 4608, 6144, 8192, 16384};
    enum { UNITS = sizeof units / sizeof units[0] };
    const uint64_t longest = fuzz_longest();
    switch (test_random_below(random, 16)) {
    case 0:
    case 1:
        return test_random_below(random, 4);
    case 2:
    case 3:
    case 4:
        return near_multiple((uint64_t)1 << test_random_below(random, 18), 1, random) % (longest + 1);
    case 5:
    case 6:
    case 7:
        return near_multiple(units[test_random_below(random, UNITS)], longest / 8, random) % (longest + 1);
    case 8:
    case 9:
    case 10:
        return test_random_below(random, 300);
    case 11: /* (on a GPU now and then so many that paths of the longest arrays pay) */
        return test_random_below(random, (is_on_gpu() && test_random_below(random, 16) == 0 ? 10 : 1) * longest + 1);
    default:
        return test_random_below(random, longest / 8);
    }
}

uint64_t fuzz_length_of(size_t item_bytes, test_random *random)
{
    const uint64_t most = fuzz_longest() * 8 / (item_bytes + 1) + 2, n = fuzz_length(random);
    return n <= most ? n : test_random_below(random, most);
}

uint64_t fuzz_segment_size(uint64_t n, test_random *random)
{
    uint64_t size;
    switch (test_random_below(random, 8)) {
    case 0:
        size = n + test_random_below(random, 3) - 1; /* the whole array, or nearly */
        break;
    case 1:
        size = (uint64_t)1 << 40;
        break;
    case 2:
    case 3:
        size = near_multiple((uint64_t)1 << test_random_below(random, 15), 1, random);
        break;
    case 4:
        size = 1 + test_random_below(random, 2 * n + 2);
        break;
    default:
        size = 1 + test_random_below(random, 300);
        break;
    }
    return size == 0 || size > UINT64_MAX / 2 ? 1 : size;
}

void fuzz_draw_offsets(test_offsets *offsets, uint64_t n, test_random *random)
{
    test_offsets_free(offsets);
    *offsets = test_offsets_new((test_shape)test_random_below(random, TEST_SHAPE_COUNT), n, random);
}

test_count fuzz_count(uint64_t n, test_random *random)
{
    return test_random_below(random, 3) == 0 ? test_count_random(n, random) : (test_count){0};
}

test_count fuzz_count_of_segments(const test_offsets *offsets, uint64_t *n, test_random *random)
{
    test_count count = fuzz_count(offsets->num_segments, random);
    if (count.is_given) { /* elements behind the last segment are then not the call's: arrays have poison there */
        *n = offsets->num_segments > 0 ? (uint64_t)offsets->values[offsets->num_segments] : 0;
        test_count_draw_elements(&count, random);
    }
    return count;
}
