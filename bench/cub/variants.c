/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/cub/variants.h"

/* Sums modulo 2^w do not know about signs: where in and out are one integer type, CUB is compiled for the unsigned one.
 */
static tcu_type without_sign(tcu_type type)
{
    switch (type) {
    case TCU_TYPE_I8:
    case TCU_TYPE_I16:
    case TCU_TYPE_I32:
    case TCU_TYPE_I64:
        return (tcu_type)(type + 1);
    default:
        return type;
    }
}

typedef struct cub_table {
    const bench_cub_variant *variants;
    int ignores_sign;
} cub_table;

int bench_cub_find(const bench_problem *problem, const bench_cub_variant **found, int capacity)
{
#define TABLE(table, ignores_sign) {bench_cub_##table, ignores_sign},
    static const cub_table tables[] = {BENCH_CUB_TABLES(TABLE)};
    int count = 0;
    if (problem->n > UINT32_MAX) { /* the wrappers use CUB's 32-bit indices */
        return 0;
    }
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        const int same = tables[t].ignores_sign && problem->in_type == problem->out_type;
        const tcu_type in = same ? without_sign(problem->in_type) : problem->in_type;
        const tcu_type out = same ? without_sign(problem->out_type) : problem->out_type;
        for (const bench_cub_variant *variant = tables[t].variants; variant->run && count < capacity; variant++) {
            if (variant->op == problem->op && variant->form == problem->form && variant->in_type == in &&
                variant->out_type == out) {
                found[count++] = variant;
            }
        }
    }
    return count;
}
