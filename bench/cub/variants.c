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

int bench_cub_find(const bench_problem *problem, const bench_cub_variant **found, int capacity)
{
    const bench_cub_variant *const tables[] = {bench_cub_reduce,
                                               bench_cub_segmented_reduce,
                                               bench_cub_scan_inclusive,
                                               bench_cub_scan_exclusive,
                                               bench_cub_scan_tuned,
                                               bench_cub_segmented_scan_inclusive,
                                               bench_cub_segmented_scan_exclusive,
                                               bench_cub_compact,
                                               bench_cub_compact_bits,
                                               bench_cub_compact_if,
                                               bench_cub_compact_tuned,
                                               bench_cub_compact_indices,
                                               bench_cub_compact_columns,
                                               bench_cub_partition,
                                               bench_cub_unique,
                                               bench_cub_histogram_integers,
                                               bench_cub_histogram_reals,
                                               bench_cub_histogram_range,
                                               bench_cub_histogram_multi,
                                               bench_cub_histogram_weighted,
                                               bench_cub_sort_bytes,
                                               bench_cub_sort_halves,
                                               bench_cub_sort_words,
                                               bench_cub_sort_doubles,
                                               bench_cub_sort_pairs,
                                               bench_cub_segmented_sort};
    const int same =
        problem->in_type == problem->out_type && !bench_is_compaction(problem->op) && !bench_is_sort(problem->op);
    const tcu_type in = same ? without_sign(problem->in_type) : problem->in_type;
    const tcu_type out = same ? without_sign(problem->out_type) : problem->out_type;
    int count = 0;
    if (problem->n > UINT32_MAX) /* the wrappers use CUB's 32-bit indices */
        return 0;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const bench_cub_variant *variant = tables[t]; variant->run && count < capacity; variant++)
            if (variant->op == problem->op && variant->form == problem->form && variant->in_type == in &&
                variant->out_type == out)
                found[count++] = variant;
    return count;
}
