/* SPDX-License-Identifier: Apache-2.0 */
#include "test_expectation.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "test_memory.h"

enum { CHUNK = 1 << 20 };

test_expectation test_expectation_of(const void *output, uint64_t bytes)
{
    test_expectation e = {.output = output, .total = bytes, .expected = malloc(CHUNK), .found = malloc(CHUNK)};
    cr_assert(e.expected != NULL && e.found != NULL);
    return e;
}

static void compare(test_expectation *e)
{
    cr_assert_leq(e->compared + e->pending, e->total, "more is expected than there is");
    test_copy_out(e->found, e->output + e->compared, e->pending);
    if (memcmp(e->found, e->expected, e->pending) != 0) {
        uint64_t i = 0;
        while (e->found[i] == e->expected[i]) {
            i++;
        }
        cr_assert_fail("byte %" PRIu64 " is 0x%02x, not 0x%02x", e->compared + i, e->found[i], e->expected[i]);
    }
    e->compared += e->pending;
    e->pending = 0;
}

void *test_expectation_room(test_expectation *e, uint64_t *bytes)
{
    if (e->pending == CHUNK) {
        compare(e);
    }
    const uint64_t room = CHUNK - e->pending;
    *bytes = *bytes < room ? *bytes : room;
    e->pending += *bytes;
    return e->expected + e->pending - *bytes;
}

void test_expectation_end(test_expectation *e)
{
    compare(e);
    cr_expect_eq(e->compared, e->total, "%" PRIu64 " bytes of %" PRIu64 " were compared", e->compared, e->total);
    free(e->expected);
    free(e->found);
}
