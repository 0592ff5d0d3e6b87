/* SPDX-License-Identifier: Apache-2.0 */
/* The call and the query of each form. */
#include "selection.h"

const char *const test_selection_names[TEST_SELECTION_COUNT] = {"tcu_top_k",
                                                                "tcu_top_k_pairs",
                                                                "tcu_segmented_top_k",
                                                                "tcu_segmented_top_k_pairs",
                                                                "tcu_segmented_top_k_offsets",
                                                                "tcu_segmented_top_k_pairs_offsets",
                                                                "tcu_nth_element",
                                                                "tcu_quantiles"};

bool test_selection_is_top_k(test_selection_form form)
{
    return form < TEST_NTH_ELEMENT;
}

bool test_selection_has_values(test_selection_form form)
{
    return form == TEST_TOP_K_PAIRS || form == TEST_SEGMENTED_TOP_K_PAIRS || form == TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS;
}

bool test_selection_by_size(test_selection_form form)
{
    return form == TEST_SEGMENTED_TOP_K || form == TEST_SEGMENTED_TOP_K_PAIRS;
}

bool test_selection_by_offsets(test_selection_form form)
{
    return form == TEST_SEGMENTED_TOP_K_OFFSETS || form == TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS;
}

tcu_status test_selection_run_call(tcu_context *context, const test_selection_call *c)
{
    switch (c->form) {
    case TEST_TOP_K:
        return tcu_top_k(context, c->keys, c->n, c->k, c->key_type, c->keys_out, c->positions, c->index_type,
                         c->top_k_options);
    case TEST_TOP_K_PAIRS:
        return tcu_top_k_pairs(context, c->keys, c->values, c->n, c->k, c->key_type, c->value_bytes, c->keys_out,
                               c->values_out, c->top_k_options);
    case TEST_SEGMENTED_TOP_K:
        return tcu_segmented_top_k(context, c->keys, c->n, c->segment_size, c->k, c->key_type, c->keys_out,
                                   c->positions, c->index_type, c->top_k_options);
    case TEST_SEGMENTED_TOP_K_PAIRS:
        return tcu_segmented_top_k_pairs(context, c->keys, c->values, c->n, c->segment_size, c->k, c->key_type,
                                         c->value_bytes, c->keys_out, c->values_out, c->top_k_options);
    case TEST_SEGMENTED_TOP_K_OFFSETS:
        return tcu_segmented_top_k_offsets(context, c->keys, c->n, c->offsets, c->num_segments, c->k, c->key_type,
                                           c->keys_out, c->positions, c->index_type, c->top_k_options);
    case TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS:
        return tcu_segmented_top_k_pairs_offsets(context, c->keys, c->values, c->n, c->offsets, c->num_segments, c->k,
                                                 c->key_type, c->value_bytes, c->keys_out, c->values_out,
                                                 c->top_k_options);
    case TEST_NTH_ELEMENT:
        return tcu_nth_element(context, c->keys, c->n, c->k, c->key_type, c->keys_out, c->positions, c->index_type,
                               c->nth_options);
    default:
        return tcu_quantiles(context, c->keys, c->n, c->key_type, c->q, c->k, c->out, c->out_type,
                             c->quantiles_options);
    }
}

tcu_status test_selection_query(tcu_context *context, const test_selection_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_TOP_K:
        return tcu_top_k_workspace(context, c->n, c->k, c->key_type, c->index_type, c->top_k_options, bytes);
    case TEST_TOP_K_PAIRS:
        return tcu_top_k_pairs_workspace(context, c->n, c->k, c->key_type, c->value_bytes, c->top_k_options, bytes);
    case TEST_SEGMENTED_TOP_K:
        return tcu_segmented_top_k_workspace(context, c->n, c->segment_size, c->k, c->key_type, c->index_type,
                                             c->top_k_options, bytes);
    case TEST_SEGMENTED_TOP_K_PAIRS:
        return tcu_segmented_top_k_pairs_workspace(context, c->n, c->segment_size, c->k, c->key_type, c->value_bytes,
                                                   c->top_k_options, bytes);
    case TEST_SEGMENTED_TOP_K_OFFSETS:
        return tcu_segmented_top_k_offsets_workspace(context, c->n, c->num_segments, c->k, c->key_type, c->index_type,
                                                     c->top_k_options, bytes);
    case TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS:
        return tcu_segmented_top_k_pairs_offsets_workspace(context, c->n, c->num_segments, c->k, c->key_type,
                                                           c->value_bytes, c->top_k_options, bytes);
    case TEST_NTH_ELEMENT:
        return tcu_nth_element_workspace(context, c->n, c->k, c->key_type, c->index_type, c->nth_options, bytes);
    default:
        return tcu_quantiles_workspace(context, c->n, c->key_type, c->k, c->out_type, c->quantiles_options, bytes);
    }
}
