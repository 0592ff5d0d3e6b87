/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MIN and MAX at a level, a loop for each width w of elements, without branches and without arithmetic of reals.
 *
 * Integers: x ^ flip is ordered as unsigned integers are, or the other way round, so that the greatest of them is
 * looked for. Those of 8 bits are compared as unsigned integers, wider ones as signed integers, which is what SSE2 and
 * AVX2 have; those of 64 bits have no maximum in AVX2, which has a loop of its own.
 *
 * Reals are a sign and a magnitude: those without sign are ordered as their bits are, those with a sign the other way
 * round, and NaN is what lies beyond infinity. Of their bits x three numbers say all:
 *
 *     greatest   of x as a signed integer: the greatest one without sign, if there is one
 *     most       of x as an unsigned integer: the least one with a sign, if there is one
 *     least      of x as an unsigned integer: the least one without sign; if all have a sign, the greatest
 *
 *     MAX = greatest without sign ? greatest : least             a NaN is there if greatest > infinity,
 *     MIN = most with sign ? most : least                        or most > -infinity
 */

#if TCUI_LEVEL_NUMBER > 0
#include "few_template.h"
#endif

/* The loops, with `absolute` and `ignore` as constants of a caller. */
#define TCUI_TAKE(width, greatest, element)                                                                            \
    do {                                                                                                               \
        uint##width##_t x = (element);                                                                                 \
        x = absolute && (int##width##_t)x < 0 ? (uint##width##_t)(0 - x) : x;                                          \
        x ^= flip;                                                                                                     \
        (greatest) = (tcui_ordered_##width)x > (greatest) ? (tcui_ordered_##width)x : (greatest);                      \
    } while (0)
#define TCUI_EXTREMA_OF_WIDTH(width)                                                                                   \
    TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_##width)(const void *from, uint64_t count, uint64_t all_flips,    \
                                                              bool absolute)                                           \
    {                                                                                                                  \
        const uint##width##_t *in = from, flip = (uint##width##_t)(all_flips ^ tcui_order_flip_##width);               \
        tcui_ordered_##width a = (tcui_ordered_##width)tcui_order_flip_##width;                                        \
        TCUI_UNROLL_4                                                                                                  \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            TCUI_TAKE(width, a, in[i]);                                                                                \
        }                                                                                                              \
        return (uint##width##_t)((uint##width##_t)a ^ flip);                                                           \
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
        TCUI_UNROLL_4                                                                                                  \
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

#if TCUI_LEVEL_NUMBER == 1
/* The greatest of 16 or more x ^ flip as signed integers of 64 bits, by comparisons, in four vectors that do not wait for
 * each other (in a cache 67 GB/s, one 23; memory is read in one stream). The last elements are looked at twice. */
static uint64_t tcui_greatest_side_by_side_avx2(const void *from, uint64_t count, uint64_t flip)
{
    const char *in = from;
    const __m256i flips = _mm256_set1_epi64x((int64_t)flip);
    __m256i a = _mm256_set1_epi64x(INT64_MIN), b = a, c = a, d = a;
    for (uint64_t i = 0; i < count; i += 16) {
        const char *at = in + 8 * (i + 16 <= count ? i : count - 16);
        a = TCUI_L(tcui_greater_64)(a, _mm256_xor_si256(_mm256_loadu_si256((const void *)at), flips));
        b = TCUI_L(tcui_greater_64)(b, _mm256_xor_si256(_mm256_loadu_si256((const void *)(at + 32)), flips));
        c = TCUI_L(tcui_greater_64)(c, _mm256_xor_si256(_mm256_loadu_si256((const void *)(at + 64)), flips));
        d = TCUI_L(tcui_greater_64)(d, _mm256_xor_si256(_mm256_loadu_si256((const void *)(at + 96)), flips));
    }
    a = TCUI_L(tcui_greater_64)(TCUI_L(tcui_greater_64)(a, b), TCUI_L(tcui_greater_64)(c, d));
    return TCUI_L(tcui_greatest_lane_64)(a) ^ flip;
}

/* MAX of 16 f64 or more, which are x ^ flip, by comparisons of reals, as AVX2 has no maximum of 64-bit integers (73
 * GB/s in a cache, by the loop 20). x > greatest is false where x is NaN. If the greatest is a zero it is -0 where all
 * have a sign. The last elements are looked at twice, which changes nothing. */
static uint64_t tcui_greatest_f64_avx2(const void *from, uint64_t count, uint64_t flip, uint64_t nan)
{
    const double *in = from;
    const __m256d flips = _mm256_castsi256_pd(_mm256_set1_epi64x((int64_t)flip)), none = _mm256_set1_pd(-INFINITY);
    __m256d a = none, b = none, c = none, d = none, nans = _mm256_setzero_pd();
    __m256d signs = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
    for (uint64_t i = 0; i < count; i += 16) {
        const double *at = in + (i + 16 <= count ? i : count - 16);
        const __m256d w = _mm256_xor_pd(_mm256_loadu_pd(at), flips), x = _mm256_xor_pd(_mm256_loadu_pd(at + 4), flips);
        const __m256d y = _mm256_xor_pd(_mm256_loadu_pd(at + 8), flips),
                      z = _mm256_xor_pd(_mm256_loadu_pd(at + 12), flips);
        a = _mm256_max_pd(w, a);
        b = _mm256_max_pd(x, b);
        c = _mm256_max_pd(y, c);
        d = _mm256_max_pd(z, d);
        nans = _mm256_or_pd(nans, _mm256_or_pd(_mm256_cmp_pd(w, x, _CMP_UNORD_Q), _mm256_cmp_pd(y, z, _CMP_UNORD_Q)));
        signs = _mm256_and_pd(signs, _mm256_and_pd(_mm256_and_pd(w, x), _mm256_and_pd(y, z)));
    }
    double greatest[4];
    _mm256_storeu_pd(greatest, _mm256_max_pd(_mm256_max_pd(a, b), _mm256_max_pd(c, d)));
    for (int i = 1; i < 4; i++) {
        greatest[0] = greatest[i] > greatest[0] ? greatest[i] : greatest[0];
    }
    if (_mm256_movemask_pd(nans) != 0) {
        return nan;
    }
    const double zero = _mm256_movemask_pd(signs) == 15 ? -0.0 : 0.0;
    return tcui_bits_of_f64(greatest[0] == 0 ? zero : greatest[0]) ^ flip;
}
#endif

static uint64_t TCUI_L(tcui_integer_extremum)(const tcui_host_reduction *reduction, const void *from, uint64_t count)
{
    const tcui_format *format = &reduction->format;
    const bool is_min = reduction->task->reduction.op == TCU_OPERATOR_MIN;
    const bool absolute = reduction->task->reduction.map == TCU_MAP_ABSOLUTE && format->sign != 0;
    const uint64_t flip = is_min ? format->sign ^ format->all : format->sign;
#if TCUI_LEVEL_NUMBER == 1
    if (format->all == UINT64_MAX && !absolute && count >= 16) {
        return tcui_greatest_side_by_side_avx2(from, count, flip ^ tcui_order_flip_64);
    }
#endif
#define TCUI_OF_WIDTH(width)                                                                                           \
    (absolute ? TCUI_L(tcui_greatest_##width)(from, count, flip, true)                                                 \
              : TCUI_L(tcui_greatest_##width)(from, count, flip, false))
    return format->all == UINT8_MAX    ? TCUI_OF_WIDTH(8)
           : format->all == UINT16_MAX ? TCUI_OF_WIDTH(16)
           : format->all == UINT32_MAX ? TCUI_OF_WIDTH(32)
                                       : TCUI_OF_WIDTH(64);
#undef TCUI_OF_WIDTH
}

TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_extremum_of_bits)(tcui_extrema_of_bits x, bool is_max, uint64_t sign,
                                                          uint64_t infinity, uint64_t nan)
{
    const bool has_positive = (x.greatest & sign) == 0, has_negative = (x.most & sign) != 0;
    if ((has_positive && x.greatest > infinity) || x.most > (sign | infinity)) {
        return nan;
    }
    return is_max ? (has_positive ? x.greatest : x.least) : (has_negative ? x.most : x.least);
}

static uint64_t TCUI_L(tcui_real_extremum)(const tcui_host_reduction *reduction, const void *from, uint64_t count)
{
    const tcui_reduction *how = &reduction->task->reduction;
    const tcui_format *format = &reduction->format;
    const bool absolute = how->map == TCU_MAP_ABSOLUTE, ignore = how->nan_mode == TCU_NAN_IGNORE;
    const uint64_t infinity = format->infinity, neutral = reduction->neutral.bits;
#if TCUI_LEVEL_NUMBER == 1
    if (format->all == UINT64_MAX && !absolute && !ignore && count >= 16) {
        return tcui_greatest_f64_avx2(from, count, how->op == TCU_OPERATOR_MIN ? format->sign : 0,
                                      tcui_quiet_nan_bits(TCU_TYPE_F64));
    }
#endif
#define TCUI_OF_WIDTH(width)                                                                                           \
    (ignore     ? absolute ? TCUI_L(tcui_extrema_##width)(from, count, true, true, infinity, neutral)                  \
                           : TCUI_L(tcui_extrema_##width)(from, count, false, true, infinity, neutral)                 \
         : absolute ? TCUI_L(tcui_extrema_##width)(from, count, true, false, infinity, neutral)                        \
                : TCUI_L(tcui_extrema_##width)(from, count, false, false, infinity, neutral))
    const tcui_extrema_of_bits x = format->all == UINT16_MAX   ? TCUI_OF_WIDTH(16)
                                   : format->all == UINT32_MAX ? TCUI_OF_WIDTH(32)
                                                               : TCUI_OF_WIDTH(64);
#undef TCUI_OF_WIDTH
    return TCUI_L(tcui_extremum_of_bits)(x, how->op == TCU_OPERATOR_MAX, format->sign, infinity,
                                         tcui_quiet_nan_bits(reduction->task->in_type));
}

TCUI_NEVER_INLINE uint64_t TCUI_L(tcui_extremum)(const tcui_host_reduction *reduction, const void *from, uint64_t count)
{
    return reduction->format.infinity != 0 ? TCUI_L(tcui_real_extremum)(reduction, from, count)
                                           : TCUI_L(tcui_integer_extremum)(reduction, from, count);
}

#if TCUI_LEVEL_NUMBER > 0
/* As tcui_extrema() below, if few elements are no different from others: without a map, and NaN not ignored. */
static void TCUI_L(tcui_extrema_of_few)(const tcui_host_reduction *reduction, const uint64_t *borders, int runs,
                                        tcui_host_value *values)
{
    enum { LEAST = 512 }; /* bytes that pay for the loops of more */
    const tcui_format *format = &reduction->format;
    const bool is_max = reduction->task->reduction.op == TCU_OPERATOR_MAX;
    const uint64_t sign = format->sign, infinity = format->infinity;
    const uint64_t nan = tcui_quiet_nan_bits(reduction->task->in_type);
    const uint64_t integer_flip = is_max ? sign : sign ^ format->all;
    const char *in = reduction->task->in;
#define TCUI_OF_RUNS(width, set, flip_bits, few)                                                                       \
    do {                                                                                                               \
        const uint64_t flip = (flip_bits);                                                                             \
        const __m256i flips = set((int##width##_t)flip), signs = set((int##width##_t)sign);                            \
        const __m256i magnitudes = _mm256_xor_si256(signs, _mm256_set1_epi8(-1));                                      \
        for (int i = 0; i < runs; i++) {                                                                               \
            const char *from = in + borders[i] * (width / 8);                                                          \
            const uint64_t count = borders[i + 1] - borders[i], bytes = count * (width / 8);                           \
            if (bytes - 1 >= LEAST - 1) {                                                                              \
                values[i].bits = count == 0 ? reduction->neutral.bits : TCUI_L(tcui_extremum)(reduction, from, count); \
            } else {                                                                                                   \
                values[i].bits = (few);                                                                                \
            }                                                                                                          \
        }                                                                                                              \
        (void)flips, (void)magnitudes;                                                                                 \
    } while (0)
#define TCUI_INTEGERS(width, set)                                                                                      \
    TCUI_OF_RUNS(width, set, integer_flip ^ tcui_order_flip_##width,                                                   \
                 TCUI_L(tcui_greatest_few_##width)(from, bytes, flips) ^ (flip & format->all))
#define TCUI_REALS(width, set)                                                                                         \
    TCUI_OF_RUNS(width, set, 0,                                                                                        \
                 TCUI_L(tcui_extremum_of_bits)(TCUI_L(tcui_extrema_few_##width)(from, bytes, signs, magnitudes),       \
                                               is_max, sign, infinity, nan))
    if (format->all == UINT8_MAX) {
        TCUI_INTEGERS(8, _mm256_set1_epi8);
    } else if (format->all == UINT16_MAX && infinity == 0) {
        TCUI_INTEGERS(16, _mm256_set1_epi16);
    } else if (format->all == UINT32_MAX && infinity == 0) {
        TCUI_INTEGERS(32, _mm256_set1_epi32);
    } else if (infinity == 0) {
        TCUI_INTEGERS(64, _mm256_set1_epi64x);
    } else if (format->all == UINT16_MAX) {
        TCUI_REALS(16, _mm256_set1_epi16);
    } else if (format->all == UINT32_MAX) {
        TCUI_REALS(32, _mm256_set1_epi32);
    } else {
        TCUI_OF_RUNS(64, _mm256_set1_epi64x, is_max ? 0 : sign, TCUI_L(tcui_greatest_few_f64)(from, bytes, flip, nan));
    }
#undef TCUI_OF_RUNS
#undef TCUI_INTEGERS
#undef TCUI_REALS
}
#endif

/* Of elements borders[i] ... borders[i + 1] - 1, for i < runs. */
static void TCUI_L(tcui_extrema)(const tcui_host_reduction *reduction, const uint64_t *borders, int runs,
                                 tcui_host_value *values)
{
#if TCUI_LEVEL_NUMBER > 0
    const tcui_reduction *how = &reduction->task->reduction;
    if (how->map == TCU_MAP_NONE && (reduction->format.infinity == 0 || how->nan_mode == TCU_NAN_PROPAGATE)) {
        TCUI_L(tcui_extrema_of_few)(reduction, borders, runs, values);
        return;
    }
#endif
    for (int i = 0; i < runs; i++) {
        const char *from = (const char *)reduction->task->in + borders[i] * reduction->in_bytes;
        const uint64_t count = borders[i + 1] - borders[i];
        values[i].bits = count == 0 ? reduction->neutral.bits : TCUI_L(tcui_extremum)(reduction, from, count);
    }
}

#undef TCUI_TAKE
#undef TCUI_EXTREMA_OF_WIDTH
#undef TCUI_REAL_EXTREMA_OF_WIDTH
