/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/host/elements.h"

#include <stdlib.h>
#include <string.h>

#include "backends/host_memory.h"
#include "primitives/tile/half.h"

void *bench_allocate(size_t bytes)
{
    return bytes >= TCUI_LEAST_HUGE ? tcui_host_memory(bytes) : malloc(bytes > 0 ? bytes : 1);
}

void bench_segment(const bench_problem *p, uint64_t k, uint64_t *begin, uint64_t *end)
{
    if (bench_has_offsets(p->op)) {
        *begin = (uint64_t)p->offsets[k];
        *end = (uint64_t)p->offsets[k + 1];
    } else {
        const uint64_t size = bench_has_segment_size(p->op) ? p->segment_size : p->n;
        *begin = k * size;
        *end = *begin + size < p->n ? *begin + size : p->n;
    }
}

static uint64_t hash(uint64_t x) /* splitmix64 */
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

void bench_serial_fill(void *data, tcu_type type, uint64_t n, uint64_t seed)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t bits = hash(i ^ seed);
        const double real = (double)(bits >> 11) * 0x1p-52 - 1;
        switch (type) {
        case TCU_TYPE_F16:
            ((uint16_t *)data)[i] = tcui_f16_from_f64(real);
            break;
        case TCU_TYPE_BF16:
            ((uint16_t *)data)[i] = tcui_bf16_from_f64(real);
            break;
        case TCU_TYPE_F32:
            ((float *)data)[i] = (float)real;
            break;
        case TCU_TYPE_F64:
            ((double *)data)[i] = real;
            break;
        default:
            memcpy((char *)data + i * tcu_type_size(type), &bits, tcu_type_size(type));
            break;
        }
    }
}

double bench_real(tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return (double)tcui_f32_from_f16(((const uint16_t *)data)[i]);
    case TCU_TYPE_BF16:
        return (double)tcui_f32_from_bf16(((const uint16_t *)data)[i]);
    case TCU_TYPE_F32:
        return (double)((const float *)data)[i];
    default:
        return ((const double *)data)[i];
    }
}

uint64_t bench_integer(tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return (uint64_t)((const int8_t *)data)[i];
    case TCU_TYPE_U8:
        return ((const uint8_t *)data)[i];
    case TCU_TYPE_I16:
        return (uint64_t)((const int16_t *)data)[i];
    case TCU_TYPE_U16:
        return ((const uint16_t *)data)[i];
    case TCU_TYPE_I32:
        return (uint64_t)((const int32_t *)data)[i];
    case TCU_TYPE_U32:
        return ((const uint32_t *)data)[i];
    default:
        return ((const uint64_t *)data)[i];
    }
}
