/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quicksort of keys of TCUI_KEY_BYTES, at one level, between two arrays: `data`, n keys of which are sorted, and `other`,
 * which has room for n. Keys below a pivot go to one of them, the rest to the other, each from its beginning on:
 *
 *     data   5 1 7 3 8 2      pivot 4      data   1 3 2 . . .      sorted, these are places 0 ... 2 of the result
 *     other  . . . . . .       ->          other  5 7 8 . . .      and these are places 3 ... 5
 *
 * A vector of keys is split by compressing it twice, once with the mask of the keys below the pivot. No place is written
 * before its key has been read, though whole vectors are stored, and nothing is chosen between but addresses: no branch
 * depends on a key. The ends of both arrays are free then. The lower keys have as much room behind the upper ones,
 * other[3 ... 5], and the upper keys where the result will have them. So each part is again an array with another, and
 * the result of a part is to be in its `data` (the lower keys above) or in its `other` (the upper ones).
 *
 * The pivot is the median of a sample. Where no key is less than it, all keys that equal it are done: so many equal keys
 * take less time. After so many divisions in a row as random keys never take, heap sort takes over: it is n log n steps at
 * most. Up to 16 vectors are sorted by a network (network_template.h). M. Blacher, J. Giesen, P. Sanders, J. Wassenberg,
 * "Vectorized and Performance-portable Quicksort", 2022, with whose divisions in place these between two arrays have the
 * network and the samples in common; compression after B. Bramas (network_template.h).
 *
 * ns a key on one core of a server with AVX-512, at 1000, 2^14, 2^18 keys; NumPy 2.4's sort of u32 takes 2.3, 2.65,
 * 3.3. Keys of 16 bits: lanes of 16 compressed 1.4, 1.8, 2.2, divided as lanes of 32 1.9, 2.9, 3.9. Samples of one to
 * six times as many keys for a pivot, or the lower keys' room where the upper ones will be: within 2%. Keys of 64 bits
 * with AVX2 alone 8.3, 10.1, 12.4, by digits 6.4, 7.9, 21.
 * AVX2 against digits (EPYC): keys of 32 bits 3, 2.1 and 1.6 times as fast, of 64 bits 1.2 to 1.6 times at 2^16.
 */

/* `name` with the keys' bytes and the level behind it. */
#define TCUI_K(name) TCUI_JOIN_3(name, TCUI_KEY_BYTES, TCUI_LEVEL)

/* --------------------------------------------------------------------------------------- keys and lanes --- */

/* Keys of 8 and 16 bits are compared as they are, and are lanes of 32 bits in networks alone. (Keys are the caller's
 * numbers, of any type of so many bytes.) */
#undef TCUI_KEY
#undef TCUI_KEY_TARGET
#undef TCUI_KEY_MAX
#define TCUI_KEY TCUI_K(key)
#if TCUI_KEY_BYTES == 1
typedef uint8_t __attribute__((may_alias)) TCUI_KEY;
#define TCUI_KEY_MAX UINT8_MAX
#elif TCUI_KEY_BYTES == 2
typedef uint16_t __attribute__((may_alias)) TCUI_KEY;
#define TCUI_KEY_MAX UINT16_MAX
#else
typedef TCUI_W(lane) TCUI_KEY;
#define TCUI_KEY_MAX TCUI_LANE_MAX
#define TCUI_KEY_TARGET
#endif

enum {
    TCUI_K(network) = 16 * TCUI_LANES,
    TCUI_K(lanes) = TCUI_VECTOR_BYTES / TCUI_KEY_BYTES,
    /* Lines that will be stored to are fetched so many keys before; without that divisions in L2 take 1.6 times as
     * long. */
    TCUI_K(ahead) = 512 / TCUI_KEY_BYTES
};

#if TCUI_KEY_BYTES < 4

#define TCUI_KEY_TARGET TCUI_TARGET_VBMI2 /* where keys are compressed */
#if TCUI_KEY_BYTES == 1
#define TCUI_NARROW(op) _mm_##op##_epi8
#define TCUI_WIDEN      _mm512_cvtepu8_epi32
#define TCUI_ALL(op)    _mm512_##op##_epi8
#define TCUI_BELOW      _mm512_cmplt_epu8_mask
#define TCUI_MASK       __mmask64
#else
#define TCUI_NARROW(op) _mm256_##op##_epi16
#define TCUI_WIDEN      _mm512_cvtepu16_epi32
#define TCUI_ALL(op)    _mm512_##op##_epi16
#define TCUI_BELOW      _mm512_cmplt_epu16_mask
#define TCUI_MASK       __mmask32
#endif

/* The first `count` lanes of memory; the others are 0. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_K(load)(const TCUI_KEY *from, unsigned count)
{
    if (count == TCUI_LANES) {
        return TCUI_WIDEN(TCUI_NARROW(loadu)(from));
    }
    return TCUI_WIDEN(TCUI_NARROW(maskz_loadu)(TCUI_W(front)(count), from));
}

TCUI_ALWAYS_INLINE void TCUI_K(store)(TCUI_KEY *to, unsigned count, TCUI_V x)
{
#if TCUI_KEY_BYTES == 1
    TCUI_NARROW(mask_storeu)(to, TCUI_W(front)(count), _mm512_cvtepi32_epi8(x));
#else
    TCUI_NARROW(mask_storeu)(to, TCUI_W(front)(count), _mm512_cvtepi32_epi16(x));
#endif
}

#else

TCUI_ALWAYS_INLINE TCUI_V TCUI_K(load)(const TCUI_KEY *from, unsigned count)
{
    return TCUI_W(load)(from, count);
}

TCUI_ALWAYS_INLINE void TCUI_K(store)(TCUI_KEY *to, unsigned count, TCUI_V x)
{
    TCUI_W(store)(to, count, x);
}

#if TCUI_LEVEL_NUMBER == 2
#define TCUI_ALL   TCUI_EPI
#define TCUI_BELOW TCUI_LESS
#define TCUI_MASK  TCUI_W(mask)
#endif

#endif

/* ------------------------------------------------------------------------------------------- their order --- */

/* key_order.h's, between keys and lanes. */
typedef struct TCUI_K(order) {
    TCUI_V flip, negative, sign;
} TCUI_K(order);

TCUI_ALWAYS_INLINE TCUI_K(order) TCUI_K(order_of)(tcui_key_order order)
{
    const uint64_t sign = (uint64_t)1 << (order.bits - 1), bias = TCUI_KEY_BYTES < 4 ? 0 : sign;
    const TCUI_K(order) o = {TCUI_W(set)((TCUI_W(lane))(order.flip ^ bias)), TCUI_W(set)((TCUI_W(lane))order.negative),
                             TCUI_W(set)((TCUI_W(lane))sign)};
    return o;
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_K(lanes_of)(const TCUI_K(order) * order, TCUI_V keys)
{
    return TCUI_W(flip)(TCUI_W(flip_signed)(keys, order->negative, order->sign), order->flip);
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_K(keys_of)(const TCUI_K(order) * order, TCUI_V lanes)
{
    return TCUI_W(flip_signed)(TCUI_W(flip)(lanes, order->flip), order->negative, order->sign);
}

/* A vector as split() compares it. (Keys of less than 32 bits have been converted before.) */
TCUI_ALWAYS_INLINE TCUI_V TCUI_K(compared)(TCUI_V x, bool as_keys, const TCUI_K(order) * order)
{
    return TCUI_KEY_BYTES >= 4 && as_keys ? TCUI_K(lanes_of)(order, x) : x;
}

/*
 * The first `count` lanes of a vector, or of keys: those below `pivot` to `low`, the others to `high`. Returns how many
 * are below. Stores whole vectors, if it has one.
 */
#if TCUI_LEVEL_NUMBER == 2

TCUI_KEY_TARGET TCUI_ALWAYS_INLINE unsigned TCUI_K(split)(const TCUI_KEY *in, bool as_keys, unsigned count,
                                                          TCUI_KEY pivot, TCUI_KEY *low, TCUI_KEY *high,
                                                          const TCUI_K(order) * order)
{
    if (count == TCUI_K(lanes)) {
        const __m512i x = TCUI_K(compared)(_mm512_loadu_si512(in), as_keys, order);
        const TCUI_MASK below = TCUI_BELOW(x, TCUI_ALL(set1)(pivot));
        _mm512_storeu_si512(low, TCUI_ALL(maskz_compress)(below, x));
        _mm512_storeu_si512(high, TCUI_ALL(maskz_compress)((TCUI_MASK)~below, x));
        return (unsigned)__builtin_popcountll(below);
    }
    const TCUI_MASK all = (TCUI_MASK)(((uint64_t)1 << count) - 1);
    const __m512i x = TCUI_K(compared)(TCUI_ALL(maskz_loadu)(all, in), as_keys, order);
    const TCUI_MASK below = all & TCUI_BELOW(x, TCUI_ALL(set1)(pivot)), others = all ^ below;
    const unsigned bits = (unsigned)__builtin_popcountll(below);
    TCUI_ALL(mask_storeu)(low, (TCUI_MASK)(((uint64_t)1 << bits) - 1), TCUI_ALL(maskz_compress)(below, x));
    TCUI_ALL(mask_storeu)(high, (TCUI_MASK)(((uint64_t)1 << (count - bits)) - 1), TCUI_ALL(maskz_compress)(others, x));
    return bits;
}

#else

/* (Which lanes of 32 bits are marked. Those behind the marked ones are arbitrary.) */
TCUI_ALWAYS_INLINE __m256i TCUI_K(compress)(__m256i x, unsigned marks)
{
    const __m256i shifts = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    return _mm256_permutevar8x32_epi32(x, _mm256_srlv_epi32(_mm256_set1_epi32((int)marked_lanes[marks]), shifts));
}

TCUI_ALWAYS_INLINE unsigned TCUI_K(split)(const TCUI_KEY *in, bool as_keys, unsigned count, TCUI_KEY pivot,
                                          TCUI_KEY *low, TCUI_KEY *high, const TCUI_K(order) * order)
{
    enum { WORDS = TCUI_LANE_BITS / 32 };
    const __m256i x = TCUI_K(compared)(TCUI_W(load)(in, count), as_keys, order);
    const __m256i less = TCUI_EPI(cmpgt)(TCUI_W(set)(pivot), x);
    const unsigned all = (1u << count * WORDS) - 1;
    const unsigned below = all & (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(less));
    const unsigned bits = (unsigned)__builtin_popcount(below) / WORDS;
    const bool is_whole = count == TCUI_LANES;
    TCUI_W(store)(low, is_whole ? TCUI_LANES : bits, TCUI_K(compress)(x, below));
    TCUI_W(store)(high, is_whole ? TCUI_LANES : count - bits, TCUI_K(compress)(x, all ^ below));
    return bits;
}

#endif

TCUI_ALWAYS_INLINE void TCUI_K(convert_some)(const TCUI_KEY *in, bool as_keys, TCUI_KEY *out, unsigned count,
                                             const TCUI_K(order) * order)
{
    const TCUI_V x = TCUI_K(load)(in, count);
    TCUI_K(store)(out, count, as_keys ? TCUI_K(lanes_of)(order, x) : TCUI_K(keys_of)(order, x));
}

/* Keys become lanes, or lanes become keys. */
static void TCUI_K(convert)(const TCUI_KEY *in, bool as_keys, TCUI_KEY *out, uint64_t n, const TCUI_K(order) * order)
{
    uint64_t i = 0;
    for (; i + TCUI_LANES <= n; i += TCUI_LANES) {
        TCUI_K(convert_some)(in + i, as_keys, out + i, TCUI_LANES, order);
    }
    TCUI_K(convert_some)(in + i, as_keys, out + i, (unsigned)(n - i), order);
}

static void TCUI_K(fill)(TCUI_KEY *out, uint64_t n, TCUI_KEY lane, const TCUI_K(order) * order)
{
    const TCUI_V key = TCUI_K(keys_of)(order, TCUI_W(set)(lane));
    uint64_t i = 0;
    for (; i + TCUI_LANES <= n; i += TCUI_LANES) {
        TCUI_K(store)(out + i, TCUI_LANES, key);
    }
    TCUI_K(store)(out + i, (unsigned)(n - i), key);
}

/* ---------------------------------------------------------------------------------------------- the sort --- */

/* Up to 16 vectors, as keys or as lanes, become keys in order. */
static void TCUI_K(sort_few)(const TCUI_KEY *in, bool as_keys, TCUI_KEY *out, unsigned n, const TCUI_K(order) * order)
{
    if (n <= TCUI_LANES) { /* as short segments are */
        const TCUI_V x = TCUI_K(load)(in, n);
        TCUI_V row =
            TCUI_W(select)(TCUI_W(front)(n), as_keys ? TCUI_K(lanes_of)(order, x) : x, TCUI_W(set)(TCUI_LANE_MAX));
        TCUI_W(sort_matrix)(&row, 1);
        TCUI_K(store)(out, n, TCUI_K(keys_of)(order, row));
        return;
    }
    TCUI_V v[16];
    const unsigned whole = (n - 1) / TCUI_LANES, rest = n - whole * TCUI_LANES;
    for (unsigned r = 0; r < whole; r++) {
        v[r] = TCUI_K(load)(in + (size_t)r * TCUI_LANES, TCUI_LANES);
    }
    v[whole] = TCUI_K(load)(in + (size_t)whole * TCUI_LANES, rest);
    for (unsigned r = 0; as_keys && r <= whole; r++) {
        v[r] = TCUI_K(lanes_of)(order, v[r]);
    }
    v[whole] = TCUI_W(select)(TCUI_W(front)(rest), v[whole], TCUI_W(set)(TCUI_LANE_MAX));
    TCUI_W(sort_rows)(v, whole + 1);
    for (unsigned r = 0; r < whole; r++) {
        TCUI_K(store)(out + (size_t)r * TCUI_LANES, TCUI_LANES, TCUI_K(keys_of)(order, v[r]));
    }
    TCUI_K(store)(out + (size_t)whole * TCUI_LANES, rest, TCUI_K(keys_of)(order, v[whole]));
}

/* The median of keys from all over the array; the longer it is, the more. */
static TCUI_KEY TCUI_K(choose_pivot)(const TCUI_KEY *in, bool as_keys, uint64_t n, const TCUI_K(order) * order)
{
    TCUI_V v[16];
    TCUI_W(lane) sample[16 * TCUI_LANES];
    const unsigned rows = n < 1024 ? 1 : n < 1 << 14 ? 4 : 16;
    uint32_t place = 0; /* of 2^32: multiples of the golden ratio keep away from each other, and from all periods */
    const uint64_t unit = (n >> 32) + 1, units = n / unit;
    for (unsigned k = 0; k < rows * TCUI_LANES; k++, place += 0x9e3779b9u) {
        sample[k] = in[(place * units >> 32) * unit];
    }
    memcpy(v, sample, rows * sizeof *v);
    for (unsigned r = 0; as_keys && r < rows; r++) {
        v[r] = TCUI_K(lanes_of)(order, v[r]);
    }
    TCUI_W(sort_rows)(v, rows);
    memcpy(sample, v, rows * sizeof *v);
    return (TCUI_KEY)sample[rows * TCUI_LANES / 2];
}

/* Lanes below `pivot` to `low`, all others to `high`; one of them may be `in`. Returns how many are below. */
TCUI_KEY_TARGET TCUI_ALWAYS_INLINE uint64_t TCUI_K(partition_any)(const TCUI_KEY *in, bool as_keys, TCUI_KEY *low,
                                                                  TCUI_KEY *high, uint64_t n, TCUI_KEY pivot,
                                                                  const TCUI_K(order) * order)
{
    TCUI_KEY *const begin = low;
    uint64_t i = 0;
    for (; i + TCUI_K(lanes) <= n; i += TCUI_K(lanes)) {
        const unsigned below = TCUI_K(split)(in + i, as_keys, TCUI_K(lanes), pivot, low, high, order);
        __builtin_prefetch(low + TCUI_K(ahead), 1);
        __builtin_prefetch(high + TCUI_K(ahead), 1);
        low += below;
        high += TCUI_K(lanes) - below;
    }
    if (i < n) {
        low += TCUI_K(split)(in + i, as_keys, (unsigned)(n - i), pivot, low, high, order);
    }
    return (uint64_t)(low - begin);
}

TCUI_KEY_TARGET static uint64_t TCUI_K(partition)(const TCUI_KEY *in, TCUI_KEY *low, TCUI_KEY *high, uint64_t n,
                                                  TCUI_KEY pivot)
{
    return TCUI_K(partition_any)(in, false, low, high, n, pivot, NULL);
}

TCUI_KEY_TARGET static uint64_t TCUI_K(partition_keys)(const TCUI_KEY *in, TCUI_KEY *low, TCUI_KEY *high, uint64_t n,
                                                       TCUI_KEY pivot, const TCUI_K(order) * order)
{
    return TCUI_K(partition_any)(in, true, low, high, n, pivot, order);
}

/* (Rarely called: inlined, it made sorts of 16 keys 4% slower.) */
TCUI_NEVER_INLINE void TCUI_K(sort_heap)(TCUI_KEY *keys, uint64_t n)
{
    for (uint64_t rest = n, root = n / 2; rest > 1;) {
        if (root > 0) {
            root--; /* the heap grows */
        } else {
            rest--;
            const TCUI_KEY most = keys[0];
            keys[0] = keys[rest];
            keys[rest] = most;
        }
        const TCUI_KEY sinking = keys[root];
        uint64_t at = root;
        for (uint64_t child = 2 * root + 1; child < rest; child = 2 * at + 1) {
            child += child + 1 < rest && keys[child] < keys[child + 1];
            if (keys[child] <= sinking) {
                break;
            }
            keys[at] = keys[child];
            at = child;
        }
        keys[at] = sinking;
    }
}

/* What is in `data` are lanes; the result are keys, in `data` or in `other`. */
static void TCUI_K(sort_between)(TCUI_KEY *data, TCUI_KEY *other, bool to_other, uint64_t n, int depth,
                                 const TCUI_K(order) * order)
{
    while (n > TCUI_K(network)) {
        if (depth-- == 0) {
            TCUI_K(sort_heap)(data, n);
            TCUI_K(convert)(data, false, to_other ? other : data, n, order);
            return;
        }
        const TCUI_KEY pivot = TCUI_K(choose_pivot)(data, false, n, order);
        TCUI_KEY *const low = to_other ? other : data, *const high = to_other ? data : other;
        uint64_t below = TCUI_K(partition)(data, low, high, n, pivot);
        if (below > 0) {
            TCUI_K(sort_between)(low, high + (n - below), false, below, depth, order);
        } else if (pivot == TCUI_KEY_MAX) {
            TCUI_K(fill)(low, n, pivot, order);
            return;
        } else {
            below = TCUI_K(partition)(high, low, high, n, (TCUI_KEY)(pivot + 1));
            TCUI_K(fill)(low, below, pivot, order);
        }
        data = high;
        other = low + below;
        to_other = true;
        n -= below;
    }
    if (n > 0) {
        TCUI_K(sort_few)(data, false, to_other ? other : data, (unsigned)n, order);
    }
}

/* ------------------------------------------------------------------------------- what vectors.h promises --- */

static void TCUI_K(sort)(const void *in, void *out, void *other, uint64_t n, tcui_key_order rule, int depth)
{
    const TCUI_K(order) order = TCUI_K(order_of)(rule);
    if (n <= TCUI_K(network)) {
        TCUI_K(sort_few)(in, true, out, (unsigned)n, &order);
    } else if (TCUI_KEY_BYTES < 4) {
        TCUI_K(convert)(in, true, out, n, &order);
        TCUI_K(sort_between)(out, other, false, n, depth, &order);
    } else { /* the first division converts them */
        TCUI_KEY *const low = out, *const high = other;
        const TCUI_KEY pivot = TCUI_K(choose_pivot)(in, true, n, &order);
        const uint64_t below = TCUI_K(partition_keys)(in, low, high, n, pivot, &order);
        TCUI_K(sort_between)(low, high + (n - below), false, below, depth, &order);
        TCUI_K(sort_between)(high, low + below, true, n - below, depth, &order);
    }
}

static void TCUI_K(sort_bucket)(void *data, void *other, uint64_t n, tcui_key_order rule, int depth)
{
    const TCUI_K(order) order = TCUI_K(order_of)(rule);
    TCUI_K(sort_between)(data, other, false, n, depth, &order);
}

/* By `buckets` - 1 pivots; the buckets are in `data` or in `other` then, one behind the other. */
static void TCUI_K(divide_between)(TCUI_KEY *data, TCUI_KEY *other, bool to_other, uint64_t n, const TCUI_KEY *pivots,
                                   uint64_t buckets, uint64_t *sizes)
{
    for (; buckets > 1; buckets /= 2) {
        TCUI_KEY *const low = to_other ? other : data, *const high = to_other ? data : other;
        const uint64_t below = TCUI_K(partition)(data, low, high, n, pivots[buckets / 2 - 1]);
        TCUI_K(divide_between)(low, high + (n - below), false, below, pivots, buckets / 2, sizes);
        data = high;
        other = low + below;
        to_other = true;
        n -= below;
        pivots += buckets / 2;
        sizes += buckets / 2;
    }
    sizes[0] = n;
    if (to_other) {
        memcpy(other, data, n * sizeof *data);
    }
}

static void TCUI_K(divide)(const void *in, void *data, void *other, uint64_t n, tcui_key_order rule, const void *pivots,
                           uint64_t buckets, uint64_t *sizes)
{
    const TCUI_K(order) order = TCUI_K(order_of)(rule);
    TCUI_KEY lanes[TCUI_SORT_BUCKETS];
    TCUI_K(convert)(pivots, true, lanes, buckets - 1, &order);
    if (TCUI_KEY_BYTES < 4) {
        TCUI_K(convert)(in, true, data, n, &order);
        TCUI_K(divide_between)(data, other, false, n, lanes, buckets, sizes);
    } else {
        TCUI_KEY *const low = data, *const high = other;
        const uint64_t half = buckets / 2, below = TCUI_K(partition_keys)(in, low, high, n, lanes[half - 1], &order);
        TCUI_K(divide_between)(low, high + (n - below), false, below, lanes, half, sizes);
        TCUI_K(divide_between)(high, low + below, true, n - below, lanes + half, half, sizes + half);
    }
}

#undef TCUI_NARROW
#undef TCUI_WIDEN
#undef TCUI_ALL
#undef TCUI_BELOW
#undef TCUI_MASK
