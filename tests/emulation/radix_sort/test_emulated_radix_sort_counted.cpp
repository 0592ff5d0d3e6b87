/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sort by counts on the emulated device, against a stable sort by order bits; of whole arrays in and out of place,
 * at any alignment, and of values that make long runs, crowds of short ones, and both.
 */
#include "emulated_case.h"

#include "algorithms/radix_sort/cuda/counted/tuning.h"
#include "algorithms/radix_sort/cuda/paths.h"
#include "algorithms/radix_sort/order.h"

using namespace emulated;

namespace
{

enum class values { uniform, constant, two, each_once, few_and_crowd, skewed };

constexpr values all_values[] = {values::uniform,   values::constant,      values::two,
                                 values::each_once, values::few_and_crowd, values::skewed};

uint64_t draw_value(values how, uint64_t i, uint64_t constant)
{
    switch (how) {
    case values::uniform:
        return draw();
    case values::constant:
        return constant;
    case values::two:
        return draw() % 3 == 0 ? constant : ~constant;
    case values::each_once:
        return i * 40503; /* odd: all are different */
    case values::few_and_crowd:
        return draw() % 2 ? constant : constant + 300 + draw() % 500;
    default: { /* the greater, the rarer */
        const double u = static_cast<double>(draw() >> 11) * 0x1p-53;
        return static_cast<uint64_t>(std::pow(65536.0, u)) - 1;
    }
    }
}

template <class Key>
void expect_sorted(tcu_type type, bool descending, values how, uint64_t n, bool in_place)
{
    array<Key> in(n, static_cast<unsigned>(draw() % 17)), apart(n, static_cast<unsigned>(draw() % 17));
    const uint64_t constant = draw();
    for (uint64_t i = 0; i < n; ++i)
        in[i] = static_cast<Key>(draw_value(how, i, constant));
    const std::vector<Key> given(in.data(), in.data() + n);
    std::vector<Key> sorted = given;
    const tcui_key_order order = tcui_key_order_of(type, descending);
    std::sort(sorted.begin(), sorted.end(),
              [&](Key a, Key b) { return tcui_order_bits(order, a) < tcui_order_bits(order, b); });
    array<Key> &out = in_place ? in : apart;

    tcui_radix_sort_task task = {};
    task.keys_in = in.data();
    task.keys_out = out.data();
    task.key_type = type;
    task.arrays = in_place ? TCUI_SORT_IN_PLACE : TCUI_SORT_APART;
    task.descending = descending;
    task.end_bit = order.bits;
    task.segments = tcui_segments_whole(n);
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = 227 << 10;
    cr_assert(tcui_sort_is_counted(&context, &task) || (sizeof(Key) == 2 && n < TCUI_COUNTED_LEAST_SHORTS));
    tcui_layout layout = {};
    cr_assert(tcui_sort_counted_plan(&context, &task, &layout) == TCU_SUCCESS);
    garbage_workspace workspace(layout);
    const int replays = n < 5000 ? 2 : 1; /* the second finds what the first left */
    for (int replay = 0; replay < replays; ++replay) {
        cr_assert(tcui_sort_counted_execute(&context, &task, workspace.base()) == TCU_SUCCESS);
        for (uint64_t i = 0; i < n; ++i)
            cr_assert(out[i] == sorted[i], "key %d of %d is %d, not %d; type %d, descending %d, values %d", (int)i,
                      (int)n, (int)out[i], (int)sorted[i], (int)type, (int)descending, (int)how);
    }
    cr_assert(in.is_guarded() && apart.is_guarded() && workspace.is_guarded());
    if (!in_place)
        cr_assert(std::equal(given.begin(), given.end(), in.data()));
}

void expect_sorted(tcu_type type, bool descending, values how, uint64_t n, bool in_place)
{
    if (tcu_type_size(type) == 1)
        expect_sorted<uint8_t>(type, descending, how, n, in_place);
    else
        expect_sorted<uint16_t>(type, descending, how, n, in_place);
}

bool flip_coin()
{
    return draw() % 2 == 0;
}

} // namespace

Test(emulated_radix_sort_counted, every_type_and_direction, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_U8, TCU_TYPE_I8, TCU_TYPE_U16, TCU_TYPE_I16, TCU_TYPE_F16, TCU_TYPE_BF16})
        for (bool descending : {false, true})
            expect_sorted(type, descending, flip_coin() ? values::uniform : values::skewed, 1 + draw() % 60000,
                          flip_coin());
}

Test(emulated_radix_sort_counted, every_distribution, .timeout = 600)
{
    for (values how : all_values)
        for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_F16})
            expect_sorted(type, flip_coin(), how, 1 + draw() % 40000, flip_coin());
}

/* Bytes by one block. */
Test(emulated_radix_sort_counted, small, .timeout = 600)
{
    for (values how : all_values)
        expect_sorted(flip_coin() ? TCU_TYPE_U8 : TCU_TYPE_I8, flip_coin(), how, 1 + draw() % 16384, flip_coin());
    for (uint64_t n : {1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 255, 257, 4095, 4097})
        for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_BF16})
            expect_sorted(type, flip_coin(), all_values[draw() % 6], n, flip_coin());
}

/* So many slices that blocks take several of them, each of several rows. */
Test(emulated_radix_sort_counted, large, .timeout = 600)
{
    for (values how : {values::uniform, values::two, values::skewed})
        expect_sorted(TCU_TYPE_U8, flip_coin(), how, 1000000 + draw() % 1000, flip_coin());
    for (values how : {values::each_once, values::few_and_crowd, values::skewed})
        expect_sorted(TCU_TYPE_I16, flip_coin(), how, 500000 + draw() % 1000, flip_coin());
}
