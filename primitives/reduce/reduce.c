/* SPDX-License-Identifier: Apache-2.0 */
/* The reductions' public functions: argument checks, workspace, and the call of the backend. */
#include "elements.h"
#include "reduction.h"
#include "results.h"

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

/* Most tasks go to the backend as they are. */
static const tcui_call direct = {.operation = TCUI_REDUCE};
static const tcui_call direct_of_integers = {.operation = TCUI_REDUCE, .of_integers = true};

/* Results of no elements are known, whatever the backend. */
static tcu_status reserve_empty(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status execute_empty(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_reduce_task *task = any_task;
    (void)workspace;
    const tcui_reduction *reduction = &task->reduction;
    const uint64_t bits =
        reduction->has_initial ? reduction->initial : tcui_neutral_bits(reduction->op, task->out_type);
    return tcui_fill_results(context, task->out, bits, tcu_type_size(task->out_type), &task->segments);
}

static const tcui_call empty = {.operation = TCUI_REDUCE, .reserve = reserve_empty, .execute = execute_empty};

/* A segmented result in place is formed in a temporary buffer first: other segments are still being read. */
static size_t reserve_staging(const tcui_reduce_task *task, tcui_layout *layout)
{
    tcui_layout_reserve(layout, task->segments.count, tcu_type_size(task->out_type));
    return layout->bytes;
}

static tcu_status reserve_staged(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_reduce_task *task = any_task;
    reserve_staging(task, layout);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_REDUCE), task, layout);
}

static tcu_status execute_staged(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_reduce_task *task = any_task;
    tcui_layout staging = {0};
    void *rest = (char *)workspace + reserve_staging(task, &staging);
    tcui_reduce_task beside = *task;
    beside.out = workspace;
    tcu_status status = tcui_execute(context, tcui_operation_of(context, TCUI_REDUCE), &beside, rest);
    return status == TCU_SUCCESS
               ? tcui_copy_results(context, task->out, workspace, tcu_type_size(task->out_type), &task->segments)
               : status;
}

static const tcui_call staged = {.operation = TCUI_REDUCE, .reserve = reserve_staged, .execute = execute_staged};

const tcui_call *tcui_reduce_call_of(const tcui_reduce_task *task, bool in_place)
{
    if (task->segments.n == 0) {
        return &empty;
    }
    if (in_place && task->segments.count > 1) {
        return &staged;
    }
    return (unsigned)task->in_type > TCU_TYPE_F64 ? &direct_of_integers : &direct;
}

/* --------------------------------------------------------------------------------------------------- checks --- */

static const char *const map_names[] = {"NONE", "SQUARE", "ABSOLUTE", "NONZERO"};

static tcu_status check_options(tcu_context *context, const tcu_reduce_options *options)
{
    if (options == NULL) {
        return TCU_SUCCESS;
    }
    tcu_status status = tcui_check_enumerator(context, "options->algorithm", options->algorithm,
                                              TCU_REDUCE_ALGORITHM_ALL_ONES, "tcu_reduce_algorithm");
    if (status == TCU_SUCCESS) {
        status = tcui_check_operator(context, options->op, options->nan_mode);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_enumerator(context, "options->map", options->map, TCU_MAP_NONZERO, "tcu_map");
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_enumerator(context, "options->sum_mode", options->sum_mode, TCU_SUM_REPRODUCIBLE,
                                       "tcu_sum_mode");
    }
    return status == TCU_SUCCESS ? TCUI_CHECK_RESERVED(context, "options->reserved", options->reserved) : status;
}

/* The maps of each operator, a bit each. */
static tcu_status check_map(tcu_context *context, const tcui_reduction *reduction)
{
    enum { NONE = 1 << TCU_MAP_NONE, SQUARE = 1 << TCU_MAP_SQUARE, ABSOLUTE = 1 << TCU_MAP_ABSOLUTE };
    static const unsigned maps[] = {[TCU_OPERATOR_SUM] = NONE | SQUARE | ABSOLUTE | 1 << TCU_MAP_NONZERO,
                                    [TCU_OPERATOR_PRODUCT] = NONE | SQUARE | ABSOLUTE,
                                    [TCU_OPERATOR_MIN] = NONE | ABSOLUTE,
                                    [TCU_OPERATOR_MAX] = NONE | ABSOLUTE,
                                    [TCU_OPERATOR_AND] = NONE,
                                    [TCU_OPERATOR_OR] = NONE,
                                    [TCU_OPERATOR_XOR] = NONE};
    if ((maps[reduction->op] >> reduction->map & 1) == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options->map is TCU_MAP_%s (%d), which does not go together with TCU_OPERATOR_%s",
                         map_names[reduction->map], (int)reduction->map, tcui_operator_names[reduction->op]);
    }
    return TCU_SUCCESS;
}

/* Other algorithms than the policy's are of sums; the two-product recursion sums one array of reals, and the backends
 * on the host have it. */
static tcu_status check_algorithm(tcu_context *context, const tcui_reduce_task *task)
{
    if (task->algorithm == TCU_REDUCE_ALGORITHM_AUTO) {
        return TCU_SUCCESS;
    }
    const bool is_all_ones = task->algorithm == TCU_REDUCE_ALGORITHM_ALL_ONES;
    const char *why = !tcui_is_plain_sum(&task->reduction) ? "sums the elements alone, without map and initial value"
                      : !is_all_ones                       ? NULL
                      : task->segmented                    ? "sums whole arrays, not segments"
                      : !tcui_is_on_host(context)          ? "exists on the host backend only"
                      : (unsigned)task->in_type > TCU_TYPE_F64 ? "sums floating-point elements only"
                                                               : NULL;
    if (why == NULL) {
        return TCU_SUCCESS;
    }
    return tcui_fail(context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
                     "options->algorithm is TCU_REDUCE_ALGORITHM_%s (%d), which %s",
                     is_all_ones ? "ALL_ONES" : "WORK_EFFICIENT", (int)task->algorithm, why);
}

/* Takes the option: nothing changes of what is exact in every order. */
static tcu_status set_reproducible(tcu_context *context, tcui_reduce_task *task)
{
    if (task->algorithm != TCU_REDUCE_ALGORITHM_AUTO) {
        return tcui_fail(
            context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
            "options->algorithm is %d; with TCU_SUM_REPRODUCIBLE it has to be TCU_REDUCE_ALGORITHM_AUTO (0)",
            (int)task->algorithm);
    }
    return tcui_take_reproducible(context, &task->reduction, task->out_type, &task->reproducible);
}

tcu_status tcui_reduce_set_options(tcu_context *context, tcui_reduce_task *task, const tcu_reduce_options *options)
{
    tcu_status status = check_options(context, options);
    if (status == TCU_SUCCESS && options != NULL) {
        task->algorithm = options->algorithm;
        task->reduction = (tcui_reduction){.op = options->op, .map = options->map, .nan_mode = options->nan_mode};
    }
    if (status == TCU_SUCCESS) {
        status = check_map(context, &task->reduction);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_reduction_types(context, &task->reduction, task->in_type, task->out_type);
    }
    if (status == TCU_SUCCESS) {
        tcui_take_initial(&task->reduction, task->out_type, options != NULL ? options->initial : NULL);
        status = check_algorithm(context, task);
    }
    if (status == TCU_SUCCESS && options != NULL && options->sum_mode == TCU_SUM_REPRODUCIBLE) {
        status = set_reproducible(context, task);
    }
    return status;
}

/* Also the option that reductions by key, which take the others, have of their own. */
static tcu_status set_options(tcu_context *context, tcui_reduce_task *task, const tcu_reduce_options *options)
{
    if (options != NULL) {
        tcui_segments_take_count(&task->segments, options->count);
    }
    return tcui_reduce_set_options(context, task, options);
}

static void describe_arrays(const tcui_reduce_task *task, tcui_arrays *arrays)
{
    const tcui_segments *segments = &task->segments;
    tcui_arrays_begin(arrays);
    const int in = tcui_arrays_read(arrays, "in", task->in, segments->n, tcui_element_bytes(task->in_type));
    tcui_arrays_read_offsets(arrays, segments);
    tcui_arrays_read_count(arrays, tcui_segments_count_of(segments));
    tcui_arrays_write_in_place(arrays, in, "out", task->out, segments->count, tcui_element_bytes(task->out_type));
}

static tcu_status query(tcu_context *context, tcui_reduce_task *task, bool in_place, const tcu_reduce_options *options,
                        size_t *bytes)
{
    const tcu_status status = set_options(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    return tcui_call_query(context, tcui_reduce_call_of(task, in_place), task, &arrays, task->segments.count > 0,
                           bytes);
}

static tcu_status run(tcu_context *context, tcui_reduce_task *task, const tcu_reduce_options *options)
{
    tcu_status status = set_options(context, task, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const tcui_segments *const segments = &task->segments;
    tcui_arrays arrays;
    describe_arrays(task, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    if ((status = tcui_check_offset_values(context, segments)) != TCU_SUCCESS || segments->count == 0) {
        return status;
    }
    return tcui_call_run(context, tcui_reduce_call_of(task, task->in == task->out), task, &arrays);
}

/* ----------------------------------------------------------------------------------------- public functions --- */

static tcui_reduce_task make_task(const void *in, tcu_type in_type, void *out, tcu_type out_type,
                                  tcui_segments segments, bool segmented)
{
    return (tcui_reduce_task){
        .in = in, .in_type = in_type, .out = out, .out_type = out_type, .segments = segments, .segmented = segmented};
}

tcu_status tcu_reduce(tcu_context *context, const void *in, tcu_type in_type, void *out, tcu_type out_type, uint64_t n,
                      const tcu_reduce_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(in, in_type, out, out_type, tcui_segments_whole(n), false);
    return run(context, &task, options);
}

tcu_status tcu_reduce_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                const tcu_reduce_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(NULL, in_type, NULL, out_type, tcui_segments_whole(n), false);
    return query(context, &task, false, options, bytes);
}

tcu_status tcu_segmented_reduce(tcu_context *context, const void *in, tcu_type in_type, void *out, tcu_type out_type,
                                uint64_t n, uint64_t segment_size, const tcu_reduce_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(in, in_type, out, out_type, tcui_segments_fixed(n, segment_size), true);
    return run(context, &task, options);
}

tcu_status tcu_segmented_reduce_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                          uint64_t segment_size, int in_place, const tcu_reduce_options *options,
                                          size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_segment_size(context, segment_size);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task = make_task(NULL, in_type, NULL, out_type, tcui_segments_fixed(n, segment_size), true);
    return query(context, &task, in_place != 0, options, bytes);
}

tcu_status tcu_segmented_reduce_offsets(tcu_context *context, const void *in, tcu_type in_type, void *out,
                                        tcu_type out_type, uint64_t n, const int64_t *offsets, uint64_t num_segments,
                                        const tcu_reduce_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task =
        make_task(in, in_type, out, out_type, tcui_segments_offsets(n, offsets, num_segments), true);
    return run(context, &task, options);
}

tcu_status tcu_segmented_reduce_offsets_workspace(tcu_context *context, tcu_type in_type, tcu_type out_type, uint64_t n,
                                                  uint64_t num_segments, int in_place,
                                                  const tcu_reduce_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        status = tcui_check_num_segments(context, num_segments);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_reduce_task task =
        make_task(NULL, in_type, NULL, out_type, tcui_segments_offsets(n, NULL, num_segments), true);
    return query(context, &task, in_place != 0, options, bytes);
}
