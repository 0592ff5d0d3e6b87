/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments that a block sorts by digits, on the emulated device. Its additions serve the lanes of a warp in no order, so
 * that many segments are staged in a wrong one and have to be repaired; and once more with TCU_INJECT_WRONG_ORDER, which
 * does so where lanes are ranked by masks, too.
 */
#include <numeric>

#include "algorithms/radix_sort/cuda/block_radix/settle.cuh"
#include "emulated_case.h"

using namespace emulated;

namespace
{

enum class keys_are { random, of_few_values, equal, alike_above, sorted, reversed, dense };
const keys_are all_kinds[] = {keys_are::random, keys_are::of_few_values, keys_are::equal, keys_are::alike_above,
                              keys_are::sorted, keys_are::reversed,      keys_are::dense};

struct radix_case {
    tcu_type key_type;
    tcui_payload payload;
    size_t value_bytes;
    std::vector<uint64_t> begins, lengths; /* of segments; one size: the list is not given */
    uint64_t n, size;
    uint64_t most_items;
    keys_are kind;
    bool descending, in_place, has_rest, has_no_keys_out, is_documented;
    int begin_bit, bits;
};

uint64_t load_bytes(const unsigned char *array, uint64_t i, size_t bytes)
{
    uint64_t x = 0;
    std::memcpy(&x, array + i * bytes, bytes);
    return x;
}

uint64_t key_of_kind(const radix_case &c, uint64_t i, uint64_t some)
{
    switch (c.kind) {
    case keys_are::random:
        return draw();
    case keys_are::of_few_values:
        return draw() % 2 ? 0x8181818181818181u : draw() & 0x0101010101010101u;
    case keys_are::equal:
        return some;
    case keys_are::alike_above: /* equal in the upper half of the bits, which vary all the same */
        return (draw() & 0xff) | (draw() % 64 == 0 ? some << 8 : 0);
    case keys_are::sorted:
        return i * 37;
    case keys_are::reversed:
        return (c.n - i) * 37;
    default:
        return draw() % (c.n + 1);
    }
}

void expect_sorted(const radix_case &c)
{
    const size_t key_bytes = tcu_type_size(c.key_type), value_bytes = c.value_bytes;
    const tcui_key_order order = tcui_key_order_of(c.key_type, c.descending);
    const unsigned shift = static_cast<unsigned>(draw() % 9);
    array<unsigned char> keys(c.n * key_bytes, shift * static_cast<unsigned>(key_bytes)),
        keys_out(c.n * key_bytes, static_cast<unsigned>(key_bytes)),
        values(c.n * value_bytes, shift * static_cast<unsigned>(value_bytes)), values_out(c.n * value_bytes, 0);
    const uint64_t some = draw();
    const int above = c.begin_bit + c.bits, key_bits = 8 * static_cast<int>(key_bytes);
    for (uint64_t i = 0; i < c.n; ++i) {
        uint64_t key = key_of_kind(c, i, some);
        if (c.has_rest && above < key_bits) { /* equal above, in order bits */
            const uint64_t lower = (uint64_t{1} << above) - 1;
            key = tcui_key_of_order_bits(order, (tcui_order_bits(order, some) & ~lower) | (key & lower));
        }
        std::memcpy(keys.data() + i * key_bytes, &key, key_bytes);
    }
    for (uint64_t i = 0; i < c.n * value_bytes; ++i)
        values[i] = static_cast<unsigned char>(draw());
    const std::vector<unsigned char> given_keys(keys.data(), keys.data() + c.n * key_bytes),
        given_values(values.data(), values.data() + c.n * value_bytes);

    const bool has_values = c.payload == TCUI_PAYLOAD_VALUES, has_payload = c.payload != TCUI_PAYLOAD_NONE;
    const int from = c.has_rest ? 1 : 0;
    const tcui_radix_rest rest = {c.begin_bit, c.bits, from};
    tcui_block_radix sort = {};
    sort.keys_from[from] = keys.data();
    sort.values_from[from] = has_values ? values.data() : nullptr;
    sort.keys_out = c.has_no_keys_out ? nullptr : c.in_place ? keys.data() : keys_out.data();
    sort.values_out = !has_payload ? nullptr : has_values && c.in_place ? values.data() : values_out.data();
    sort.order_in = sort.order_out = order;
    sort.begin_bit = c.has_rest ? 77 : c.begin_bit;
    sort.bits = c.has_rest ? 99 : c.bits;
    sort.rest = c.has_rest ? &rest : nullptr;
    sort.key_bytes = static_cast<int>(key_bytes);
    sort.value_bytes = static_cast<int>(value_bytes);
    sort.has_payload = has_payload;
    sort.makes_indices = c.payload == TCUI_PAYLOAD_INDICES;
    sort.is_bare = !has_payload && c.begin_bit == 0 && (c.has_rest || c.bits == key_bits);
    sort.ranking = c.is_documented ? TCU_RANKING_DOCUMENTED : TCU_RANKING_AUTO;

    std::vector<uint64_t> entries;
    for (uint64_t k = 0; k < c.begins.size(); ++k)
        entries.push_back(c.begins[k] << TCUI_SORT_LENGTH_BITS | c.lengths[k]);
    const unsigned long long listed = entries.size();
    const tcui_segments segments = tcui_segments_fixed(c.n, c.size > 0 ? c.size : c.n);
    const tcui_sort_source source = {segments, c.size > 0 ? nullptr : entries.data(), &listed,
                                     c.size > 0 ? segments.count : listed + draw() % 3};
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = 227 << 10;
    cr_assert(c.most_items <= tcui_block_radix_items(&context, &sort));
    const std::string where = std::string(tcu_type_name(c.key_type)) + " payload " + std::to_string(c.payload) +
                              " of " + std::to_string(value_bytes) + " bytes, n " + std::to_string(c.n) + " most " +
                              std::to_string(c.most_items) + " kind " + std::to_string(static_cast<int>(c.kind)) +
                              " bits " + std::to_string(c.begin_bit) + " + " + std::to_string(c.bits) +
                              (c.descending ? " descending" : "") + (c.in_place ? " in place" : "") +
                              (c.has_rest ? " rest" : "") + (c.is_documented ? " documented" : "");
    cr_assert(tcui_sort_block_radix(&context, &sort, &source, c.most_items) == TCU_SUCCESS, "%s", where.c_str());
    cr_assert(keys.is_guarded() && keys_out.is_guarded() && values.is_guarded() && values_out.is_guarded(),
              "%s: wrote outside", where.c_str());

    const uint64_t mask = c.bits == 0 ? 0 : UINT64_MAX >> (64 - c.bits);
    const auto bits_of = [&](uint64_t i) {
        return c.bits == 0 ? 0
                           : tcui_order_bits(order, load_bytes(given_keys.data(), i, key_bytes)) >> c.begin_bit & mask;
    };
    std::vector<unsigned char> right_keys(c.n * key_bytes, 0xee), right_values(c.n * value_bytes, 0xee);
    if (sort.keys_out == keys.data())
        right_keys = given_keys;
    if (has_values && c.in_place)
        right_values = given_values;
    const uint64_t count = c.size > 0 ? segments.count : c.begins.size();
    for (uint64_t k = 0; k < count; ++k) {
        const uint64_t begin = c.size > 0 ? k * c.size : c.begins[k];
        const uint64_t length = c.size > 0 ? std::min(c.size, c.n - begin) : c.lengths[k];
        std::vector<uint64_t> positions(length);
        std::iota(positions.begin(), positions.end(), begin);
        std::stable_sort(positions.begin(), positions.end(),
                         [&](uint64_t a, uint64_t b) { return bits_of(a) < bits_of(b); });
        for (uint64_t i = 0; i < length; ++i) {
            const uint64_t source_place = positions[i];
            std::memcpy(&right_keys[(begin + i) * key_bytes], &given_keys[source_place * key_bytes], key_bytes);
            if (sort.makes_indices)
                std::memcpy(&right_values[(begin + i) * value_bytes], &source_place, value_bytes);
            if (has_values)
                std::memcpy(&right_values[(begin + i) * value_bytes], &given_values[source_place * value_bytes],
                            value_bytes);
        }
    }
    const auto same = [&](const void *found, const std::vector<unsigned char> &right, size_t bytes, const char *what) {
        for (uint64_t i = 0; found != nullptr && i < c.n; ++i)
            cr_assert(std::memcmp(static_cast<const unsigned char *>(found) + i * bytes, &right[i * bytes], bytes) == 0,
                      "%s: %s %llu", where.c_str(), what, static_cast<unsigned long long>(i));
    };
    same(sort.keys_out, right_keys, key_bytes, "key");
    same(sort.values_out, right_values, value_bytes, "value");
}

/* Any of everything that is not given. */
radix_case draw_case(tcu_type type, uint64_t most_items, keys_are kind)
{
    static const size_t value_sizes[] = {1, 2, 4, 8, 16};
    const int bits = 8 * static_cast<int>(tcu_type_size(type));
    radix_case c = {};
    c.key_type = type;
    c.payload = static_cast<tcui_payload>(draw() % 3);
    c.value_bytes = c.payload == TCUI_PAYLOAD_NONE      ? 0
                    : c.payload == TCUI_PAYLOAD_INDICES ? 4 + draw() % 2 * 4
                                                        : value_sizes[draw() % 5];
    c.most_items = most_items;
    c.kind = kind;
    c.descending = draw() % 2;
    c.is_documented = draw() % 4 == 0;
    c.has_rest = draw() % 3 == 0;
    c.in_place = draw() % 2;
    c.has_no_keys_out = c.payload == TCUI_PAYLOAD_INDICES && draw() % 2;
    c.bits = bits;
    if (draw() % 3 == 0) {
        c.begin_bit = static_cast<int>(draw() % static_cast<unsigned>(bits));
        c.bits = static_cast<int>(draw() % static_cast<unsigned>(bits - c.begin_bit + 1));
    } else if (c.has_rest) {
        c.bits = static_cast<int>(draw() % static_cast<unsigned>(bits + 1));
    }
    return c;
}

void expect_fixed(tcu_type type, uint64_t size, uint64_t n, keys_are kind)
{
    radix_case c = draw_case(type, size, kind);
    c.size = size;
    c.n = n;
    expect_sorted(c);
}

void expect_listed(tcu_type type, uint64_t most_items, int count, keys_are kind)
{
    radix_case c = draw_case(type, most_items, kind);
    c.n = draw() % 5;
    for (int k = 0; k < count; ++k) {
        const uint64_t length = 1 + draw() % (k % 2 ? most_items : std::min<uint64_t>(70, most_items));
        c.begins.push_back(c.n);
        c.lengths.push_back(length);
        c.n += length + draw() % 5;
    }
    expect_sorted(c);
}

const tcu_type all_types[] = {TCU_TYPE_U8,  TCU_TYPE_I8,  TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_U16, TCU_TYPE_I16,
                              TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64,  TCU_TYPE_I64, TCU_TYPE_F64};

} // namespace

Test(emulated_block_radix, sizes)
{
    for (tcu_type type : all_types)
        for (uint64_t size : {1, 2, 3, 31, 32, 33, 127, 128, 129, 1000})
            expect_fixed(type, size, 1 + draw() % (3 * size), all_kinds[draw() % 7]);
}

/* As much as each shape holds, one less, and one more. */
Test(emulated_block_radix, shapes)
{
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_F32, TCU_TYPE_U32, TCU_TYPE_I64})
        for (uint64_t size :
             {+TCUI_BLOCK_RADIX_LEAST, TCUI_BLOCK_RADIX_LEAST + 1, TCUI_BLOCK_RADIX_SMALL - 1, +TCUI_BLOCK_RADIX_SMALL,
              TCUI_BLOCK_RADIX_SMALL + 1, +TCUI_BLOCK_RADIX_MIDDLE, TCUI_BLOCK_RADIX_MIDDLE + 1,
              +TCUI_BLOCK_RADIX_LARGE, TCUI_BLOCK_RADIX_LARGE + 1, +TCUI_BLOCK_RADIX_WIDE_ITEMS})
            expect_fixed(type, size, size + draw() % 100, keys_are::random);
    for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_BF16, TCU_TYPE_F32})
        expect_fixed(type, TCUI_BLOCK_RADIX_ITEMS, TCUI_BLOCK_RADIX_ITEMS, keys_are::random);
}

Test(emulated_block_radix, kinds)
{
    const uint64_t before = tcu::repaired_segments + tcu::segments_with_long_ties;
    for (tcu_type type : all_types)
        for (keys_are kind : all_kinds)
            for (int i = 0; i < 2; ++i)
                expect_fixed(type, 200 + draw() % 2000, 2500, kind);
    cr_assert(tcu::repaired_segments + tcu::segments_with_long_ties > before);
}

Test(emulated_block_radix, lists)
{
    for (tcu_type type : all_types)
        for (uint64_t most : {40, 1000, 2000})
            expect_listed(type, most, 7, all_kinds[draw() % 7]);
}

/* More segments than blocks: shared memory has what was there before. */
Test(emulated_block_radix, blocks_with_several)
{
    for (tcu_type type : all_types)
        for (int i = 0; i < 2; ++i)
            expect_listed(type, 200, 3 * TCUI_BLOCK_RADIX_LIST_BLOCKS + 60, all_kinds[draw() % 7]);
}
