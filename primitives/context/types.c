/* SPDX-License-Identifier: Apache-2.0 */
#include "tcu/types.h"

static const struct {
    const char *name;
    size_t size;
} types[TCU_TYPE_COUNT] = {
    [TCU_TYPE_F16] = {"f16", 2}, [TCU_TYPE_BF16] = {"bf16", 2}, [TCU_TYPE_F32] = {"f32", 4},
    [TCU_TYPE_F64] = {"f64", 8}, [TCU_TYPE_I8] = {"i8", 1},     [TCU_TYPE_U8] = {"u8", 1},
    [TCU_TYPE_I16] = {"i16", 2}, [TCU_TYPE_U16] = {"u16", 2},   [TCU_TYPE_I32] = {"i32", 4},
    [TCU_TYPE_U32] = {"u32", 4}, [TCU_TYPE_I64] = {"i64", 8},   [TCU_TYPE_U64] = {"u64", 8},
};

size_t tcu_type_size(tcu_type type)
{
    return (unsigned)type < TCU_TYPE_COUNT ? types[type].size : 0;
}

const char *tcu_type_name(tcu_type type)
{
    return (unsigned)type < TCU_TYPE_COUNT ? types[type].name : "invalid";
}
