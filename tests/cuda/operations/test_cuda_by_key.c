/* SPDX-License-Identifier: Apache-2.0 */
/* What the one pass over keys and values promises beyond other backends: bits that no alignment changes. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdlib.h>

#include "by_key/by_key.h"
#include "test_backend.h"

/* The same call with arrays elsewhere, `was` holding the results before; NULL the first time. */
static void expect_bits(test_by_key_runner *runner, const test_by_key_case *t, unsigned char **was)
{
    test_by_key_prepare(runner, t);
    cr_assert(test_by_key_execute(runner, t) && test_by_key_verify(runner, t), "%s", runner->failure);
    const test_slice *out = &runner->buffers[TEST_BY_KEY_OUT].slice;
    if (*was == NULL) {
        *was = malloc(out->bytes + 1);
        cr_assert_not_null(*was);
        test_copy_out(*was, out->data, out->bytes);
    }
    cr_assert(test_slice_holds(out, *was), "%s: other bits with keys off by %u elements, values by %u, results by %u",
              test_by_key_names[t->form], t->key_shift, t->value_shift, t->out_shift);
}

Test(cuda_by_key, same_bits_at_every_alignment, .timeout = 120)
{
    static const test_pair pairs[] = {
        {TCU_TYPE_F32, TCU_TYPE_F32}, {TCU_TYPE_F64, TCU_TYPE_F64}, {TCU_TYPE_BF16, TCU_TYPE_F32}};
    static const uint64_t means[] = {3, 300, 20000};
    setenv("TCU_PATH", "by_key:one_pass", 1);
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 50000);
    for (int i = 0; i < 6; i++) {
        test_by_key_case t = test_by_key_random(i < 3 ? TEST_BY_KEY_REDUCE : TEST_BY_KEY_SCAN,
                                                30000 + test_random_below(&random, 20000), &random);
        t.pair = pairs[i % 3];
        t.shape = TEST_RUNS_MEAN;
        t.mean_run = means[test_random_below(&random, 3)];
        t.real_keys = t.in_place = false;
        t.wanted = TEST_WANT_ALL;
        unsigned char *was = NULL;
        for (unsigned shift = 0; shift < 4; shift++) {
            t.key_shift = shift == 1 ? 1 : 0;
            t.value_shift = shift == 2 ? 1 : 0;
            t.out_shift = shift == 3 ? 3 : 0;
            expect_bits(&runner, &t, &was);
        }
        free(was);
    }
    test_by_key_runner_free(&runner);
    unsetenv("TCU_PATH");
}
