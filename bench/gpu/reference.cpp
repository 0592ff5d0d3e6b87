/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/reference.h"

namespace bench
{
GpuReference::GpuReference(const GpuFamily &family, bench_problem &problem, cudaStream_t stream)
    : family_(family), check_(family.check()), stream_(stream)
{
    if (check_.create != nullptr) {
        cuda_check(check_.create(&reference_, &problem, stream), "reference");
    }
    problem_ = problem;
}

GpuReference::~GpuReference()
{
    if (check_.destroy != nullptr) {
        check_.destroy(reference_);
    }
}

void GpuReference::poison() const
{
    cuda_check(check_.poison(&problem_, stream_), "poison");
}

bench_verdict GpuReference::check(const char *contestant, bool rejects_reversed) const
{
    bench_verdict verdict;
    cuda_check(check_.check(reference_, &problem_, rejects_reversed, &verdict, stream_), contestant);
    return verdict;
}
} // namespace bench
