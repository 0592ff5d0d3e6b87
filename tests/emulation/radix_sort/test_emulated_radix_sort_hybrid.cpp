/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hybrid sort on the emulated device. What it leaves in its workspace says which way a sort went, and each test says
 * which way that has to be: keys that do not lead where a test wants to be end it.
 */
#include "emulated_sort.h"

/* (Whose workspace is looked at.) */
#include "algorithms/radix_sort/cuda/hybrid/path.cu"

namespace
{

using emulated::draw;
using emulated::sort_case;

enum class way {
    segments,        /* two passes, the rest in blocks */
    runs,            /* and some segments in passes */
    upper_digits,    /* two passes, and nothing is left */
    all_digits,      /* a pass for each */
    all_digits_again /* two passes, too many long segments, and a pass for each digit */
};

/* Of the last sort. */
struct course {
    way taken;
    uint32_t runs;    /* found, if there was something left to sort */
    uint64_t varying; /* bits, as the sample has them */
    int upper_bits, upper_passes;
    bool has_parts; /* of long segments were looked for */
    uint64_t block_items;
};

course last;

way way_of(const tcui_radix_sort_task &task, const hybrid_room &room)
{
    const sort_plan &plan = *room.plan;
    const sort_digit_step &behind_upper = plan.steps[sort_upper_passes];
    if (behind_upper.scope != sort_scope::whole) {
        cr_assert(plan.whole.count >= 1 && plan.whole.count <= sort_upper_passes);
        cr_assert(*room.num_runs <= room.lists.most_runs);
        return plan.runs.count == 0 ? way::upper_digits : *room.num_runs == 0 ? way::segments : way::runs;
    }
    cr_assert_eq(plan.whole.count, passes_of(&task).count);
    const bool is_again = !behind_upper.reads_input;
    cr_assert(is_again == (*room.num_runs > room.lists.most_runs));
    return is_again ? way::all_digits_again : way::all_digits;
}

void sort_hybrid(tcu_context &context, const tcui_radix_sort_task &task, const tcui_sort_runs *)
{
    cr_assert(tcui_sort_is_hybrid(&context, &task));
    tcui_layout layout = {}, again = {};
    cr_assert(tcui_sort_hybrid_plan(&context, &task, &layout) == TCU_SUCCESS);
    emulated::garbage_workspace workspace(layout);
    cr_assert(tcui_sort_hybrid_execute(&context, &task, workspace.base()) == TCU_SUCCESS);
    cr_assert(workspace.is_guarded());
    const hybrid_room room(&context, &task, &again, workspace.base());
    last = {way_of(task, room),
            *room.num_runs,
            room.counts->varying,
            prefix_bits_of(&context, &task),
            room.plan->whole.count,
            room.segments->part_bit != room.segments->prefix_bit,
            tcui_sort_block_items(&context, &room.rest)};
}

void expect(const sort_case &c)
{
    emulated::expect_sorted_by(sort_hybrid, c);
}

void expect(const sort_case &c, way taken)
{
    expect(c);
    /* A third pass may cut long segments into short ones. */
    const bool has_cut = last.upper_passes == sort_upper_passes && taken == way::runs && last.taken == way::segments;
    cr_assert(last.taken == taken || has_cut,
              "way %d, not %d: n %d, type %d, bits %d to %d, payload %d, arrays %d, %d runs", (int)last.taken,
              (int)taken, (int)c.n, (int)c.type, c.begin_bit, c.end_bit, (int)c.payload, (int)c.arrays, (int)last.runs);
}

/* ---- cases ---- */

const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64, TCU_TYPE_I64, TCU_TYPE_F64};

int bits_of(const sort_case &c)
{
    return (c.end_bit > 0 ? c.end_bit : 8 * static_cast<int>(tcu_type_size(c.type))) - c.begin_bit;
}

/* Where a case has an output for keys, and how long it is. */
tcui_radix_sort_task task_of(const sort_case &c)
{
    tcui_radix_sort_task task = {};
    task.key_type = c.type;
    task.payload = c.payload;
    task.value_bytes = c.value_bytes;
    task.arrays = c.arrays;
    task.begin_bit = c.begin_bit;
    task.end_bit = c.begin_bit + bits_of(c);
    task.segments = tcui_segments_whole(c.n);
    return task;
}

int passes_of_case(const sort_case &c)
{
    const tcui_radix_sort_task task = task_of(c);
    return passes_of(&task).count;
}

/* Keys whose compared bits are the lowest of these, and whose other bits are any. */
void give_keys(sort_case &c, const std::vector<uint64_t> &compared)
{
    const uint64_t mask = UINT64_MAX >> (64 - bits_of(c)) << c.begin_bit;
    c.n = compared.size();
    c.order_bits.resize(c.n);
    for (uint64_t i = 0; i < c.n; ++i)
        c.order_bits[i] = (draw() & ~mask) | (compared[i] << c.begin_bit & mask);
}

/* Random bits, of which only the lowest vary. */
std::vector<uint64_t> lower_bits(uint64_t n, int bits)
{
    std::vector<uint64_t> compared(n);
    const uint64_t mask = UINT64_MAX >> (64 - bits), above = draw() & ~mask;
    for (uint64_t &one : compared)
        one = above | (draw() & mask);
    return compared;
}

/* Everything but the keys' type, bits and number. */
sort_case draw_case(tcu_type type, int begin_bit, int bits, tcui_payload payload, const tcui_radix_sort_policy &policy)
{
    static const size_t value_sizes[] = {1, 2, 4, 8, 16};
    sort_case c;
    c.type = type;
    c.begin_bit = begin_bit;
    c.end_bit = begin_bit + bits;
    c.payload = payload;
    c.value_bytes = c.payload == TCUI_PAYLOAD_NONE      ? 0
                    : c.payload == TCUI_PAYLOAD_INDICES ? 4 + draw() % 2 * 4
                                                        : value_sizes[draw() % 5];
    c.descending = draw() % 2;
    c.arrays = c.payload == TCUI_PAYLOAD_INDICES ? TCUI_SORT_APART : static_cast<tcui_sort_arrays>(draw() % 3);
    c.ranking = draw() % 4 == 0 ? TCU_RANKING_DOCUMENTED : TCU_RANKING_AUTO;
    c.policy = &policy;
    return c;
}

sort_case draw_case(tcu_type type, int begin_bit, int bits, const tcui_radix_sort_policy &policy)
{
    return draw_case(type, begin_bit, bits, static_cast<tcui_payload>(draw() % 3), policy);
}

/* All bits of any type. */
sort_case draw_case(const tcui_radix_sort_policy &policy)
{
    const tcu_type type = types[draw() % 6];
    return draw_case(type, 0, 8 * static_cast<int>(tcu_type_size(type)), policy);
}

/* By segments of about so many elements. */
tcui_radix_sort_policy policy_of(uint64_t segment_items, uint64_t most_runs = 512)
{
    return {draw() % 8 == 0 ? 0 : UINT64_MAX, segment_items, most_runs};
}

/* Two passes and what blocks take have to be faster than all passes. */
bool may_leave_segments(const sort_case &c)
{
    return 2 * 100 + TCUI_SORT_REST_PERCENT < passes_of_case(c) * (100 - TCUI_SORT_HYBRID_MARGIN);
}

/* Segments that agree in the upper bits, of these lengths, the first of them with the lowest of these bits and the second
 * with the highest; shuffled. */
std::vector<uint64_t> segments_of(const std::vector<uint64_t> &lengths, int bits, int upper_bits)
{
    const uint64_t prefixes = uint64_t(1) << upper_bits;
    cr_assert(lengths.size() <= prefixes && bits > upper_bits);
    std::vector<uint64_t> order(prefixes), compared;
    for (uint64_t i = 0; i < prefixes; ++i)
        order[i] = i;
    std::swap(order[1], order[prefixes - 1]);
    for (uint64_t i = prefixes - 1; i > 2; --i)
        std::swap(order[i], order[2 + draw() % (i - 1)]);
    for (size_t k = 0; k < lengths.size(); ++k)
        for (uint64_t i = 0; i < lengths[k]; ++i)
            compared.push_back(order[k] << (bits - upper_bits) | draw() >> (64 - bits + upper_bits));
    for (size_t i = compared.size() - 1; i > 0; --i)
        std::swap(compared[i], compared[draw() % (i + 1)]);
    return compared;
}

uint64_t sum_of(const std::vector<uint64_t> &lengths)
{
    uint64_t sum = 0;
    for (uint64_t length : lengths)
        sum += length;
    return sum;
}

/* Those that a block holds at most; a device's memory decides. */
uint64_t block_items_of(const sort_case &c)
{
    tcu_context context = emulated::small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = c.shared_memory;
    const tcui_radix_sort_task task = task_of(c);
    const tcui_radix_sort_task rest = rest_of(&context, &task);
    return tcui_sort_block_items(&context, &rest);
}

/* Sorts segments of these lengths and empty ones, with a policy that leaves them: so many that passes of runs may be
 * fewer than those of the whole array, by an odd number or an even one. */
void expect_segments(sort_case c, const std::vector<uint64_t> &lengths, uint64_t most_runs, way taken)
{
    const uint64_t n = sum_of(lengths);
    int upper_bits = 1;
    while (uint64_t(1) << upper_bits < lengths.size())
        ++upper_bits;
    upper_bits += static_cast<int>(draw() % 9);
    const tcui_radix_sort_policy policy = policy_of(n >> upper_bits, most_runs);
    c.policy = &policy;
    /* (Lengths at the limit may look longer in a sample.) */
    for (int tries = 0; tries < 4; ++tries) {
        give_keys(c, segments_of(lengths, bits_of(c), upper_bits));
        expect(c);
        if (last.taken == taken)
            break;
    }
    const uint64_t block_items = block_items_of(c);
    const auto is_long = [&](uint64_t length) { return length > block_items; };
    expect(c, taken);
    cr_assert_eq(last.upper_bits, upper_bits);
    cr_assert_eq(last.block_items, block_items);
    if (taken != way::all_digits && last.upper_passes < sort_upper_passes)
        cr_assert_eq(last.runs, std::count_if(lengths.begin(), lengths.end(), is_long));
}

constexpr size_t large_shared = 227 << 10;

} // namespace

/* Every type and form, more bits than two digits: odd and even numbers of passes. */
Test(emulated_radix_sort_hybrid, short_segments, .timeout = 600)
{
    static const int ranges[][2] = {{0, 32}, {5, 27}, {0, 64}, {3, 56}, {24, 40}};
    for (tcu_type type : types)
        for (const auto &range : ranges)
            if (range[0] + range[1] <= 8 * static_cast<int>(tcu_type_size(type)))
                for (tcui_payload payload : {TCUI_PAYLOAD_NONE, TCUI_PAYLOAD_VALUES, TCUI_PAYLOAD_INDICES}) {
                    const tcui_radix_sort_policy policy = policy_of(uint64_t{20} << draw() % 8);
                    sort_case c = draw_case(type, range[0], range[1], payload, policy);
                    give_keys(c, lower_bits(4000 + draw() % 6000, bits_of(c)));
                    expect(c, way::segments);
                }
}

/* All upper bits that there are: most segments are empty, or of one element. */
Test(emulated_radix_sort_hybrid, tiny_segments, .timeout = 600)
{
    const tcui_radix_sort_policy policy = policy_of(1);
    sort_case c = draw_case(policy);
    give_keys(c, lower_bits(70000, bits_of(c)));
    expect(c, way::segments);
    cr_assert_eq(last.upper_bits, most_prefix_bits);
}

/* As reals are: the highest bits have few values. A third pass is worth its time, and cuts what two passes leave; but not
 * in place, where it would write what it reads. */
Test(emulated_radix_sort_hybrid, few_values_above, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_U64, TCU_TYPE_F64})
        for (tcui_payload payload : {TCUI_PAYLOAD_NONE, TCUI_PAYLOAD_VALUES, TCUI_PAYLOAD_INDICES})
            for (uint64_t others : {0, 1}) {
                const tcui_radix_sort_policy policy = policy_of(100);
                sort_case c = draw_case(type, 0, 64, payload, policy);
                c.arrays = TCUI_SORT_APART;
                std::vector<uint64_t> compared = lower_bits(30000 + draw() % 3000, 64);
                for (uint64_t i = 0; i < compared.size(); ++i) /* some are short as they are */
                    compared[i] = compared[i] >> 10 | (others && i % 50 == 0 ? i : i % 2 * 1000) << 54;
                give_keys(c, compared);
                expect(c, way::segments);
                cr_assert_eq(last.upper_passes, sort_upper_passes);
                if (payload == TCUI_PAYLOAD_INDICES) /* never in place */
                    continue;
                c.arrays = TCUI_SORT_IN_PLACE;
                expect(c);
                cr_assert(last.upper_passes != sort_upper_passes);
            }
}

/* Parts that three passes leave, just too long for blocks: the sample cannot tell, and there is room for one only. Blocks
 * must not have moved indices without their keys by then. */
Test(emulated_radix_sort_hybrid, too_many_parts, .timeout = 600)
{
    for (tcui_payload payload : {TCUI_PAYLOAD_INDICES, TCUI_PAYLOAD_VALUES}) {
        bool was_again = false;
        for (int tries = 0; tries < 40 && !was_again; ++tries) {
            const tcui_radix_sort_policy policy = policy_of(100, 1);
            sort_case c = draw_case(TCU_TYPE_U64, 0, 64, payload, policy);
            c.arrays = TCUI_SORT_APART;
            give_keys(c, lower_bits(100, 64));
            const uint64_t most = block_items_of(c);
            std::vector<uint64_t> compared;
            for (uint64_t part = 0; part < 2; ++part) /* of one segment: 2^64 / 2^54 */
                for (uint64_t i = 0; i <= most; ++i)
                    compared.push_back(part << 47 | (draw() >> 17));
            for (uint64_t i = 0; i < 5 * most; ++i)
                compared.push_back(draw() >> 10);
            compared.insert(compared.end(), 500, UINT64_MAX); /* enough for the sample to have one */
            for (uint64_t i = compared.size() - 1; i > 0; --i)
                std::swap(compared[i], compared[draw() % (i + 1)]);
            give_keys(c, compared);
            expect(c);
            was_again = last.taken == way::all_digits_again && last.has_parts;
        }
        cr_assert(was_again, "way %d, with parts: %d", (int)last.taken, last.has_parts);
    }
}

/* Bits above are alike. Two digits are all, if the second pass ends in the output. */
Test(emulated_radix_sort_hybrid, few_bits_vary, .timeout = 600)
{
    for (int bits : {1, 8, 12, 16, 17, 20, 24})
        for (int i = 0; i < 3; ++i) {
            const tcui_radix_sort_policy policy = policy_of(i == 0 ? 2048 : 100);
            const int begin = static_cast<int>(draw() % 5), compared = 25 + static_cast<int>(draw() % 3);
            sort_case c =
                i == 0 ? draw_case(policy) : draw_case(types[draw() % 6], begin, compared + i % 2 * 5, policy);
            give_keys(c, lower_bits(3000 + draw() % 3000, bits));
            if (bits > 2 * TCUI_DIGIT_BITS)
                expect(c, may_leave_segments(c) ? way::segments : way::all_digits);
            else
                expect(c, passes_of_case(c) % 2 == 0 ? way::upper_digits : way::all_digits);
            cr_assert(last.varying >> bits == 0);
        }
}

/* Blocks would take longer than the passes that they save. */
Test(emulated_radix_sort_hybrid, three_digits, .timeout = 600)
{
    const tcui_radix_sort_policy policy = policy_of(100);
    for (int bits : {17, 21, 24})
        for (tcui_sort_arrays arrays : {TCUI_SORT_APART, TCUI_SORT_IN_PLACE, TCUI_SORT_BUFFERS}) {
            const tcui_payload payload = draw() % 2 ? TCUI_PAYLOAD_NONE : TCUI_PAYLOAD_VALUES;
            sort_case c = draw_case(types[draw() % 6], static_cast<int>(draw() % 9), bits, payload, policy);
            c.arrays = arrays;
            give_keys(c, lower_bits(2000 + draw() % 3000, bits));
            expect(c, may_leave_segments(c) ? way::segments : way::all_digits);
        }
}

/* One key differs where no other does, and the sample has not seen it: without it the sort goes another way. */
Test(emulated_radix_sort_hybrid, one_differs_unseen, .timeout = 600)
{
    for (int bits : {12, 20})
        for (int i = 0; i < 4; ++i) {
            const tcui_radix_sort_policy policy = policy_of(100);
            sort_case c = draw_case(policy);
            const int highest = i % 2 ? bits_of(c) - 1 : bits;
            std::vector<uint64_t> compared = lower_bits(9000 + draw() % 1000, bits);
            give_keys(c, compared);
            expect(c, bits > 2 * TCUI_DIGIT_BITS ? way::segments : way::upper_digits);
            bool was_seen = true;
            for (int tries = 0; tries < 20 && was_seen; ++tries) {
                const uint64_t place = 1 + draw() % (compared.size() - 1);
                std::vector<uint64_t> with_one = compared;
                with_one[place] ^= uint64_t(1) << highest;
                give_keys(c, with_one);
                expect(c);
                was_seen = last.varying >> highest != 0;
            }
            cr_assert(!was_seen && last.taken == way::all_digits, "way %d", (int)last.taken);
        }
}

/* Most keys are in one segment: passes of a run, or of all if few passes are saved. */
Test(emulated_radix_sort_hybrid, giant, .timeout = 600)
{
    for (tcu_type type : types) {
        const bool is_wide = tcu_type_size(type) == 8;
        sort_case c = draw_case(type, 0, is_wide ? 64 : 32, emulated::by_small_tiles);
        const uint64_t n = 13000 + draw() % 1000;
        std::vector<uint64_t> lengths(8, n / 40); /* (far from what the sample might take for another share) */
        lengths[draw() % 8] = n * 8 / 10;
        expect_segments(c, lengths, 512, is_wide ? way::runs : way::all_digits);
    }
}

/* What blocks hold at most, and at the limits of all lists; one less and one more. */
Test(emulated_radix_sort_hybrid, limits_of_segments, .timeout = 600)
{
    for (size_t memory : {size_t{0}, large_shared})
        for (tcui_payload payload : {TCUI_PAYLOAD_NONE, TCUI_PAYLOAD_VALUES, TCUI_PAYLOAD_INDICES})
            for (tcu_type type : {types[draw() % 3], types[3 + draw() % 3]})
                for (uint64_t more : {0, 1}) {
                    const int bits = 8 * static_cast<int>(tcu_type_size(type));
                    sort_case c = draw_case(type, 0, bits, payload, emulated::by_small_tiles);
                    c.shared_memory = memory;
                    const uint64_t most = block_items_of(c);
                    std::vector<uint64_t> lengths = {most - 1, most + more};
                    if (memory == 0 && more)
                        for (uint64_t limit : {1, 16, 64, 256, 1024, 2304})
                            for (uint64_t length : {limit, limit + 1})
                                lengths.push_back(length);
                    expect_segments(c, lengths, 512, more ? way::runs : way::segments);
                }
}

/* As many long segments as there is room for, and one more: then short ones, which blocks have sorted, are sorted again
 * with the others. */
Test(emulated_radix_sort_hybrid, too_many_runs, .timeout = 600)
{
    for (tcu_type type : types)
        for (tcui_payload payload : {TCUI_PAYLOAD_NONE, TCUI_PAYLOAD_VALUES, TCUI_PAYLOAD_INDICES}) {
            const uint64_t most_runs = 1 + draw() % 2, more = draw() % 4 != 0;
            const int bits = 8 * static_cast<int>(tcu_type_size(type)), fewer = bits == 64 ? 8 * (draw() % 3) : 0;
            sort_case c = draw_case(type, fewer / 2, bits - fewer, payload, emulated::by_small_tiles);
            const uint64_t most = block_items_of(c);
            std::vector<uint64_t> lengths = {100 + draw() % 2000, 100 + draw() % 2000, 10};
            for (uint64_t r = 0; r < most_runs + more; ++r)
                lengths.push_back(most + 1 + draw() % 100);
            expect_segments(c, lengths, most_runs, more ? way::all_digits_again : way::runs);
        }
}

/* Few elements, which the path does not get by itself. */
Test(emulated_radix_sort_hybrid, few_elements, .timeout = 600)
{
    for (uint64_t n : {1, 2, 3, 16, 17, 33, 200, 1000})
        for (int i = 0; i < 2; ++i) {
            const tcui_radix_sort_policy policy = policy_of(i == 0 ? 2048 : 2);
            sort_case c = draw_case(policy);
            c.n = n;
            expect(c);
        }
}

/* Spreads by values: constant, in order, few values. */
Test(emulated_radix_sort_hybrid, spreads, .timeout = 600)
{
    for (tcu_type type : types)
        for (emulated::spread how : {emulated::spread::few, emulated::spread::constant, emulated::spread::sorted}) {
            const tcui_radix_sort_policy policy = policy_of(uint64_t{20} << draw() % 8, 1 + draw() % 3);
            const int bits = 8 * static_cast<int>(tcu_type_size(type));
            const int begin = static_cast<int>(draw() % 3 == 0 ? draw() % (bits - 17) : 0);
            sort_case c = draw_case(type, begin, bits - begin, policy);
            c.n = 3000 + draw() % 6000;
            c.how = how;
            expect(c);
        }
}
