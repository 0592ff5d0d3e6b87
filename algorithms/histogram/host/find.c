/* SPDX-License-Identifier: Apache-2.0 */
#include "find.h"

#include <math.h>

/* Samples of up to 32 bits, in loops that vectorise. */
TCUI_ALWAYS_INLINE void tcui_find_narrow(tcu_type type, const tcui_finder *finder, const void *samples, uint64_t stride,
                                         int count, uint32_t *found)
{
    const tcui_multiplier multiplier = finder->multiplier;
    const uint32_t first = (uint32_t)finder->integers.first, span = (uint32_t)finder->integers.span;
    const uint32_t offset = (uint32_t)finder->integers.offset, none = finder->num_bins;
    uint32_t x[TCUI_TILE_ELEMENTS];
    if (stride == 1) {
        for (int i = 0; i < count; i++) {
            x[i] = tcui_element_load_u32(type, samples, (uint64_t)i);
        }
    } else {
        for (int i = 0; i < count; i++) {
            x[i] = tcui_element_load_u32(type, samples, stride * (uint64_t)i);
        }
    }
    for (int i = 0; i < count; i++) {
        const uint32_t d = x[i] - first;
        const uint32_t bin = tcui_narrow_bin(&multiplier, d + offset);
        found[i] = d <= span ? bin : none;
    }
}

TCUI_ALWAYS_INLINE void tcui_find_wide(tcu_type type, const tcui_finder *finder, const void *samples, uint64_t stride,
                                       int count, uint32_t *found)
{
    const tcui_even_integers *bins = &finder->integers;
    for (int i = 0; i < count; i++) {
        const uint64_t d = tcui_element_load_u64(type, samples, stride * (uint64_t)i) - bins->first;
        const uint32_t bin = (uint32_t)tcui_integer_bin(&finder->multiplier, d + bins->offset);
        found[i] = d <= bins->span ? bin : finder->num_bins;
    }
}

TCUI_ALWAYS_INLINE void tcui_find_even_integers(tcu_type type, const tcui_finder *finder, const void *samples,
                                                uint64_t stride, int count, uint32_t *found)
{
    if (finder->multiplier.narrow_shift >= 0 && type != TCU_TYPE_I64 && type != TCU_TYPE_U64) {
        tcui_find_narrow(type, finder, samples, stride, count, found);
    } else {
        tcui_find_wide(type, finder, samples, stride, count, found);
    }
}

/* Estimates of all samples in a loop that vectorises; then, in few tiles, one by one those that are near an edge. */
TCUI_ALWAYS_INLINE void tcui_find_even_reals(tcu_type type, const tcui_finder *finder, const void *samples,
                                             uint64_t stride, int count, uint32_t *found)
{
    const tcui_real_bins bins = finder->reals;
    const uint32_t none = finder->num_bins;
    const bool reads_samples = type == TCU_TYPE_F64 && stride == 1; /* where they are */
    double loaded[TCUI_TILE_ELEMENTS], y[TCUI_TILE_ELEMENTS];
    const double *const x = reads_samples ? samples : loaded;
    if (stride == 1) {
        for (int i = 0; i < count && !reads_samples; i++) {
            loaded[i] = tcui_element_load_f64(type, samples, (uint64_t)i);
        }
    } else {
        for (int i = 0; i < count; i++) {
            loaded[i] = tcui_element_load_f64(type, samples, stride * (uint64_t)i);
        }
    }
    if (!bins.estimated) {
        for (int i = 0; i < count; i++) {
            found[i] = x[i] >= bins.lower && x[i] < bins.upper ? tcui_real_bin_exact(&bins, x[i]) : none;
        }
        return;
    }
    /* The bin of samples outside, as an estimate that is not near an edge. Chosen by masks: see half.h. */
    const uint64_t outside = tcui_bits_of_f64(none + 0.5);
    const double least_distance = 0.5 - bins.margin;
    uint64_t near = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t inside = tcui_mask_u64(x[i] >= bins.lower) & tcui_mask_u64(x[i] < bins.upper);
        const double estimate = (x[i] - bins.lower) * bins.scale;
        y[i] = tcui_f64_of_bits((tcui_bits_of_f64(estimate) & inside) | (outside & ~inside));
        const int32_t bin = (int32_t)y[i];
        near |= tcui_mask_u64(fabs(y[i] - bin - 0.5) >= least_distance);
        found[i] = (uint32_t)bin;
    }
    for (int i = 0; i < count && near != 0; i++) {
        const double past = y[i] - (double)found[i];
        if (fabs(past - 0.5) >= least_distance) {
            found[i] = tcui_real_bin_near_edge(&bins, x[i], (int32_t)found[i], past);
        }
    }
}

/* A NaN's key is above or below those of all numbers, and so in no bin. */
TCUI_ALWAYS_INLINE void tcui_find_between_levels(tcu_type type, const tcui_finder *finder, const void *samples,
                                                 uint64_t stride, int count, uint32_t *found)
{
    for (int first = 0; first < count; first += TCUI_SEARCHES) {
        const int searches = count - first < TCUI_SEARCHES ? count - first : TCUI_SEARCHES;
        uint64_t key[TCUI_SEARCHES] = {0}, not_above[TCUI_SEARCHES];
        for (int i = 0; i < searches; i++) {
            key[i] = tcui_level_key(type, samples, stride * (uint64_t)(first + i));
        }
        tcui_levels_not_above(finder->keys, finder->num_keys, key, not_above);
        for (int i = 0; i < searches; i++) {
            const uint64_t bin = not_above[i] - 1; /* below all levels: wraps to a large number */
            found[first + i] = bin < finder->num_bins ? (uint32_t)bin : finder->num_bins;
        }
    }
}

/* No sample of the type lies in a bin. */
static void tcui_find_nothing(const tcui_finder *finder, const void *samples, uint64_t stride, int count,
                              uint32_t *found)
{
    (void)samples, (void)stride;
    for (int i = 0; i < count; i++) {
        found[i] = finder->num_bins;
    }
}

#define TCUI_FIND_TYPES(X)                                                                                             \
    X(F16, f16, tcui_find_even_reals)                                                                                  \
    X(BF16, bf16, tcui_find_even_reals)                                                                                \
    X(F32, f32, tcui_find_even_reals)                                                                                  \
    X(F64, f64, tcui_find_even_reals)                                                                                  \
    X(I8, i8, tcui_find_even_integers)                                                                                 \
    X(U8, u8, tcui_find_even_integers)                                                                                 \
    X(I16, i16, tcui_find_even_integers)                                                                               \
    X(U16, u16, tcui_find_even_integers)                                                                               \
    X(I32, i32, tcui_find_even_integers)                                                                               \
    X(U32, u32, tcui_find_even_integers)                                                                               \
    X(I64, i64, tcui_find_even_integers)                                                                               \
    X(U64, u64, tcui_find_even_integers)

#define TCUI_LEVEL_TEMPLATE "algorithms/histogram/host/find_template.h"
#include "primitives/tile/host/for_each_level.h"

void tcui_finder_set(tcui_finder *finder, const tcui_bins *bins, tcu_type sample_type, uint64_t *keys)
{
    static const tcui_find_function(*const functions[])[2] = {TCUI_LEVELS(tcui_find_functions)};
    finder->find = functions[tcui_host_level()][sample_type][bins->kind];
    finder->num_bins = (uint32_t)bins->num_bins;
    finder->by_values = false;
    if (bins->kind == TCU_BINS_RANGE) {
        finder->keys = keys;
        finder->num_keys = tcui_level_keys(bins, sample_type, keys);
    } else if (tcui_is_real(sample_type)) {
        finder->reals = tcui_real_bins_of(&bins->reals, bins->num_bins);
    } else {
        finder->integers = bins->integers;
        finder->multiplier = tcui_multiplier_of(bins->num_bins, bins->integers.width);
        finder->by_values = !bins->integers.none && bins->integers.offset == 0 &&
                            bins->integers.width == bins->num_bins && bins->integers.span == bins->num_bins - 1;
        if (bins->integers.none) {
            finder->find = tcui_find_nothing;
        }
    }
}
