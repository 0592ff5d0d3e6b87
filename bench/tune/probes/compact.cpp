/* SPDX-License-Identifier: Apache-2.0 */
/* Compactions by flags of half of the items; for the one-pass path as such also by comparisons and without repetitions. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

constexpr double kHalf = 0.5;

bench::Row by_flags(tcu_type type, uint64_t n)
{
    return {BENCH_COMPACT, BENCH_BYTES, type, type, n, kHalf};
}

// Arrays that fit into the registers of a grid; the library's number has no other limit.
Probes small_items(tcu_type, const Scale &)
{
    return {Acts::up_to, [](uint64_t n) { return by_flags(U32, n); }, {1 << 10, 1 << 20}};
}

Probes one_pass(tcu_type, const Scale &scale)
{
    const uint64_t n = scale.elements(U32);
    return {Acts::value,
            nullptr,
            {},
            nullptr,
            {by_flags(U32, n),
             by_flags(U8, n),
             by_flags(U64, n / 16),
             {BENCH_COMPACT_IF, BENCH_LESS, U32, U32, n, kHalf},
             {BENCH_UNIQUE, BENCH_NO_FORM, U32, U32, n, 4, "geometric"}}};
}

tcu_type items_of(uint64_t bytes)
{
    return bytes == 1 ? U8 : bytes == 2 ? U16 : bytes == 4 ? U32 : bytes == 8 ? U64 : B128;
}

// The number of bytes of an item.
Probes one_pass_flagged_bytes(tcu_type, const Scale &scale)
{
    const auto power_of_two = [](uint64_t bytes) {
        return bytes < 2 ? uint64_t(1) : bytes < 4 ? 2 : bytes < 8 ? 4 : bytes < 16 ? 8 : 16;
    };
    return {Acts::up_to,
            [scale](uint64_t bytes) { return by_flags(items_of(bytes), scale.bytes / bytes); },
            {1, 16},
            power_of_two};
}

// Wider items than those that always go in one pass.
Probes one_pass_array_bytes(tcu_type, const Scale &)
{
    return {Acts::from,
            [](uint64_t bytes) { return by_flags(U64, bytes / bench_size(U64)); },
            {1 << 24, 1 << 29},
            multiples_of(bench_size(U64))};
}

const Probing entered("compact", {{"small_items", small_items},
                                  {"one_pass", one_pass},
                                  {"one_pass_flagged_bytes", one_pass_flagged_bytes},
                                  {"one_pass_array_bytes", one_pass_array_bytes}});
} // namespace
