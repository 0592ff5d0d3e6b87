/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters on CUDA devices: one kernel, of the word and the index type. */
#include "algorithms/gather/backend.h"
#include "kernel.cuh"
#include "numbers.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Negative i32 are 2^31 and more as u32, which no place is then. (Negative i64 are more than any array has items.) */
uint64_t places_of(const tcui_gather_task *task)
{
    constexpr uint64_t most_of_i32 = UINT64_C(1) << 31;
    return task->index_type == TCU_TYPE_I32 && task->places > most_of_i32 ? most_of_i32 : task->places;
}

template <tcui_gather_kind Kind, class Word, class Index>
tcu_status launch_moves(tcu_context *context, const tcui_gather_task *task)
{
    constexpr uint64_t tile = gather_tile<Word>;
    const uint64_t words = task->item_bytes / sizeof(Word), parts = divide_up(words, tile);
    const uint64_t tile_items = words < tile ? tile / words : 1, tiles = divide_up(task->n, tile_items);
    uint64_t blocks;
    if (!tcui_multiply(tiles, parts, &blocks)) {
        blocks = UINT64_MAX;
    }
    const gather_call<Word, Index> call = {static_cast<const Word *>(task->from),
                                           static_cast<Word *>(task->to),
                                           static_cast<const Index *>(task->indices),
                                           places_of(task),
                                           task->n,
                                           task->count,
                                           reinterpret_cast<unsigned long long *>(task->out_of_range),
                                           word_items(words),
                                           static_cast<uint32_t>(tile_items),
                                           static_cast<uint32_t>(parts)};
    return launch(context, move_items<Kind, Word, Index>, blocks, gather_threads, 0, call);
}

template <class Word, class Index>
tcu_status dispatch_kind(tcu_context *context, const tcui_gather_task *task)
{
    return task->kind == TCUI_GATHER_ITEMS ? launch_moves<TCUI_GATHER_ITEMS, Word, Index>(context, task)
                                           : launch_moves<TCUI_SCATTER_ITEMS, Word, Index>(context, task);
}

tcu_status execute(tcu_context *context, const tcui_gather_task *task, void *)
{
    if (task->out_of_range != nullptr) {
        const tcu_status status = context->backend->clear(context, task->out_of_range, sizeof *task->out_of_range);
        if (status != TCU_SUCCESS || task->n == 0) {
            return status;
        }
    }
    const bool is_short = task->index_type == TCU_TYPE_I32 || task->index_type == TCU_TYPE_U32;
    return dispatch_word(tcui_word_bytes(task->item_bytes, task->from, task->to, most_word_bytes), [&](auto word) {
        using Word = decltype(word);
        return is_short ? dispatch_kind<Word, uint32_t>(context, task) : dispatch_kind<Word, uint64_t>(context, task);
    });
}

const tcui_path paths[] = {path_row<nullptr, nullptr, nullptr, execute>("words")};

const tcui_gather_extension extension = {tcui_gather_cuda_number};

} // namespace

extern "C" const tcui_operation tcui_gather_cuda = operation_of(TCUI_GATHER, "gather", paths, nullptr, &extension);
