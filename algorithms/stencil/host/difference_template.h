/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of elements of any type, at a level. Signed integers are subtracted as unsigned ones. */

#define OF_TYPE(type)                                                                                                  \
    case TCU_TYPE_##type:                                                                                              \
        subtract_all(task, TCU_TYPE_##type, first, last, before);                                                      \
        break;

static void TCUI_L(difference)(const tcui_stencil_task *task, uint64_t first, uint64_t last, const void *before)
{
    switch (task->type) {
        OF_TYPE(F16)
        OF_TYPE(BF16)
        OF_TYPE(F32)
        OF_TYPE(F64)
    case TCU_TYPE_I8:
        OF_TYPE(U8)
    case TCU_TYPE_I16:
        OF_TYPE(U16)
    case TCU_TYPE_I32:
        OF_TYPE(U32)
    default:
        subtract_all(task, TCU_TYPE_U64, first, last, before);
    }
}

#undef OF_TYPE
