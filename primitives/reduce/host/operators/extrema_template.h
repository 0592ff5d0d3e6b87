/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MIN and MAX at a level, a loop for each width w of elements, without branches and without arithmetic of reals.
 *
 * Integers: x ^ flip is ordered as unsigned integers are, or the other way round, so that the greatest of them is looked for.
 *
 * Reals are a sign and a magnitude: those without sign are ordered as their bits are, those with a sign the other way round,
 * and NaN is what lies beyond infinity. Of their bits x three numbers say all:
 *
 *     greatest   of x as a signed integer: the greatest one without sign, if there is one
 *     most       of x as an unsigned integer: the least one with a sign, if there is one
 *     least      of x as an unsigned integer: the least one without sign; if all have a sign, the greatest
 *
 *     MAX = greatest without sign ? greatest : least             a NaN is there if greatest > infinity,
 *     MIN = most with sign ? most : least                        or most > -infinity
 */

/* The loops, with `absolute`, `ignore` and `is_signed` as constants of a caller. */
#define TCUI_EXTREMA_OF_WIDTH(width)                                                                                   \
    TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_##width)(const void *from, uint64_t count, uint64_t all_flips,    \
                                                              bool absolute)                                           \
    {                                                                                                                  \
        const uint##width##_t *in = from, flip = (uint##width##_t)all_flips;                                           \
        uint##width##_t greatest = 0;                                                                                  \
        TCUI_UNROLL_4                                                                                                  \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            uint##width##_t x = in[i];                                                                                 \
            if (absolute) {                                                                                            \
                x = (int##width##_t)x < 0 ? (uint##width##_t)(0 - x) : x;                                              \
            }                                                                                                          \
            x ^= flip;                                                                                                 \
            greatest = x > greatest ? x : greatest;                                                                    \
        }                                                                                                              \
        return (uint##width##_t)(greatest ^ flip);                                                                     \
    }

#define TCUI_REAL_EXTREMA_OF_WIDTH(width)                                                                              \
    TCUI_ALWAYS_INLINE tcui_extrema_of_bits TCUI_L(tcui_extrema_##width)(                                              \
        const void *from, uint64_t count, bool absolute, bool ignore, uint64_t infinity_bits, uint64_t neutral_bits)   \
    {                                                                                                                  \
        const uint##width##_t *in = from, sign = (uint##width##_t)((uint##width##_t)1 << (width - 1)),                 \
                              magnitude = (uint##width##_t)(sign - 1), keep = absolute ? magnitude : sign | magnitude; \
        const uint##width##_t infinity = (uint##width##_t)infinity_bits, neutral = (uint##width##_t)neutral_bits;      \
        int##width##_t greatest = INT##width##_MIN;                                                                    \
        uint##width##_t most = 0, least = UINT##width##_MAX;                                                           \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            uint##width##_t x = in[i] & keep;                                                                          \
            if (ignore) {                                                                                              \
                x = (uint##width##_t)(x & magnitude) > infinity ? neutral : x;                                         \
            }                                                                                                          \
            greatest = (int##width##_t)x > greatest ? (int##width##_t)x : greatest;                                    \
            most = x > most ? x : most;                                                                                \
            least = x < least ? x : least;                                                                             \
        }                                                                                                              \
        return (tcui_extrema_of_bits){(uint##width##_t)greatest, most, least};                                         \
    }

TCUI_EXTREMA_OF_WIDTH(8)
TCUI_EXTREMA_OF_WIDTH(16)
TCUI_EXTREMA_OF_WIDTH(32)
TCUI_EXTREMA_OF_WIDTH(64)
TCUI_REAL_EXTREMA_OF_WIDTH(16)
TCUI_REAL_EXTREMA_OF_WIDTH(32)
TCUI_REAL_EXTREMA_OF_WIDTH(64)

static uint64_t TCUI_L(tcui_integer_extremum)(const tcui_host_reduction *reduction, const void *from, uint64_t count)
{
    const tcui_format *format = &reduction->format;
    const bool is_min = reduction->task->reduction.op == TCU_OPERATOR_MIN;
    const bool absolute = reduction->task->reduction.map == TCU_MAP_ABSOLUTE && format->sign != 0;
    const uint64_t flip = is_min ? format->sign ^ format->all : format->sign;
#define TCUI_OF_WIDTH(width)                                                                                           \
    (absolute ? TCUI_L(tcui_greatest_##width)(from, count, flip, true)                                                 \
              : TCUI_L(tcui_greatest_##width)(from, count, flip, false))
    return format->all == UINT8_MAX    ? TCUI_OF_WIDTH(8)
           : format->all == UINT16_MAX ? TCUI_OF_WIDTH(16)
           : format->all == UINT32_MAX ? TCUI_OF_WIDTH(32)
                                       : TCUI_OF_WIDTH(64);
#undef TCUI_OF_WIDTH
}

static uint64_t TCUI_L(tcui_real_extremum)(const tcui_host_reduction *reduction, const void *from, uint64_t count)
{
    const tcui_reduction *how = &reduction->task->reduction;
    const tcui_format *format = &reduction->format;
    const bool absolute = how->map == TCU_MAP_ABSOLUTE, ignore = how->nan_mode == TCU_NAN_IGNORE;
    const uint64_t infinity = format->infinity, neutral = reduction->neutral.bits;
#define TCUI_OF_WIDTH(width)                                                                                           \
    (ignore     ? absolute ? TCUI_L(tcui_extrema_##width)(from, count, true, true, infinity, neutral)                  \
                           : TCUI_L(tcui_extrema_##width)(from, count, false, true, infinity, neutral)                 \
         : absolute ? TCUI_L(tcui_extrema_##width)(from, count, true, false, infinity, neutral)                        \
                : TCUI_L(tcui_extrema_##width)(from, count, false, false, infinity, neutral))
    const tcui_extrema_of_bits x = format->all == UINT16_MAX   ? TCUI_OF_WIDTH(16)
                                   : format->all == UINT32_MAX ? TCUI_OF_WIDTH(32)
                                                               : TCUI_OF_WIDTH(64);
#undef TCUI_OF_WIDTH
    const bool has_positive = (x.greatest & format->sign) == 0, has_negative = (x.most & format->sign) != 0;
    if ((has_positive && x.greatest > infinity) || x.most > (format->sign | infinity)) {
        return tcui_quiet_nan_bits(reduction->task->in_type);
    }
    return how->op == TCU_OPERATOR_MAX ? (has_positive ? x.greatest : x.least) : (has_negative ? x.most : x.least);
}

static uint64_t TCUI_L(tcui_extremum)(const tcui_host_reduction *reduction, const void *from, uint64_t count)
{
    return reduction->format.infinity != 0 ? TCUI_L(tcui_real_extremum)(reduction, from, count)
                                           : TCUI_L(tcui_integer_extremum)(reduction, from, count);
}

#undef TCUI_EXTREMA_OF_WIDTH
#undef TCUI_REAL_EXTREMA_OF_WIDTH
