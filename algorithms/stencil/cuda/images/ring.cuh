/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of an image in a warp's shared memory, copied there 8 at a time: a ring of three blocks. */
#ifndef TCUI_STENCIL_IMAGES_RING_CUH
#define TCUI_STENCIL_IMAGES_RING_CUH

#include "algorithms/stencil/cuda/segment.cuh"
#include "task.cuh"

namespace tcu
{

constexpr int image_blocks = 3;

/* An element at an end of a strip's lines, which the neighbours in its word are not beside in memory. */
struct image_end {
    int64_t distance; /* where it is, from the lane's place in a line */
    int32_t element;  /* in the strip's lines; negative: none */
    int32_t outside;  /* 0, or it is `value` */
};

template <class Shape>
class image_ring
{
  public:
    /* Vectors of a line are odd in number: then lanes that read lines 2 apart meet in no bank. */
    static constexpr int vectors = (15 + Shape::window_vectors) / 2 * 2 + 1;
    static constexpr int pitch = 16 * vectors, lines = image_blocks * image_lines;
    static constexpr int ends_at = lines * pitch + 32, bytes = ends_at + 32 * static_cast<int>(sizeof(image_end));
    static constexpr int elements = image_elements + (Shape::columns - 1) * Shape::channels;
    static constexpr int words = (elements + 3 + 3) / 4;
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
        const int first = __shfl_sync(all_lanes, own, 0);
        const bool are_equal = __all_sync(all_lanes, own == first);
        one = are_equal ? first : 0;
        return are_equal;
    }

    /* Goes to a strip of `tiles` tiles of 8 lines. */
    __device__ __forceinline__ void begin(const image_task &task, const image_strip &strip, int tiles)
    {
        const grid<u8> &g = task.grid;
        const int64_t line = strip.y + g.axes[1].low, first = strip.first + g.axes[2].low * g.channels;
        next = strip.in + line * g.axes[1].in_stride + first + 4 * (threadIdx.x % 32);
        inside_from = line >= 0 ? 0 : static_cast<int>((image_lines - 1 - line) / image_lines);
        const int64_t blocks_left = (g.axes[1].in - line) / image_lines;
        inside_end = static_cast<int>(blocks_left < 0 ? 0 : blocks_left < tiles + 1 ? blocks_left : tiles + 1);
        find_ends(task, first);
    }

    /* Starts the copy of the strip's next 8 lines, of number `block`, to block `to` of the ring. */
    __device__ __forceinline__ void copy(const image_task &task, uint64_t number, int block, int to)
    {
        const int64_t stride = task.grid.axes[1].in_stride;
        if (block >= inside_from && block < inside_end && stride % 4 == 0) {
            copy_inside<true>(task, to * image_lines);
        } else if (block >= inside_from && block < inside_end) {
            copy_inside<false>(task, to * image_lines);
        } else {
            copy_mapped(task, strip_again(task, number), block, to * image_lines);
        }
        next += image_lines * stride;
    }

  private:
    static __device__ __forceinline__ int64_t clamp(int64_t i, int64_t low, int64_t high)
    {
        return i < low ? low : i < high ? i : high;
    }

    /* Words that are inside of lines wherever these begin in a word, and the elements that no such word has, one for each
     * lane. (If they are more, all blocks are copied by copy_mapped().) */
    __device__ __forceinline__ void find_ends(const image_task &task, int64_t first)
    {
        const grid_axis &x = task.grid.axes[2];
        const int lane = static_cast<int>(threadIdx.x % 32);
        const int64_t n = x.in * Shape::channels,
                      wanted = clamp((x.out + x.high) * Shape::channels - first, 0, elements);
        words_from = static_cast<int>(clamp((6 - first) / 4, 0, words));
        words_end = n - first < 0 ? 0 : static_cast<int>(clamp((n - first) / 4, 0, words));
        const int64_t left = words_from == 0 && first >= 3 ? 0 : clamp(6 - first, 0, wanted);
        const int64_t right = words_end == words ? wanted : clamp(n - 6 - first, left, wanted);
        const int64_t count = left + wanted - right, element = lane < left ? lane : right + lane - left;
        has_ends = count > 0;
        if (count > 32) {
            inside_end = 0;
        }
        const int64_t at = first + element, channel = tcui_modulo(at, Shape::channels);
        const int64_t place = tcui_map_coordinate((at - channel) / Shape::channels, x.in, x.boundary);
        image_end end;
        end.distance = place * Shape::channels + channel - first - 4 * lane;
        end.element = lane < count ? static_cast<int>(element) : -1;
        end.outside = place < 0 ? static_cast<int>(place) : 0;
        ends()[lane] = end;
    }

    /* 8 lines that are inside. AreAlike: all begin at the same place of a word. */
    template <bool AreAlike>
    __device__ __forceinline__ void copy_inside(const image_task &task, int i)
    {
        const int64_t stride = task.grid.axes[1].in_stride;
        const int lane = static_cast<int>(threadIdx.x % 32);
        if (lane < image_lines) {
            set_phase(i + lane, low_bits(next) + static_cast<uint32_t>(lane) * static_cast<uint32_t>(stride));
        }
        unsigned char *const to = memory + i * pitch + 4 * lane;
        const u8 *line = AreAlike ? next - (low_bits(next) & 3) : next;
#pragma unroll
        for (int k = 0; k < image_lines; k++) {
            const u8 *const from = AreAlike ? line : line - (low_bits(line) & 3);
#pragma unroll
            for (int w = 0; w < words; w += 32) {
                if (lane + w >= words_from && lane + w < words_end) {
                    copy_element_async<4>(to + k * pitch + 4 * w, from + 4 * w);
                }
            }
            line += stride;
        }
        if (has_ends) {
            copy_ends(task, i);
        }
    }

    __device__ __forceinline__ void copy_ends(const image_task &task, int i)
    {
        const image_end end = ends()[threadIdx.x % 32];
        if (end.element < 0) {
            return;
        }
        const u8 *line = next;
        uint32_t bytes[image_lines];
#pragma unroll
        for (int k = 0; k < image_lines; k++) {
            bytes[k] = end.outside == TCUI_OUTSIDE_CONSTANT ? task.constant : 0;
            if (end.outside == 0) {
                bytes[k] = line[end.distance];
            }
            line += task.grid.axes[1].in_stride;
        }
        line = next;
#pragma unroll
        for (int k = 0; k < image_lines; k++) {
            const int at = static_cast<int>(low_bits(line) & 3) + end.element, word = at / 4;
            if (word < words_from || word >= words_end) { /* (the others are copied) */
                memory[(i + k) * pitch + at] = static_cast<unsigned char>(bytes[k]);
            }
            line += task.grid.axes[1].in_stride;
        }
    }

    __device__ __forceinline__ image_end *ends() const { return reinterpret_cast<image_end *>(memory + ends_at); }

    /* 8 lines that are mapped, or whose ends are. Words that are inside are copied as above; of the elements at a
     * line's ends each lane maps one, for all lines, and loads it from all of them before it waits for any. */
    __device__ __forceinline__ void copy_mapped(const image_task &task, const image_strip &strip, int block, int i)
    {
        const grid_axis &y = task.grid.axes[1], &x = task.grid.axes[2];
        const int lane = static_cast<int>(threadIdx.x % 32);
        const int64_t n = x.in * Shape::channels, first = strip.first + x.low * Shape::channels;
        const int64_t own_line = strip.y + y.low + int64_t{image_lines} * block + lane % image_lines;
        const int64_t end = strip.y_end + y.high; /* (lines behind it are not wanted, and may be any) */
        const int64_t own_place = tcui_map_coordinate(own_line < end ? own_line : end - 1, y.in, y.boundary);
        const u8 *rows[image_lines]; /* NULL: constant */
        int phases[image_lines];
#pragma unroll
        for (int k = 0; k < image_lines; k++) {
            const int64_t place = __shfl_sync(all_lanes, own_place, k);
            rows[k] = place < 0 ? nullptr : strip.in + place * y.in_stride;
            phases[k] = static_cast<int>(low_bits(place < 0 ? next : rows[k] + first) & 3);
            unsigned char *const to = memory + (i + k) * pitch;
            if (lane == 0) {
                set_phase(i + k, phases[k]);
            }
            for (int w = lane; w < words; w += 32) {
                const int64_t element = first - phases[k] + 4 * w;
                if (place < 0) {
                    reinterpret_cast<uint32_t *>(to)[w] =
                        place == TCUI_OUTSIDE_CONSTANT ? task.constant * 0x01010101u : 0;
                } else if (element >= 0 && element + 4 <= n) {
                    copy_element_async<4>(to + 4 * w, rows[k] + element);
                }
            }
        }
        const int64_t wanted = (x.out + x.high) * Shape::channels - first, all = elements;
        const int count = static_cast<int>(wanted < all ? wanted : all);
        for (int e = lane; e < count; e += 32) {
            const int64_t element = first + e;
            if (element >= 3 && element + 3 < n) {
                continue;
            }
            const int64_t channel = tcui_modulo(element, Shape::channels);
            const int64_t place = tcui_map_coordinate((element - channel) / Shape::channels, x.in, x.boundary);
            u8 bytes[image_lines];
#pragma unroll
            for (int k = 0; k < image_lines; k++) {
                bytes[k] = place == TCUI_OUTSIDE_ZERO ? u8(0) : task.constant;
                if (rows[k] != nullptr && place >= 0) {
                    bytes[k] = rows[k][place * Shape::channels + channel];
                }
            }
#pragma unroll
            for (int k = 0; k < image_lines; k++) {
                const int at = phases[k] + e;
                const int64_t word = first - phases[k] + (at & ~3);
                if (rows[k] != nullptr && (word < 0 || word + 4 > n)) { /* (other words are copied, or filled) */
                    memory[(i + k) * pitch + at] = bytes[k];
                }
            }
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
    int inside_from, inside_end; /* numbers of blocks that are inside */
    int words_from, words_end;   /* of lines of these, that are inside */
    bool has_ends;               /* elements that these have not */
};

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_RING_CUH */
