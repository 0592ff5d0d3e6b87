/* SPDX-License-Identifier: Apache-2.0 */
/* From the taps of several fields to passes, on the host, when a plan is created. */
#include "passes.h"

#include <algorithm>
#include <cstdlib>

#include "algorithms/stencil/cuda/tuning.h"
#include "algorithms/stencil/taps.h"

namespace
{

/* Taps number first to end - 1, of one pair of fields. */
struct term {
    uint64_t first, end;
    uint32_t out_field, in_field;
};

term term_from(const tcui_stencil &s, uint64_t first)
{
    term t = {first, first, s.taps[first].out_field, s.taps[first].in_field};
    while (t.end < s.num_taps && s.taps[t.end].out_field == t.out_field && s.taps[t.end].in_field == t.in_field) {
        t.end++;
    }
    return t;
}

bool is_weight(const tcui_stencil &s, const term &t)
{
    const int32_t *offset = s.taps[t.first].offset;
    return t.end == t.first + 1 && offset[0] == 0 && offset[1] == 0 && offset[2] == 0;
}

/* Between passes results have the type: those of f16, bf16 and u8 would be rounded more than once. */
bool is_rounded_between(tcu_type type)
{
    return tcu_type_size(type) != tcui_stencil_computed_bytes(type);
}

/* The terms of one output field. */
struct output {
    uint32_t weights, stencils, passes;
};

uint32_t passes_of(uint32_t weights)
{
    return (weights + TCUI_STENCIL_PASS_WEIGHTS - 1) / TCUI_STENCIL_PASS_WEIGHTS;
}

/* Counts the terms of an output field that begin with tap *t, which becomes the first tap of the next one. */
output count_terms(const tcui_stencil &s, uint32_t field, uint64_t *t)
{
    output o = {};
    while (*t < s.num_taps && s.taps[*t].out_field == field) {
        const term next = term_from(s, *t);
        (is_weight(s, next) ? o.weights : o.stencils)++;
        *t = next.end;
    }
    const uint32_t of_weights = o.stencils > 0 && o.weights == 1 ? 0 : passes_of(o.weights);
    o.passes = o.stencils + of_weights;
    o.passes += o.passes == 0; /* zeros */
    return o;
}

void set_stencil(const tcui_stencil &s, const term &t, tcui_tap *taps, tcui_field_stencil *stencil)
{
    for (uint64_t i = t.first; i < t.end; i++) {
        taps[i] = s.taps[i];
        taps[i].out_field = taps[i].in_field = 0;
    }
    stencil->in_field = t.in_field;
    tcui_stencil &of_field = stencil->stencil;
    of_field = s;
    of_field.in_fields = of_field.out_fields = 1;
    of_field.num_taps = t.end - t.first;
    of_field.taps = taps + t.first;
    of_field.weights = nullptr;
    of_field.prepared = nullptr;
    tcui_taps_set_shape(&of_field);
}

/* The first stencil of an output field stores what points keep. So it has to be the only one, read that field itself, and
 * keep the points that the whole stencil keeps. */
bool keeps_right_points(const tcui_stencil &s, const output &o, uint32_t field, const tcui_field_stencil &first)
{
    bool is_right = true;
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis &axis = s.axes[a], &of_field = first.stencil.axes[a];
        const bool is_same = axis.low == of_field.low && axis.high == of_field.high;
        is_right =
            is_right && (axis.boundary != TCU_BOUNDARY_KEEP || (o.stencils == 1 && first.in_field == field && is_same));
    }
    return is_right;
}

/* Appends the passes of an output field with these weights and stencils. */
void append_passes(tcui_stencil_passes *p, const output &o, uint32_t field, const tcui_field_weight *weights,
                   const tcui_field_stencil *stencils)
{
    const uint32_t begin = p->num_passes;
    const auto append = [&](const tcui_field_stencil *stencil, const tcui_field_weight *first, uint32_t count) {
        tcui_field_pass &pass = p->passes[p->num_passes];
        pass.out_field = field;
        pass.stencil = stencil;
        pass.weights = first;
        pass.num_weights = count;
        pass.adds_to_out = p->num_passes++ > begin;
    };
    const bool is_with_stencil = o.stencils > 0 && o.weights == 1;
    for (uint32_t i = 0; i < o.weights && !is_with_stencil; i += TCUI_STENCIL_PASS_WEIGHTS) {
        append(nullptr, weights + i, std::min<uint32_t>(o.weights - i, TCUI_STENCIL_PASS_WEIGHTS));
    }
    for (uint32_t i = 0; i < o.stencils; i++) {
        append(stencils + i, weights, is_with_stencil && i == 0 ? 1 : 0);
    }
    if (p->num_passes == begin) {
        append(nullptr, weights, 0);
    }
    p->passes[begin].is_copy = o.stencils == 0 && o.weights == 1 && weights[0].weight == 1;
}

/* Whether all output fields can be made so; sets what is to be allocated. */
bool count_all(const tcui_stencil &s, output *all)
{
    uint64_t t = 0;
    *all = {};
    for (uint32_t field = 0; field < s.out_fields; field++) {
        const output o = count_terms(s, field, &t);
        all->weights += o.weights;
        all->stencils += o.stencils;
        all->passes += o.passes;
        if (all->passes > TCUI_STENCIL_FIELD_PASSES || (o.passes > 1 && is_rounded_between(s.type))) {
            return false;
        }
    }
    return true;
}

/* Fills in the passes; false: points would keep wrong values. */
bool fill(const tcui_stencil &s, tcui_stencil_passes *p)
{
    uint64_t t = 0;
    tcui_field_weight *weights = p->weights;
    for (uint32_t field = 0; field < s.out_fields; field++) {
        uint64_t end = t;
        const output o = count_terms(s, field, &end);
        tcui_field_stencil *const stencils = p->stencils + p->num_stencils;
        uint32_t num_weights = 0;
        while (t < end) {
            const term next = term_from(s, t);
            if (is_weight(s, next)) {
                weights[num_weights++] = {next.in_field, s.taps[t].weight};
            } else {
                set_stencil(s, next, p->taps, &p->stencils[p->num_stencils++]);
            }
            t = next.end;
        }
        if (o.stencils > 0 && !keeps_right_points(s, o, field, stencils[0])) {
            return false;
        }
        append_passes(p, o, field, weights, stencils);
        weights += num_weights;
    }
    return true;
}

} // namespace

extern "C" tcu_status tcui_stencil_make_passes(tcu_context *context, const tcui_stencil *stencil,
                                               tcui_stencil_passes **passes)
{
    *passes = nullptr;
    const tcui_stencil &s = *stencil;
    output all;
    if ((s.in_fields == 1 && s.out_fields == 1) || s.out_fields > TCUI_STENCIL_FIELD_PASSES || !count_all(s, &all)) {
        return TCU_SUCCESS;
    }
    tcui_layout layout = {};
    tcui_layout_reserve(&layout, 1, sizeof(tcui_stencil_passes));
    const size_t pass_at = tcui_layout_reserve(&layout, all.passes, sizeof(tcui_field_pass));
    const size_t stencils_at = tcui_layout_reserve(&layout, all.stencils, sizeof(tcui_field_stencil));
    const size_t weights_at = tcui_layout_reserve(&layout, all.weights, sizeof(tcui_field_weight));
    const size_t taps_at = tcui_layout_reserve(&layout, s.num_taps, sizeof(tcui_tap));
    char *const memory = static_cast<char *>(std::calloc(layout.bytes, 1));
    if (memory == nullptr) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no %zu bytes for the plan", layout.bytes);
    }
    tcui_stencil_passes *const made = reinterpret_cast<tcui_stencil_passes *>(memory);
    made->passes = reinterpret_cast<tcui_field_pass *>(memory + pass_at);
    made->stencils = reinterpret_cast<tcui_field_stencil *>(memory + stencils_at);
    made->weights = reinterpret_cast<tcui_field_weight *>(memory + weights_at);
    made->taps = reinterpret_cast<tcui_tap *>(memory + taps_at);
    if (!fill(s, made)) {
        std::free(memory);
        return TCU_SUCCESS;
    }
    *passes = made;
    return TCU_SUCCESS;
}
