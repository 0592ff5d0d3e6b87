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
    static constexpr int elements = image_elements + (Shape::columns - 1) * Shape::channels, words = (elements + 3 + 3) / 4;
    static_assert(4 * words <= pitch && lines <= 32, "the ring's memory");

    __device__ __forceinline__ explicit image_ring(unsigned char *memory) : memory(memory) {}

    __device__ __forceinline__ const unsigned char *line(int i) const { return memory + i * pitch; }

    /* Where in its first word the line's first byte is. */
    __device__ __forceinline__ int phase(int i) const { return memory[lines * pitch + i]; }

    /* Whether that is the same in two blocks; else `one` is 0. */
    __device__ __forceinline__ bool have_one_phase(int block, int other, int &one) const
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        const int own = phase((lane / image_lines % 2 == 0 ? block : other) * image_lines + lane % image_lines);
        const int first = __shfl_sync(~0u, own, 0);
        const bool are_equal = __all_sync(~0u, own == first);
        one = are_equal ? first : 0;
        return are_equal;
    }

    /* Goes to a strip of `tiles` tiles of 8 lines. */
    __device__ __forceinline__ void begin(const image_task &task, const image_strip &strip, int tiles)
    {
        const grid<u8> &g = task.grid;
        const int64_t line = strip.y + g.axes[1].low, first = strip.first + g.axes[2].low * g.channels;
        next = strip.in + line * g.axes[1].in_stride + first + 4 * (threadIdx.x % 32);
        const bool is_inside = first >= 3 && first + 4 * words <= g.axes[2].in * g.channels;
        const int64_t lines_left = g.axes[1].in - line;
        inside_from = line >= 0 ? 0 : static_cast<int>((image_lines - 1 - line) / image_lines);
        inside_end = !is_inside || lines_left < 0 ? 0
                     : lines_left / image_lines < tiles + 1 ? static_cast<int>(lines_left / image_lines)
                                                            : tiles + 1;
    }

    /* Starts the copy of the strip's next 8 lines, of number `block`, to block `to` of the ring. */
    __device__ __forceinline__ void copy(const image_task &task, uint64_t work, int block, int to)
    {
        const int64_t stride = task.grid.axes[1].in_stride;
        if (block >= inside_from && block < inside_end && stride % 4 == 0)
            copy_inside<true>(stride, to * image_lines);
        else if (block >= inside_from && block < inside_end)
            copy_inside<false>(stride, to * image_lines);
        else
            copy_mapped(task, strip_again(task, work), block, to * image_lines);
        next += image_lines * stride;
    }

  private:
    /* 8 lines that are inside with the words around them. AreAlike: all begin at the same place of a word. */
    template <bool AreAlike>
    __device__ __forceinline__ void copy_inside(int64_t stride, int i)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        if (lane < image_lines)
            set_phase(i + lane, low_bits(next) + static_cast<uint32_t>(lane) * static_cast<uint32_t>(stride));
        unsigned char *const to = memory + i * pitch + 4 * lane;
        const u8 *line = AreAlike ? next - (low_bits(next) & 3) : next;
#pragma unroll
        for (int k = 0; k < image_lines; ++k) {
            const u8 *const from = AreAlike ? line : line - (low_bits(line) & 3);
#pragma unroll
            for (int w = 0; w < words; w += 32)
                if (w + 32 <= words || lane < words - w)
                    copy_element_async<4>(to + k * pitch + 4 * w, from + 4 * w);
            line += stride;
        }
    }

    /* 8 lines that are mapped, or whose ends are. Words that are inside are copied as above; of the elements at a line's ends
     * each lane maps one, for all lines, and loads it from all of them before it waits for any. */
    __device__ __forceinline__ void copy_mapped(const image_task &task, const image_strip &strip, int block, int i)
    {
        const grid_axis &y = task.grid.axes[1], &x = task.grid.axes[2];
        const int lane = static_cast<int>(threadIdx.x % 32);
        const int64_t n = x.in * Shape::channels, first = strip.first + x.low * Shape::channels;
        const int64_t own_line = strip.y + y.low + int64_t{image_lines} * block + lane % image_lines;
        const int64_t end = strip.y_end + y.high; /* (lines behind it are not wanted, and may be any) */
        const int64_t own_place = map_coordinate(own_line < end ? own_line : end - 1, y.in, y.boundary);
        const u8 *rows[image_lines]; /* NULL: constant */
        int phases[image_lines];
        uint32_t constants = 0;
#pragma unroll
        for (int k = 0; k < image_lines; ++k) {
            const int64_t place = __shfl_sync(~0u, own_place, k);
            rows[k] = place < 0 ? nullptr : strip.in + place * y.in_stride;
            phases[k] = static_cast<int>(low_bits(place < 0 ? next : rows[k] + first) & 3);
            constants |= (place == outside_is_constant ? 1u : 0u) << k;
            unsigned char *const to = memory + (i + k) * pitch;
            if (lane == 0)
                set_phase(i + k, phases[k]);
            for (int w = lane; w < words; w += 32) {
                const int64_t element = first - phases[k] + 4 * w;
                if (place < 0)
                    reinterpret_cast<uint32_t *>(to)[w] = (constants >> k & 1) != 0 ? task.constant * 0x01010101u : 0;
                else if (element >= 0 && element + 4 <= n)
                    copy_element_async<4>(to + 4 * w, rows[k] + element);
            }
        }
        const int64_t wanted = (x.out + x.high) * Shape::channels - first, all = elements;
        const int count = static_cast<int>(wanted < all ? wanted : all);
        for (int e = lane; e < count; e += 32) {
            const int64_t element = first + e;
            if (element >= 3 && element + 3 < n)
                continue;
            const int64_t channel = modulo(element, Shape::channels);
            const int64_t place = map_coordinate((element - channel) / Shape::channels, x.in, x.boundary);
            u8 bytes[image_lines];
#pragma unroll
            for (int k = 0; k < image_lines; ++k) {
                const bool is_zero = rows[k] == nullptr ? (constants >> k & 1) == 0 : place == outside_is_zero;
                bytes[k] = is_zero ? u8(0) : task.constant;
                if (rows[k] != nullptr && place >= 0)
                    bytes[k] = rows[k][place * Shape::channels + channel];
            }
#pragma unroll
            for (int k = 0; k < image_lines; ++k)
                memory[(i + k) * pitch + phases[k] + e] = bytes[k];
        }
    }

    __device__ __forceinline__ static uint32_t low_bits(const u8 *address)
    {
        return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address));
    }

    __device__ __forceinline__ void set_phase(int i, uint32_t address)
    {
        memory[lines * pitch + i] = static_cast<unsigned char>(address & 3);
    }

    unsigned char *memory;
    const u8 *next;              /* line of in: the lane's first wanted word, which may begin in two words of memory */
    int inside_from, inside_end; /* numbers of blocks that are inside, with the words around them */
};

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_RING_CUH */
