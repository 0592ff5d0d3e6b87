/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs as bits: the parts of runner.h that compare one run with another. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner.h"

unsigned char *test_runner_copy_output(const test_runner *runner)
{
    unsigned char *copy = malloc(runner->out.bytes + 1);
    cr_assert_not_null(copy, "no memory for a copy of the output");
    test_copy_out(copy, runner->out.data, runner->out.bytes);
    return copy;
}

const char *test_bits_text(const unsigned char *elements, size_t bytes, uint64_t index, char text[32])
{
    uint64_t bits = 0;
    memcpy(&bits, elements + index * bytes, bytes);
    snprintf(text, 32, "0x%0*" PRIx64, (int)(2 * bytes), bits);
    return text;
}

bool test_runner_same_output(test_runner *runner, const test_case *t, const unsigned char *first, int run)
{
    if (test_slice_holds(&runner->out, first)) {
        return true;
    }
    const size_t bytes = test_types[t->out_type].bytes;
    unsigned char *now = test_runner_copy_output(runner);
    uint64_t i = 0;
    while (memcmp(now + i * bytes, first + i * bytes, bytes) == 0) {
        i++;
    }
    char was[32], is[32];
    test_runner_fail(runner, t, "out[%" PRIu64 "] is %s in run %d, was %s in the first", i,
                     test_bits_text(now, bytes, i, is), run, test_bits_text(first, bytes, i, was));
    free(now);
    return false;
}
