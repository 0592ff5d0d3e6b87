/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights as integers of three digits, in the matrix unit's layout: w * 2^s = 2^16 d2 + 2^8 d1 + d0, each digit a signed
 * byte, with s such that the largest weight has 22 bits or 23.
 */
#ifndef TCUI_STENCIL_IMAGES_BANDS_CUH
#define TCUI_STENCIL_IMAGES_BANDS_CUH

#include "primitives/tile/instructions.cuh"
#include "task.cuh"
#include "tcu/device/instructions.cuh"

namespace tcu
{

constexpr int image_digits = 3;

template <class Shape>
struct image_bands {
    /* Of a lane: its output line, and the lines of image_columns, of columns x and x + 1 of the box. (Registers of an
     * operand are neighbours, so that columns are there twice.) */
    uint32_t digits[image_digits][Shape::columns - 1][2];
    f32 unit;       /* 2^-s */
    bool are_exact; /* integers stand for the weights, as tcu/stencil.h says; else there are no digits */

    __device__ __forceinline__ explicit image_bands(const image_task &task)
    {
        const int lane = static_cast<int>(threadIdx.x % 32), n = lane / 4, t = lane % 4;
        const int count = task.rows * Shape::columns;
        unsigned largest = 0;
        for (int i = lane; i < count; i += 32) {
            largest = max(largest, __float_as_uint(task.weights[i]) & 0x7fffffffu);
        }
        largest = __reduce_max_sync(all_lanes, largest);
        /* The largest integer of three such digits is 0x7f7f7f, which is 2^22 + 0x7efefe / 2. */
        const int exponent = static_cast<int>(largest >> 23) - 127 + ((largest & 0x7fffffu) > 0x7efefeu ? 1 : 0);
        const int shift = min(22 - exponent, most_shift);
        const f32 up = power_of_2(max(shift, -most_shift));
        unit = power_of_2(-max(shift, -most_shift));
        /* Integers are off by half a unit: of weights below 64 that is far below a half of a byte's step. Beside larger
         * ones each weight has to keep 22 bits. */
        bool is_exact = largest < 0x7f800000u && shift >= -most_shift;
        for (int i = lane; i < count && is_exact && exponent >= least_exact_exponent; i += 32) {
            const f32 scaled = task.weights[i] * up;
            is_exact = fabsf(scaled - rintf(scaled)) <= fabsf(scaled) * 0x1p-22f;
        }
        are_exact = __all_sync(all_lanes, is_exact);
        if (!are_exact) {
            return;
        }
#pragma unroll
        for (int x = 0; x < Shape::columns; x++) {
            uint32_t bytes[image_digits] = {};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const int i = image_line_of(t, j) - n;
                int integer = 0;
                if (i >= 0 && i < task.rows) {
                    const int tap = i * Shape::columns + x;
                    integer = static_cast<int>(rintf(task.weights[task.is_reversed ? count - 1 - tap : tap] * up));
                }
#pragma unroll
                for (int d = 0; d < image_digits; d++) {
                    const int digit = static_cast<int8_t>(integer & 255);
                    bytes[d] |= static_cast<uint32_t>(digit & 255) << 8 * j;
                    integer = (integer - digit) >> 8;
                }
            }
#pragma unroll
            for (int d = 0; d < image_digits; d++) {
                /* (By a shuffle, or the compiler takes equal values for one, which it copies before products.) */
                const uint32_t again = __shfl_sync(all_lanes, bytes[d], lane);
                if (x < Shape::columns - 1) {
                    digits[d][x][0] = x % 2 == 0 ? bytes[d] : again;
                }
                if (x > 0) {
                    digits[d][x - 1][1] = x % 2 == 0 ? again : bytes[d];
                }
            }
        }
    }

  private:
    static constexpr int least_exact_exponent = 6;
    static constexpr int most_shift = 60; /* so that nothing computed of 2^s and 2^-s is infinite or denormal */

    __device__ __forceinline__ static f32 power_of_2(int exponent)
    {
        return __uint_as_float(static_cast<uint32_t>(exponent + 127) << 23);
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_BANDS_CUH */
