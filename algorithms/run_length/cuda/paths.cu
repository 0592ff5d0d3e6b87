/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-length decoding on CUDA devices:
 *
 *     1. a scan of the lengths: where runs end. The option `count` is the scan's: it writes no other ends
 *     2. for each tile of the merged sequence of elements and ends the first run that does not end before it
 *     3. tiles are decoded (kernel.cuh)
 */
#include "algorithms/run_length/backend.h"
#include "kernel.cuh"
#include "primitives/call/call.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* How many steps a thread has, and how many tiles there are at most. */
struct shape {
    int steps;
    uint64_t tiles;
};

shape shape_of(const tcui_run_length_task *task)
{
    const int steps =
        task->item_bytes < TCUI_RUN_LENGTH_LONG_BYTES ? TCUI_RUN_LENGTH_STEPS : TCUI_RUN_LENGTH_LONG_STEPS;
    const uint64_t length = static_cast<uint64_t>(run_length_threads) * steps;
    return {steps, divide_up(task->num_runs, length) + divide_up(task->capacity, length)};
}

/* The arrays of a call in its workspace. */
struct places {
    uint64_t *ends, *first;
    void *of_scan; /* NULL: it needs none */
};

const tcui_operation *scans(const tcu_context *context)
{
    return tcui_operation_of(context, TCUI_SCAN);
}

/* The scan gets what it asked for, and no more: whether it has a workspace decides how it works. */
tcu_status place_arrays(tcu_context *context, const tcui_run_length_task *task, const shape &shape, tcui_layout *layout,
                        void *base, places *at)
{
    const tcui_scan_task scan = tcui_scan_of_lengths(nullptr, task->length_type, task->num_runs, nullptr);
    tcui_layout of_scan = {};
    const tcu_status status = tcui_reserve(context, scans(context), &scan, &of_scan);
    at->ends = place<uint64_t>(layout, base, task->num_runs);
    at->first = place<uint64_t>(layout, base, shape.tiles + 1);
    at->of_scan = tcui_layout_place(layout, base, of_scan.bytes, 1);
    return status;
}

tcu_status reserve(tcu_context *context, const tcui_run_length_task *task, tcui_layout *layout)
{
    places at;
    return place_arrays(context, task, shape_of(task), layout, nullptr, &at);
}

/* Where runs end, of those that there are. */
tcu_status scan_lengths(tcu_context *context, const tcui_run_length_task *task, const places &at)
{
    tcui_scan_task scan = tcui_scan_of_lengths(task->lengths, task->length_type, task->num_runs, at.ends);
    scan.segments.length = task->num_runs_in_memory;
    return tcui_execute(context, scans(context), &scan, at.of_scan);
}

tcu_status decode(tcu_context *context, const tcui_run_length_task *task, const shape &shape, const merged_runs &merged,
                  const uint64_t *first)
{
    const size_t word_bytes =
        task->out != nullptr ? tcui_word_bytes(task->item_bytes, task->items, task->out, most_word_bytes) : 1;
    return dispatch_word(word_bytes, [&](auto any) {
        using Word = decltype(any);
        const uint64_t words = task->out != nullptr ? task->item_bytes / sizeof(Word) : 1;
        uint64_t of_tile = words * run_length_threads * shape.steps, blocks;
        const uint64_t parts = divide_up(of_tile, TCUI_RUN_LENGTH_BLOCK_WORDS);
        if (!tcui_multiply(words, static_cast<uint64_t>(run_length_threads) * shape.steps, &of_tile) ||
            !tcui_multiply(shape.tiles, parts, &blocks)) {
            blocks = UINT64_MAX;
        }
        const run_length_call<Word> call = {merged,
                                            first,
                                            static_cast<const Word *>(task->items),
                                            static_cast<Word *>(task->out),
                                            task->runs,
                                            task->run_type == TCU_TYPE_U64,
                                            word_items(words),
                                            shape.steps,
                                            static_cast<uint32_t>(parts)};
        return launch(context, decode_tiles<Word>, blocks, run_length_threads, 0, call);
    });
}

tcu_status execute(tcu_context *context, const tcui_run_length_task *task, void *workspace)
{
    const shape shape = shape_of(task);
    tcui_layout layout = {};
    places at;
    tcu_status status = place_arrays(context, task, shape, &layout, workspace, &at);
    const merged_runs merged = {at.ends, task->num_runs_in_memory, task->num_runs, task->capacity};
    const bool decodes = task->capacity > 0 && (task->out != nullptr || task->runs != nullptr);
    const uint64_t length = static_cast<uint64_t>(run_length_threads) * shape.steps;
    if (status == TCU_SUCCESS) {
        status = scan_lengths(context, task, at);
    }
    if (status == TCU_SUCCESS) {
        status = launch(context, find_first_runs, decodes ? shape.tiles / run_length_threads + 1 : 1,
                        run_length_threads, 0, merged, decodes ? at.first : nullptr, shape.tiles, length, task->count);
    }
    return status == TCU_SUCCESS && decodes ? decode(context, task, shape, merged, at.first) : status;
}

const tcui_path paths[] = {path_row<nullptr, nullptr, reserve, execute>("merged")};

} // namespace

extern "C" const tcui_operation tcui_run_length_cuda = operation_of(TCUI_RUN_LENGTH, "run_length", paths);
