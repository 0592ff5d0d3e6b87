/* SPDX-License-Identifier: Apache-2.0 */
/* Which boxes have bands, and the bands themselves, on the host. */
#include "bands.h"

#include <cmath>
#include <cstring>

#include "algorithms/stencil/cuda/prepared.h"
#include "policy.cuh"
#include "primitives/tile/half.h"
#include "primitives/tile/lanes.h"

namespace
{

using namespace tcu;

int64_t width_of(const tcui_axis &axis)
{
    return static_cast<int64_t>(tcui_stencil_width(&axis));
}

/* The last multiple of n up to the first offset. */
int32_t first_multiple(const tcui_axis &axis, int n)
{
    return static_cast<int32_t>(std::floor(static_cast<double>(axis.low) / n)) * n;
}

/* The windows of so many results from first_x on fit into so many octets. */
bool fits(const tcui_axis &axis, int32_t first_x, int results, int64_t octets)
{
    return static_cast<int64_t>(axis.high) - first_x + results <= 8 * octets;
}

template <size_t N>
bool find_shape(const tcui_stencil *stencil, const box_shape (&shapes)[N], tcui_stencil_bands *bands)
{
    const int64_t down = width_of(stencil->axes[bands->down_axis]);
    const int64_t lines = width_of(stencil->axes[1 - bands->down_axis]);
    for (size_t i = 0; i < N; i++) {
        const box_shape &shape = shapes[i];
        const int32_t first_x = first_multiple(stencil->axes[2], shape.are_crossed() ? 2 : 4);
        if (down > shape.down || lines > shape.lines ||
            !fits(stencil->axes[2], first_x, shape.are_crossed() ? 4 : 8, shape.octets)) {
            continue;
        }
        bands->first_x = first_x;
        bands->shape = static_cast<int>(i);
        bands->down = shape.down;
        bands->lines = shape.lines_of_bands();
        bands->octets = shape.octets;
        bands->steps = shape.steps();
        return true;
    }
    return false;
}

bool find_kind(const tcui_stencil *stencil, tcui_stencil_bands *bands)
{
    const tcui_axis &x = stencil->axes[2];
    if (!tcui_stencil_is_apart(&stencil->axes[0])) {
        bands->kind = TCUI_BANDS_OF_VOLUMES;
        bands->down_axis = 0;
        return bands->halves == 1 ? find_shape(stencil, volume_shapes_of_half, bands)
                                  : find_shape(stencil, volume_shapes, bands);
    }
    bands->down_axis = 1;
    if (!tcui_stencil_is_apart(&stencil->axes[1])) {
        bands->kind = TCUI_BANDS_OF_PLANES;
        return bands->halves == 1 ? find_shape(stencil, plane_shapes_of_half, bands)
                                  : find_shape(stencil, plane_shapes, bands);
    }
    bands->first_x = first_multiple(x, 8);
    const int64_t steps = (static_cast<int64_t>(x.high) - bands->first_x + 8 + 15) / 16;
    bands->kind = TCUI_BANDS_OF_LINES;
    bands->down = bands->lines = 1;
    bands->steps = static_cast<int>(steps);
    bands->octets = 2 * bands->steps;
    return steps <= TCUI_STENCIL_MATRIX_MOST_STEPS;
}

/* Whether a normal half has all bits of the weight: 11 of f16, 8 of bf16. */
bool has_bits_of_half(tcu_type type, double weight)
{
    constexpr int bits_f64 = 53, bits_f16 = 11, bits_bf16 = 8;
    const uint64_t beyond = (uint64_t{1} << (bits_f64 - (type == TCU_TYPE_BF16 ? bits_bf16 : bits_f16))) - 1;
    uint64_t bits;
    std::memcpy(&bits, &weight, sizeof bits);
    return (bits & beyond) == 0;
}

/* Scales weights into the range of the halves, and finds of how many halves they are. All halves of the least one have to be
 * normal numbers, or nearly so. */
bool find_exponent(const tcui_stencil *stencil, tcui_stencil_bands *bands)
{
    constexpr int half_exponent = 13, half_range = 13, least_exponent = -14, most_f16 = 100, most_bf16 = 60;
    double least = INFINITY, most = 0;
    bool are_halves = true;
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        const double magnitude = std::fabs(stencil->taps[t].weight);
        least = std::fmin(least, magnitude);
        most = std::fmax(most, magnitude);
        are_halves = are_halves && has_bits_of_half(stencil->type, magnitude);
    }
    const int low = std::ilogb(least), high = std::ilogb(most);
    bands->halves = are_halves ? 1 : 2;
    if (stencil->type == TCU_TYPE_BF16) {
        bands->exponent = 0;
        return low >= -most_bf16 && high <= most_bf16;
    }
    bands->exponent = half_exponent - high;
    return high - low <= (are_halves ? half_exponent - least_exponent : half_range) && high >= -most_f16 &&
           high <= most_f16;
}

double weight_at(const tcui_stencil *stencil, int64_t down, int64_t line, int64_t x, const tcui_stencil_bands &bands)
{
    int64_t index[TCUI_AXES];
    index[bands.down_axis] = down;
    index[1 - bands.down_axis] = line;
    index[2] = x;
    int64_t tap = 0;
    for (int axis = 0; axis < TCUI_AXES; axis++) {
        const int64_t width = width_of(stencil->axes[axis]);
        if (index[axis] < 0 || index[axis] >= width) {
            return 0;
        }
        tap = tap * width + index[axis];
    }
    return std::ldexp(stencil->taps[tap].weight, bands.exponent);
}

void split(tcu_type type, double weight, uint16_t (&parts)[2])
{
    if (type != TCU_TYPE_BF16) {
        parts[0] = tcui_f16_from_f64(weight);
        parts[1] = tcui_f16_from_f64(weight - static_cast<double>(tcui_f32_from_f16(parts[0])));
    } else {
        parts[0] = tcui_bf16_from_f64(weight);
        parts[1] = tcui_bf16_from_f64(weight - static_cast<double>(tcui_f32_from_bf16(parts[0])));
    }
}

} // namespace

extern "C" {

bool tcui_stencil_find_bands(const tcui_stencil *stencil, tcui_stencil_bands *bands)
{
    *bands = tcui_stencil_bands();
    if ((stencil->type != TCU_TYPE_F16 && stencil->type != TCU_TYPE_BF16) || stencil->shape != TCUI_STENCIL_BOX ||
        stencil->taps == nullptr || stencil->num_taps == 0 || stencil->channels != 1) {
        return false;
    }
    for (const tcui_axis &axis : stencil->axes) {
        if (axis.step != 1) {
            return false;
        }
    }
    return stencil->in_fields == 1 && stencil->out_fields == 1 && find_exponent(stencil, bands) &&
           find_kind(stencil, bands);
}

size_t tcui_stencil_band_bytes(const tcui_stencil *stencil)
{
    tcui_stencil_bands bands;
    return tcui_stencil_find_bands(stencil, &bands)
               ? static_cast<size_t>(bands.down) * bands.lines * bands.steps * TCUI_WARP_LANES * 4 * sizeof(uint32_t)
               : 0;
}

void tcui_stencil_write_bands(const tcui_stencil *stencil, void *to)
{
    tcui_stencil_bands bands;
    tcui_stencil_find_bands(stencil, &bands);
    const int64_t first = stencil->axes[2].low - static_cast<int64_t>(bands.first_x);
    uint16_t *next = static_cast<uint16_t *>(to);
    for (int down = 0; down < bands.down; down++) {
        for (int line = 0; line < bands.lines; line++) {
            for (int step = 0; step < bands.steps; step++) {
                for (int lane = 0; lane < TCUI_WARP_LANES; lane++, next += 8) {
                    const bool are_crossed = bands.octets == 1, is_half = !are_crossed && 2 * step + 1 == bands.octets;
                    const int column = device::group_of(lane), t = device::lane_in_group(lane);
                    for (int i = 0; i < 4; i++) {
                        uint16_t parts[2] = {};
                        if (are_crossed) {
                            split(stencil->type,
                                  weight_at(stencil, down, 2 * line + i / 2 - column / 4,
                                            2 * t + i % 2 - column % 4 - first, bands),
                                  parts);
                        } else if (i < 2 || !is_half) {
                            split(stencil->type,
                                  weight_at(stencil, down, line,
                                            16 * step + 2 * t + 8 * (i / 2) + i % 2 - column - first, bands),
                                  parts);
                        }
                        next[i] = parts[0];
                        next[4 + i] = parts[1];
                    }
                }
            }
        }
    }
}

} // extern "C"
