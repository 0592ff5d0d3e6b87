/* SPDX-License-Identifier: Apache-2.0 */
/* Records by tiles: which begin runs, and the results of a column (records.cuh); the word is the largest that fits. */
#include "records.cuh"

#include <algorithm>

#include "algorithms/compact/cuda/paths.h"
#include "primitives/pipeline/launch.cuh"
#include "record_heads.cuh"

namespace
{

using namespace tcu;

/* Blocks for n records of so many words: each granule's share of parts, or UINT64_MAX. (Fewer records than a granule has
 * are all in one.) */
uint64_t blocks_of(uint64_t granules, uint64_t n, uint64_t words, uint64_t block_words)
{
    uint64_t all_words, blocks;
    const uint64_t records = std::min<uint64_t>(n, TCUI_COMPACT_GRANULE);
    const bool fits = tcui_multiply(records, words, &all_words) &&
                      tcui_multiply(granules, divide_up(all_words, block_words), &blocks);
    return fits ? blocks : UINT64_MAX;
}

template <class Word>
tcu_status store_words(tcu_context *context, const tcui_compact_marks *marks, const tcu_column *column,
                       bool keep_others, uint64_t *count)
{
    const uint64_t words = column->item_bytes / sizeof(Word);
    const uint64_t blocks = blocks_of(marks->granules, marks->n, words, record_block<Word>);
    const record_store<Word> call = {static_cast<const Word *>(column->in), static_cast<Word *>(column->out), count,
                                     word_items(words), static_cast<uint32_t>(blocks / marks->granules)};
    if (marks->turn != nullptr && blocks <= most_grid_blocks) {
        const tcu_status status = context->backend->clear(context, marks->is_read, blocks * sizeof *marks->is_read);
        if (status != TCU_SUCCESS) {
            return status;
        }
    }
    return launch(context, keep_others ? store_records<Word, true> : store_records<Word, false>, blocks, record_threads,
                  0, call, *marks);
}

} // namespace

uint64_t tcui_compact_record_blocks(uint64_t granules, uint64_t n, size_t item_bytes)
{
    return blocks_of(granules, n, item_bytes, record_block<uint8_t>);
}

tcu_status tcui_compact_find_record_heads(tcu_context *context, const tcui_compact_task *task, uint8_t *heads)
{
    const tcu_column *const column = &task->columns[0];
    const uint64_t n = task->n;
    return dispatch_word(tcui_word_bytes(column->item_bytes, column->in, nullptr, most_word_bytes), [&](auto any) {
        using Word = decltype(any);
        const uint64_t words = column->item_bytes / sizeof(Word);
        const int of_warp = records_of_warp(words);
        const record_heads<Word> call = {
            static_cast<const Word *>(column->in), heads, n, task->length, word_items(words), of_warp};
        return launch(context, find_record_heads<Word>, divide_up(n, static_cast<uint64_t>(head_warps) * of_warp),
                      head_threads, 0, call);
    });
}

tcu_status tcui_compact_store_records(tcu_context *context, const tcui_compact_marks *marks, const tcu_column *column,
                                      bool keep_others, uint64_t *count)
{
    return dispatch_word(tcui_word_bytes(column->item_bytes, column->in, column->out, most_word_bytes), [&](auto any) {
        return store_words<decltype(any)>(context, marks, column, keep_others, count);
    });
}
