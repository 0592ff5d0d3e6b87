/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The windows of a warp's results on a line of halves, in shared memory: octets of the line, 8 elements each, one after
 * the other. Row m of a fragment of A is a window, which begins at any octet. Window 8 g + i belongs to row g or g + 8 of
 * a tile, so that all windows of a lane lie on the same 8 octets and those behind them:
 *
 *     tile i, step s     rows 0 ... 7     octets 8 g + i + 2 s     and the one behind it
 *                        rows 8 ... 15           8 g + i + 4 + 2 s
 *
 * A lane's words of octet 8 g + j are operands of up to 8 products then, for which they are loaded once, by ldmatrix.
 * (Where rows are neighbouring windows each operand is loaded by itself: 16 loads for 4 products.)
 */
#ifndef TCUI_STENCIL_MATRIX_LINE_WINDOWS_CUH
#define TCUI_STENCIL_MATRIX_LINE_WINDOWS_CUH

#include "line_place.cuh"
#include "primitives/tile/instructions.cuh"
#include "windows.cuh"

namespace tcu
{

constexpr int octet_elements = 8, octet_words = 4, row_octets = 2 * line_tiles;
static_assert(row_octets == 8 && 8 * row_octets * octet_elements == line_results, "each row has as many octets");

/* Octets that hold windows, and those that are loaded: four at a time. */
__host__ __device__ constexpr int line_octets(int steps)
{
    return line_elements(steps) / octet_elements;
}

__host__ __device__ constexpr int loaded_octets(int steps)
{
    return 8 * row_octets + 4 * ((steps + 1) / 2);
}

/* Where an octet lies: 8 of them that are 8 apart, the rows of a matrix, meet in no bank. */
__host__ __device__ constexpr int slot_of_octet(int octet)
{
    return octet + octet / 8;
}

/* Of a warp. */
__host__ __device__ constexpr size_t line_stage_bytes(int steps)
{
    return slot_of_octet(loaded_octets(steps)) * sizeof(uint4);
}

template <class T>
class line_stage
{
  public:
    __device__ __forceinline__ explicit line_stage(unsigned char *memory) : octets(reinterpret_cast<uint4 *>(memory)) {}

    /* Begins to bring the windows of so many steps, inside of the line, at a multiple of 16 bytes. */
    __device__ __forceinline__ void copy(const T *first, int steps, int lane) const
    {
        const int count = line_octets(steps);
        const uint4 *const from = reinterpret_cast<const uint4 *>(first);
#pragma unroll
        for (int i = 0; i < 8 * row_octets; i += TCUI_WARP_LANES) {
            copy_vector_async(octets + slot_of_octet(i + lane), from + i + lane);
        }
#pragma unroll 1
        for (int i = 8 * row_octets + lane; i < count; i += TCUI_WARP_LANES) {
            copy_vector_async(octets + slot_of_octet(i), from + i);
        }
    }

    /* Brings windows inside of the line, at any place. */
    __device__ __forceinline__ void copy_words(const T *first, int steps, int lane) const
    {
        const int count = line_octets(steps);
#pragma unroll 4
        for (int i = lane; i < octet_words * count; i += TCUI_WARP_LANES) {
            *word(i) = load_pair<loading::words>(first + 2 * i);
        }
    }

    /* Brings each element from where its coordinate is mapped. */
    __device__ __forceinline__ void map(const grid<T> &g, const T *line, int64_t first, int steps, int lane) const
    {
        const int count = line_octets(steps);
        const T zero = from_computed<T>(0.0f), constant = from_computed<T>(g.constant);
        for (int i = lane; i < octet_words * count; i += TCUI_WARP_LANES) {
            T pair[2];
#pragma unroll
            for (int k = 0; k < 2; k++) {
                const int64_t at = place_on(g.axes[2], first + 2 * i + k);
                pair[k] = at >= 0 ? line[at] : at == TCUI_OUTSIDE_ZERO ? zero : constant;
            }
            *word(i) = pack(pair[0], pair[1]);
        }
    }

    /* Pair i of elements, or of results. */
    __device__ __forceinline__ uint32_t *word(int i) const
    {
        return reinterpret_cast<uint32_t *>(octets + slot_of_octet(i / octet_words)) + i % octet_words;
    }

    /* A lane's word of octet 8 g + i, i below 8. */
    __device__ __forceinline__ uint32_t *own_word(int i, int lane) const
    {
        const int slot = (row_octets + 1) * device::group_of(lane) + i;
        return reinterpret_cast<uint32_t *>(octets + slot) + device::lane_in_group(lane);
    }

    __device__ __forceinline__ uint4 *octet(int i) const { return octets + slot_of_octet(i); }

    /* A lane's words of octets 8 g + j ... 8 g + j + 3; j is a multiple of 4. */
    __device__ __forceinline__ void load(int j, int lane, uint32_t *words) const
    {
        const int own = (row_octets + 1) * (lane % 8) + lane / 8;
        uint32_t loaded[4];
        load_matrices(loaded, shared_address(octets + own + slot_of_octet(j)));
#pragma unroll
        for (int i = 0; i < 4; i++) {
            words[i] = loaded[i];
        }
    }

  private:
    uint4 *octets;
};

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_LINE_WINDOWS_CUH */
