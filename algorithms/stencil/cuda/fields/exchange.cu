/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time steps of fields of which some are copies of others, as u and the u before of a wave equation are: copies are not
 * made. u and scratch have two places for each field. A table says in which place each field is; a step writes the other
 * fields to places that hold none, and a copy is the same place once more. When the steps are done, fields are moved to
 * their places in u.
 */
#include "run.cuh"

namespace
{

using namespace tcu;

/* Place f < fields is field f of u, the others are those of scratch. */
struct places {
    const tcui_stencil_task *task;
    uint32_t fields;
    uint32_t of[TCUI_STENCIL_EXCHANGED_FIELDS];

    char *begin(uint32_t place) const
    {
        const tcui_stencil &s = *task->stencil;
        char *const array = static_cast<char *>(place < fields ? task->out : task->scratch);
        return array + place % fields * s.out_field_stride * tcu_type_size(s.type);
    }

    bool is_held(uint32_t place) const
    {
        bool is = false;
        for (uint32_t f = 0; f < fields; f++) {
            is = is || of[f] == place;
        }
        return is;
    }

    /* A place that holds nothing here or there: a field's own where it is free. (Fields are in at most as many places as
     * there are fields, here and there together in fewer than two for each while a field of `there` has none.) */
    uint32_t find_free(uint32_t field, const bool *is_taken) const
    {
        uint32_t place = field;
        while (is_held(place) || is_taken[place]) {
            place = place + 1 < 2 * fields ? place + 1 : 0;
        }
        return place;
    }
};

tcu_status make_step(tcu_context *context, const tcui_stencil_passes &passes, places *now)
{
    const tcui_stencil &s = *now->task->stencil;
    const auto in_field = [&](uint32_t field) { return now->begin(now->of[field]); };
    places next = *now;
    bool is_taken[2 * TCUI_STENCIL_EXCHANGED_FIELDS] = {};
    tcu_status status = TCU_SUCCESS;
    for (uint32_t i = 0; i < passes.num_passes && status == TCU_SUCCESS; i++) {
        const tcui_field_pass &pass = passes.passes[i];
        if (pass.is_copy) {
            next.of[pass.out_field] = now->of[pass.weights[0].in_field];
            continue;
        }
        if (!pass.adds_to_out) {
            next.of[pass.out_field] = now->find_free(pass.out_field, is_taken);
            is_taken[next.of[pass.out_field]] = true;
        }
        status = run_pass(context, s, pass, in_field, next.begin(next.of[pass.out_field]));
    }
    *now = next;
    return status;
}

tcu_status move(tcu_context *context, places *p, uint32_t field, uint32_t to)
{
    tcui_weighted_fields copy = {};
    copy.count = 1;
    copy.in[0] = p->begin(p->of[field]);
    copy.weights[0] = 1;
    copy.out = p->begin(to);
    p->of[field] = to;
    return tcui_stencil_add_weighted(context, p->task->stencil, &copy);
}

/* The first field that is not in its own place, though that holds no field where `is_free`; or how many fields there are. */
uint32_t find_moved(const places &p, bool is_free)
{
    uint32_t field = 0;
    while (field < p.fields && (p.of[field] == field || (is_free && p.is_held(field)))) {
        field++;
    }
    return field;
}

/* Moves fields to their own places. Where none of these is free, fields have changed places in a circle, and one of them is
 * put aside. */
tcu_status move_back(tcu_context *context, places *p)
{
    static const bool none_taken[2 * TCUI_STENCIL_EXCHANGED_FIELDS] = {};
    tcu_status status = TCU_SUCCESS;
    while (status == TCU_SUCCESS && find_moved(*p, false) < p->fields) {
        const uint32_t field = find_moved(*p, true);
        if (field < p->fields) {
            status = move(context, p, field, field);
        } else {
            const uint32_t of_circle = find_moved(*p, false);
            status = move(context, p, of_circle, p->find_free(of_circle, none_taken));
        }
    }
    return status;
}

} // namespace

/* (A copy that keeps points' values is no copy.) */
extern "C" bool tcui_stencil_exchange_applies(const tcu_context *context, const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_ITERATE || task->stencil->in_fields > TCUI_STENCIL_EXCHANGED_FIELDS ||
        has_keep(*task->stencil)) {
        return false;
    }
    const tcui_stencil_passes *const passes = find_passes(context, task);
    bool has_copies = false;
    for (uint32_t i = 0; passes != nullptr && i < passes->num_passes; i++) {
        has_copies = has_copies || passes->passes[i].is_copy;
    }
    return has_copies;
}

extern "C" bool tcui_stencil_exchange_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    return passes_pay(context, task);
}

extern "C" tcu_status tcui_stencil_exchange_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    const tcui_stencil_passes *const passes = find_passes(context, task);
    places now = {task, task->stencil->in_fields, {}};
    for (uint32_t f = 0; f < now.fields; f++) {
        now.of[f] = f;
    }
    tcu_status status = TCU_SUCCESS;
    for (uint64_t step = 0; step < task->steps && status == TCU_SUCCESS; step++) {
        status = make_step(context, *passes, &now);
    }
    return status == TCU_SUCCESS ? move_back(context, &now) : status;
}
