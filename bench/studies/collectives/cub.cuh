/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's collectives, as its documentation has them used: items are converted to the type of the sums first, a thread's
 * own ones are combined by the thread, and lanes by WarpReduce or WarpScan; segments are logical warps. CUB gives the result
 * of a reduction to the first thread (of a logical warp its first lane) alone; nothing is added to give it to all.
 */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_CUB_CUH
#define TCU_BENCH_STUDIES_COLLECTIVES_CUB_CUH

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cuda/std/functional>

#include "bench/studies/collectives/loop.cuh"

namespace study::collectives
{
/** CUB's class of warps: of as many lanes as a segment has. */
template <class Case, int form>
struct CubClass {
    using type = std::conditional_t<Case::scan, cub::WarpScan<typename Case::Sum, Case::segment_threads>,
                                    cub::WarpReduce<typename Case::Sum, Case::segment_threads>>;
    static const char *name() { return ""; }
};

/** Of blocks, with two algorithms each: the default one is form 0. */
template <class T, int items, int segment, int form>
struct CubClass<Case<Operation::block_reduce, T, items, segment>, form> {
    using Sum = tcu::device::accumulator_t<T>;
    using type =
        cub::BlockReduce<Sum, kBlockThreads,
                         form == 0 ? cub::BLOCK_REDUCE_WARP_REDUCTIONS : cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>;
    static const char *name() { return form == 0 ? "warp reductions" : "raking"; }
};

template <class Case, int form>
struct CubBlockScan {
    using type = cub::BlockScan<typename Case::Sum, kBlockThreads,
                                form == 0 ? cub::BLOCK_SCAN_RAKING : cub::BLOCK_SCAN_WARP_SCANS>;
    static const char *name() { return form == 0 ? "raking" : "warp scans"; }
};

template <class T, int items, int segment, int form>
struct CubClass<Case<Operation::block_inclusive_scan, T, items, segment>, form>
    : CubBlockScan<Case<Operation::block_inclusive_scan, T, items, segment>, form> {
};

template <class T, int items, int segment, int form>
struct CubClass<Case<Operation::block_exclusive_scan, T, items, segment>, form>
    : CubBlockScan<Case<Operation::block_exclusive_scan, T, items, segment>, form> {
};

template <class Case_, int form_ = 0>
struct CubForm {
    using Case = Case_;
    using T = typename Case::Element;
    using Sum = typename Case::Sum;
    using Class = typename CubClass<Case, form_>::type;
    using Storage = typename Class::TempStorage;
    static constexpr Implementation implementation = Implementation::cub;
    static const char *form() { return CubClass<Case, form_>::name(); }
    static constexpr int result_stride = Case::scan ? 1 : Case::segment_threads;

    __device__ __forceinline__ static void call(const T (&item)[Case::items], Sum (&result)[Case::results],
                                                Storage &storage)
    {
        constexpr int items = Case::items;
        Sum converted[items];
#pragma unroll
        for (int i = 0; i < items; i++) {
            converted[i] = Sum(item[i]);
        }
        if constexpr (Case::operation == Operation::block_reduce) {
            result[0] = Class(storage).Sum(converted);
        } else if constexpr (!Case::scan) {
            result[0] = Class(storage).Sum(cub::ThreadReduce(converted, cuda::std::plus<>{}));
        } else if constexpr (Case::operation == Operation::block_exclusive_scan) {
            Class(storage).ExclusiveSum(converted, result);
        } else if constexpr (Case::operation == Operation::block_inclusive_scan) {
            Class(storage).InclusiveSum(converted, result);
        } else {
            scan_warp(converted, result, storage);
        }
    }

  private:
    /** As BlockScan does it: the thread's total, what comes before the thread, then its own prefixes from there. */
    __device__ __forceinline__ static void scan_warp(const Sum (&converted)[Case::items], Sum (&result)[Case::results],
                                                     Storage &storage)
    {
        if constexpr (Case::items == 1 && !Case::exclusive) {
            Class(storage).InclusiveSum(converted[0], result[0]);
            return;
        }
        Sum before;
        Class(storage).ExclusiveSum(cub::ThreadReduce(converted, cuda::std::plus<>{}), before);
#pragma unroll
        for (int i = 0; i < Case::items; i++) {
            const Sum after = before + converted[i];
            result[i] = Case::exclusive ? before : after;
            before = after;
        }
    }
};

template <class Case>
using Cub = CubForm<Case, 0>;
template <class Case>
using CubOther = CubForm<Case, 1>;
} // namespace study::collectives

#endif
