/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of variants: an operation in an implementation for all element types and numbers of items. A file of kernels is
 * a few static objects:
 *
 *     const Entry<Matrix, Operation::warp_reduce> entry;
 *
 * EntryOf is of some element types alone.
 */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_VARIANTS_CUH
#define TCU_BENCH_STUDIES_COLLECTIVES_VARIANTS_CUH

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "bench/studies/collectives/loop.cuh"

namespace study::collectives
{
/** Segments of these sizes are measured with kSegmentedItems items a thread, and one size with other numbers of items. */
constexpr int kSegmentedItems = 8, kSegmentOfAll = 32;

template <class T>
constexpr tcu_type type_of()
{
    return std::is_same_v<T, __half>          ? TCU_TYPE_F16
           : std::is_same_v<T, __nv_bfloat16> ? TCU_TYPE_BF16
           : std::is_same_v<T, float>         ? TCU_TYPE_F32
           : std::is_same_v<T, double>        ? TCU_TYPE_F64
           : std::is_same_v<T, uint8_t>       ? TCU_TYPE_U8
                                              : TCU_TYPE_I32;
}

template <class Kernel>
void enter()
{
    using Case = typename Kernel::Case;
    all_variants().push_back({Case::operation, type_of<typename Case::Element>(), Case::items, Case::segment,
                              Kernel::implementation, Kernel::form(), Kernel::result_stride,
                              reinterpret_cast<const void *>(loop_kernel<Kernel>)});
}

template <template <class> class Kernel, Operation operation, class T, int items>
void enter_items()
{
    if constexpr (operation != Operation::warp_segmented_reduce && operation != Operation::warp_segmented_scan) {
        enter<Kernel<Case<operation, T, items, group_threads(operation) * items>>>();
    } else {
        enter<Kernel<Case<operation, T, items, kSegmentOfAll>>>();
        if constexpr (items == kSegmentedItems) {
            enter<Kernel<Case<operation, T, items, 16>>>();
            enter<Kernel<Case<operation, T, items, 64>>>();
            enter<Kernel<Case<operation, T, items, 128>>>();
            enter<Kernel<Case<operation, T, items, 256>>>();
        }
    }
}

template <template <class> class Kernel, Operation operation, class T>
void enter_type()
{
    enter_items<Kernel, operation, T, 1>();
    enter_items<Kernel, operation, T, 2>();
    enter_items<Kernel, operation, T, 4>();
    enter_items<Kernel, operation, T, 8>();
    enter_items<Kernel, operation, T, 16>();
}

template <template <class> class Kernel, Operation operation, class... Types>
struct EntryOf {
    EntryOf() { (enter_type<Kernel, operation, Types>(), ...); }
};

template <template <class> class Kernel, Operation operation>
using Entry = EntryOf<Kernel, operation, __half, __nv_bfloat16, float, double, uint8_t, int32_t>;
} // namespace study::collectives

#endif
