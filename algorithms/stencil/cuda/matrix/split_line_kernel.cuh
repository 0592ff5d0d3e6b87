/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps of one axis on lines of f32, whose elements become sums of two halves (split.cuh). A warp splits each element of its
 * windows once, into two stages like those of lines of halves (line_windows.cuh), of which one has the high halves and the
 * other the low ones; windows are operands from there, as many as overlap. The elements of its next results are on their way
 * meanwhile.
 */
#ifndef TCUI_STENCIL_MATRIX_SPLIT_LINE_KERNEL_CUH
#define TCUI_STENCIL_MATRIX_SPLIT_LINE_KERNEL_CUH

#include "line_kernel.cuh"

namespace tcu
{

/* Elements of windows as they are, of a warp. */
__host__ __device__ constexpr size_t element_stage_bytes(int steps)
{
    return line_elements(steps) * sizeof(f32);
}

__host__ __device__ constexpr size_t split_line_warp_bytes(int steps)
{
    return element_stage_bytes(steps) + 2 * line_stage_bytes(steps);
}

/* Bands, and each warp's stages. */
constexpr size_t split_line_shared_bytes(int steps)
{
    return line_band_bytes<2>(steps) + line_warps * split_line_warp_bytes(steps);
}

/* The elements of a warp's windows as they are, in shared memory. */
class element_stage
{
  public:
    __device__ __forceinline__ explicit element_stage(unsigned char *memory) : elements(reinterpret_cast<f32 *>(memory))
    {
    }

    /* Begins to bring the windows of so many steps, inside of the line, at a multiple of 16 bytes. */
    __device__ __forceinline__ void copy(const f32 *first, int steps, int lane) const
    {
#pragma unroll 4
        for (int i = lane; i < line_elements(steps) / 4; i += TCUI_WARP_LANES) {
            copy_vector_async(fours() + i, reinterpret_cast<const uint4 *>(first) + i);
        }
    }

    /* Brings windows inside of the line, at any place. */
    __device__ __forceinline__ void copy_words(const f32 *first, int steps, int lane) const
    {
#pragma unroll 4
        for (int i = lane; i < line_elements(steps); i += TCUI_WARP_LANES) {
            elements[i] = __ldg(first + i);
        }
    }

    /* Brings each element from where its coordinate is mapped. */
    __device__ __forceinline__ void map(const grid<f32> &g, const f32 *line, int64_t first, int steps, int lane) const
    {
        for (int i = lane; i < line_elements(steps); i += TCUI_WARP_LANES) {
            const int64_t at = place_on(g.axes[2], first + i);
            elements[i] = at >= 0 ? line[at] : at == outside_is_zero ? 0.0f : g.constant;
        }
    }

    __device__ __forceinline__ uint4 *fours() const { return reinterpret_cast<uint4 *>(elements); }

  private:
    f32 *elements;
};

/* The windows of a warp, split. */
struct split_stage {
    const line_stage<f16> high, low;

    __device__ __forceinline__ split_stage(unsigned char *memory, int steps)
        : high(memory), low(memory + line_stage_bytes(steps))
    {
    }

    /* Four neighbouring elements. */
    __device__ __forceinline__ void store(const window_scale &scale, int four, uint4 elements) const
    {
        const uint32_t words[4] = {elements.x, elements.y, elements.z, elements.w};
        uint32_t high_words[2], low_words[2];
        scale.split(words, high_words, low_words);
        *reinterpret_cast<uint2 *>(high.word(2 * four)) = make_uint2(high_words[0], high_words[1]);
        *reinterpret_cast<uint2 *>(low.word(2 * four)) = make_uint2(low_words[0], low_words[1]);
    }

    /* All elements, scaled by the largest one. */
    __device__ __forceinline__ void fill(window_scale &scale, const uint4 *fours, int count, int lane) const
    {
        /* Those of the first windows wait in registers for the largest magnitude, others are loaded once more. */
        constexpr int kept = line_results / 4 / TCUI_WARP_LANES;
        uint4 first[kept];
        window_magnitude largest;
#pragma unroll
        for (int i = 0; i < kept; i++) {
            first[i] = fours[TCUI_WARP_LANES * i + lane];
            largest.add(first[i]);
        }
#pragma unroll 2
        for (int i = TCUI_WARP_LANES * kept + lane; i < count / 4; i += TCUI_WARP_LANES) {
            largest.add(fours[i]);
        }
        scale.set_to(largest);
#pragma unroll
        for (int i = 0; i < kept; i++) {
            store(scale, TCUI_WARP_LANES * i + lane, first[i]);
        }
#pragma unroll 2
        for (int i = TCUI_WARP_LANES * kept + lane; i < count / 4; i += TCUI_WARP_LANES) {
            store(scale, i, fours[i]);
        }
    }
};

/* sums[0]: of high halves of elements and weights; sums[1]: of a high and a low one. */
__device__ __forceinline__ void sum_split_line(const split_stage &stage, const uint4 *own_bands, int steps, int lane,
                                               line_sums (&sums)[2])
{
    uint32_t high[12], low[12];
    stage.high.load(0, lane, high);
    stage.low.load(0, lane, low);
    stage.high.load(4, lane, high + 4);
    stage.low.load(4, lane, low + 4);
    const auto add = [&](int step, int from) {
        const uint4 band = own_bands[step * TCUI_WARP_LANES];
        add_step<f16>(sums[0], high + from, part_of_band(band, 1));
        add_step<f16>(sums[1], high + from, part_of_band(band, 0));
        add_step<f16>(sums[1], low + from, part_of_band(band, 1));
    };
#pragma unroll 2
    for (int step = 0; step < steps; step += 2) {
        stage.high.load(2 * step + 8, lane, high + 8);
        stage.low.load(2 * step + 8, lane, low + 8);
        add(step, 0);
        if (step + 1 < steps) {
            add(step + 1, 2);
        }
#pragma unroll
        for (int i = 0; i < 8; i++) {
            high[i] = high[i + 4], low[i] = low[i + 4];
        }
    }
}

/* Stores results from sums. Returns a bit for each tile: whether results in it are to be repaired. */
template <loading Whole>
__device__ __forceinline__ uint32_t store_sums(const matrix_sweep<f32> &sweep, const line_target<f32> &target,
                                               const line_sums (&sums)[2], f32 of_windows, int lane)
{
    constexpr int distance = octet_elements * line_tiles; /* of windows 8 g + i and 8 g + i + 4 */
    const int own = octet_elements * row_octets * tcui_lane_group(lane) + 2 * tcui_lane_in_group(lane);
    bool is_odd = false;
#pragma unroll
    for (int i = 0; i < line_tiles; i++) {
        f32 sum[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            sum[k] = sums[0][i][k] + sums[1][i][k];
        }
        is_odd = has_no_number(sum) || is_odd;
        const int at = own + octet_elements * i;
        if (target.is_whole) {
            store_whole_tile<Whole, distance>(sweep, target.out + at, sum, of_windows);
        } else {
            store_tile<distance>(sweep, target.out + at, written_results<distance>(target.count - at), sum, of_windows);
        }
    }
    return tiles_of_lanes(is_odd);
}

/* A warp makes neighbouring results, as far as it goes. */
template <loading Whole>
__global__ void __launch_bounds__(line_threads, TCUI_STENCIL_MATRIX_SPLIT_LINE_RESIDENT)
    stencil_split_line_kernel(const __grid_constant__ matrix_sweep<f32> sweep)
{
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    const int own_warp = static_cast<int>(threadIdx.x) / TCUI_WARP_LANES;
    uint4 *const bands = reinterpret_cast<uint4 *>(dynamic_shared_memory());
    for (int i = static_cast<int>(threadIdx.x); i < sweep.steps * TCUI_WARP_LANES; i += line_threads) {
        bands[i] = sweep.bands[i];
    }
    __syncthreads();
    unsigned char *const memory =
        dynamic_shared_memory() + line_band_bytes<2>(sweep.steps) + own_warp * split_line_warp_bytes(sweep.steps);
    const split_stage stage(memory, sweep.steps);
    const element_stage elements(memory + 2 * line_stage_bytes(sweep.steps));
    uint64_t warp = (static_cast<uint64_t>(blockIdx.x) * line_warps + own_warp) * sweep.turns;
    const uint64_t end = min(warp + sweep.turns, sweep.warps);
    if (warp >= end) {
        return;
    }
    line_place<f32> place = line_place_of(sweep, warp);
    line_target<f32> next = begin_line<Whole>(sweep, place, elements, lane);
#pragma unroll 1
    for (; warp < end; warp++) {
        const line_target<f32> target = next;
        wait_for_vector_copies();
        __syncwarp();
        window_scale scale;
        stage.fill(scale, elements.fours(), line_elements(sweep.steps), lane);
        __syncwarp();
        if (warp + 1 < end) {
            advance(sweep, place, warp + 1);
            next = begin_line<Whole>(sweep, place, elements, lane);
        }
        line_sums sums[2] = {};
        sum_split_line(stage, bands + lane, sweep.steps, lane, sums);
        const uint32_t flags = store_sums<Whole>(sweep, target, sums, scale.inverse(), lane);
        if (flags != 0 || has_kept_results(sweep.grid)) {
            __syncwarp(); /* other lanes have written what a lane finishes */
            finish_line(sweep, line_place_of(sweep, warp), flags, lane);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_SPLIT_LINE_KERNEL_CUH */
