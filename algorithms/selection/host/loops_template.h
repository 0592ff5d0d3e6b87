/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops over keys of TCUI_BITS bits at TCUI_LEVEL. 64 keys are compared at a time, into a mask: as a rule few of them
 * are of interest, and of these alone something is stored.
 */

/* `name` with the width and the level behind it. */
#define TCUI_B(name) TCUI_JOIN_3(name, TCUI_BITS, TCUI_LEVEL)
#define KEY          TCUI_JOIN(key, TCUI_BITS)

/* Order bits (key_order.h). `is_real` is a constant where this is inlined: integers need one operation. */
TCUI_ALWAYS_INLINE KEY TCUI_B(bits_of)(const tcui_key_order *order, KEY x, bool is_real)
{
    const KEY sign = is_real ? (KEY)(0 - (x >> (TCUI_BITS - 1))) : 0;
    return (KEY)(x ^ (KEY)order->flip ^ (sign & (KEY)order->negative));
}

/* Bit i: whether the order bits of x[i] are from `low` to `low` + `span`. Of 64 keys. */
#if TCUI_LEVEL_NUMBER == 2 && (TCUI_BITS == 32 || TCUI_BITS == 64)
TCUI_ALWAYS_INLINE uint64_t TCUI_B(mask_of)(const tcui_key_order *order, const KEY *x, KEY low, KEY span, bool is_real)
{
#if TCUI_BITS == 32
#define OF(name) name##_epi32
#define COMPARE  _mm512_cmple_epu32_mask
    const __m512i flip = _mm512_set1_epi32((int)order->flip), negative = _mm512_set1_epi32((int)order->negative);
    const __m512i from = _mm512_set1_epi32((int)low), most = _mm512_set1_epi32((int)span);
#else
#define OF(name) name##_epi64
#define COMPARE  _mm512_cmple_epu64_mask
    const __m512i flip = _mm512_set1_epi64((long long)order->flip),
                  negative = _mm512_set1_epi64((long long)order->negative);
    const __m512i from = _mm512_set1_epi64((long long)low), most = _mm512_set1_epi64((long long)span);
#endif
    enum { LANES = 512 / TCUI_BITS };
    uint64_t mask = 0;
    TCUI_UNROLL
    for (size_t v = 0; v < 64 / LANES; v++) {
        __m512i bits = _mm512_loadu_si512(x + v * LANES);
        if (is_real) {
            bits = _mm512_xor_si512(bits, _mm512_and_si512(OF(_mm512_srai)(bits, TCUI_BITS - 1), negative));
        }
        bits = OF(_mm512_sub)(_mm512_xor_si512(bits, flip), from);
        mask |= (uint64_t)COMPARE(bits, most) << (v * LANES);
    }
    return mask;
#undef OF
#undef COMPARE
}
#else
TCUI_ALWAYS_INLINE uint64_t TCUI_B(mask_of)(const tcui_key_order *order, const KEY *x, KEY low, KEY span, bool is_real)
{
    uint8_t flags[64];
    for (int i = 0; i < 64; i++) {
        flags[i] = (KEY)(TCUI_B(bits_of)(order, x[i], is_real) - low) <= span;
    }
    uint64_t mask = 0;
    for (size_t byte = 0; byte < 8; byte++) {
        mask |= pack_flags(flags + 8 * byte) << (8 * byte);
    }
    return mask;
}
#endif

/* The same of the keys from x[0] on, of which there may be fewer than 64. */
TCUI_ALWAYS_INLINE uint64_t TCUI_B(mask_of_some)(const tcui_key_order *order, const KEY *x, uint64_t count, KEY low,
                                                 KEY span, bool is_real)
{
    if (count >= 64) {
        return TCUI_B(mask_of)(order, x, low, span, is_real);
    }
    KEY copy[64] = {0};
    memcpy(copy, x, count * sizeof *copy);
    return TCUI_B(mask_of)(order, copy, low, span, is_real) & ((UINT64_C(1) << count) - 1);
}

TCUI_ALWAYS_INLINE tcui_selection_counts TCUI_B(count_some)(const tcui_selection_keys *k, uint64_t begin, uint64_t end,
                                                            tcui_selection_bracket bracket, bool is_real)
{
    const KEY *keys = (const KEY *)k->keys;
    const KEY low = (KEY)bracket.low, high = (KEY)bracket.high;
    tcui_selection_counts counts = {0, 0, 0};
    for (uint64_t i = begin; i < end; i += 64) {
        const KEY *x = keys + i;
        const uint64_t left = end - i;
        if (low > 0) {
            counts.below += count_ones(TCUI_B(mask_of_some)(&k->order, x, left, 0, (KEY)(low - 1), is_real));
        }
        counts.inside += count_ones(TCUI_B(mask_of_some)(&k->order, x, left, low, (KEY)(high - low), is_real));
        counts.at_high += count_ones(TCUI_B(mask_of_some)(&k->order, x, left, high, 0, is_real));
    }
    return counts;
}

static tcui_selection_counts TCUI_B(count)(const tcui_selection_keys *k, uint64_t begin, uint64_t end,
                                           tcui_selection_bracket bracket)
{
    return k->order.negative != 0 ? TCUI_B(count_some)(k, begin, end, bracket, true)
                                  : TCUI_B(count_some)(k, begin, end, bracket, false);
}

TCUI_ALWAYS_INLINE uint64_t TCUI_B(collect_some)(const tcui_selection_keys *k, uint64_t begin, uint64_t end,
                                                 tcui_selection_bracket bracket, tcui_selection_list list,
                                                 uint64_t *below, bool is_real)
{
    const KEY *keys = (const KEY *)k->keys;
    const KEY low = (KEY)bracket.low, high = (KEY)bracket.high;
    uint64_t n = 0, ties = list.ties, less = 0;
    for (uint64_t i = begin; i < end && n < list.capacity; i += 64) {
        if (low > 0) {
            less += count_ones(TCUI_B(mask_of_some)(&k->order, keys + i, end - i, 0, (KEY)(low - 1), is_real));
        }
        uint64_t mask = TCUI_B(mask_of_some)(&k->order, keys + i, end - i, low, (KEY)(high - low), is_real);
        for (; mask != 0 && n < list.capacity; mask &= mask - 1) {
            const uint64_t at = i + first_one(mask);
            const KEY bits = TCUI_B(bits_of)(&k->order, keys[at], is_real);
            const bool is_tie = bits == high, takes = !is_tie || ties > 0;
            list.bits[n] = bits;
            if (list.positions != NULL) {
                list.positions[n] = at;
            }
            ties -= is_tie && takes;
            n += takes;
        }
    }
    *below += less;
    return n;
}

static uint64_t TCUI_B(collect)(const tcui_selection_keys *k, uint64_t begin, uint64_t end,
                                tcui_selection_bracket bracket, tcui_selection_list list, uint64_t *below)
{
    return k->order.negative != 0 ? TCUI_B(collect_some)(k, begin, end, bracket, list, below, true)
                                  : TCUI_B(collect_some)(k, begin, end, bracket, list, below, false);
}

static void TCUI_B(count_digits)(const tcui_selection_keys *k, tcui_selection_bracket bracket, int shift,
                                 uint64_t *counts)
{
    const KEY *keys = (const KEY *)k->keys;
    const KEY low = (KEY)bracket.low, span = (KEY)(bracket.high - bracket.low);
    for (uint64_t i = 0; i < k->n; i++) {
        const KEY bits = (KEY)(TCUI_B(bits_of)(&k->order, keys[i], true) - low);
        if (bits <= span) {
            counts[bits >> shift]++;
        }
    }
}

static void TCUI_B(load)(const tcui_selection_keys *k, uint64_t size, uint64_t *bits)
{
    const KEY *keys = (const KEY *)k->keys;
    const uint64_t step = k->n / size;
    for (uint64_t i = 0; i < size; i++) {
        const uint64_t at = step == 1 ? i : i * step + mix(i) % step;
        bits[i] = TCUI_B(bits_of)(&k->order, keys[at], true);
    }
}

TCUI_ALWAYS_INLINE void TCUI_B(insert)(uint64_t *bits, uint64_t *positions, uint64_t last, uint64_t b, uint64_t at)
{
    uint64_t j = last;
    for (; j > 0 && bits[j - 1] > b; j--) {
        bits[j] = bits[j - 1];
        positions[j] = positions[j - 1];
    }
    bits[j] = b;
    positions[j] = at;
}

/* A sorted list of the first m so far: the last of them is what others have to be less than. */
static void TCUI_B(take_few)(const tcui_selection_keys *k, uint64_t m, uint64_t *bits, uint64_t *positions)
{
    const KEY *keys = (const KEY *)k->keys;
    for (uint64_t i = 0; i < m; i++) {
        TCUI_B(insert)(bits, positions, i, TCUI_B(bits_of)(&k->order, keys[i], true), i);
    }
    for (uint64_t i = m; i < k->n && bits[m - 1] > 0; i += 64) {
        uint64_t mask =
            TCUI_B(mask_of_some)(&k->order, keys + i, k->n - i, 0, (KEY)(bits[m - 1] - 1), k->order.negative != 0);
        for (; mask != 0; mask &= mask - 1) {
            const uint64_t at = i + first_one(mask);
            const KEY b = TCUI_B(bits_of)(&k->order, keys[at], true);
            if (b < bits[m - 1]) {
                TCUI_B(insert)(bits, positions, m - 1, b, at);
            }
        }
    }
}

static const tcui_selection_loops TCUI_B(loops) = {TCUI_B(count), TCUI_B(collect), TCUI_B(count_digits), TCUI_B(load),
                                                   TCUI_B(take_few)};

#undef TCUI_B
#undef KEY
#undef TCUI_BITS
