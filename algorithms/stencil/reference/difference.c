/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differences of neighbours, the inverse of a prefix sum:
 *
 *     in   3 4 8 9 14 23      out[0] = in[0],  out[i] = in[i] - in[i - 1]
 *     out  3 1 4 1  5  9
 *
 * From the last one to the first, so that in place in[i - 1] is still there when it is needed. Integers wrap around, in
 * the bits of which signed and unsigned ones do not differ; halves are subtracted in f32 and rounded once.
 */
#include "internal.h"
#include "primitives/context/segments.h"
#include "primitives/tile/half.h"

/* out[i] = in[i] - in[i - 1]; in[-1] is 0. */
static void subtract(tcu_type type, const void *in, uint64_t i, void *out)
{
    const uint64_t before = i > 0 ? i - 1 : 0;
    const uint16_t *halves = in;
    switch (type) {
    case TCU_TYPE_F16: {
        const float left = i > 0 ? tcui_f32_from_f16(halves[before]) : 0;
        ((uint16_t *)out)[i] = tcui_f16_from_f32(tcui_f32_from_f16(halves[i]) - left);
        break;
    }
    case TCU_TYPE_BF16: {
        const float left = i > 0 ? tcui_f32_from_bf16(halves[before]) : 0;
        ((uint16_t *)out)[i] = tcui_bf16_from_f32(tcui_f32_from_bf16(halves[i]) - left);
        break;
    }
    case TCU_TYPE_F32:
        ((float *)out)[i] = ((const float *)in)[i] - (i > 0 ? ((const float *)in)[before] : 0);
        break;
    case TCU_TYPE_F64:
        ((double *)out)[i] = ((const double *)in)[i] - (i > 0 ? ((const double *)in)[before] : 0);
        break;
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        ((uint8_t *)out)[i] = (uint8_t)(((const uint8_t *)in)[i] - (i > 0 ? ((const uint8_t *)in)[before] : 0));
        break;
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        ((uint16_t *)out)[i] = (uint16_t)(((const uint16_t *)in)[i] - (i > 0 ? ((const uint16_t *)in)[before] : 0));
        break;
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        ((uint32_t *)out)[i] = ((const uint32_t *)in)[i] - (i > 0 ? ((const uint32_t *)in)[before] : 0);
        break;
    default:
        ((uint64_t *)out)[i] = ((const uint64_t *)in)[i] - (i > 0 ? ((const uint64_t *)in)[before] : 0);
    }
}

void tcui_stencil_reference_difference(const tcui_stencil_task *task)
{
    for (uint64_t i = tcui_length_now(task->n, task->count); i-- > 0;) {
        subtract(task->type, task->in, i, task->out);
    }
}
