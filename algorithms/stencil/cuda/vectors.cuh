/* SPDX-License-Identifier: Apache-2.0 */
/* Whether rows begin at multiples of vectors. */
#ifndef TCUI_STENCIL_VECTORS_CUH
#define TCUI_STENCIL_VECTORS_CUH

#include <initializer_list>

#include "algorithms/stencil/backend.h"

namespace tcu
{

/* Steps from element to element along an axis. */
struct stride_of_count {
    uint64_t stride, count;
};

/* Whether all that is so many steps from the pointer on is at multiples of so many bytes. */
template <class T>
bool are_vectors(const T *pointer, size_t bytes, std::initializer_list<stride_of_count> steps)
{
    uint64_t all = reinterpret_cast<uintptr_t>(pointer);
    for (const stride_of_count &step : steps) {
        all |= step.count > 1 ? step.stride * sizeof(T) : 0;
    }
    return all % bytes == 0;
}

/* Rows of `in` at element `first`. */
template <class T>
bool has_vectors_in(const tcui_stencil_task *task, int64_t first, size_t bytes)
{
    const tcui_stencil &s = *task->stencil;
    return are_vectors(static_cast<const T *>(task->in) + first, bytes,
                       {{s.axes[0].in_stride, s.axes[0].in},
                        {s.axes[1].in_stride, s.axes[1].in},
                        {s.in_copy_stride, s.copies},
                        {s.in_batch_stride, s.batch}});
}

template <class T>
bool has_vectors_out(const tcui_stencil_task *task, size_t bytes)
{
    const tcui_stencil &s = *task->stencil;
    return are_vectors(static_cast<const T *>(task->out), bytes < 16 ? bytes : 16,
                       {{s.axes[0].out_stride, s.axes[0].out},
                        {s.axes[1].out_stride, s.axes[1].out},
                        {s.out_copy_stride, s.copies},
                        {s.out_batch_stride, s.batch}});
}

} // namespace tcu

#endif /* TCUI_STENCIL_VECTORS_CUH */
