/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host backend's own choices: several threads, whose results are those of one, and its kernels for every instruction
 * set that this processor has.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/compact/host/select/select.h"
#include "algorithms/compact/host/store/moves.h"
#include "compaction/compaction.h"
#include "compaction/predicate.h"
#include "primitives/context/context_internal.h"
#include "primitives/tile/host/levels.h"
#include "sums/sweep.h"
#include "test_backend.h"

/* Each case is verified byte by byte, behind the kept items too. */
Test(compact_host, every_number_of_threads, .timeout = 600)
{
    static const int threads[] = {1, 2, 3, 7};
    test_compactor compactor = test_compactor_new();
    test_share_all_calls(compactor.context);
    test_random random = test_random_part(test_seed_of_run(), 7200);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (uint64_t i = 0; i < test_by_tier(5, 40, 200); i++) {
            const uint64_t n = test_long((1 << 18) + test_random_below(&random, i % 4 == 0 ? 1 << 20 : 1 << 16));
            test_compaction_case t = test_compaction_random((test_compaction_operation)operation, n, &random);
            t.in_place = test_works_in_place(t.operation) && i % 2 == 0;
            if (i < TEST_DENSITY_COUNT && !test_takes_predicate(t.operation)) {
                t.density = (test_density)(TEST_DENSITY_COUNT - 1 - i);
            }
            for (size_t k = 0; k < sizeof threads / sizeof threads[0]; k++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                if (!test_on_cuda()) {
                    compactor.context->properties.multiprocessors = threads[k];
                }
                t.temporary = (test_temporary)((i + k) % TEST_TEMPORARY_COUNT);
                test_compactor_expect(&compactor, &t);
            }
        }
    }
    test_compactor_free(&compactor);
}

/* In a user's parallel region there may be fewer threads than are asked for. */
Test(compact_host, within_a_parallel_region, .timeout = 300)
{
#ifdef _OPENMP
#pragma omp parallel num_threads(3)
#endif
    {
        test_compactor compactor = test_compactor_new();
        test_share_all_calls(compactor.context);
        test_random random = test_random_part(test_seed_of_run(), 7300);
        if (!test_on_cuda()) {
            compactor.context->properties.multiprocessors = 4;
        }
        for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
            const test_compaction_case t =
                test_compaction_random((test_compaction_operation)operation, test_long(300000), &random);
            test_compactor_expect(&compactor, &t);
        }
        test_compactor_free(&compactor);
    }
}

/* ------------------------------------------------------------------------------------------------- the kernels --- */

enum { WORDS = 40, ITEMS = WORDS * TCUI_MARKS, GUARD = 64 };

/* Words of marks: none, all, and every density between, word by word or all alike. */
static uint64_t draw_marks(test_random *random, uint64_t *marks)
{
    const uint64_t like = test_random_below(random, 7);
    uint64_t kept = 0;
    for (int w = 0; w < WORDS; w++) {
        const uint64_t of = like == 6 ? test_random_below(random, 6) : like;
        const uint64_t a = test_random_next(random), b = test_random_next(random), c = test_random_next(random);
        const uint64_t word[] = {0, a & b & c & test_random_next(random), a & b, a, a | b | c, ~UINT64_C(0)};
        marks[w] = word[of];
        for (int i = 0; i < TCUI_MARKS; i++) {
            kept += marks[w] >> i & 1;
        }
    }
    return kept;
}

static void expect_moves(const tcui_moves *moves, int log2_bytes, bool in_place, test_random *random)
{
    static unsigned char in[ITEMS * 16], out[ITEMS * 16 + GUARD], expected[ITEMS * 16 + GUARD];
    uint64_t marks[WORDS];
    const size_t bytes = (size_t)1 << log2_bytes;
    const uint64_t kept = draw_marks(random, marks);
    test_random_bytes(random, in, ITEMS * bytes);
    test_random_bytes(random, out, sizeof out);
    if (in_place) {
        memcpy(out, in, ITEMS * bytes);
    }
    memcpy(expected, out, sizeof out);
    uint64_t place = 0;
    for (uint64_t i = 0; i < ITEMS; i++) {
        if (marks[i / TCUI_MARKS] >> i % TCUI_MARKS & 1) {
            memcpy(expected + place++ * bytes, in + i * bytes, bytes);
        }
    }
    cr_assert_eq(moves->count(marks, WORDS), kept);
    moves->items[log2_bytes](marks, WORDS, in_place ? out : in, out, kept);
    cr_assert_eq(memcmp(out, expected, sizeof out), 0, "items of %zu bytes, %d kept, in place %d", bytes, (int)kept,
                 (int)in_place);
}

static void expect_positions(const tcui_moves *moves, test_random *random)
{
    static uint32_t at[ITEMS + TCUI_POSITIONS_SLACK], narrow[ITEMS + 1];
    static uint64_t wide[ITEMS + 1], differences[ITEMS + 1];
    const uint64_t first = UINT64_C(0xfffff000), poison = 4711;
    uint64_t marks[WORDS];
    const uint64_t kept = draw_marks(random, marks);
    narrow[kept] = (uint32_t)poison;
    wide[kept] = poison;
    moves->positions(marks, WORDS, at);
    moves->indices_32(at, kept, first, narrow);
    moves->indices_64(at, kept, first, wide);
    if (kept > 0) {
        differences[kept - 1] = poison;
        moves->differences(at, kept - 1, differences);
        cr_assert_eq(differences[kept - 1], poison);
    }
    cr_assert(narrow[kept] == poison && wide[kept] == poison);
    uint64_t k = 0;
    for (uint64_t i = 0; i < ITEMS; i++) {
        if (marks[i / TCUI_MARKS] >> i % TCUI_MARKS & 1) {
            cr_assert(at[k] == i && wide[k] == first + i && narrow[k] == (uint32_t)(first + i), "position %d", (int)k);
            cr_assert(k == 0 || differences[k - 1] == i - at[k - 1], "length %d", (int)k);
            k++;
        }
    }
}

Test(compact_host, moves_of_every_instruction_set, .timeout = 300)
{
    test_random random = test_random_part(test_seed_of_run(), 7400);
    for (int level = 0; level <= tcui_host_level(); level++) {
        const tcui_moves *moves = tcui_moves_of_level(level);
        for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
            for (int log2_bytes = 0; log2_bytes < 5; log2_bytes++) {
                expect_moves(moves, log2_bytes, false, &random);
                expect_moves(moves, log2_bytes, true, &random);
            }
            expect_positions(moves, &random);
        }
    }
}

/* Marks of part of an array at every level are those of the highest one, which all other tests hold against loops. */
static void expect_marks(const tcui_compact_task *task, uint64_t first, uint64_t count)
{
    uint64_t marks[WORDS], same[WORDS];
    const int highest = tcui_host_level();
    const tcui_selector selector = tcui_select_prepare(task, highest);
    tcui_select(&selector, first, count, marks);
    for (int level = 0; level < highest; level++) {
        const tcui_selector other = tcui_select_prepare(task, level);
        tcui_select(&other, first, count, same);
        for (uint64_t w = 0; w < tcui_mark_words(count); w++) {
            cr_assert_eq(same[w], marks[w], "level %d, selection %d, type %d, comparison %d, word %d", level,
                         (int)task->selection, (int)task->type, (int)task->comparison, (int)w);
        }
    }
}

Test(compact_host, marks_of_every_instruction_set, .timeout = 300)
{
    static _Alignas(16) unsigned char items[ITEMS * 16];
    test_random random = test_random_part(test_seed_of_run(), 7500);
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
        tcui_compact_task task = {.type = (tcu_type)(i % TCU_TYPE_COUNT), .flags = items, .n = ITEMS};
        const uint64_t first = TCUI_MARKS * test_random_below(&random, WORDS);
        const uint64_t count = 1 + test_random_below(&random, ITEMS - first);
        test_random_element(&random, task.type, task.value.bytes, task.value.bytes);
        test_random_element(&random, task.type, task.value.bytes, task.upper.bytes);
        const size_t bytes = tcu_type_size(task.type);
        for (size_t k = 0; k < ITEMS; k++) {
            test_random_element(&random, task.type, task.value.bytes, items + k * bytes);
        }
        task.columns[0] = (tcu_column){items, NULL, bytes};
        task.selection = TCUI_SELECT_PREDICATE;
        for (int comparison = 0; comparison <= TCU_COMPARE_OUTSIDE; comparison++) {
            task.comparison = (tcu_comparison)comparison;
            expect_marks(&task, first, count);
        }
        for (size_t k = 0; k < sizeof items; k++) { /* runs of half-words, so that items differ in few places */
            items[k] = (unsigned char)(test_random_below(&random, 12) == 0 ? k : k < 16 ? 0 : items[k - 16]);
        }
        task.selection = i % 2 ? TCUI_SELECT_BYTES : TCUI_SELECT_BITS;
        expect_marks(&task, first, count);
        task.selection = TCUI_SELECT_HEADS;
        for (size_t item_bytes = 1; item_bytes <= 16; item_bytes *= 2) {
            task.columns[0].item_bytes = item_bytes;
            expect_marks(&task, first, count);
        }
    }
}
