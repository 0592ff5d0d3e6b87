/* SPDX-License-Identifier: Apache-2.0 */
/* Results of a tile, fragments of C: how they are stored, and those that products did not give. */
#ifndef TCUI_STENCIL_MATRIX_RESULTS_CUH
#define TCUI_STENCIL_MATRIX_RESULTS_CUH

#include "sweep.cuh"

namespace tcu
{

/* Not 0 if a sum is infinite or NaN: a product of 0 and such an element outside of the footprint may be in it. */
__device__ __forceinline__ bool has_no_number(const f32 (&sums)[4])
{
    return fma(sums[0], 0.0f, fma(sums[1], 0.0f, fma(sums[2], 0.0f, sums[3] * 0.0f))) != 0;
}

/* `odd` while the sums are numbers, NaN from the first on that is none. */
__device__ __forceinline__ f32 add_odd(f32 odd, const f32 (&sums)[4])
{
#pragma unroll
    for (int i = 0; i < 4; i++) {
        odd = fma(sums[i], 0.0f, odd);
    }
    return odd;
}

/* Where a lane's results of a tile begin, from the first: of windows g and g + 8 it has two neighbours each. */
__device__ __forceinline__ int own_result(int lane)
{
    return 8 * device::group_of(lane) + 2 * device::lane_in_group(lane);
}

/* Of register `reg`, or of the second of two such windows' results `distance` behind the first. */
__device__ __forceinline__ constexpr int place_of_result(int reg, int distance = 64)
{
    return distance * (reg / 2) + reg % 2;
}

/* Of crossed windows: the second pair of neighbours is 32 behind the first, and lanes are of the one line or of the
 * other. */
constexpr int crossed_distance = 32;

__device__ __forceinline__ int own_crossed_result(int lane)
{
    return 4 * device::group_of(lane) + 2 * (lane % 2);
}

__device__ __forceinline__ int own_crossed_line(int lane)
{
    return device::lane_in_group(lane) / 2;
}

/* Which of a lane's four results exist, if `left` do from the first on: a bit each. */
template <int Distance = 64>
__device__ __forceinline__ uint32_t written_results(int64_t left)
{
    uint32_t written = 0;
#pragma unroll
    for (int reg = 0; reg < 4; reg++) {
        written |= place_of_result(reg, Distance) < left ? 1u << reg : 0;
    }
    return written;
}

/* A sum as a result. */
template <class T>
__device__ __forceinline__ T scaled_result(const matrix_sweep<T> &sweep, f32 sum)
{
    return from_computed<T>(sum * sweep.scale);
}

/* A lane's results of a tile inside of a line; where windows are loaded by vectors, pairs of results are aligned. */
template <loading How, int Distance = 64, class T>
__device__ __forceinline__ void store_whole_tile(const matrix_sweep<T> &sweep, T *own, const f32 (&sums)[4])
{
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const T x = scaled_result(sweep, sums[2 * half]);
        const T y = scaled_result(sweep, sums[2 * half + 1]);
        if (How == loading::vectors || sweep.is_paired) {
            *reinterpret_cast<uint32_t *>(own + Distance * half) = pack(x, y);
        } else {
            own[Distance * half] = x;
            own[Distance * half + 1] = y;
        }
    }
}

/* Those of any tile that exist. */
template <int Distance = 64, class T>
__device__ __forceinline__ void store_tile(const matrix_sweep<T> &sweep, T *own, uint32_t written, const f32 (&sums)[4])
{
#pragma unroll
    for (int reg = 0; reg < 4; reg++) {
        if ((written >> reg & 1) != 0) {
            own[place_of_result(reg, Distance)] = scaled_result(sweep, sums[reg]);
        }
    }
}

template <class T>
__device__ __forceinline__ bool has_kept_results(const grid<T> &g)
{
    return g.axes[0].boundary == TCU_BOUNDARY_KEEP || g.axes[1].boundary == TCU_BOUNDARY_KEEP ||
           g.axes[2].boundary == TCU_BOUNDARY_KEEP;
}

/* A result by the formula. */
template <class T>
__device__ __forceinline__ T result_at(const matrix_sweep<T> &sweep, const T *in, const int64_t (&i)[TCUI_AXES])
{
    const grid<T> &g = sweep.grid;
    const f32 *weight = sweep.weights;
    f32 sum = 0;
    for (int64_t z = i[0] + g.axes[0].low; z <= i[0] + g.axes[0].high; z++) {
        for (int64_t y = i[1] + g.axes[1].low; y <= i[1] + g.axes[1].high; y++) {
            for (int64_t x = i[2] + g.axes[2].low; x <= i[2] + g.axes[2].high; x++) {
                const int64_t from[TCUI_AXES] = {z, y, x};
                sum += *weight++ * value_at(g, in, from);
            }
        }
    }
    return from_computed<T>(sum);
}

/* Of a lane's results of a tile those that keep their values, and, if flagged, all others again by the formula. i[2] is the
 * tile's first coordinate. */
template <class T>
__device__ __forceinline__ void finish_tile(const matrix_sweep<T> &sweep, const T *in, T *out,
                                            const int64_t (&tile)[TCUI_AXES], bool is_flagged, int lane)
{
    const grid<T> &g = sweep.grid;
#pragma unroll 1
    for (int reg = 0; reg < 4; reg++) {
        const int64_t i[TCUI_AXES] = {tile[0], tile[1], tile[2] + own_result(lane) + place_of_result(reg)};
        if (i[2] >= g.axes[2].out) {
            continue;
        }
        T *const to = out + i[0] * g.axes[0].out_stride + i[1] * g.axes[1].out_stride + i[2];
        if (keeps(g, i)) {
            *to = in[i[0] * g.axes[0].in_stride + i[1] * g.axes[1].in_stride + i[2]];
        } else if (is_flagged) {
            *to = result_at(sweep, in, i);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_RESULTS_CUH */
