/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops over keys of TCUI_BITS bits. None has a branch that depends on a comparison: in random data such a branch
 * goes the wrong way every other time, which costs more than the rest of a step.
 */

/* Order bits (key_order.h). `is_real` is a constant where this is inlined: integers need one operation. */
TCUI_ALWAYS_INLINE TCUI_B(key) TCUI_B(bits_of)(const tcui_key_order *order, TCUI_B(key) x, bool is_real)
{
    const TCUI_B(key) sign = is_real ? (TCUI_B(key))(0 - (x >> (TCUI_BITS - 1))) : 0;
    return x ^ (TCUI_B(key))order->flip ^ (sign & (TCUI_B(key))order->negative);
}

TCUI_ALWAYS_INLINE bool TCUI_B(is_before)(TCUI_B(key) a, TCUI_B(key) b, bool a_first)
{
    return a_first ? a <= b : a < b;
}

/* -------------------------------------------------------------------------------------------- the merge path --- */

static uint64_t TCUI_B(cross)(const tcui_merge_work *m, tcui_merge_place from, uint64_t count)
{
    const TCUI_B(key) *a = (const TCUI_B(key) *)m->task->a.keys + from.a;
    const TCUI_B(key) *b = (const TCUI_B(key) *)m->task->b.keys + from.b;
    const uint64_t a_left = m->a_n - from.a, b_left = m->b_n - from.b;
    uint64_t low = count > b_left ? count - b_left : 0, high = count < a_left ? count : a_left;
    while (low < high) {
        const uint64_t i = low + (high - low) / 2;
        const TCUI_B(key) x = TCUI_B(bits_of)(&m->order, a[i], true);
        const TCUI_B(key) y = TCUI_B(bits_of)(&m->order, b[count - 1 - i], true);
        const bool is_before = TCUI_B(is_before)(x, y, m->task->a_first);
        low = is_before ? i + 1 : low;
        high = is_before ? high : i;
    }
    return low;
}

/* ---------------------------------------------------------------------------------------------------- merges --- */

/* `steps` steps of all runs side by side, in which neither array can end. Run r begins r * run results behind the
 * tile's first one; taken[r] elements of a come before its next step, the others are of b. */
TCUI_ALWAYS_INLINE void TCUI_B(merge_steps)(const tcui_key_order *order, const TCUI_B(key) * a, const TCUI_B(key) * b,
                                            uint64_t *taken, uint64_t run, uint64_t steps, TCUI_B(key) * out,
                                            tcui_merge_source *sources, bool is_real, bool has_values)
{
    uint64_t i[TCUI_MERGE_RUNS];
    TCUI_UNROLL
    for (int r = 0; r < TCUI_MERGE_RUNS; r++) {
        i[r] = taken[r];
    }
    for (uint64_t k = 0; k < steps; k++) {
        TCUI_UNROLL
        for (int r = 0; r < TCUI_MERGE_RUNS; r++) {
            const uint64_t place = (uint64_t)r * run + k, j = place - i[r];
            const TCUI_B(key) x = a[i[r]], y = b[j];
            const bool takes_a = TCUI_B(bits_of)(order, x, is_real) <= TCUI_B(bits_of)(order, y, is_real);
            out[place] = takes_a ? x : y;
            if (has_values) {
                sources[place] = (tcui_merge_source)(takes_a ? i[r] : j | TCUI_MERGE_OF_B);
            }
            i[r] += takes_a;
        }
    }
    TCUI_UNROLL
    for (int r = 0; r < TCUI_MERGE_RUNS; r++) {
        taken[r] = i[r];
    }
}

/* The rest of a run, in which one of the arrays may end. */
TCUI_ALWAYS_INLINE void TCUI_B(merge_to_the_end)(const tcui_merge_work *m, tcui_merge_place tile, uint64_t i,
                                                 uint64_t first, uint64_t last, TCUI_B(key) * out,
                                                 tcui_merge_source *sources)
{
    const TCUI_B(key) *a = (const TCUI_B(key) *)m->task->a.keys + tile.a;
    const TCUI_B(key) *b = (const TCUI_B(key) *)m->task->b.keys + tile.b;
    const uint64_t a_left = m->a_n - tile.a, b_left = m->b_n - tile.b;
    for (uint64_t k = first; k < last; k++) {
        const uint64_t j = k - i;
        const bool takes_a = j >= b_left || (i < a_left && TCUI_B(bits_of)(&m->order, a[i], true) <=
                                                               TCUI_B(bits_of)(&m->order, b[j], true));
        out[k] = takes_a ? a[i] : b[j];
        if (sources != NULL) {
            sources[k] = (tcui_merge_source)(takes_a ? i : j | TCUI_MERGE_OF_B);
        }
        i += takes_a;
    }
}

static void TCUI_B(merge)(const tcui_merge_work *m, const tcui_merge_place *places, void *keys_out,
                          tcui_merge_source *sources)
{
    const tcui_merge_place tile = places[0];
    const TCUI_B(key) *a = (const TCUI_B(key) *)m->task->a.keys + tile.a;
    const TCUI_B(key) *b = (const TCUI_B(key) *)m->task->b.keys + tile.b;
    TCUI_B(key) *out = keys_out;
    const tcui_merge_place end = places[TCUI_MERGE_RUNS];
    const uint64_t count = end.a - tile.a + end.b - tile.b, run = count / TCUI_MERGE_RUNS;
    uint64_t taken[TCUI_MERGE_RUNS], steps = run;
    for (int r = 0; r < TCUI_MERGE_RUNS; r++) {
        const uint64_t a_left = m->a_n - places[r].a, b_left = m->b_n - places[r].b;
        const uint64_t both = a_left < b_left ? a_left : b_left;
        taken[r] = places[r].a - tile.a;
        steps = both < steps ? both : steps;
    }
    const tcui_key_order *order = &m->order;
    if (order->negative != 0) {
        if (sources != NULL) {
            TCUI_B(merge_steps)(order, a, b, taken, run, steps, out, sources, true, true);
        } else {
            TCUI_B(merge_steps)(order, a, b, taken, run, steps, out, NULL, true, false);
        }
    } else if (sources != NULL) {
        TCUI_B(merge_steps)(order, a, b, taken, run, steps, out, sources, false, true);
    } else {
        TCUI_B(merge_steps)(order, a, b, taken, run, steps, out, NULL, false, false);
    }
    for (uint64_t r = 0; r < TCUI_MERGE_RUNS; r++) {
        const uint64_t next = r + 1 < TCUI_MERGE_RUNS ? (r + 1) * run : count;
        TCUI_B(merge_to_the_end)(m, tile, taken[r], r * run + steps, next, out, sources);
    }
}

/* -------------------------------------------------------------------------------------------------- searches --- */

TCUI_ALWAYS_INLINE void TCUI_B(search_some)(const tcui_merge_work *m, uint64_t begin, uint64_t count, uint64_t low,
                                            uint64_t high, uint64_t *bounds, bool is_real, bool a_first)
{
    const TCUI_B(key) *a = (const TCUI_B(key) *)m->task->a.keys, *b = (const TCUI_B(key) *)m->task->b.keys;
    const tcui_key_order order = m->order;
    TCUI_B(key) value[TCUI_SEARCH_VALUES];
    uint64_t at[TCUI_SEARCH_VALUES];
    for (uint64_t v = 0; v < TCUI_SEARCH_VALUES; v++) {
        value[v] = TCUI_B(bits_of)(&order, b[begin + (v < count ? v : count - 1)], is_real);
        at[v] = low;
    }
    /* The bound is in at ... at + length. */
    uint64_t length = high - low;
    while (length > 0) {
        const uint64_t half = length - length / 2;
        for (int v = 0; v < TCUI_SEARCH_VALUES; v++) {
            const TCUI_B(key) x = TCUI_B(bits_of)(&order, a[at[v] + half - 1], is_real);
            at[v] += TCUI_B(is_before)(x, value[v], a_first) ? half : 0;
        }
        length -= half;
    }
    memcpy(bounds, at, count * sizeof *at);
}

static void TCUI_B(search)(const tcui_merge_work *m, uint64_t begin, uint64_t count, uint64_t low, uint64_t high,
                           uint64_t *bounds)
{
    if (m->order.negative != 0) {
        if (m->task->a_first) {
            TCUI_B(search_some)(m, begin, count, low, high, bounds, true, true);
        } else {
            TCUI_B(search_some)(m, begin, count, low, high, bounds, true, false);
        }
    } else if (m->task->a_first) {
        TCUI_B(search_some)(m, begin, count, low, high, bounds, false, true);
    } else {
        TCUI_B(search_some)(m, begin, count, low, high, bounds, false, false);
    }
}

static uint64_t TCUI_B(search_from)(const tcui_merge_work *m, uint64_t j, uint64_t low)
{
    const TCUI_B(key) *a = (const TCUI_B(key) *)m->task->a.keys;
    uint64_t step = 1, bound;
    while (step <= m->a_n - low &&
           TCUI_B(is_before)(TCUI_B(bits_of)(&m->order, a[low + step - 1], true),
                             TCUI_B(bits_of)(&m->order, ((const TCUI_B(key) *)m->task->b.keys)[j], true),
                             m->task->a_first)) {
        low += step;
        step *= 2;
    }
    const uint64_t left = m->a_n - low;
    TCUI_B(search)(m, j, 1, low, low + (step - 1 < left ? step - 1 : left), &bound);
    return bound;
}

const tcui_merge_loops TCUI_B(tcui_merge_loops) = {TCUI_B(cross), TCUI_B(merge), TCUI_B(search), TCUI_B(search_from)};

#undef TCUI_BITS
