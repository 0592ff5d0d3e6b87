/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sort/family.h"

namespace bench
{
namespace
{
tcu_sort_options sort_options(const bench_problem &p)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.ranking = p.ranking;
    return options;
}

tcu_sort_buffers sort_buffers(const bench_problem &p)
{
    tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(p.out, p.spare);
    buffers.values[0] = p.values_out;
    buffers.values[1] = p.spare_values;
    buffers.value_bytes = size_t(bench_value_bytes(&p));
    buffers.current = bench_begins_in_spare(&p);
    return buffers;
}
} // namespace

tcu_status SortFamily::run(tcu_context *context, const bench_problem &p) const
{
    const tcu_sort_options options = sort_options(p);
    if (p.form == BENCH_BUFFERS) {
        tcu_sort_buffers buffers = sort_buffers(p);
        return tcu_radix_sort_buffers(context, &buffers, p.in_type, p.n, &options);
    }
    switch (p.op) {
    case BENCH_SORT:
        return tcu_radix_sort(context, p.in, p.out, p.in_type, p.n, &options);
    case BENCH_SORT_PAIRS:
        return tcu_radix_sort_pairs(context, p.in, p.out, p.in_type, p.values_in, p.values_out,
                                    size_t(bench_value_bytes(&p)), p.n, &options);
    case BENCH_ARGSORT:
        return tcu_argsort(context, p.in, p.in_type, p.out, p.out_type, p.n, &options);
    case BENCH_SEGMENTED_SORT:
        return tcu_segmented_sort(context, p.in, p.out, p.in_type, p.n, p.segment_size, &options);
    default:
        return tcu_segmented_sort_offsets(context, p.in, p.out, p.in_type, p.n, p.offsets, p.num_segments, &options);
    }
}

tcu_status SortFamily::workspace(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const tcu_sort_options options = sort_options(p);
    const size_t value_bytes = size_t(bench_value_bytes(&p));
    if (p.form == BENCH_BUFFERS) {
        return tcu_radix_sort_buffers_workspace(context, p.in_type, value_bytes, p.n, &options, bytes);
    }
    switch (p.op) {
    case BENCH_SORT:
        return tcu_radix_sort_workspace(context, p.in_type, p.n, 0, &options, bytes);
    case BENCH_SORT_PAIRS:
        return tcu_radix_sort_pairs_workspace(context, p.in_type, value_bytes, p.n, 0, &options, bytes);
    case BENCH_ARGSORT:
        return tcu_argsort_workspace(context, p.in_type, p.out_type, p.n, &options, bytes);
    case BENCH_SEGMENTED_SORT:
        return tcu_segmented_sort_workspace(context, p.in_type, p.n, p.segment_size, 0, &options, bytes);
    default:
        return tcu_segmented_sort_offsets_workspace(context, p.in_type, p.n, p.num_segments, 0, &options, bytes);
    }
}
} // namespace bench
