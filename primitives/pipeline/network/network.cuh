/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting networks over items in registers, each thread having Items neighbouring ones (K. E. Batcher: "Sorting
 * Networks and Their Applications", AFIPS 1968). A thread sorts its own by odd-even merges. Then two sorted runs after
 * the other become one by a bitonic merge: the first is compared with the second backwards, and what is left are
 * halves of halves. Partners are in other lanes of the warp first, and at last in the thread's own registers.
 */
#ifndef TCUI_PIPELINE_NETWORK_NETWORK_CUH
#define TCUI_PIPELINE_NETWORK_NETWORK_CUH

#include "item.cuh"

namespace tcu
{

/* Odd-even merges of sorted runs, from the step that compares over `Distance` on, and of the longer runs they make.
 * (Steps are constants: else an array of wide items would not be kept in registers.) */
template <int Run, int Distance, int Items, class Item>
__device__ __forceinline__ void merge_odd_even(Item (&x)[Items])
{
    constexpr int first = Distance % Run;
#pragma unroll
    for (int i = first; i + Distance < Items; i++) {
        if ((i - first) / Distance % 2 == 0 && i / (2 * Run) == (i + Distance) / (2 * Run)) {
            put_in_order(x[i], x[i + Distance]);
        }
    }
    if constexpr (Distance > 1) {
        merge_odd_even<Run, Distance / 2>(x);
    } else if constexpr (2 * Run < Items) {
        merge_odd_even<2 * Run, 2 * Run>(x);
    }
}

template <int Items, class Item>
__device__ __forceinline__ void sort_in_thread(Item (&x)[Items])
{
    merge_odd_even<1, 1>(x);
}

template <int Distance, int Items, class Item>
__device__ __forceinline__ void merge_halves(Item (&x)[Items])
{
#pragma unroll
    for (int i = 0; i < Items; i++) {
        if ((i & Distance) == 0) {
            put_in_order(x[i], x[i + Distance]);
        }
    }
    if constexpr (Distance > 1) {
        merge_halves<Distance / 2>(x);
    }
}

/* Sorts a bitonic sequence. */
template <int Items, class Item>
__device__ __forceinline__ void merge_in_thread(Item (&x)[Items])
{
    merge_halves<Items / 2>(x);
}

/* The same, for a sequence over 2 * `distance` lanes and their registers. */
template <int Items, class Item>
__device__ __forceinline__ void merge_in_lanes(Item (&x)[Items], int lane, int distance)
{
    for (; distance > 0; distance /= 2) {
        const bool is_lower = (lane & distance) == 0;
#pragma unroll
        for (int i = 0; i < Items; i++) {
            x[i] = choose_item(x[i], item_of_lane_xor(x[i], distance), is_lower);
        }
    }
    merge_in_thread(x);
}

/* Merges sorted threads into sorted groups of `lanes`, a power of two, the same for all lanes of a warp. */
template <int Items, class Item>
__device__ __forceinline__ void merge_threads(Item (&x)[Items], int lane, int lanes)
{
    for (int half = 1; half < lanes; half *= 2) {
        const bool is_lower = (lane & half) == 0;
        /* The partner of register i is Items - 1 - i of the mirrored lane. */
#pragma unroll
        for (int i = 0; i < Items / 2; i++) {
            const int j = Items - 1 - i;
            const Item of_i = item_of_lane_xor(x[j], 2 * half - 1), of_j = item_of_lane_xor(x[i], 2 * half - 1);
            x[i] = choose_item(x[i], of_i, is_lower);
            x[j] = choose_item(x[j], of_j, is_lower);
        }
        merge_in_lanes(x, lane, half / 2);
    }
}

} // namespace tcu

#endif /* TCUI_PIPELINE_NETWORK_NETWORK_CUH */
