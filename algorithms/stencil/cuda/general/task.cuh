/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep of any kind, as its kernel sees it. */
#ifndef TCUI_STENCIL_GENERAL_TASK_CUH
#define TCUI_STENCIL_GENERAL_TASK_CUH

#include "algorithms/stencil/cuda/grid.cuh"
#include "algorithms/stencil/cuda/prepared.h"
#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

constexpr int general_warps = TCUI_STENCIL_GENERAL_THREADS / 32, general_points = TCUI_STENCIL_GENERAL_POINTS;
constexpr int general_piece = 32 * general_points;

template <class T>
struct general_task {
    tcu::grid<T> grid;
    int64_t pieces; /* of a line of out */
    uint64_t all;   /* pieces of all lines */
    const computed<T> *weights;
    const computed<T> *factors[TCUI_AXES];
    const tcui_stencil_place *places;
    const uint64_t *fields; /* NULL: a box */
    bool is_reversed;
};

/* The box's weight number i of n, or the factor. */
template <class C>
__device__ __forceinline__ C weight_of(const C *weights, int64_t i, int64_t n, bool is_reversed)
{
    return weights == nullptr ? C(1) : weights[is_reversed ? n - 1 - i : i];
}

} // namespace tcu

#endif /* TCUI_STENCIL_GENERAL_TASK_CUH */
