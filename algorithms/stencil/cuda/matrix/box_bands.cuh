/* SPDX-License-Identifier: Apache-2.0 */
/* A shape of policy.cuh as a type, and a warp's bands. */
#ifndef TCUI_STENCIL_MATRIX_BOX_BANDS_CUH
#define TCUI_STENCIL_MATRIX_BOX_BANDS_CUH

#include "primitives/tile/instructions.cuh"
#include "windows.cuh"

namespace tcu
{

constexpr int box_threads = TCUI_STENCIL_MATRIX_THREADS;

/* Shapes[I] as a type. */
template <const auto &Shapes, size_t I>
struct box_traits {
    static constexpr box_shape shape = Shapes[I];
    static constexpr bool are_crossed = shape.are_crossed();
    static constexpr int down = shape.down, octets = shape.octets, out_lines = shape.out_lines, ahead = shape.ahead;
    static constexpr int down_axis = shape.lines == 1 ? 1 : 0, beside_axis = 1 - down_axis;
    static constexpr int lines = shape.lines_of_bands(), steps = shape.steps();
    static constexpr int blocks = shape.blocks, in_lines = shape.lines + out_lines - 1;
    static constexpr int words = are_crossed ? 4 : 2 * octets;
    /* Rows in a turn of the loop: of a multiple of the taps sums rotate by their names, of one they move. */
    static constexpr int turn = shape.turn;
    static constexpr int halves = shape.halves; /* of a weight */
    using band = band_registers<halves>;
    /* Of the bands of a tap pair, those in registers and those in shared memory, a vector a lane each. */
    static constexpr int kept = shape.bands == band_memory::registers ? steps
                                : shape.bands == band_memory::shared  ? 0
                                                                      : steps - 1;
    static constexpr int shared = steps - kept;
    static constexpr int span = tile_results + 8 * (are_crossed ? 1 : octets - 1); /* elements of windows */
    static constexpr size_t band_bytes = down * lines * shared * TCUI_WARP_LANES * sizeof(band);
    static_assert(turn == 1 || turn % down == 0, "sums rotate");
    static_assert(down <= TCUI_WARP_LANES && turn + ahead <= TCUI_WARP_LANES && in_lines <= TCUI_WARP_LANES,
                  "a lane maps a coordinate");
    static_assert(!are_crossed || (shape.lines % 2 != 0 && out_lines % 2 == 0), "pairs of lines");
    static_assert(shape.bands != band_memory::last_step_shared || octets % 2 != 0, "the last step is of one octet");
};

/* The bands, in registers and in shared memory. */
template <class Box>
class box_bands
{
    using band = typename Box::band;
    static constexpr int taps = Box::down * Box::lines;

  public:
    __device__ __forceinline__ box_bands(const uint4 *from, int lane)
        : own(reinterpret_cast<band *>(dynamic_shared_memory()) + lane)
    {
        if constexpr (Box::shared > 0) {
            band *const all = reinterpret_cast<band *>(dynamic_shared_memory());
            constexpr int of_tap = Box::shared * TCUI_WARP_LANES;
            for (int i = static_cast<int>(threadIdx.x); i < taps * of_tap; i += box_threads) {
                all[i] = load_band<Box::halves>(from + i / of_tap * (Box::steps * TCUI_WARP_LANES) +
                                                Box::kept * TCUI_WARP_LANES + i % of_tap);
            }
            __syncthreads();
        }
#pragma unroll
        for (int tap = 0; tap < taps; tap++) {
#pragma unroll
            for (int step = 0; step < Box::kept; step++) {
                kept[tap * Box::kept + step] =
                    load_band<Box::halves>(from + (tap * Box::steps + step) * TCUI_WARP_LANES + lane);
            }
        }
    }

    /* `now` is row_begin() of the row, so that bands are not brought to registers for all rows. */
    __device__ __forceinline__ band at(uint32_t now, int down, int line, int step) const
    {
        const int tap = down * Box::lines + line;
        if (step < Box::kept) {
            return kept[tap * Box::kept + (step < Box::kept ? step : 0)];
        }
        const band *const shared = own + now + (tap * Box::shared + step - Box::kept) * TCUI_WARP_LANES;
        if (Box::are_crossed || 2 * step + 1 < Box::octets) {
            return *shared;
        }
        band octet = {};
        octet.x = shared->x;
        if constexpr (Box::halves == 2) {
            octet.z = shared->z;
        }
        return octet;
    }

    __device__ __forceinline__ static uint32_t row_begin() { return Box::shared > 0 ? opaque(0) : 0; }

  private:
    const band *own;
    band kept[Box::kept > 0 ? taps *Box::kept : 1];
};

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_BOX_BANDS_CUH */
