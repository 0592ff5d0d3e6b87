/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sort in passes on the emulated device, against std::stable_sort of order bits. Shared atomics number the lanes of
 * a warp in no order here, so that nearly every tile is staged in a wrong one and has to be repaired. As repairs would
 * hide what ranks wrong by masks, too, they are counted.
 */
#include "emulated_case.h"

#include "algorithms/radix_sort/cuda/passes/staged_order.cuh"
#include "algorithms/radix_sort/cuda/passes/tuning.h"
#include "algorithms/radix_sort/cuda/paths.h"
#include "algorithms/radix_sort/order.h"

using namespace emulated;

namespace
{

const tcui_radix_sort_policy by_small_tiles = {UINT64_MAX, 2048, 512}, by_large_tiles = {0, 2048, 512};

constexpr uint64_t small_tile = TCUI_SORT_THREADS * TCUI_SORT_SMALL;

#ifdef TCU_INJECT_WRONG_ORDER
constexpr bool is_injected = true;
#else
constexpr bool is_injected = false;
#endif

enum class spread { uniform, few, constant, sorted };

struct sort_case {
    tcu_type type = TCU_TYPE_U32;
    tcui_payload payload = TCUI_PAYLOAD_NONE;
    size_t value_bytes = 0;
    uint64_t n = 0;
    int begin_bit = 0, end_bit = 0; /* 0: all */
    bool descending = false;
    tcui_sort_arrays arrays = TCUI_SORT_APART;
    tcu_ranking ranking = TCU_RANKING_AUTO;
    spread how = spread::uniform;
    const tcui_radix_sort_policy *policy = &by_small_tiles;
    bool is_narrow = false; /* a device of two blocks on one multiprocessor: the look-back has the fewest slots */
    std::vector<uint64_t> runs = {}; /* begins and ends; none: the whole array */
};

using bytes = array<unsigned char>;

uint64_t element(const unsigned char *from, uint64_t i, size_t size)
{
    uint64_t x = 0;
    std::memcpy(&x, from + i * size, size);
    return x;
}

/* Keys of a spread, as their bits. */
void fill_keys(bytes &keys, const sort_case &c, size_t size)
{
    std::vector<uint64_t> all(c.n);
    const uint64_t one = draw();
    for (uint64_t &key : all)
        key = c.how == spread::constant ? one : c.how == spread::few ? draw() & 0x0303030303030303u : draw();
    if (c.how == spread::sorted)
        std::sort(all.begin(), all.end());
    for (uint64_t i = 0; i < c.n; ++i) {
        const uint64_t key = c.how == spread::sorted ? all[i] >> (64 - 8 * size) : all[i];
        std::memcpy(keys.data() + i * size, &key, size);
    }
}

/* The array's elements in the order that the sort has to give them. */
std::vector<uint64_t> expected_order(const sort_case &c, const bytes &keys, size_t size, int end_bit)
{
    const tcui_key_order order = tcui_key_order_of(c.type, c.descending);
    const uint64_t mask = end_bit - c.begin_bit == 64 ? UINT64_MAX : (uint64_t(1) << (end_bit - c.begin_bit)) - 1;
    std::vector<uint64_t> from(c.n);
    for (uint64_t i = 0; i < c.n; ++i)
        from[i] = i;
    const auto bits = [&](uint64_t i) {
        return end_bit > c.begin_bit ? tcui_order_bits(order, element(keys.data(), i, size)) >> c.begin_bit & mask : 0;
    };
    const auto sort = [&](uint64_t begin, uint64_t end) {
        std::stable_sort(from.begin() + static_cast<std::ptrdiff_t>(begin),
                         from.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](uint64_t a, uint64_t b) { return bits(a) < bits(b); });
    };
    if (c.runs.empty())
        sort(0, c.n);
    for (size_t r = 0; r < c.runs.size(); r += 2)
        sort(c.runs[r], c.runs[r + 1]);
    return from;
}

bool is_sorted_place(const sort_case &c, uint64_t i)
{
    for (size_t r = 0; r < c.runs.size(); r += 2)
        if (i >= c.runs[r] && i < c.runs[r + 1])
            return true;
    return c.runs.empty();
}

/* Whether an element is what it was before the sort; `before` is NULL if that was nothing. */
bool is_left(const bytes &now, uint64_t i, size_t size, const unsigned char *before)
{
    if (before != nullptr)
        return std::memcmp(now.data() + i * size, before + i * size, size) == 0;
    for (uint64_t byte = i * size; byte < (i + 1) * size; ++byte)
        if (!now.is_untouched(byte))
            return false;
    return true;
}

void expect(const sort_case &c)
{
    const size_t size = tcu_type_size(c.type), value_bytes = c.value_bytes;
    const int end_bit = c.end_bit > 0 ? c.end_bit : 8 * static_cast<int>(size);
    const auto shift = [](size_t of) { return static_cast<unsigned>(draw() % 5 * of); };
    bytes in(c.n * size, shift(size)), out(c.n * size, shift(size)), other(c.n * size, shift(size));
    bytes values_in(c.n * value_bytes, shift(value_bytes)), values_out(c.n * value_bytes, shift(value_bytes)),
        values_other(c.n * value_bytes, shift(value_bytes));
    fill_keys(in, c, size);
    for (uint64_t i = 0; i < c.n * value_bytes; ++i)
        values_in[i] = static_cast<unsigned char>(draw());
    const std::vector<unsigned char> keys_before(in.data(), in.data() + c.n * size),
        values_before(values_in.data(), values_in.data() + c.n * value_bytes);
    const std::vector<uint64_t> from = expected_order(c, in, size, end_bit);

    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.policies[TCUI_RADIX_SORT] = c.policy;
    if (c.is_narrow) {
        context.properties.multiprocessors = 1;
        context.properties.shared_memory_per_block = shared_bytes;
    }
    tcui_radix_sort_task task = {};
    task.keys_in = in.data();
    task.keys_out = c.payload == TCUI_PAYLOAD_INDICES ? nullptr : out.data();
    task.key_type = c.type;
    task.payload = c.payload;
    task.values_in = c.payload == TCUI_PAYLOAD_VALUES ? values_in.data() : nullptr;
    task.values_out = value_bytes > 0 ? values_out.data() : nullptr;
    task.value_bytes = value_bytes;
    task.arrays = c.arrays;
    task.descending = c.descending;
    task.begin_bit = c.begin_bit;
    task.end_bit = end_bit;
    task.ranking = c.ranking;
    task.segments = tcui_segments_whole(c.n);
    bytes *keys_to = &out, *values_to = &values_out;
    const bool swaps = tcui_sort_passes_swap(&task);
    if (c.arrays == TCUI_SORT_IN_PLACE || (c.arrays == TCUI_SORT_BUFFERS && !swaps)) {
        keys_to = &in;
        values_to = &values_in;
        task.keys_out = in.data();
        task.values_out = values_in.data();
    }
    if (c.arrays == TCUI_SORT_BUFFERS) {
        task.keys_other = swaps ? in.data() : other.data();
        task.values_other = swaps ? values_in.data() : values_other.data();
    }
    const uint32_t runs_count = static_cast<uint32_t>(c.runs.size() / 2);
    std::vector<uint64_t> begins, ends;
    for (size_t r = 0; r < c.runs.size(); r += 2) {
        begins.push_back(c.runs[r]);
        ends.push_back(c.runs[r + 1]);
    }
    const tcui_sort_runs runs = {runs_count + 2, begins.data(), ends.data(), &runs_count};
    tcui_layout layout = {};
    cr_assert(tcui_sort_passes_plan(&context, &task, c.runs.empty() ? 0 : runs.most, &layout) == TCU_SUCCESS);
    garbage_workspace workspace(layout);
    cr_assert(tcui_sort_passes_execute(&context, &task, c.runs.empty() ? nullptr : &runs, workspace.base()) ==
              TCU_SUCCESS);

    for (uint64_t i = 0; i < c.n; ++i) {
        if (!is_sorted_place(c, i)) {
            const bool in_place = c.arrays == TCUI_SORT_IN_PLACE;
            cr_assert(is_left(*keys_to, i, size, in_place ? keys_before.data() : nullptr), "key %d is in no run",
                      (int)i);
            cr_assert(is_left(*values_to, i, value_bytes, in_place ? values_before.data() : nullptr),
                      "value %d is in no run", (int)i);
            continue;
        }
        if (c.payload != TCUI_PAYLOAD_INDICES)
            cr_assert(element(keys_to->data(), i, size) == element(keys_before.data(), from[i], size),
                      "key %d of %d, type %d, bits %d to %d, payload %d of %d bytes, arrays %d, spread %d", (int)i,
                      (int)c.n, (int)c.type, c.begin_bit, end_bit, (int)c.payload, (int)value_bytes, (int)c.arrays,
                      (int)c.how);
        if (c.payload == TCUI_PAYLOAD_INDICES)
            cr_assert(element(values_out.data(), i, value_bytes) == from[i], "index %d of %d", (int)i, (int)c.n);
        if (c.payload == TCUI_PAYLOAD_VALUES)
            cr_assert(std::memcmp(values_to->data() + i * value_bytes, values_before.data() + from[i] * value_bytes,
                                  value_bytes) == 0,
                      "value %d of %d, %d bytes, key type %d", (int)i, (int)c.n, (int)value_bytes, (int)c.type);
    }
    if (c.arrays == TCUI_SORT_APART) {
        for (uint64_t i = 0; i < c.n * size; ++i)
            cr_assert(in[i] == keys_before[i], "the input was changed");
        for (uint64_t i = 0; i < c.n * value_bytes; ++i)
            cr_assert(values_in[i] == values_before[i], "the values' input was changed");
    }
    for (const bytes *one : {&in, &out, &other, &values_in, &values_out, &values_other})
        cr_assert(one->is_guarded());
    cr_assert(workspace.is_guarded());
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
