/* SPDX-License-Identifier: Apache-2.0 */
/* A sort of a whole array, or of runs of it, on the emulated device, against std::stable_sort of order bits. */
#ifndef TCU_EMULATED_SORT_H
#define TCU_EMULATED_SORT_H

#include <functional>

#include "emulated_case.h"

#include "algorithms/radix_sort/cuda/passes/tuning.h"
#include "algorithms/radix_sort/cuda/paths.h"
#include "algorithms/radix_sort/order.h"

namespace emulated
{

inline const tcui_radix_sort_policy by_small_tiles = {UINT64_MAX, 2048, 512}, by_large_tiles = {0, 2048, 512};

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
    std::vector<uint64_t> order_bits = {}; /* of the keys, instead of those of a spread */
    const tcui_radix_sort_policy *policy = &by_small_tiles;
    bool is_narrow = false;   /* a device of two blocks on one multiprocessor: the look-back has the fewest slots */
    size_t shared_memory = 0; /* of a block; 0: a small device's */
    std::vector<uint64_t> runs = {}; /* begins and ends; none: the whole array */
};

using bytes = array<unsigned char>;

inline uint64_t element(const unsigned char *from, uint64_t i, size_t size)
{
    uint64_t x = 0;
    std::memcpy(&x, from + i * size, size);
    return x;
}

/* Keys of a spread, as their bits. */
inline void fill_keys(bytes &keys, const sort_case &c, size_t size)
{
    if (!c.order_bits.empty()) {
        const tcui_key_order order = tcui_key_order_of(c.type, c.descending);
        for (uint64_t i = 0; i < c.n; ++i) {
            const uint64_t key = tcui_key_of_order_bits(order, c.order_bits[i] & UINT64_MAX >> (64 - 8 * size));
            std::memcpy(keys.data() + i * size, &key, size);
        }
        return;
    }
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
inline std::vector<uint64_t> expected_order(const sort_case &c, const bytes &keys, size_t size, int end_bit)
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

inline bool is_sorted_place(const sort_case &c, uint64_t i)
{
    for (size_t r = 0; r < c.runs.size(); r += 2)
        if (i >= c.runs[r] && i < c.runs[r + 1])
            return true;
    return c.runs.empty();
}

/* Whether an element is what it was before the sort; `before` is NULL if that was nothing. */
inline bool is_left(const bytes &now, uint64_t i, size_t size, const unsigned char *before)
{
    if (before != nullptr)
        return std::memcmp(now.data() + i * size, before + i * size, size) == 0;
    for (uint64_t byte = i * size; byte < (i + 1) * size; ++byte)
        if (!now.is_untouched(byte))
            return false;
    return true;
}

/* A sort by tasks: it plans, too, and has a workspace. `runs` is NULL: the whole array. */
using sort_call_function =
    std::function<void(tcu_context &context, const tcui_radix_sort_task &task, const tcui_sort_runs *runs)>;

inline void expect_sorted_by(const sort_call_function &sort, const sort_case &c)
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
    if (c.shared_memory > 0)
        context.properties.shared_memory_per_block = c.shared_memory;
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
    sort(context, task, c.runs.empty() ? nullptr : &runs);

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
}

} // namespace emulated

#endif /* TCU_EMULATED_SORT_H */
