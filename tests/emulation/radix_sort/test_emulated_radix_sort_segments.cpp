/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of segments in one place, the lists of segments by their lengths, and sorts by ranks, on the emulated device.
 */
#include <numeric>

#include "algorithms/radix_sort/cuda/block/task.h"
#include "algorithms/radix_sort/cuda/ranked/tuning.h"
#include "emulated_case.h"

using namespace emulated;

/* ---- in the place of the passes: runs are checked, and sorted as the definition has it ---- */

namespace
{

/* Before the call in flight. */
std::vector<unsigned char> given_keys, given_values;
uint64_t runs_seen;
uint64_t lists_refused = 0;

uint64_t load_bytes(const void *array, uint64_t i, size_t bytes)
{
    uint64_t x = 0;
    std::memcpy(&x, static_cast<const unsigned char *>(array) + i * bytes, bytes);
    return x;
}

/* The stable order of a segment's positions. */
std::vector<uint64_t> order_of(const tcui_radix_sort_task &task, const void *keys, uint64_t begin, uint64_t end)
{
    const size_t key_bytes = tcu_type_size(task.key_type);
    const tcui_key_order order = tcui_key_order_of(task.key_type, task.descending);
    const int compared = task.end_bit - task.begin_bit;
    const auto bits_of = [&](uint64_t i) -> uint64_t {
        if (compared == 0)
            return 0;
        return tcui_order_bits(order, load_bytes(keys, i, key_bytes)) >> task.begin_bit & UINT64_MAX >> (64 - compared);
    };
    std::vector<uint64_t> positions(end - begin);
    std::iota(positions.begin(), positions.end(), begin);
    std::stable_sort(positions.begin(), positions.end(),
                     [&](uint64_t a, uint64_t b) { return bits_of(a) < bits_of(b); });
    return positions;
}

/* Element `to` of the outputs gets what belongs to element `from` of the inputs. */
void place_element(const tcui_radix_sort_task &task, unsigned char *keys, unsigned char *values, uint64_t to,
                   uint64_t from)
{
    const size_t key_bytes = tcu_type_size(task.key_type), value_bytes = task.value_bytes;
    if (keys != nullptr)
        std::memcpy(keys + to * key_bytes, given_keys.data() + from * key_bytes, key_bytes);
    if (task.payload == TCUI_PAYLOAD_INDICES)
        std::memcpy(values + to * value_bytes, &from, value_bytes);
    if (task.payload == TCUI_PAYLOAD_VALUES)
        std::memcpy(values + to * value_bytes, given_values.data() + from * value_bytes, value_bytes);
}

} // namespace

tcu_status tcui_sort_passes_plan(tcu_context *, const tcui_radix_sort_task *, uint64_t most_runs, tcui_layout *layout)
{
    cr_assert(most_runs > 0);
    tcui_layout_reserve(layout, 1, 64);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_passes_execute(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_runs *runs,
                                    void *workspace)
{
    std::memset(workspace, 0x77, 64);
    if (*runs->count > runs->most) { /* they overlap */
        ++lists_refused;
        return TCU_SUCCESS;
    }
    runs_seen += *runs->count;
    uint64_t items = 0;
    for (uint32_t r = 0; r < *runs->count; ++r) {
        const uint64_t begin = runs->begins[r], end = runs->ends[r];
        items += end - begin;
        cr_assert(begin < end && end <= task->segments.n, "run %u: %llu to %llu", r,
                  static_cast<unsigned long long>(begin), static_cast<unsigned long long>(end));
        cr_assert(task->segments.size > 0 || end - begin > tcui_sort_block_items(context, task));
        const std::vector<uint64_t> positions = order_of(*task, given_keys.data(), begin, end);
        for (uint64_t i = begin; i < end; ++i)
            place_element(*task, static_cast<unsigned char *>(task->keys_out),
                          static_cast<unsigned char *>(task->values_out), i, positions[i - begin]);
    }
    cr_assert(items <= task->segments.n);
    return TCU_SUCCESS;
}

namespace
{

/* ---- one call ---- */

struct sort_case {
    tcu_type key_type;
    tcui_payload payload;
    size_t value_bytes;
    uint64_t n, size; /* 0: by offsets */
    std::vector<int64_t> offsets;
    bool descending, in_place;
    int begin_bit, end_bit;
    bool few_distinct;
    bool offsets_are_valid = true;
    bool by_ranks = false, between_arrays = false;
};

struct path {
    tcu_status (*plan)(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout);
    tcu_status (*execute)(tcu_context *context, const tcui_radix_sort_task *task, void *workspace);
};

/* By a task without pointers, too. */
path choose_path(tcu_context *context, const sort_case &c, const tcui_radix_sort_task &task)
{
    if (c.by_ranks) {
        cr_assert(tcui_sort_is_ranked(context, &task));
        return {tcui_sort_ranked_plan, tcui_sort_ranked_execute};
    }
    return tcui_sort_fits_blocks(context, &task) ? path{tcui_sort_blocks_plan, tcui_sort_blocks_execute}
                                                 : path{tcui_sort_segments_plan, tcui_sort_segments_execute};
}

void expect_sorted(const sort_case &c)
{
    const size_t key_bytes = tcu_type_size(c.key_type), value_bytes = c.value_bytes;
    const uint64_t n = c.n;
    const bool aligned = draw() % 2;
    const unsigned in_shift = aligned ? 0 : static_cast<unsigned>(draw() % 9);
    const unsigned out_shift = aligned ? 0 : static_cast<unsigned>(draw() % 9);
    array<unsigned char> keys(n * key_bytes, in_shift * static_cast<unsigned>(key_bytes)),
        keys_out(n * key_bytes, out_shift * static_cast<unsigned>(key_bytes)),
        values(n * value_bytes, out_shift * static_cast<unsigned>(value_bytes)),
        values_out(n * value_bytes, in_shift * static_cast<unsigned>(value_bytes));
    for (uint64_t i = 0; i < n * key_bytes; ++i)
        keys[i] = static_cast<unsigned char>(c.few_distinct ? draw() % 2 * 255 : draw());
    for (uint64_t i = 0; i < n * value_bytes; ++i)
        values[i] = static_cast<unsigned char>(draw());
    given_keys.assign(keys.data(), keys.data() + n * key_bytes);
    given_values.assign(values.data(), values.data() + n * value_bytes);

    tcui_radix_sort_task task = {};
    task.keys_in = keys.data();
    task.keys_out = c.in_place ? keys.data() : keys_out.data();
    task.key_type = c.key_type;
    task.payload = c.payload;
    task.value_bytes = value_bytes;
    task.values_in = c.payload == TCUI_PAYLOAD_VALUES ? values.data() : nullptr;
    task.values_out = c.payload == TCUI_PAYLOAD_NONE                   ? nullptr
                      : c.payload == TCUI_PAYLOAD_VALUES && c.in_place ? values.data()
                                                                       : values_out.data();
    if (c.payload == TCUI_PAYLOAD_INDICES)
        task.keys_out = nullptr;
    task.arrays = c.in_place ? TCUI_SORT_IN_PLACE : TCUI_SORT_APART;
    array<unsigned char> spare_keys(c.between_arrays ? n * key_bytes : 0, 0),
        spare_values(c.between_arrays ? n * value_bytes : 0, 0);
    if (c.between_arrays) {
        task.arrays = TCUI_SORT_BUFFERS;
        task.keys_other = c.in_place ? spare_keys.data() : keys.data();
        task.values_other = c.in_place ? spare_values.data() : values.data();
    }
    task.descending = c.descending;
    task.begin_bit = c.begin_bit;
    task.end_bit = c.end_bit;
    task.segments =
        c.size > 0 ? tcui_segments_fixed(n, c.size) : tcui_segments_offsets(n, c.offsets.data(), c.offsets.size() - 1);

    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = 227 << 10;
    const path taken = choose_path(&context, c, task);
    tcui_layout layout = {};
    tcui_radix_sort_task query = task; /* which has no pointers */
    query.segments.offsets = nullptr;
    cr_assert(choose_path(&context, c, query).plan == taken.plan);
    cr_assert(taken.plan(&context, &query, &layout) == TCU_SUCCESS);
    cr_assert(!c.between_arrays || (layout.bytes == 0 && tcui_sort_ranked_swaps(&query) == !c.in_place));
    garbage_workspace workspace(layout);
    const std::string where = std::string(tcu_type_name(c.key_type)) + " values " + std::to_string(value_bytes) +
                              " n " + std::to_string(n) + " size " + std::to_string(c.size) + " segments " +
                              std::to_string(task.segments.count) + " bits " + std::to_string(c.begin_bit) + " to " +
                              std::to_string(c.end_bit) + (c.descending ? " descending" : "") +
                              (c.in_place ? " in place" : "");
    cr_assert(taken.execute(&context, &task, workspace.base()) == TCU_SUCCESS, "%s", where.c_str());
    cr_assert(keys.is_guarded() && keys_out.is_guarded() && values.is_guarded() && values_out.is_guarded() &&
                  spare_keys.is_guarded() && spare_values.is_guarded() && workspace.is_guarded(),
              "%s: wrote outside", where.c_str());
    if (!c.offsets_are_valid)
        return;

    /* What was there before, then each segment. */
    std::vector<unsigned char> right_keys(n * key_bytes, 0xee), right_values(n * value_bytes, 0xee);
    if (c.in_place || task.keys_out == nullptr)
        right_keys = given_keys;
    if (c.in_place && c.payload == TCUI_PAYLOAD_VALUES)
        right_values = given_values;
    for (uint64_t k = 0; k < task.segments.count; ++k) {
        const uint64_t begin = c.size > 0 ? k * c.size : static_cast<uint64_t>(c.offsets[k]);
        const uint64_t end = c.size > 0 ? std::min(n, begin + c.size) : static_cast<uint64_t>(c.offsets[k + 1]);
        const std::vector<uint64_t> positions = order_of(task, given_keys.data(), begin, end);
        for (uint64_t i = begin; i < end; ++i)
            place_element(task, task.keys_out != nullptr ? right_keys.data() : nullptr, right_values.data(), i,
                          positions[i - begin]);
    }
    const unsigned char *found_keys =
        task.keys_out != nullptr ? static_cast<unsigned char *>(task.keys_out) : keys.data();
    for (uint64_t i = 0; i < n; ++i) {
        cr_assert(std::memcmp(found_keys + i * key_bytes, &right_keys[i * key_bytes], key_bytes) == 0, "%s: key %llu",
                  where.c_str(), static_cast<unsigned long long>(i));
        cr_assert(task.values_out == nullptr ||
                      std::memcmp(static_cast<unsigned char *>(task.values_out) + i * value_bytes,
                                  right_values.data() + i * value_bytes, value_bytes) == 0,
                  "%s: value %llu", where.c_str(), static_cast<unsigned long long>(i));
    }
}

/* Any of everything that is not given. */
sort_case draw_case(tcu_type key_type, uint64_t n, uint64_t size, const std::vector<int64_t> &offsets)
{
    static const size_t value_sizes[] = {1, 2, 4, 8, 16};
    const int bits = 8 * static_cast<int>(tcu_type_size(key_type));
    sort_case c = {};
    c.key_type = key_type;
    c.payload = static_cast<tcui_payload>(draw() % 3);
    c.value_bytes = c.payload == TCUI_PAYLOAD_NONE      ? 0
                    : c.payload == TCUI_PAYLOAD_INDICES ? 4 + draw() % 2 * 4
                                                        : value_sizes[draw() % 5];
    c.n = n;
    c.size = size;
    c.offsets = offsets;
    c.descending = draw() % 2;
    c.in_place = draw() % 3 == 0 && c.payload != TCUI_PAYLOAD_INDICES;
    c.few_distinct = draw() % 3 == 0;
    c.end_bit = bits;
    if (draw() % 3 == 0) {
        c.begin_bit = static_cast<int>(draw() % static_cast<unsigned>(bits));
        c.end_bit = c.begin_bit + static_cast<int>(draw() % static_cast<unsigned>(bits - c.begin_bit + 1));
    }
    return c;
}

void expect_any(tcu_type key_type, uint64_t n, uint64_t size, const std::vector<int64_t> &offsets)
{
    expect_sorted(draw_case(key_type, n, size, offsets));
}

/* A whole array; between two arrays where the result is must go by n. */
void expect_ranked(tcu_type key_type, uint64_t n)
{
    sort_case c = draw_case(key_type, n, n, {});
    if (c.payload == TCUI_PAYLOAD_NONE && tcu_type_size(key_type) == 1) /* else they are counted */
        c.payload = TCUI_PAYLOAD_VALUES, c.value_bytes = 2;
    c.by_ranks = true;
    c.between_arrays = c.payload != TCUI_PAYLOAD_INDICES && draw() % 4 == 0;
    if (c.between_arrays)
        c.in_place = n > TCUI_RANKED_AT_ONCE;
    expect_sorted(c);
}

const tcu_type all_types[] = {TCU_TYPE_U8,  TCU_TYPE_I8,  TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_U16, TCU_TYPE_I16,
                              TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64,  TCU_TYPE_I64, TCU_TYPE_F64};

} // namespace

/* Of lanes, of warps, of blocks; whole ones and the last one shorter. */
Test(emulated_radix_sort_segments, fixed)
{
    for (tcu_type type : all_types)
        for (uint64_t size : {1, 3, 4, 7, 16, 17, 33, 64, 65, 128, 200, 256})
            for (int i = 0; i < 3; ++i)
                expect_any(type, 1 + draw() % (40 * size), size, {});
    for (tcu_type type : all_types)
        for (uint64_t size : {257, 512, 700, 1024, 1025, 3000, 4096})
            expect_any(type, 1 + draw() % (3 * size), size, {});
}

/* Bare keys in whole vectors, among others. */
Test(emulated_radix_sort_segments, vectors)
{
    for (tcu_type type : {TCU_TYPE_F32, TCU_TYPE_U64})
        for (uint64_t size : {16, 32, 64, 128, 256, 512})
            for (int i = 0; i < 10; ++i)
                expect_any(type, 1 + draw() % (40 * size), size, {});
}

/* As long as blocks take, and longer. */
Test(emulated_radix_sort_segments, longest)
{
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_F32, TCU_TYPE_I64})
        for (uint64_t size : {4096, 4097, 8191, 8192, 8193, 10000})
            for (int i = 0; i < 2; ++i)
                expect_any(type, 1 + size + draw() % size, size, {});
}

/* One segment. */
Test(emulated_radix_sort_segments, whole)
{
    for (tcu_type type : all_types)
        for (uint64_t most : {2048, 4096, 8192}) {
            const uint64_t n = most / 2 + 1 + draw() % (most / 2);
            expect_any(type, n, n + draw() % 2, {});
        }
}

/* By ranks: among all, and in and among runs. */
Test(emulated_radix_sort_segments, ranked)
{
    for (tcu_type type : all_types) {
        for (uint64_t most : {64, 256, 2048})
            for (int i = 0; i < 2; ++i)
                expect_ranked(type, TCUI_RANKED_LEAST + draw() % (most - TCUI_RANKED_LEAST + 1));
        for (uint64_t most : {4096, 8192})
            expect_ranked(type, most / 2 + 1 + draw() % (most / 2));
    }
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_F32})
        for (uint64_t n : {4096, 4097, 16384, 32768})
            expect_ranked(type, n - draw() % 2);
}

Test(emulated_radix_sort_segments, offsets)
{
    runs_seen = 0;
    for (tcu_type type : all_types)
        for (lengths kind : {lengths::uniform, lengths::power_law, lengths::one_giant, lengths::crowds_of_empty})
            for (double mean : {2.0, 30.0, 300.0}) {
                const int64_t n = static_cast<int64_t>(1 + draw() % 30000);
                expect_any(type, static_cast<uint64_t>(n), 0, make_offsets(kind, mean, n));
            }
    cr_assert(runs_seen > 0);
}

/* Whatever comes of it, nothing else is touched. */
Test(emulated_radix_sort_segments, wrong_offsets)
{
    for (int i = 0; i < 20; ++i) {
        const int64_t n = static_cast<int64_t>(1 + draw() % 20000);
        sort_case c = {};
        c.key_type = all_types[draw() % 12];
        c.payload = TCUI_PAYLOAD_VALUES;
        c.value_bytes = 4;
        c.n = static_cast<uint64_t>(n);
        c.end_bit = 8 * static_cast<int>(tcu_type_size(c.key_type));
        c.offsets_are_valid = false;
        for (int k = 0; k < 500; ++k)
            c.offsets.push_back(draw() % 8 == 0 ? static_cast<int64_t>(draw())
                                                : static_cast<int64_t>(draw() % static_cast<uint64_t>(2 * n)));
        expect_sorted(c);
    }
    cr_assert(lists_refused > 0);
}
