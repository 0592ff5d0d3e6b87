/* SPDX-License-Identifier: Apache-2.0 */
/* A warp goes down the slowest axis: sums of rows of results, and the rows of windows that are multiplied into them. */
#ifndef TCUI_STENCIL_MATRIX_BOX_STRIP_CUH
#define TCUI_STENCIL_MATRIX_BOX_STRIP_CUH

#include "box_rows.cuh"
#include "results.cuh"

namespace tcu
{

template <class Box, loading How, class T>
class box_strip
{
    using rows_of_windows = box_rows<Box, How, T>;
    static constexpr int ahead = rows_of_windows::ahead;

  public:
    __device__ __forceinline__ box_strip(const matrix_sweep<T> &sweep, const box_place &place, bool are_aligned,
                                         int lane)
        : sweep(sweep), source(sweep, place, are_aligned, lane), rows(place.rows),
          is_whole(place.x + tile_results <= sweep.grid.axes[2].out),
          written(written_results<distance>(sweep.grid.axes[2].out - place.x - first_result(lane))),
          written_right(written_results<distance>(sweep.grid.axes[2].out - place.x - first_result(lane) - 64))
    {
        const grid<T> &g = sweep.grid;
        const grid_axis &down = g.axes[Box::down_axis], &beside = g.axes[Box::beside_axis];
        const int own_line = Box::are_crossed ? own_crossed_line(lane) : 0;
        out = g.out + place.batch * g.out_batch_stride + place.copy * g.out_copy_stride + place.x + first_result(lane) +
              (place.line + own_line) * beside.out_stride + (place.row - (Box::down - 1)) * down.out_stride;
        lines = static_cast<int>(min(beside.out - place.line, static_cast<int64_t>(Box::out_lines))) - own_line;
    }

    /* Returns a bit for each 2^shift turns of the loop: whether results of the lane in them are no numbers. */
    __device__ __forceinline__ uint32_t run(const box_bands<Box> &bands, int shift)
    {
        typename rows_of_windows::row next[ahead];
        f32 sums[Box::out_lines][Box::down][4] = {};
        source.begin_turn(0);
#pragma unroll
        for (int row = 0; row < ahead; row++) {
            source.load(row, next[row]);
        }
        uint32_t flags = 0;
        const int all = rows + Box::down - 1;
#pragma unroll 1
        for (int first = 0, turn = 0; first < all; first += Box::turn, turn++) {
            source.begin_turn(first + ahead);
            f32 odd = 0;
#pragma unroll
            for (int u = 0; u < Box::turn; u++) {
                uint32_t now[Box::in_lines][Box::words];
                source.words(next[0], now);
#pragma unroll
                for (int row = 0; row + 1 < ahead; row++) {
                    next[row] = next[row + 1];
                }
                source.load(u, next[ahead - 1]);
#pragma unroll
                for (int line = 0; line < Box::out_lines; line++) {
#pragma unroll
                    for (int i = 0; i < 4; i++) {
#pragma unroll
                        for (int d = Box::down - 1; d > 0 && Box::turn == 1; d--) {
                            sums[line][d][i] = sums[line][d - 1][i];
                        }
                        sums[line][sum_of_tap(0, u)][i] = 0;
                    }
                }
                multiply_row(bands, now, sums, u);
                const int row = first + u - (Box::down - 1);
                store_row(sums, sum_of_tap(Box::down - 1, u), row >= 0 && row < rows);
#pragma unroll
                for (int line = 0; line < Box::out_lines; line++) {
                    odd = add_odd(odd, sums[line][sum_of_tap(Box::down - 1, u)]);
                }
                out += sweep.grid.axes[Box::down_axis].out_stride;
            }
            flags |= (odd != 0 ? 1u : 0) << (turn >> shift);
        }
        return flags;
    }

  private:
    /* Between the two pairs of neighbouring results of a lane. */
    static constexpr int distance = Box::are_crossed ? crossed_distance : 64;

    __device__ __forceinline__ static int first_result(int lane)
    {
        return Box::are_crossed ? own_crossed_result(lane) : own_result(lane);
    }

    /* Which sums tap d of the axis that it goes down adds to, those of d rows before. */
    __device__ __forceinline__ static constexpr int sum_of_tap(int d, int u)
    {
        return Box::turn == 1 ? d : (u + Box::down - d) % Box::down;
    }

    /* Adds a row of windows times the bands, of weights of two halves the low ones first. */
    __device__ __forceinline__ static void multiply_row(const box_bands<Box> &bands,
                                                        const uint32_t (&windows)[Box::in_lines][Box::words],
                                                        f32 (&sums)[Box::out_lines][Box::down][4], int u)
    {
        const uint32_t now = bands.row_begin();
        /* Products into one sum wait for each other, so others are between: of one line those of all taps, of which the
         * first sum is complete then. */
        constexpr bool is_line = Box::out_lines == 1;
#pragma unroll
        for (int tap_line = 0; tap_line < Box::lines; tap_line++) {
#pragma unroll
            for (int step = 0; step < Box::steps; step++) {
#pragma unroll
                for (int i = 0; i < Box::halves * Box::down; i++) {
                    const int d = Box::down - 1 - (is_line ? i % Box::down : i / Box::halves);
                    const int part = 2 - Box::halves + (is_line ? i / Box::down : i % Box::halves);
                    const uint2 b = part_of_band(bands.at(now, d, tap_line, step), part);
#pragma unroll
                    for (int line = 0; line < Box::out_lines; line++) {
                        f32(&sum)[4] = sums[line][sum_of_tap(d, u)];
                        const uint32_t *const a = windows[line + tap_line] + 4 * step;
                        if constexpr (Box::are_crossed) {
                            const int pair = line / 2 + tap_line, half = line % 2;
                            const uint32_t *const upper = windows[2 * pair] + 2 * half;
                            const uint32_t *const lower = windows[2 * pair + 1] + 2 * half;
                            operands<T>::multiply(sum, {upper[0], upper[1], lower[0], lower[1]}, {b.x, b.y});
                        } else if (2 * step + 1 < Box::octets) {
                            operands<T>::multiply(sum, {a[0], a[1], a[2], a[3]}, {b.x, b.y});
                        } else {
                            operands<T>::multiply(sum, {a[0], a[1]}, b.x);
                        }
                    }
                }
            }
        }
    }

    __device__ __forceinline__ void store_row(const f32 (&sums)[Box::out_lines][Box::down][4], int complete,
                                              bool is_wanted) const
    {
        const int64_t line_stride = sweep.grid.axes[Box::beside_axis].out_stride;
#pragma unroll
        for (int i = 0; i < Box::out_lines; i++) {
            /* Of crossed windows two sums are halves of two lines. */
            const int line = Box::are_crossed ? i / 2 * 2 : i;
            T *const to = out + line * line_stride + (Box::are_crossed ? i % 2 * 64 : 0);
            const f32(&sum)[4] = sums[i][complete];
            const bool exists = How != loading::elements || line < lines;
            if (is_wanted && exists && (How != loading::elements || is_whole)) {
                store_whole_tile<How, distance>(sweep, to, sum);
            } else if (How == loading::elements && is_wanted && exists) {
                store_tile<distance>(sweep, to, Box::are_crossed && i % 2 != 0 ? written_right : written, sum);
            }
        }
    }

    const matrix_sweep<T> &sweep;
    rows_of_windows source;
    const int rows;
    const bool is_whole;                   /* all results of the tile exist */
    const uint32_t written, written_right; /* results that exist; of crossed windows in the right half of a tile */
    T *out;                                /* the lane's results of the row that is complete */
    int lines;
};

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_BOX_STRIP_CUH */
