/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library's collectives, blocked layout: on the matrix unit (tcu::device), and by plain instructions
 * (tcu::device::plain), which are the same functions with an operator as last argument.
 */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_LIBRARY_CUH
#define TCU_BENCH_STUDIES_COLLECTIVES_LIBRARY_CUH

#include "bench/studies/collectives/loop.cuh"

namespace study::collectives
{
struct NoStorage {
};

template <class Case_, Implementation implementation_, class... Operator>
struct Library {
    using Case = Case_;
    using T = typename Case::Element;
    using Sum = typename Case::Sum;
    using Storage = std::conditional_t<Case::of_block, tcu::device::block_storage<T, kBlockThreads>, NoStorage>;
    static constexpr Implementation implementation = implementation_;
    static constexpr int result_stride = 1;
    static const char *form() { return ""; }

    __device__ __forceinline__ static void call(const T (&item)[Case::items], Sum (&result)[Case::results],
                                                Storage &storage)
    {
        using namespace tcu::device;
        using namespace tcu::device::plain;
        constexpr Operation operation = Case::operation;
        if constexpr (operation == Operation::warp_reduce) {
            result[0] = warp_reduce(item, Operator()...);
        } else if constexpr (operation == Operation::block_reduce) {
            result[0] = block_reduce<kBlockThreads>(item, storage, Operator()...);
        } else if constexpr (operation == Operation::warp_segmented_reduce) {
            Sum sums[Case::items];
            warp_segmented_reduce<Case::segment>(item, sums, Operator()...);
            result[0] = sums[0]; // as all others of the thread
        } else if constexpr (operation == Operation::warp_segmented_scan) {
            warp_segmented_scan<Case::segment, Case::kind>(item, result, Operator()...);
        } else if constexpr (Case::of_block) {
            block_scan<kBlockThreads, Case::kind>(item, result, storage, Operator()...);
        } else {
            warp_scan<Case::kind>(item, result, Operator()...);
        }
    }
};

template <class Case>
using Matrix = Library<Case, Implementation::matrix>;
template <class Case>
using Plain = Library<Case, Implementation::plain, tcu::device::plain::sum>;

/** No collective: the loop around them alone. */
template <class Case_>
struct LoopAlone {
    using Case = Case_;
    using Storage = NoStorage;
    static constexpr Implementation implementation = Implementation::loop;
    static constexpr int result_stride = 1;
    static const char *form() { return ""; }
};
} // namespace study::collectives

#endif
