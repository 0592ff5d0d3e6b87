/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sums/family.h"

namespace bench
{
namespace
{
tcu_scan_kind scan_kind(const bench_problem &p)
{
    return p.form == BENCH_INCLUSIVE ? TCU_SCAN_INCLUSIVE : TCU_SCAN_EXCLUSIVE;
}
} // namespace

tcu_status SumsFamily::run(tcu_context *context, const bench_problem &p) const
{
    switch (p.op) {
    case BENCH_REDUCE:
        return tcu_reduce(context, p.in, p.in_type, p.out, p.out_type, p.n, nullptr);
    case BENCH_SEGMENTED_REDUCE:
        return tcu_segmented_reduce(context, p.in, p.in_type, p.out, p.out_type, p.n, p.segment_size, nullptr);
    case BENCH_SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets(context, p.in, p.in_type, p.out, p.out_type, p.n, p.offsets, p.num_segments,
                                            nullptr);
    case BENCH_SCAN:
        return tcu_scan(context, scan_kind(p), p.in, p.in_type, p.out, p.out_type, p.n);
    case BENCH_SEGMENTED_SCAN:
        return tcu_segmented_scan(context, scan_kind(p), p.in, p.in_type, p.out, p.out_type, p.n, p.segment_size);
    default:
        return tcu_segmented_scan_offsets(context, scan_kind(p), p.in, p.in_type, p.out, p.out_type, p.n, p.offsets,
                                          p.num_segments);
    }
}

tcu_status SumsFamily::workspace(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    switch (p.op) {
    case BENCH_REDUCE:
        return tcu_reduce_workspace(context, p.in_type, p.out_type, p.n, nullptr, bytes);
    case BENCH_SEGMENTED_REDUCE:
        return tcu_segmented_reduce_workspace(context, p.in_type, p.out_type, p.n, p.segment_size, 0, nullptr, bytes);
    case BENCH_SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets_workspace(context, p.in_type, p.out_type, p.n, p.num_segments, 0, nullptr,
                                                      bytes);
    case BENCH_SCAN:
        return tcu_scan_workspace(context, p.in_type, p.out_type, p.n, bytes);
    case BENCH_SEGMENTED_SCAN:
        return tcu_segmented_scan_workspace(context, p.in_type, p.out_type, p.n, p.segment_size, bytes);
    default:
        return tcu_segmented_scan_offsets_workspace(context, p.in_type, p.out_type, p.n, p.num_segments, bytes);
    }
}
} // namespace bench
