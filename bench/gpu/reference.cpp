/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/reference.h"

namespace bench
{
GpuReference::GpuReference(bench_problem &problem, cudaStream_t stream) : stream_(stream)
{
    if (bench_is_compaction(problem.op)) {
        cuda_check(bench_order_create(&order_, &problem, &problem.kept, stream), "reference");
    } else if (bench_is_sort(problem.op)) {
        cuda_check(bench_sorted_create(&sorted_, &problem, stream), "reference");
    } else if (bench_is_histogram(problem.op)) {
        cuda_check(bench_counts_create(&counts_, &problem, stream), "reference");
    } else if (bench_is_stencil(problem.op)) {
        cuda_check(bench_swept_create(&swept_, &problem, stream), "reference");
    } else if (problem.op != BENCH_POLYNOMIAL) {
        cuda_check(bench_reference_create(&sums_, &problem, stream), "reference");
    }
    problem_ = problem;
}

GpuReference::~GpuReference()
{
    bench_swept_destroy(swept_);
    bench_sorted_destroy(sorted_);
    bench_counts_destroy(counts_);
    bench_order_destroy(order_);
    bench_reference_destroy(sums_);
}

void GpuReference::poison() const
{
    if (order_ != nullptr) {
        cuda_check(bench_order_poison(&problem_, stream_), "poison");
    } else if (counts_ != nullptr) {
        cuda_check(bench_counts_poison(&problem_, stream_), "poison");
    } else if (sorted_ != nullptr) {
        cuda_check(bench_sorted_poison(&problem_, stream_), "poison");
    } else if (swept_ != nullptr) {
        cuda_check(bench_swept_poison(&problem_, stream_), "poison");
    } else if (problem_.op == BENCH_POLYNOMIAL) {
        cuda_check(bench_polynomial_poison(&problem_, stream_), "poison");
    } else {
        cuda_check(
            cudaMemsetAsync(problem_.out, 0xff, bench_out_count(&problem_) * bench_size(problem_.out_type), stream_),
            "poison");
    }
}

bench_verdict GpuReference::check(const char *contestant, bool rejects_reversed) const
{
    bench_verdict verdict;
    cuda_check(order_ != nullptr    ? bench_order_check(order_, rejects_reversed, &verdict, stream_)
               : counts_ != nullptr ? bench_counts_check(counts_, &verdict, stream_)
               : sorted_ != nullptr ? bench_sorted_check(sorted_, &verdict, stream_)
               : swept_ != nullptr  ? bench_swept_check(swept_, &verdict, stream_)
               : sums_ != nullptr   ? bench_reference_check(sums_, problem_.out, &verdict, stream_)
                                    : bench_polynomial_check(&problem_, &verdict, stream_),
               contestant);
    return verdict;
}
} // namespace bench
