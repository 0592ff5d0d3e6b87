/* SPDX-License-Identifier: Apache-2.0 */
/* Cases that are drawn. */
#include "selection.h"
#include "test_types.h"

uint64_t test_selection_draw_k(uint64_t n, test_random *random)
{
    const uint64_t some = n < 300 ? n : 300;
    const uint64_t ks[] = {
        0, 1, n > 0 ? n - 1 : 0, n, n + 1 + test_random_below(random, 50), 1 + test_random_below(random, 20)};
    const uint64_t kind = test_random_below(random, 14);
    return kind < sizeof ks / sizeof ks[0] ? ks[kind] : test_random_below(random, (kind < 10 ? some : n) + 1);
}

void test_selection_draw_count(test_selection_case *t, test_random *random)
{
    const uint64_t n = test_selection_by_offsets(t->form) ? t->num_segments : t->n,
                   counts[] = {0, 1, n, n + 1 + test_random_below(random, 1000), UINT64_MAX};
    const uint64_t kind = test_random_below(random, 9);
    t->count = kind < sizeof counts / sizeof counts[0] ? counts[kind] : test_random_below(random, n + 1);
}

static bool draw(test_random *random)
{
    return test_random_below(random, 2) == 1;
}

static tcu_type draw_out_type(const test_selection_case *t, test_random *random)
{
    const bool takes_one = t->method != TCU_QUANTILE_LINEAR && t->method != TCU_QUANTILE_MIDPOINT;
    return draw(random) && (takes_one || test_types[t->key_type].real) ? t->key_type : TCU_TYPE_F64;
}

test_selection_case test_selection_random(test_selection_form form, tcu_type type, uint64_t n, test_random *random)
{
    test_selection_case t = {.form = form,
                             .key_type = type,
                             .index_type = draw(random) ? TCU_TYPE_U32 : TCU_TYPE_U64,
                             .value_bytes = 1 + (size_t)test_random_below(random, 25),
                             .n = n,
                             .smallest = draw(random),
                             .input_order = test_random_below(random, 3) == 0,
                             .indices_in_segment = draw(random),
                             .has_keys_out = test_random_below(random, 4) > 0,
                             .has_positions = test_random_below(random, 4) > 0,
                             .has_num_out = draw(random),
                             .has_num_nans = draw(random),
                             .method = (tcu_quantile_method)test_random_below(random, TCU_QUANTILE_MIDPOINT + 1),
                             .nan_mode = (tcu_quantile_nan_mode)test_random_below(random, TCU_QUANTILE_NAN_REFUSE + 1),
                             .has_nans = test_random_below(random, 3) == 0,
                             .spread = (test_selection_spread)test_random_below(random, TEST_SELECTION_SPREADS),
                             .seed = test_random_next(random),
                             .has_count = test_random_below(random, 3) == 0,
                             .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    t.out_type = draw_out_type(&t, random);
    t.has_num_nans = t.has_num_nans || t.nan_mode == TCU_QUANTILE_NAN_REFUSE;
    if (!test_selection_has_values(form)) {
        t.has_keys_out = t.has_keys_out || !t.has_positions;
    }
    t.segment_size = 1 + (draw(random) ? test_random_below(random, n + 1) : test_random_below(random, n / 16 + 1));
    t.num_segments = test_random_below(random, 40);
    const uint64_t longest = test_selection_by_size(form)      ? t.segment_size
                             : test_selection_by_offsets(form) ? n / 8
                                                               : n;
    t.k = form == TEST_QUANTILES     ? test_random_below(random, draw(random) ? 6 : 24)
          : form == TEST_NTH_ELEMENT ? (n > 0 ? test_random_below(random, n) : 3)
                                     : test_selection_draw_k(longest, random);
    /* Many segments with long rows would be large outputs, of which most is not written. */
    while (test_selection_is_top_k(form) && t.k > 0 && test_selection_segments(&t) > (4 * n + 100) / t.k) {
        t.k /= 2;
    }
    test_selection_draw_count(&t, random);
    for (int b = 0; b < TEST_SELECTION_BUFFERS && t.seed & 8; b++) {
        t.shift[b] = (unsigned)test_random_below(random, 9);
    }
    return t;
}
