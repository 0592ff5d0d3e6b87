/* SPDX-License-Identifier: Apache-2.0 */
/* Horner's scheme for points and rows whose powers or coefficients products would lose bits of. */
#ifndef TCUI_POLYNOMIAL_GRID_HORNER_CUH
#define TCUI_POLYNOMIAL_GRID_HORNER_CUH

#include "task.cuh"

namespace tcu
{

/* Rows row and row + 8 at a lane's points, by Horner's scheme. (Not inlined: it is seldom called.) */
template <int W, class Bits, class Compute, bool Counted, int N>
__device__ __noinline__ void evaluate_by_horner(Compute (&values)[N][4], const grid_call<Compute, Counted> &task,
                                                uint64_t row, uint64_t first_point, int lane)
{
    const uint64_t end = task.points_now();
    Compute t[N][2];
#pragma unroll
    for (int n = 0; n < N; n++) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            const uint64_t point = first_point + point_of<W>(n, 2 * device::lane_in_group(lane) + i);
            t[n][i] = point < end ? load_point<Bits>(task, point) : Compute(0);
        }
    }
    const Compute *const c[2] = {task.coefficients + min(row, task.rows - 1) * task.stride,
                                 task.coefficients + min(row + 8, task.rows - 1) * task.stride};
#pragma unroll
    for (int n = 0; n < N; n++) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            values[n][i] = c[i / 2][task.degree];
        }
    }
    for (int k = task.degree - 1; k >= 0; k--) {
        const Compute of_row[2] = {c[0][k], c[1][k]};
#pragma unroll
        for (int n = 0; n < N; n++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                values[n][i] = fma(values[n][i], t[n][i % 2], of_row[i / 2]);
            }
        }
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_HORNER_CUH */
