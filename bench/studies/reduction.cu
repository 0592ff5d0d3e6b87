/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/studies/reduction.cuh"

#include <algorithm>
#include <stdexcept>

namespace study
{
namespace
{
void check(const Gpu &gpu, tcu_status status)
{
    if (status != TCU_SUCCESS) {
        throw std::runtime_error(tcu_context_last_error(gpu.context));
    }
}

size_t workspace(const Gpu &gpu, tcu_type in_type, tcu_type out_type, uint64_t n)
{
    size_t bytes = 0;
    check(gpu, tcu_reduce_workspace(gpu.context, in_type, out_type, n, nullptr, &bytes));
    return std::max<size_t>(bytes, 1);
}
} // namespace

Reduction::Reduction(const Gpu &gpu, tcu_type in_type, tcu_type out_type, uint64_t most_elements)
    : gpu_(gpu), in_type_(in_type), out_type_(out_type), bytes_(workspace(gpu, in_type, out_type, most_elements)),
      workspace_(bytes_)
{
}

void Reduction::enqueue(const void *in, void *out, uint64_t n) const
{
    // Taken away again whatever happens: the context outlives this object, and so the workspace.
    struct Lent {
        tcu_context *context;
        ~Lent() { tcu_context_set_workspace(context, nullptr, 0); }
    } const lent = {gpu_.context};
    check(gpu_, tcu_context_set_workspace(gpu_.context, workspace_.data(), bytes_));
    check(gpu_, tcu_reduce(gpu_.context, in, in_type_, out, out_type_, n, nullptr));
}
} // namespace study
