/* SPDX-License-Identifier: Apache-2.0 */
/* Whether rows begin at multiples of vectors. */
#ifndef TCUI_STENCIL_VECTORS_CUH
#define TCUI_STENCIL_VECTORS_CUH

#include <initializer_list>

#include "algorithms/stencil/backend.h"

namespace tcu
{

/* All that is at sums of multiples of these strides, in bytes, from the pointer on. */
inline bool are_vectors(const void *pointer, size_t bytes, std::initializer_list<uint64_t> strides)
{
    uint64_t all = reinterpret_cast<uintptr_t>(pointer);
    for (uint64_t stride : strides) {
        all |= stride;
    }
    return all % bytes == 0;
}

/* Rows of `in` at element `first`. */
template <class T>
bool has_vectors_in(const tcui_stencil_task *task, int64_t first, size_t bytes)
{
    const tcui_stencil &s = *task->stencil;
    const auto stride = [](uint64_t elements, uint64_t count) { return count > 1 ? elements * sizeof(T) : 0; };
    return are_vectors(static_cast<const T *>(task->in) + first, bytes,
                       {stride(s.axes[0].in_stride, s.axes[0].in), stride(s.axes[1].in_stride, s.axes[1].in),
                        stride(s.in_copy_stride, s.copies), stride(s.in_batch_stride, s.batch)});
}

template <class T>
bool has_vectors_out(const tcui_stencil_task *task, size_t bytes)
{
    const tcui_stencil &s = *task->stencil;
    const auto stride = [](uint64_t elements, uint64_t count) { return count > 1 ? elements * sizeof(T) : 0; };
    return are_vectors(task->out, bytes < 16 ? bytes : 16,
                       {stride(s.axes[0].out_stride, s.axes[0].out), stride(s.axes[1].out_stride, s.axes[1].out),
                        stride(s.out_copy_stride, s.copies), stride(s.out_batch_stride, s.batch)});
}

} // namespace tcu

#endif /* TCUI_STENCIL_VECTORS_CUH */
