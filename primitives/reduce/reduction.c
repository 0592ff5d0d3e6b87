/* SPDX-License-Identifier: Apache-2.0 */
#include "reduction.h"

#include "elements.h"
#include "primitives/call/arguments.h"

const char *const tcui_operator_names[] = {"SUM", "PRODUCT", "MIN", "MAX", "AND", "OR", "XOR"};

tcu_status tcui_check_operator(tcu_context *context, tcu_operator op, tcu_nan_mode nan_mode)
{
    const tcu_status status = tcui_check_enumerator(context, "options->op", op, TCU_OPERATOR_XOR, "tcu_operator");
    return status == TCU_SUCCESS
               ? tcui_check_enumerator(context, "options->nan_mode", nan_mode, TCU_NAN_IGNORE, "tcu_nan_mode")
               : status;
}

tcu_status tcui_check_reduction_types(tcu_context *context, const tcui_reduction *reduction, tcu_type in_type,
                                      tcu_type out_type)
{
    const tcu_operator op = reduction->op;
    const bool counts = reduction->map == TCU_MAP_NONZERO;
    if (!counts && (op == TCU_OPERATOR_SUM || op == TCU_OPERATOR_PRODUCT)) {
        return tcui_check_sum_types(context, in_type, out_type);
    }
    tcu_status status = tcui_check_type(context, "in_type", in_type);
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "out_type", out_type)) != TCU_SUCCESS) {
        return status;
    }
    if (counts ? out_type != TCU_TYPE_U64 && out_type != TCU_TYPE_I64 : in_type != out_type) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE,
                         counts
                             ? "elements of in_type %s cannot be counted in out_type %s, only in u64 and i64"
                             : "in_type is %s and out_type %s: TCU_OPERATOR_%s takes elements and results of one type",
                         tcu_type_name(in_type), tcu_type_name(out_type), tcui_operator_names[op]);
    }
    if (tcui_is_of_bits(op) && tcui_is_real(in_type)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "in_type is %s: TCU_OPERATOR_%s takes integers only",
                         tcu_type_name(in_type), tcui_operator_names[op]);
    }
    return TCU_SUCCESS;
}

void tcui_take_initial(tcui_reduction *reduction, tcu_type out_type, const void *initial)
{
    if (initial == NULL) {
        return;
    }
    reduction->initial = tcui_bits_load(out_type, initial, 0);
    reduction->has_initial = true;
    if (tcui_is_extremum(reduction->op) && tcui_bits_are_nan(out_type, reduction->initial)) {
        /* What is given may signal; results are quiet, those of no elements, too. */
        reduction->initial = tcui_quiet_nan_bits(out_type);
        reduction->has_initial = reduction->nan_mode != TCU_NAN_IGNORE;
    }
}

tcu_status tcui_take_reproducible(tcu_context *context, tcui_reduction *reduction, tcu_type out_type,
                                  bool *reproducible)
{
    const bool is_real = tcui_is_real(out_type);
    if (is_real && reduction->op == TCU_OPERATOR_PRODUCT) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
                         "options->sum_mode is TCU_SUM_REPRODUCIBLE (1), which products of reals do not have");
    }
    *reproducible = is_real && reduction->op == TCU_OPERATOR_SUM;
    if (*reproducible && reduction->has_initial) {
        const uint64_t bits = reduction->initial;
        reduction->initial = tcui_bits_are_nan(out_type, bits)       ? tcui_quiet_nan_bits(out_type)
                             : bits == tcui_format_of(out_type).sign ? 0 /* -0 */
                                                                     : bits;
    }
    return TCU_SUCCESS;
}
