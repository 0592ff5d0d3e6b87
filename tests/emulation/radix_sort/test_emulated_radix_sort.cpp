/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sort in passes on the emulated device, against std::stable_sort of order bits. Shared atomics number the lanes of
 * a warp in no order here, so that nearly every tile is staged in a wrong one and has to be repaired. As repairs would
 * hide what ranks wrong by masks, too, they are counted.
 */
#include "emulated_sort.h"

#include "algorithms/radix_sort/cuda/passes/staged_order.cuh"

using namespace emulated;

namespace
{

void sort_in_passes(tcu_context &context, const tcui_radix_sort_task &task, const tcui_sort_runs *runs)
{
    tcui_layout layout = {};
    cr_assert(tcui_sort_passes_plan(&context, &task, runs != nullptr ? runs->most : 0, &layout) == TCU_SUCCESS);
    garbage_workspace workspace(layout);
    cr_assert(tcui_sort_passes_execute(&context, &task, runs, workspace.base()) == TCU_SUCCESS);
    cr_assert(workspace.is_guarded());
}

void expect(const sort_case &c)
{
    expect_sorted_by(sort_in_passes, c);
}

/* About as many as some tiles hold, or few. */
uint64_t draw_size()
{
    const uint64_t sizes[] = {1 + draw() % 40, small_tile - 1,     small_tile,
                              small_tile + 1,  4 * small_tile + 1, small_tile + draw() % (5 * small_tile)};
    return sizes[draw() % (sizeof sizes / sizeof sizes[0])];
}

const tcu_type types[] = {TCU_TYPE_U8,  TCU_TYPE_I8,  TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_U16, TCU_TYPE_I16,
                          TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64,  TCU_TYPE_I64, TCU_TYPE_F64};
const spread spreads[] = {spread::uniform, spread::few, spread::constant, spread::sorted};

/* Cases of each kind. Before sm_90 only values come into shared memory in another way. */
constexpr int draws = __CUDA_ARCH__ >= 900 ? 3 : 1;

/* Tiles that were put in order in a sort. */
uint64_t repairs_of(const sort_case &c)
{
    const uint64_t before = tcu::repaired_tiles;
    expect(c);
    return tcu::repaired_tiles - before;
}

sort_case draw_case(tcu_type type)
{
    sort_case c;
    c.type = type;
    c.n = draw_size();
    c.descending = draw() % 2;
    c.how = spreads[draw() % 4];
    c.arrays = static_cast<tcui_sort_arrays>(draw() % 3);
    return c;
}

} // namespace

Test(emulated_radix_sort, keys, .timeout = 600)
{
    for (tcu_type type : types)
        for (int i = 0; i < draws; ++i)
            expect(draw_case(type));
}

Test(emulated_radix_sort, keys_by_some_bits, .timeout = 600)
{
    for (tcu_type type : types)
        for (int i = 0; i < draws; ++i) {
            sort_case c = draw_case(type);
            const int bits = 8 * static_cast<int>(tcu_type_size(type));
            c.begin_bit = static_cast<int>(draw() % bits);
            c.end_bit = c.begin_bit + static_cast<int>(draw() % (bits - c.begin_bit + 1));
            expect(c);
        }
}

Test(emulated_radix_sort, pairs, .timeout = 600)
{
    for (size_t value_bytes : {1, 2, 4, 8, 16})
        for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_BF16, TCU_TYPE_U32, TCU_TYPE_F32, TCU_TYPE_I64})
            for (int i = 0; i < (draws + 1) / 2; ++i) {
                sort_case c = draw_case(type);
                c.payload = TCUI_PAYLOAD_VALUES;
                c.value_bytes = value_bytes;
                expect(c);
            }
}

Test(emulated_radix_sort, indices, .timeout = 600)
{
    for (size_t index_bytes : {4, 8})
        for (tcu_type type : {TCU_TYPE_U8, TCU_TYPE_I16, TCU_TYPE_F32, TCU_TYPE_F64}) {
            sort_case c = draw_case(type);
            c.payload = TCUI_PAYLOAD_INDICES;
            c.value_bytes = index_bytes;
            c.arrays = TCUI_SORT_APART;
            expect(c);
        }
}

/* A sort of pairs whose tiles are out of order if the ranking is, or what is injected. */
sort_case draw_ordered_case(tcu_type type)
{
    sort_case c = draw_case(type);
    c.n = small_tile + draw() % (2 * small_tile);
    c.payload = TCUI_PAYLOAD_VALUES;
    c.value_bytes = 4;
    return c;
}

/* Masks leave nothing to repair but what is injected. */
Test(emulated_radix_sort, by_documented_order, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_F32, TCU_TYPE_U64})
        for (spread how : spreads) {
            sort_case bare = draw_case(type);
            bare.how = how;
            bare.ranking = TCU_RANKING_DOCUMENTED;
            cr_assert(repairs_of(bare) == 0 || is_injected, "keys of type %d, spread %d", (int)type, (int)how);
            sort_case c = draw_ordered_case(type);
            c.how = how;
            c.ranking = TCU_RANKING_DOCUMENTED;
            cr_assert((repairs_of(c) > 0) == is_injected, "pairs of type %d, spread %d", (int)type, (int)how);
        }
}

/* They are what ranks crowded warps, too; of others every tile is wrong here. */
Test(emulated_radix_sort, repairs, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_F64}) {
        sort_case c = draw_ordered_case(type);
        c.how = spread::constant;
        cr_assert((repairs_of(c) > 0) == is_injected, "crowded, type %d", (int)type);
        c.how = spread::uniform;
        cr_assert(repairs_of(c) > 0, "not crowded, type %d", (int)type);
    }
}

Test(emulated_radix_sort, by_large_tiles, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_F32, TCU_TYPE_I64})
        for (size_t value_bytes : {0, 4, 8}) {
            sort_case c = draw_case(type);
            c.policy = &by_large_tiles;
            c.payload = value_bytes > 0 ? TCUI_PAYLOAD_VALUES : TCUI_PAYLOAD_NONE;
            c.value_bytes = value_bytes;
            const int keys = type == TCU_TYPE_F32 ? TCUI_SORT_LARGE_4 : TCUI_SORT_LARGE_8;
            c.n = static_cast<uint64_t>(TCUI_SORT_THREADS * keys) * 4 + draw() % 1000;
            expect(c);
        }
}

/* More tiles than the look-back has slots for: each row of them is used more than once. */
Test(emulated_radix_sort, many_tiles, .timeout = 600)
{
    for (int i = 0; i < 2 * draws; ++i) {
        sort_case c = draw_case(TCU_TYPE_U16);
        c.how = spread::uniform;
        c.n = 70 * small_tile + 100;
        c.is_narrow = i % 2;
        if (i % 3 == 0) {
            c.payload = TCUI_PAYLOAD_VALUES;
            c.value_bytes = 4;
        }
        expect(c);
    }
}

/* So many that rows' tags come round again: of 64 uses of the fewest rows that there are, 8. */
Test(emulated_radix_sort, tags_again, .timeout = 600)
{
    sort_case c = draw_case(TCU_TYPE_U8);
    c.how = spread::uniform;
    c.n = (64 * 8 + 20) * small_tile + 100;
    c.is_narrow = true;
    expect(c);
}

Test(emulated_radix_sort, runs, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_F32, TCU_TYPE_U64})
        for (size_t value_bytes : {0, 4, 16}) {
            sort_case c = draw_case(type);
            c.payload = value_bytes > 0 ? TCUI_PAYLOAD_VALUES : TCUI_PAYLOAD_NONE;
            c.value_bytes = value_bytes;
            c.arrays = draw() % 2 ? TCUI_SORT_APART : TCUI_SORT_IN_PLACE;
            uint64_t place = 0;
            for (int r = 0; r < 40; ++r) {
                place += draw() % 50;
                c.runs.push_back(place);
                place += 1 + (r % 10 == 0 ? draw() % (3 * small_tile) : draw() % 700);
                c.runs.push_back(place);
            }
            c.n = place + draw() % 50;
            for (size_t r = c.runs.size() / 2 - 1; r > 0; --r) { /* in any order */
                const size_t with = draw() % (r + 1);
                std::swap(c.runs[2 * r], c.runs[2 * with]);
                std::swap(c.runs[2 * r + 1], c.runs[2 * with + 1]);
            }
            expect(c);
        }
}
