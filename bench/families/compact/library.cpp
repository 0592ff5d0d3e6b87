/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/compact/family.h"

namespace bench
{
namespace
{
tcu_flags_format flags_format(const bench_problem &p)
{
    return p.form == BENCH_BITS ? TCU_FLAGS_BITS : TCU_FLAGS_BYTES;
}

tcu_predicate predicate_of(const bench_problem &p) // points into the problem
{
    tcu_predicate predicate =
        TCU_PREDICATE_INIT(p.form == BENCH_LESS ? TCU_COMPARE_LESS : TCU_COMPARE_INSIDE, &p.value);
    predicate.upper = &p.upper;
    return predicate;
}

tcu_status run_columns(tcu_context *context, const bench_problem &p)
{
    tcu_column columns[BENCH_COLUMNS];
    const uint64_t bytes = p.n * bench_size(p.in_type);
    for (uint64_t c = 0; c < BENCH_COLUMNS; c++) {
        columns[c] = {static_cast<const char *>(p.in) + c * bytes, static_cast<char *>(p.out) + c * bytes,
                      size_t(bench_size(p.in_type))};
    }
    return tcu_compact_columns(context, columns, BENCH_COLUMNS, p.flags, flags_format(p), p.count, p.n);
}
} // namespace

tcu_status CompactFamily::run(tcu_context *context, const bench_problem &p) const
{
    const size_t size = bench_size(p.in_type);
    const tcu_predicate predicate = predicate_of(p);
    switch (p.op) {
    case BENCH_COMPACT:
        return tcu_compact(context, p.in, size, p.flags, flags_format(p), p.out, p.count, p.n);
    case BENCH_COMPACT_IF:
        return tcu_compact_if(context, p.in, p.in_type, &predicate, p.out, p.count, p.n);
    case BENCH_COMPACT_INDICES:
        return tcu_compact_indices(context, p.flags, flags_format(p), p.out, p.out_type, p.count, p.n);
    case BENCH_COMPACT_COLUMNS:
        return run_columns(context, p);
    case BENCH_PARTITION:
        return tcu_partition(context, p.in, size, p.flags, flags_format(p), p.out, p.count, p.n);
    case BENCH_PARTITION_IF:
        return tcu_partition_if(context, p.in, p.in_type, &predicate, p.out, p.count, p.n);
    default:
        return tcu_unique(context, p.in, size, p.out, p.run_lengths, p.count, p.n);
    }
}

tcu_status CompactFamily::workspace(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const size_t size = bench_size(p.in_type);
    switch (p.op) {
    case BENCH_COMPACT:
        return tcu_compact_workspace(context, size, flags_format(p), p.n, 0, bytes);
    case BENCH_COMPACT_IF:
        return tcu_compact_if_workspace(context, p.in_type, p.n, 0, bytes);
    case BENCH_COMPACT_INDICES:
        return tcu_compact_indices_workspace(context, flags_format(p), p.out_type, p.n, bytes);
    case BENCH_COMPACT_COLUMNS:
        return tcu_compact_columns_workspace(context, BENCH_COLUMNS, flags_format(p), p.n, bytes);
    case BENCH_PARTITION:
        return tcu_partition_workspace(context, size, flags_format(p), p.n, bytes);
    case BENCH_PARTITION_IF:
        return tcu_partition_if_workspace(context, p.in_type, p.n, bytes);
    default:
        return tcu_unique_workspace(context, size, p.run_lengths != nullptr, p.n, 0, bytes);
    }
}
} // namespace bench
