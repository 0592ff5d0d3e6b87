/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weighted sums of rows. Sums of several vectors stay in registers while the taps go by; of a few taps the weights do,
 * and the row goes by.
 */

enum {
    /* Vectors of sums, of 16 registers, or 32. */
    TCUI_V(sums_at_once) = TCUI_LEVEL_NUMBER == 2   ? 16
                           : TCUI_LEVEL_NUMBER == 1 ? 12
                                                    : 8,
    TCUI_V(fewest_at_once) = 4
};

/* One tap more in each sum. */
TCUI_ALWAYS_INLINE void TCUI_V(add_tap)(TCUI_ACC_TYPE weight, const TCUI_ACC_TYPE *in, TCUI_V(tcui_vector) * sums,
                                        int vectors)
{
    const TCUI_V(tcui_vector) w = TCUI_V(tcui_vector_set)(weight);
    TCUI_UNROLL
    for (int v = 0; v < vectors; v++) {
        sums[v] = TCUI_V(tcui_vector_multiply_add)(w, TCUI_V(tcui_vector_load)(in + v * TCUI_LANES), sums[v]);
    }
}

/* A run of more taps than a vector has lanes: what tap k has of one vector tap k + lanes has of the next, so that two taps
 * share their loads. */
TCUI_ALWAYS_INLINE void TCUI_V(add_pairs)(const TCUI_ACC_TYPE *weight, const TCUI_ACC_TYPE *in, int64_t count,
                                          TCUI_V(tcui_vector) * sums, int vectors)
{
    for (int64_t lane = 0; lane < TCUI_LANES; lane++) {
        int64_t k = lane;
        for (; k + TCUI_LANES < count; k += 2 * TCUI_LANES) {
            const TCUI_V(tcui_vector) w = TCUI_V(tcui_vector_set)(weight[k]);
            const TCUI_V(tcui_vector) next_w = TCUI_V(tcui_vector_set)(weight[k + TCUI_LANES]);
            sums[0] = TCUI_V(tcui_vector_multiply_add)(w, TCUI_V(tcui_vector_load)(in + k), sums[0]);
            TCUI_UNROLL
            for (int v = 1; v < vectors; v++) {
                const TCUI_V(tcui_vector) both = TCUI_V(tcui_vector_load)(in + k + v * TCUI_LANES);
                sums[v - 1] = TCUI_V(tcui_vector_multiply_add)(next_w, both, sums[v - 1]);
                sums[v] = TCUI_V(tcui_vector_multiply_add)(w, both, sums[v]);
            }
            const TCUI_V(tcui_vector) last = TCUI_V(tcui_vector_load)(in + k + vectors * TCUI_LANES);
            sums[vectors - 1] = TCUI_V(tcui_vector_multiply_add)(next_w, last, sums[vectors - 1]);
        }
        if (k < count) {
            TCUI_V(add_tap)(weight[k], in + k, sums, vectors);
        }
    }
}

/* `vectors` of them to `out`, of elements x ... of the input. */
TCUI_ALWAYS_INLINE void TCUI_V(sum_vectors)(const tcui_stencil_sum *s, TCUI_ACC_TYPE *out, int64_t x, int vectors,
                                            bool adds)
{
    TCUI_V(tcui_vector) sums[16];
    const TCUI_ACC_TYPE *weight = s->weights;
    TCUI_UNROLL
    for (int v = 0; v < vectors; v++) {
        sums[v] = adds ? TCUI_V(tcui_vector_load)(out + v * TCUI_LANES) : TCUI_V(tcui_vector_zero)();
    }
    for (int64_t r = 0; r < s->num_runs; r++) {
        const TCUI_ACC_TYPE *in = (const TCUI_ACC_TYPE *)s->at[r] + x;
        const int64_t count = s->runs[r].count;
        if (s->distance == 1 && count > TCUI_LANES && vectors > 1) {
            TCUI_V(add_pairs)(weight, in, count, sums, vectors);
        } else {
            for (int64_t k = 0; k < count; k++) {
                TCUI_V(add_tap)(weight[k], in + k * s->distance, sums, vectors);
            }
        }
        weight += count;
    }
    TCUI_UNROLL
    for (int v = 0; v < vectors; v++) {
        TCUI_V(tcui_vector_store)(out + v * TCUI_LANES, sums[v]);
    }
}

TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(sum_one)(const tcui_stencil_sum *s, int64_t x)
{
    const TCUI_ACC_TYPE *weight = s->weights;
    TCUI_ACC_TYPE sum = 0;
    for (int64_t r = 0; r < s->num_runs; r++) {
        const TCUI_ACC_TYPE *in = (const TCUI_ACC_TYPE *)s->at[r] + x;
        for (uint32_t k = s->runs[r].count; k > 0; k--) {
            sum = TCUI_V(tcui_multiply_add)(*weight, *in, sum);
            weight++;
            in += s->distance;
        }
    }
    return sum;
}

/* n results to `out`, of elements x ... of the input. The last vector may overlap the one before it. */
TCUI_ALWAYS_INLINE void TCUI_V(sum_row)(const tcui_stencil_sum *s, TCUI_ACC_TYPE *out, int64_t x, int64_t n)
{
    const int64_t most = TCUI_V(sums_at_once) * TCUI_LANES, fewer = TCUI_V(fewest_at_once) * TCUI_LANES;
    int64_t e = 0;
    for (; e + most <= n; e += most) {
        TCUI_V(sum_vectors)(s, out + e, x + e, TCUI_V(sums_at_once), false);
    }
    for (; e + fewer <= n; e += fewer) {
        TCUI_V(sum_vectors)(s, out + e, x + e, TCUI_V(fewest_at_once), false);
    }
    for (; e + TCUI_LANES <= n; e += TCUI_LANES) {
        TCUI_V(sum_vectors)(s, out + e, x + e, 1, false);
    }
    if (e < n && n >= TCUI_LANES) {
        TCUI_V(sum_vectors)(s, out + n - TCUI_LANES, x + n - TCUI_LANES, 1, false);
        return;
    }
    for (; e < n; e++) {
        out[e] = TCUI_V(sum_one)(s, x + e);
    }
}

static void TCUI_V(sum_rows)(const tcui_stencil_sum *s, TCUI_ACC_TYPE *out, int64_t n)
{
    for (int64_t row = 0; row < s->rows; row++) {
        TCUI_V(sum_row)(s, out + row * s->out_pitch, row * s->in_pitch, n);
    }
}

static void TCUI_V(add)(const tcui_stencil_sum *s, void *any_out, int64_t n)
{
    TCUI_ACC_TYPE *out = any_out;
    int64_t x = 0;
    for (; x + TCUI_V(fewest_at_once) * TCUI_LANES <= n; x += TCUI_V(fewest_at_once) * TCUI_LANES) {
        TCUI_V(sum_vectors)(s, out + x, x, TCUI_V(fewest_at_once), true);
    }
    for (; x < n; x += TCUI_LANES) {
        TCUI_V(sum_vectors)(s, out + x, x, 1, true);
    }
}

/* --------------------------------------------------------------------------------------------------- few taps --- */

TCUI_ALWAYS_INLINE void TCUI_V(few_vectors)(const TCUI_V(tcui_vector) * w, const TCUI_ACC_TYPE *const *at, int taps,
                                            TCUI_ACC_TYPE *out, int64_t x, int vectors)
{
    TCUI_V(tcui_vector) sums[2];
    TCUI_UNROLL
    for (int v = 0; v < vectors; v++) {
        sums[v] = TCUI_V(tcui_vector_zero)();
    }
    TCUI_UNROLL
    for (int t = 0; t < taps; t++) {
        TCUI_UNROLL
        for (int v = 0; v < vectors; v++) {
            const TCUI_V(tcui_vector) in = TCUI_V(tcui_vector_load)(at[t] + x + v * TCUI_LANES);
            sums[v] = TCUI_V(tcui_vector_multiply_add)(w[t], in, sums[v]);
        }
    }
    TCUI_UNROLL
    for (int v = 0; v < vectors; v++) {
        TCUI_V(tcui_vector_store)(out + v * TCUI_LANES, sums[v]);
    }
}

/* `taps` is a constant. At least a vector of elements. */
TCUI_ALWAYS_INLINE void TCUI_V(sum_few)(const tcui_stencil_sum *s, int taps, TCUI_ACC_TYPE *out, int64_t n)
{
    TCUI_V(tcui_vector) w[9];
    const TCUI_ACC_TYPE *places[9], *at[9];
    const TCUI_ACC_TYPE *weights = s->weights;
    int t = 0;
    for (int64_t r = 0; r < s->num_runs; r++) {
        TCUI_KEEP_LOOP
        for (uint32_t k = 0; k < s->runs[r].count; k++) {
            places[t++] = (const TCUI_ACC_TYPE *)s->at[r] + k * s->distance;
        }
    }
    TCUI_UNROLL
    for (int i = 0; i < taps; i++) {
        w[i] = TCUI_V(tcui_vector_set)(weights[i]);
        at[i] = places[i];
    }
    for (int64_t row = 0; row < s->rows; row++) {
        TCUI_ACC_TYPE *to = out + row * s->out_pitch;
        const int64_t from = row * s->in_pitch;
        int64_t x = 0;
        for (; x + 2 * TCUI_LANES <= n; x += 2 * TCUI_LANES) {
            TCUI_V(few_vectors)(w, at, taps, to + x, from + x, 2);
        }
        for (; x + TCUI_LANES <= n; x += TCUI_LANES) {
            TCUI_V(few_vectors)(w, at, taps, to + x, from + x, 1);
        }
        if (x < n) {
            TCUI_V(few_vectors)(w, at, taps, to + n - TCUI_LANES, from + n - TCUI_LANES, 1);
        }
    }
}

#define TCUI_FEW(taps)                                                                                                 \
    static void TCUI_V(sum_##taps)(const tcui_stencil_sum *s, TCUI_ACC_TYPE *out, int64_t n)                           \
    {                                                                                                                  \
        TCUI_V(sum_few)(s, taps, out, n);                                                                              \
    }
TCUI_FEW(1)
TCUI_FEW(2)
TCUI_FEW(3)
TCUI_FEW(4)
TCUI_FEW(5)
TCUI_FEW(6)
TCUI_FEW(7)
TCUI_FEW(8)
TCUI_FEW(9)
#undef TCUI_FEW

static void TCUI_V(sum)(const tcui_stencil_sum *s, void *out, int64_t n)
{
    static void (*const few[])(const tcui_stencil_sum *, TCUI_ACC_TYPE *,
                               int64_t) = {NULL,          TCUI_V(sum_1), TCUI_V(sum_2), TCUI_V(sum_3), TCUI_V(sum_4),
                                           TCUI_V(sum_5), TCUI_V(sum_6), TCUI_V(sum_7), TCUI_V(sum_8), TCUI_V(sum_9)};
    if (s->num_taps >= 1 && s->num_taps <= 9 && n >= TCUI_LANES) {
        few[s->num_taps](s, out, n);
    } else {
        TCUI_V(sum_rows)(s, out, n);
    }
}
