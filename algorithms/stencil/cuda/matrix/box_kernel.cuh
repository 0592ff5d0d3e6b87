/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes of two and three axes on the matrix unit. A warp has a tile of 128 results of some neighbouring lines, and goes
 * down the streamed axis. Each row of windows it loads is one fragment of A, straight from memory, and is multiplied with
 * the bands of all taps of the streamed axis: sums of as many rows of results rotate through registers, the oldest of which
 * is complete and stored. No results and no windows pass through shared memory (after Y. Chen et al.: "ConvStencil:
 * Transform Stencil Computation to Matrix Multiplication on Tensor Cores", PPoPP'24, whose windows do).
 *
 * Where an element is infinite or NaN, its product with a zero of a band would be NaN in sums whose footprint it is not in.
 * Results of such rows are computed again by the formula once the warp has gone down, when results
 * that keep their values are put into their places, too.
 */
#ifndef TCUI_STENCIL_MATRIX_BOX_KERNEL_CUH
#define TCUI_STENCIL_MATRIX_BOX_KERNEL_CUH

#include "box_bands.cuh"
#include "results.cuh"

namespace tcu
{

/* Where a warp is: its image, and its first results. */
struct box_place {
    int64_t batch, copy, stream, line, x;
};

template <class Box, class T>
__device__ __forceinline__ box_place place_of(const matrix_sweep<T> &sweep, uint64_t warp)
{
    const auto take = [&](int64_t n) {
        const uint64_t whole = warp;
        warp = n == 1 ? whole : whole / static_cast<uint64_t>(n);
        return static_cast<int64_t>(n == 1 ? 0 : whole - warp * static_cast<uint64_t>(n));
    };
    box_place place;
    place.x = take(sweep.tiles) * tile_results;
    place.line = take(sweep.groups) * Box::out_lines;
    place.stream = take(sweep.parts) * sweep.rows;
    place.copy = take(sweep.grid.copies);
    place.batch = static_cast<int64_t>(warp);
    return place;
}

/* One warp's way down the streamed axis. */
template <class Box, loading How, class T>
class box_stream
{
    static constexpr int ahead = How == loading::elements ? 1 : Box::ahead;
    static constexpr int words = words_of_pair<T> * Box::words;

  public:
    __device__ __forceinline__ box_stream(const matrix_sweep<T> &sweep, const box_place &place, int lane)
        : sweep(sweep), lane(lane),
          written(written_results<distance>(sweep.grid.axes[2], place.x + first_result(lane))),
          written_right(written_results<distance>(sweep.grid.axes[2], place.x + first_result(lane) + 64)),
          buffer(dynamic_shared_memory() + Box::band_bytes +
                     threadIdx.x / TCUI_WARP_LANES * window_buffer<T>::bytes_of(Box::buffered),
                 Box::buffered)
    {
        const grid<T> &g = sweep.grid;
        const grid_axis &down = stream_axis(), &beside = g.axes[1 - sweep.stream_axis];
        const int64_t x = place.x + sweep.first_x;
        in = g.in + place.batch * g.in_batch_stride + place.copy * g.in_copy_stride;
        if constexpr (How == loading::elements)
            buffer.map(g.axes[2], x, lane);
        else
            in += x + first_window(lane);
        out = g.out + place.batch * g.out_batch_stride + place.copy * g.out_copy_stride + place.x + first_result(lane) +
              place.line * beside.out_stride + (place.stream - (Box::stream - 1)) * down.out_stride;
        line_place = lane < Box::in_lines ? place_on(beside, place.line + beside.low + lane) : 0;
        first_row = place.stream + down.low;
        lines = static_cast<int>(min(beside.out - place.line, static_cast<int64_t>(Box::out_lines)));
        if constexpr (Box::are_crossed) {
            out += own_crossed_line(lane) * beside.out_stride;
            lines -= own_crossed_line(lane);
        }
    }

    /* Returns a bit for each 2^shift rows: whether results of the lane in them are no numbers. */
    __device__ __forceinline__ uint32_t run(const box_bands<Box> &bands, int rows, int shift)
    {
        uint32_t next[ahead][Box::in_lines][words];
        f32 sums[Box::out_lines][Box::stream][4];
        map_rows(0);
#pragma unroll
        for (int row = 0; row < ahead; ++row)
            load_row(row, next[row]);
        uint32_t flags = 0;
        const int all = rows + Box::stream - 1;
#pragma unroll 1
        for (int first = 0; first < all; first += Box::unrolled) {
            map_rows(first + ahead);
#pragma unroll
            for (int u = 0; u < Box::unrolled; ++u) {
                uint32_t now[Box::in_lines][words];
#pragma unroll
                for (int line = 0; line < Box::in_lines; ++line)
#pragma unroll
                    for (int i = 0; i < words; ++i) {
                        now[line][i] = next[0][line][i];
#pragma unroll
                        for (int row = 0; row + 1 < ahead; ++row)
                            next[row][line][i] = next[row + 1][line][i];
                    }
                load_row(u, next[ahead - 1]);
#pragma unroll
                for (int line = 0; line < Box::out_lines; ++line)
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
#pragma unroll
                        for (int d = Box::stream - 1; d > 0 && Box::unrolled == 1; --d)
                            sums[line][d][i] = sums[line][d - 1][i];
                        sums[line][sum_of_tap(0, u)][i] = 0;
                    }
                add_row(bands, now, sums, u);
                const int row = first + u - (Box::stream - 1);
                if (row >= 0 && row < rows && store_row(sums, sum_of_tap(Box::stream - 1, u)))
                    flags |= 1u << (row >> shift);
                out += stream_axis().out_stride;
            }
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

    __device__ __forceinline__ static int first_window(int lane)
    {
        return Box::are_crossed ? own_crossed_window(lane) : own_window(lane);
    }

    __device__ __forceinline__ void load_line(const T *own, uint32_t (&elements)[words]) const
    {
        if constexpr (Box::are_crossed)
            load_crossed_windows<How>(own, elements);
        else
            load_windows<How, Box::octets>(own, lane, elements);
    }

    __device__ __forceinline__ const grid_axis &stream_axis() const
    {
        return sweep.grid.axes[sweep.stream_axis];
    }

    /* Lane i maps row first + i. */
    __device__ __forceinline__ void map_rows(int first)
    {
        constexpr int most = ahead > Box::unrolled ? ahead : Box::unrolled;
        row_place = lane < most ? place_on(stream_axis(), first_row + first + lane) : 0;
    }

    /* The row that lane `from` has mapped. */
    __device__ __forceinline__ void load_row(int from, uint32_t (&windows)[Box::in_lines][words]) const
    {
        const int64_t along = __shfl_sync(~0u, row_place, from);
#pragma unroll
        for (int i = 0; i < Box::in_lines; ++i) {
            const int64_t beside = __shfl_sync(~0u, line_place, i);
            const bool is_first = sweep.stream_axis == 0;
            const grid_line<T> line = line_at(in, is_first ? along : beside, is_first ? beside : along);
            if constexpr (How == loading::elements) {
                buffer.fill(sweep.grid, line, lane);
                load_line(buffer.elements + first_window(lane), windows[i]);
            } else if (line.outside == 0) {
                load_line(line.elements, windows[i]);
            } else {
                set_windows(sweep.grid, line.outside, windows[i]);
            }
        }
    }

    /* Which sums tap d of the streamed axis adds to, those of d rows before. */
    __device__ __forceinline__ static constexpr int sum_of_tap(int d, int u)
    {
        return Box::unrolled == 1 ? d : (u + Box::stream - d) % Box::stream;
    }

    /* Adds a row of windows times the bands, of f32 as products of halves. */
    __device__ __forceinline__ void add_row(const box_bands<Box> &bands,
                                            const uint32_t (&windows)[Box::in_lines][words],
                                            f32 (&sums)[Box::out_lines][Box::stream][4], int u)
    {
        if constexpr (is_split<T>) {
            const f32 of_sums = scale.follow(windows);
            if (of_sums != 1) {
#pragma unroll
                for (int line = 0; line < Box::out_lines; ++line)
#pragma unroll
                    for (int d = 0; d < Box::stream; ++d)
#pragma unroll
                        for (int i = 0; i < 4; ++i)
                            sums[line][d][i] *= of_sums;
            }
            uint32_t high[Box::in_lines][Box::words], low[Box::in_lines][Box::words];
#pragma unroll
            for (int line = 0; line < Box::in_lines; ++line)
                scale.split(windows[line], high[line], low[line]);
            multiply_row<1>(bands, low, sums, u);
            multiply_row<2>(bands, high, sums, u);
        } else {
            multiply_row<2>(bands, windows, sums, u);
        }
    }

    /* By both parts of the bands, the low one first, or by the high one alone. */
    template <int Parts>
    __device__ __forceinline__ static void multiply_row(const box_bands<Box> &bands,
                                                        const uint32_t (&windows)[Box::in_lines][Box::words],
                                                        f32 (&sums)[Box::out_lines][Box::stream][4], int u)
    {
        const uint32_t now = bands.row_begin();
#pragma unroll
        for (int tap_line = 0; tap_line < Box::lines; ++tap_line)
#pragma unroll
            for (int step = 0; step < Box::steps; ++step)
#pragma unroll
                for (int d = 0; d < Box::stream; ++d) {
                    const uint4 band = bands.at(now, d, tap_line, step);
#pragma unroll
                    for (int part = 2 - Parts; part < 2; ++part) {
                        const uint32_t b0 = part == 0 ? band.z : band.x, b1 = part == 0 ? band.w : band.y;
#pragma unroll
                        for (int line = 0; line < Box::out_lines; ++line) {
                            f32(&sum)[4] = sums[line][sum_of_tap(d, u)];
                            const uint32_t *const a = windows[line + tap_line] + 4 * step;
                            if constexpr (Box::are_crossed) {
                                const int pair = line / 2 + tap_line, half = line % 2;
                                const uint32_t *const b = windows[2 * pair] + 2 * half;
                                const uint32_t *const c = windows[2 * pair + 1] + 2 * half;
                                multiply_band<T>(sum, {b[0], b[1], c[0], c[1]}, {b0, b1});
                            } else if (2 * step + 1 < Box::octets)
                                multiply_band<T>(sum, {a[0], a[1], a[2], a[3]}, {b0, b1});
                            else
                                multiply_half_band<T>(sum, {a[0], a[1]}, b0);
                        }
                    }
                }
    }

    __device__ __forceinline__ bool store_row(const f32 (&sums)[Box::out_lines][Box::stream][4], int complete) const
    {
        bool is_bad = false;
        const int64_t line_stride = sweep.grid.axes[1 - sweep.stream_axis].out_stride;
#pragma unroll
        for (int i = 0; i < Box::out_lines; ++i) {
            /* Of crossed windows two sums are halves of two lines. */
            const int line = Box::are_crossed ? i / 2 * 2 : i;
            if (Box::out_lines > 1 && line >= lines)
                break;
            T *const to = out + line * line_stride + (Box::are_crossed ? i % 2 * 64 : 0);
            const f32(&sum)[4] = sums[i][complete];
            if constexpr (How == loading::elements)
                store_tile<distance>(sweep, to, Box::are_crossed && i % 2 != 0 ? written_right : written, sum,
                                     scale.inverse());
            else
                store_whole_tile<distance>(sweep, to, sum, scale.inverse());
            is_bad |= has_no_number(sum);
        }
        return is_bad;
    }

    const matrix_sweep<T> &sweep;
    const int lane;
    const uint32_t written, written_right; /* results that exist; of crossed windows in the right half of a tile */
    const window_buffer<T> buffer;
    const T *in; /* of coordinates 0; plus the lane's windows where these are loaded from memory */
    T *out;      /* the lane's results of the row that is complete */
    int64_t line_place, row_place, first_row;
    int lines;
    window_scale scale; /* of f32 */
};

/* Of the lane's results those that keep their values, and flagged rows by the formula. */
template <class Box, class T>
__device__ __forceinline__ void finish_box(const matrix_sweep<T> &sweep, uint64_t warp, int rows, int shift,
                                           uint32_t flags, int lane)
{
    const box_place place = place_of<Box>(sweep, warp);
    const grid<T> &g = sweep.grid;
    const int64_t lines = g.axes[1 - sweep.stream_axis].out;
    const T *const in = g.in + place.batch * g.in_batch_stride + place.copy * g.in_copy_stride;
    T *const out = g.out + place.batch * g.out_batch_stride + place.copy * g.out_copy_stride;
#pragma unroll 1
    for (int row = 0; row < rows; ++row) {
        const int64_t i = place.stream + row;
        const bool is_flagged = (flags >> (row >> shift) & 1) != 0;
#pragma unroll 1
        for (int64_t j = place.line; j < place.line + Box::out_lines && j < lines; ++j) {
            const int64_t tile[TCUI_AXES] = {sweep.stream_axis == 0 ? i : j, sweep.stream_axis == 0 ? j : i, place.x};
            finish_tile(sweep, in, out, tile, is_flagged, lane);
        }
    }
}

/* `Whole`: how windows inside of lines are loaded. */
template <class Box, loading Whole, class T>
__global__ void __launch_bounds__(box_threads, Box::blocks)
    stencil_box_kernel(const __grid_constant__ matrix_sweep<T> sweep)
{
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    const box_bands<Box> bands(sweep.bands, lane);
    constexpr int warps = box_threads / TCUI_WARP_LANES;
    const uint64_t warp = static_cast<uint64_t>(blockIdx.x) * warps + threadIdx.x / TCUI_WARP_LANES;
    if (warp >= sweep.warps)
        return;
    const box_place place = place_of<Box>(sweep, warp);
    const int64_t left = sweep.grid.axes[sweep.stream_axis].out - place.stream;
    const int rows = left < sweep.rows ? static_cast<int>(left) : sweep.rows;
    constexpr int bits = 32;
    int shift = 0;
    while (bits << shift < sweep.rows)
        ++shift;
    uint32_t flags;
    if (is_inside(sweep, place.x, 1, Box::buffered))
        flags = box_stream<Box, Whole, T>(sweep, place, lane).run(bands, rows, shift);
    else
        flags = box_stream<Box, loading::elements, T>(sweep, place, lane).run(bands, rows, shift);
        /* (Other lanes may have written what a lane finishes.) */
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2)
        flags |= __shfl_xor_sync(~0u, flags, distance);
    __syncwarp();
    if (flags != 0 || has_kept_results(sweep.grid))
        finish_box<Box>(sweep, warp, rows, shift, flags, lane);
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_BOX_KERNEL_CUH */
