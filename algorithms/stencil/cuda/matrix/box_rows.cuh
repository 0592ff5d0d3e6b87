/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows of windows that a warp goes over, one after the other. They are loaded some rows before they are multiplied, and
 * not used in between, so that no instruction waits for a load: a row's registers stay as loaded until words() makes
 * operands of them.
 */
#ifndef TCUI_STENCIL_MATRIX_BOX_ROWS_CUH
#define TCUI_STENCIL_MATRIX_BOX_ROWS_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "box_bands.cuh"

namespace tcu
{

/* Where a warp's strip is: its image, its first results, and how many rows of them. */
struct box_place {
    int64_t batch, copy, row, line, x;
    int rows;
};

template <class Box, class T>
__device__ __forceinline__ box_place place_of(const matrix_sweep<T> &sweep, uint64_t warp)
{
    box_place place;
    place.x = take_coordinate_of_few(warp, sweep.tiles) * tile_results;
    place.line = take_coordinate_of_few(warp, sweep.groups) * Box::out_lines;
    /* The strips of the last rows first, and those of the first ones then: strips at the rim take longest. */
    const int64_t strip = take_coordinate_of_few(warp, sweep.strips);
    place.row = (strip == 0 ? sweep.strips - 1 : strip - 1) * sweep.rows;
    place.copy = take_coordinate_of_few(warp, sweep.grid.copies);
    place.batch = static_cast<int64_t>(warp);
    const int64_t left = sweep.grid.axes[Box::down_axis].out - place.row;
    place.rows = left < sweep.rows ? static_cast<int>(left) : sweep.rows;
    return place;
}

/* Whether all that a strip reads and writes is inside of the grid. */
template <class Box, class T>
__device__ __forceinline__ bool is_inside_grid(const matrix_sweep<T> &sweep, const box_place &place)
{
    const grid_axis &down = sweep.grid.axes[Box::down_axis], &beside = sweep.grid.axes[Box::beside_axis];
    const int64_t row = place.row + down.low, line = place.line + beside.low;
    return is_inside(sweep, place.x, 1, Box::span) && row >= 0 && row + place.rows + Box::down - 1 <= down.in &&
           line >= 0 && line + Box::in_lines <= beside.in && place.line + Box::out_lines <= beside.out;
}

/* Rows inside of the grid. */
template <class Box, loading How, class T>
class box_rows
{
  public:
    static constexpr int ahead = Box::ahead;
    struct row {
        uint32_t lines[Box::in_lines][Box::words];
    };

    __device__ __forceinline__ box_rows(const matrix_sweep<T> &sweep, const box_place &place, bool, int lane)
        : sweep(sweep), left(place.rows + Box::down - 2)
    {
        const grid<T> &g = sweep.grid;
        const grid_axis &down = g.axes[Box::down_axis], &beside = g.axes[Box::beside_axis];
        next = g.in + place.batch * g.in_batch_stride + place.copy * g.in_copy_stride +
               (place.row + down.low) * down.in_stride + (place.line + beside.low) * beside.in_stride + place.x +
               sweep.first_x + (Box::are_crossed ? own_crossed_window(lane) : own_window(lane));
    }

    __device__ __forceinline__ void begin_turn(int) {}

    /* Loads the next row. After the last one that one again, so that no load is under a condition. */
    __device__ __forceinline__ void load(int, row &to)
    {
#pragma unroll
        for (int i = 0; i < Box::in_lines; i++) {
            const T *const line = next + i * sweep.grid.axes[Box::beside_axis].in_stride;
            if constexpr (Box::are_crossed) {
                load_crossed_windows<How>(line, to.lines[i]);
            } else {
                load_windows<How, Box::octets>(line, to.lines[i]);
            }
        }
        next += left > 0 ? sweep.grid.axes[Box::down_axis].in_stride : 0;
        --left;
    }

    __device__ __forceinline__ static void words(const row &from, uint32_t (&operands)[Box::in_lines][Box::words])
    {
#pragma unroll
        for (int line = 0; line < Box::in_lines; line++) {
#pragma unroll
            for (int i = 0; i < Box::words; i++) {
                operands[line][i] = from.lines[line][i];
            }
        }
    }

  private:
    const matrix_sweep<T> &sweep;
    const T *next; /* the lane's windows of the first line */
    int left;      /* rows after the next one */
};

/*
 * Rows at the grid's rim. Each lane maps the coordinates of its elements once. Of a pair of elements that is inside for all
 * lanes halves are loaded together; of others each is loaded from its place, and one that is outside from anywhere, to be
 * replaced when it becomes an operand. So is a line that is outside.
 */
template <class Box, class T>
class box_rows<Box, loading::elements, T>
{
    static constexpr int elements = 2 * Box::words;

  public:
    static constexpr int ahead = Box::ahead > 2 ? 2 : Box::ahead;
    struct row {
        uint32_t lines[Box::in_lines][elements];
        uint32_t zero_lines, constant_lines; /* a bit for each that is outside */
    };

    __device__ __forceinline__ box_rows(const matrix_sweep<T> &sweep, const box_place &place, bool are_aligned,
                                        int lane)
        : sweep(sweep), lane(lane)
    {
        const grid<T> &g = sweep.grid;
        const grid_axis &beside = g.axes[Box::beside_axis];
        in = g.in + place.batch * g.in_batch_stride + place.copy * g.in_copy_stride;
        line_place = lane < Box::in_lines ? place_on(beside, place.line + beside.low + lane) : 0;
        first_row = place.row + g.axes[Box::down_axis].low;
        first = place.x + sweep.first_x;
        uint32_t outside = 0, mapped = 0;
#pragma unroll 1
        for (int i = 0; i < elements; i++) {
            const int64_t x = first + place_of_word<Box::octets>(lane, i / 2) + i % 2, at = place_on(g.axes[2], x);
            mapped |= at != x ? 1u << i / 2 : 0;
            outside |= at < 0 ? 1u << i : 0;
            /* (So that places are in registers, no index of them is a variable.) */
#pragma unroll
            for (int j = 0; j < elements; j++) {
                places[j] = j != i ? places[j] : at < 0 ? 0 : static_cast<uint32_t>(at);
            }
        }
        mapped_words = 0;
#pragma unroll
        for (int i = 0; i < Box::words; i++) {
            if (__any_sync(all_lanes, !are_aligned || (mapped >> i & 1) != 0)) {
                mapped_words |= 1u << i;
            }
        }
#pragma unroll
        for (int i = 0; i < Box::words; i++) {
            masks[i] =
                ((outside >> 2 * i & 1) != 0 ? 0 : 0xffffu) | ((outside >> (2 * i + 1) & 1) != 0 ? 0 : 0xffff0000u);
        }
    }

    /* Lane i maps row first + i. */
    __device__ __forceinline__ void begin_turn(int first)
    {
        constexpr int most = ahead > Box::turn ? ahead : Box::turn;
        row_place = lane < most ? place_on(sweep.grid.axes[Box::down_axis], first_row + first + lane) : 0;
    }

    /* Loads the row that lane `from` has mapped. */
    __device__ __forceinline__ void load(int from, row &to) const
    {
        /* Lane i finds line i. */
        const int64_t along = __shfl_sync(all_lanes, row_place, from);
        const grid_line<T> own = Box::down_axis == 0 ? line_at(in, along, line_place) : line_at(in, line_place, along);
        to.zero_lines = __ballot_sync(all_lanes, own.outside == TCUI_OUTSIDE_ZERO);
        to.constant_lines = __ballot_sync(all_lanes, own.outside == TCUI_OUTSIDE_CONSTANT);
        const uint16_t *lines[Box::in_lines];
#pragma unroll
        for (int i = 0; i < Box::in_lines; i++) {
            lines[i] = reinterpret_cast<const uint16_t *>(
                __shfl_sync(all_lanes, reinterpret_cast<unsigned long long>(own.elements), i));
        }
        const int64_t own_first = first + place_of_word<Box::octets>(lane, 0);
#pragma unroll
        for (int j = 0; j < Box::words; j++) {
            if ((mapped_words >> j & 1) != 0) {
#pragma unroll
                for (int i = 0; i < Box::in_lines; i++) {
#pragma unroll
                    for (int k = 2 * j; k < 2 * j + 2; k++) {
                        to.lines[i][k] = __ldg(lines[i] + places[k]);
                    }
                }
            } else {
                const int behind = place_of_word<Box::octets>(lane, j) - place_of_word<Box::octets>(lane, 0);
#pragma unroll
                for (int i = 0; i < Box::in_lines; i++) {
                    const uint32_t *const both = reinterpret_cast<const uint32_t *>(lines[i] + own_first + behind);
                    to.lines[i][2 * j] = __ldg(both);
                    to.lines[i][2 * j + 1] = 0;
                }
            }
        }
    }

    __device__ __forceinline__ void words(const row &from, uint32_t (&operands)[Box::in_lines][Box::words]) const
    {
        const uint32_t zero = bits_of(0.0f), constant = bits_of(sweep.grid.constant);
        const uint32_t beyond_ends = sweep.grid.axes[2].boundary == TCU_BOUNDARY_ZERO ? zero : constant;
#pragma unroll
        for (int line = 0; line < Box::in_lines; line++) {
#pragma unroll
            for (int i = 0; i < Box::words; i++) {
                const uint32_t *const loaded = from.lines[line];
                const uint32_t word = loaded[2 * i] | loaded[2 * i + 1] << 16;
                operands[line][i] = (word & masks[i]) | (beyond_ends & ~masks[i]);
            }
        }
        if ((from.zero_lines | from.constant_lines) == 0) {
            return;
        }
        keep_branch();
#pragma unroll
        for (int line = 0; line < Box::in_lines; line++) {
#pragma unroll
            for (int i = 0; i < Box::words; i++) {
                operands[line][i] = (from.zero_lines >> line & 1) != 0       ? zero
                                    : (from.constant_lines >> line & 1) != 0 ? constant
                                                                             : operands[line][i];
            }
        }
    }

  private:
    /* A word of such elements. */
    __device__ __forceinline__ static uint32_t bits_of(f32 x)
    {
        const T element = from_computed<T>(x);
        return pack(element, element);
    }

    const matrix_sweep<T> &sweep;
    const T *in; /* the image */
    const int lane;
    int64_t line_place, row_place, first_row, first;
    uint32_t places[elements];  /* of elements on their line */
    uint32_t mapped_words;      /* a bit for each pair of elements that is not where its coordinates say */
    uint32_t masks[Box::words]; /* elements inside */
};

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_BOX_ROWS_CUH */
