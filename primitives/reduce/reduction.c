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
