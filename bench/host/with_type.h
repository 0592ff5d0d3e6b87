/* SPDX-License-Identifier: Apache-2.0 */
/** @file with_type.h The C type of an element type, for templates. */
#ifndef TCU_BENCH_HOST_WITH_TYPE_H
#define TCU_BENCH_HOST_WITH_TYPE_H

#include "bench/types.h"

namespace bench
{
/** A function object called with a value of the C type of an element type; 1 for types of 16 bits that C has not. */
template <class Function>
int with_type(tcu_type type, Function function)
{
    switch (type) {
    case TCU_TYPE_F32:
        return function(float());
    case TCU_TYPE_F64:
        return function(double());
    case TCU_TYPE_I8:
        return function(int8_t());
    case TCU_TYPE_U8:
        return function(uint8_t());
    case TCU_TYPE_I16:
        return function(int16_t());
    case TCU_TYPE_U16:
        return function(uint16_t());
    case TCU_TYPE_I32:
        return function(int32_t());
    case TCU_TYPE_U32:
        return function(uint32_t());
    case TCU_TYPE_I64:
        return function(int64_t());
    case TCU_TYPE_U64:
        return function(uint64_t());
    default:
        return 1;
    }
}
} // namespace bench

#endif
