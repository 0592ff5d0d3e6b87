/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of an image on their way to a warp's shared memory, 8 at a time: a ring of three blocks. */
#ifndef TCUI_STENCIL_IMAGES_RING_CUH
#define TCUI_STENCIL_IMAGES_RING_CUH

#include "algorithms/stencil/cuda/segment.cuh"
#include "task.cuh"

namespace tcu
{

constexpr int image_blocks = 3;

template <class Shape>
class image_ring
{
  public:
    /* Vectors of a line are odd in number: then lanes that read lines 2 apart meet in no bank. */
    static constexpr int vectors = (15 + Shape::window_vectors) / 2 * 2 + 1;
    static constexpr int pitch = 16 * vectors, lines = image_blocks * image_lines, bytes = lines * pitch + 32;
    static constexpr int words = (image_elements + (Shape::columns - 1) * Shape::channels + 3 + 3) / 4;
    static_assert(4 * words <= pitch && lines <= 32, "the ring's memory");

    __device__ __forceinline__ explicit image_ring(unsigned char *memory) : memory(memory) {}

    __device__ __forceinline__ const unsigned char *line(int i) const { return memory + i * pitch; }

    /* Where in its first word the line's first byte is. */
    __device__ __forceinline__ int phase(int i) const { return memory[lines * pitch + i]; }

    /* Starts the copy of what the 8 lines of out from y on read first, to block `to`. */
    __device__ __forceinline__ void copy(const image_task &task, const image_strip &strip, int64_t y, int to)
    {
        const grid<u8> &g = task.grid;
        const int64_t line = y + g.axes[1].low, first = strip.first + g.axes[2].low * g.channels;
        if (line >= 0 && line + image_lines <= g.axes[1].in && first >= 3 &&
            first + 4 * words <= g.axes[2].in * g.channels)
            copy_inside(strip.in + line * g.axes[1].in_stride + first, g.axes[1].in_stride, to * image_lines);
        else
            copy_mapped(task, strip, line, first, to * image_lines);
    }

  private:
    /* 8 lines that are inside with the words around them. */
    __device__ __forceinline__ void copy_inside(const u8 *row, int64_t stride, int i)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        if (lane < image_lines)
            set_phase(i + lane, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(row)) +
                                    static_cast<uint32_t>(lane) * static_cast<uint32_t>(stride));
        unsigned char *const to = memory + i * pitch + 4 * lane;
#pragma unroll
        for (int k = 0; k < image_lines; ++k) {
            const u8 *const from = row - (reinterpret_cast<uintptr_t>(row) & 3) + 4 * lane;
#pragma unroll
            for (int w = 0; w < words; w += 32)
                if (w + 32 <= words || lane < words - w)
                    copy_element_async<4>(to + k * pitch + 4 * w, from + 4 * w);
            row += stride;
        }
    }

    __device__ __forceinline__ void copy_mapped(const image_task &task, const image_strip &strip, int64_t line,
                                                int64_t first, int to)
    {
        const grid<u8> &g = task.grid;
        const int64_t end = strip.y_end + g.axes[1].high;
#pragma unroll 1
        for (int i = 0; i < image_lines && line + i < end; ++i) {
            const int64_t at = map_coordinate(line + i, g.axes[1].in, g.axes[1].boundary);
            const u8 *const row = at < 0 ? nullptr : strip.in + at * g.axes[1].in_stride;
            copy_line(task, row, first, at == outside_is_constant ? task.constant : u8(0), to + i);
        }
    }

    __device__ __forceinline__ void copy_line(const image_task &task, const u8 *row, int64_t first, u8 value, int i)
    {
        const grid_axis &axis = task.grid.axes[2];
        const int64_t n = axis.in * Shape::channels;
        const int lane = static_cast<int>(threadIdx.x % 32);
        const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(row + first) & 3);
        const bool is_whole = row != nullptr && first - phase >= 0 && first - phase + 4 * words <= n;
        unsigned char *const to = memory + i * pitch;
        if (is_whole) {
            const u8 *const from = row + first - phase;
            for (int w = lane; w < words; w += 32)
                copy_element_async<4>(to + 4 * w, from + 4 * w);
        } else {
            const segment<u8> bytes = {row, first, 0, false, value};
            copy_segment<1>(to, bytes, image_elements + (Shape::columns - 1) * Shape::channels, axis, Shape::channels,
                            axis.out - 1 + axis.high, task.constant);
        }
        if (lane == 0)
            set_phase(i, is_whole ? phase : 0);
    }

    __device__ __forceinline__ void set_phase(int i, uint32_t address)
    {
        memory[lines * pitch + i] = static_cast<unsigned char>(address & 3);
    }

    unsigned char *memory;
};

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_RING_CUH */
