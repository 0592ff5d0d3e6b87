/* SPDX-License-Identifier: Apache-2.0 */
/* A shape of policy.cuh as a type, and a warp's bands. */
#ifndef TCUI_STENCIL_MATRIX_BOX_BANDS_CUH
#define TCUI_STENCIL_MATRIX_BOX_BANDS_CUH

#include "primitives/tile/instructions.cuh"
#include "windows.cuh"

namespace tcu
{

constexpr int box_threads = TCUI_STENCIL_MATRIX_THREADS;

/* A shape of policy.cuh as a type. */
template <int Stream, int Lines, int Octets, int OutLines, int Ahead, int Turn, int Blocks, band_memory Memory,
          int Halves>
struct box_traits {
    static constexpr bool are_crossed = Octets == 1;
    static constexpr int stream = Stream, octets = Octets, out_lines = OutLines, ahead = Ahead;
    static constexpr int stream_axis = Lines == 1 ? 1 : 0, beside_axis = 1 - stream_axis;
    static constexpr int lines = are_crossed ? Lines / 2 + 1 : Lines; /* of bands */
    static constexpr int blocks = Blocks, in_lines = Lines + OutLines - 1, steps = (Octets + 1) / 2;
    static constexpr int words = are_crossed ? 4 : 2 * Octets;
    /* Rows in a turn of the loop: of a multiple of the taps sums rotate by their names, of one they move. */
    static constexpr int turn = Turn;
    static constexpr band_memory memory = Memory;
    static constexpr int halves = Halves; /* of a weight */
    using band = band_registers<Halves>;
    /* Of the bands of a tap pair, those in registers and those in shared memory, a vector a lane each. */
    static constexpr int kept = Memory == band_memory::registers ? steps
                                : Memory == band_memory::shared  ? 0
                                                                 : steps - 1;
    static constexpr int shared = steps - kept;
    static constexpr int span = tile_results + 8 * (are_crossed ? 1 : Octets - 1); /* elements of windows */
    static constexpr size_t band_bytes = Stream * lines * shared * TCUI_WARP_LANES * sizeof(band);
    static_assert(Turn == 1 || Turn % Stream == 0, "sums rotate");
    static_assert(Stream <= TCUI_WARP_LANES && Turn + Ahead <= TCUI_WARP_LANES && in_lines <= TCUI_WARP_LANES,
                  "a lane maps a coordinate");
    static_assert(!are_crossed || (Lines % 2 != 0 && OutLines % 2 == 0), "pairs of lines");
    static_assert(Memory != band_memory::last_step_shared || Octets % 2 != 0, "the last step is of one octet");
};

/* The bands, in registers and in shared memory. */
template <class Box>
class box_bands
{
    using band = typename Box::band;
    static constexpr int taps = Box::stream * Box::lines;

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
    __device__ __forceinline__ band at(uint32_t now, int stream, int line, int step) const
    {
        const int tap = stream * Box::lines + line;
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
