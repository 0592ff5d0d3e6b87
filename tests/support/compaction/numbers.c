/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "compaction.h"
#include "test_backend.h"
#include "test_types.h"

void test_compactor_expect_short_numbers(test_compactor *compactor, test_random *random)
{
    static const tcu_type types[] = {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_I8, TCU_TYPE_U8, TCU_TYPE_I16, TCU_TYPE_U16};
    static const uint64_t special[] = {0,      0x8000, 0x7c00, 0xfc00, 0x7e00, 0xffff, 0x7f80, 0xff80, 0x7fc0,
                                       0x7fff, 1,      0x8001, 0x3c00, 0x7bff, 0x80,   0x7f,   0xff};
    enum { N = 1 << 16, SPECIAL = sizeof special / sizeof special[0], VALUES = SPECIAL + 8 };
    uint16_t *numbers = malloc(N * sizeof *numbers);
    cr_assert_not_null(numbers);
    for (int i = 0; i < N; i++) {
        numbers[i] = (uint16_t)i;
    }
    for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
        for (int i = 0; i < VALUES * (TCU_COMPARE_OUTSIDE + 1); i++) {
            if (!test_takes(random, 32)) {
                continue;
            }
            test_compaction_case t = test_compaction_random(TEST_COMPACT_IF, N, random);
            t.type = types[type];
            t.item_bytes = test_types[t.type].bytes;
            t.comparison = (tcu_comparison)(i / VALUES);
            t.given_items = numbers;
            t.given_values = true;
            t.value_bits = i % VALUES < SPECIAL ? special[i % VALUES] : test_random_below(random, N);
            t.upper_bits = i % 2 ? special[test_random_below(random, SPECIAL)] : test_random_below(random, N);
            t.values_in_context = true; /* where a range may end below its beginning */
            test_compactor_expect(compactor, &t);
        }
    }
    free(numbers);
}
