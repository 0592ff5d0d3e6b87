/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include <string.h>

#include "primitives/reduce/elements.h"
#include "primitives/tile/reference/matrix.h"

/* ------------------------------------------------------------------------------------------- top-k and nth --- */

/* (A constant number of bytes is one load and one store.) */
static void copy_key(void *to, uint64_t k, const void *from, uint64_t i, size_t bytes)
{
    char *const out = (char *)to + k * bytes;
    const char *const in = (const char *)from + i * bytes;
    switch (bytes) {
    case 1:
        memcpy(out, in, 1);
        break;
    case 2:
        memcpy(out, in, 2);
        break;
    case 4:
        memcpy(out, in, 4);
        break;
    default:
        memcpy(out, in, 8);
        break;
    }
}

void tcui_selection_store(const tcui_selection_task *task, uint64_t s, uint64_t begin, uint64_t j, uint64_t position)
{
    const uint64_t place = task->kind == TCUI_SELECTION_TOP_K ? s * task->k + j : 0;
    const size_t value_bytes = task->value_bytes;
    if (task->keys_out != NULL) {
        copy_key(task->keys_out, place, task->keys, position, tcu_type_size(task->key_type));
    }
    if (task->indices_out != NULL) {
        const uint64_t number = task->indices_in_segment ? position - begin : position;
        if (task->index_type == TCU_TYPE_U32) {
            ((uint32_t *)task->indices_out)[place] = (uint32_t)number;
        } else {
            ((uint64_t *)task->indices_out)[place] = number;
        }
    }
    if (value_bytes > 0) {
        memcpy((char *)task->values_out + place * value_bytes, (const char *)task->values + position * value_bytes,
               value_bytes);
    }
}

/* ------------------------------------------------------------------------------------------------ quantiles --- */

tcui_selection_infinities tcui_selection_infinities_of(tcu_type type)
{
    const tcui_key_order order = tcui_key_order_of(type, false);
    const tcui_format format = tcui_format_of(type);
    if (!tcui_is_real(type)) {
        return (tcui_selection_infinities){0, format.all};
    }
    return (tcui_selection_infinities){tcui_order_bits(order, format.infinity | format.sign),
                                       tcui_order_bits(order, format.infinity)};
}

bool tcui_quantiles_begin(const tcui_selection_task *task, uint64_t n, uint64_t nans_in_front, uint64_t nans_behind,
                          tcui_quantile_elements *elements)
{
    const uint64_t nans = nans_in_front + nans_behind;
    *elements = (tcui_quantile_elements){nans_in_front, n - nans};
    if (task->num_nans != NULL) {
        *task->num_nans = nans;
    }
    if (nans > 0 && task->nan_mode == TCU_QUANTILE_NAN_REFUSE) {
        return false;
    }
    if (elements->count > 0 && (nans == 0 || task->nan_mode == TCU_QUANTILE_NAN_OMIT)) {
        return true;
    }
    for (uint64_t j = 0; j < task->num_q && tcui_is_real(task->out_type); j++) {
        tcui_bits_store(task->out_type, task->out, j, tcui_quiet_nan_bits(task->out_type));
    }
    return false;
}

/* Rounded to nearest where 64 bits are too many. */
static double value_of(tcu_type type, uint64_t bits)
{
    uint64_t element = 0;
    tcui_bits_store(type, &element, 0, bits);
    const tcui_number x = tcui_number_load(type, &element, 0);
    return tcui_is_real(type) ? x.real : tcui_is_unsigned(type) ? (double)x.integer : (double)(int64_t)x.integer;
}

void tcui_quantile_store(const tcui_selection_task *task, uint64_t j, tcui_quantile_place place, uint64_t low,
                         uint64_t high)
{
    const tcu_type type = task->key_type;
    const tcui_key_order order = tcui_key_order_of(type, false);
    const uint64_t key = tcui_key_of_order_bits(order, low);
    if (place.t == 0 && task->out_type == type) {
        tcui_bits_store(type, task->out, j, key);
        return;
    }
    const double a = value_of(type, key);
    const double b = place.t == 0 ? a : value_of(type, tcui_key_of_order_bits(order, high));
    const double x = place.t == 0 ? a : tcui_quantile_between(a, b, place.t);
    if (x == x) {
        tcui_number_store(task->out_type, task->out, j, (tcui_number){.real = x});
    } else { /* between infinities */
        tcui_bits_store(task->out_type, task->out, j, tcui_quiet_nan_bits(task->out_type));
    }
}
