/* SPDX-License-Identifier: Apache-2.0 */
/* Compactions of the narrowest and the widest items, by flags of few, half and most of them, and by what they are. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const double kFew = 0.1, kHalf = 0.5, kMost = 0.9; // items that are kept

bench::Row by_flags(tcu_type type, uint64_t n = 0, double kept = kHalf)
{
    return {BENCH_COMPACT, BENCH_BYTES, type, type, n, kept};
}

bench::Row by_value(uint64_t n = 0)
{
    return {BENCH_COMPACT_IF, BENCH_LESS, U32, U32, n, kHalf};
}

bench::Row without_repetitions(uint64_t n = 0)
{
    return {BENCH_UNIQUE, BENCH_NO_FORM, U32, U32, n, 4, "geometric"};
}

// The array keeps its bytes.
void set_item_bytes(bench::Row &problem, uint64_t bytes)
{
    problem.n = problem.n * bench_size(problem.in) / bytes;
    problem.in = problem.out = bytes == 1 ? U8 : bytes == 2 ? U16 : bytes == 4 ? U32 : bytes == 8 ? U64 : B128;
}

uint64_t power_of_two(uint64_t bytes)
{
    return bytes < 2 ? 1 : bytes < 4 ? 2 : bytes < 8 ? 4 : bytes < 16 ? 8 : 16;
}

std::vector<Probing::Entry> table(tcu_type, const Scale &scale)
{
    const uint64_t n = scale.elements(U32);
    return {
        // Arrays that fit into the registers of a grid; the library's number has no other limit.
        {"small_items", up_to({1 << 10, 1 << 20},
                              {by_flags(U8), by_flags(U32), by_flags(B128), by_value(), without_repetitions()}, set_n)},
        {"one_pass", no_threshold({by_flags(U32, n), by_flags(U32, n, kFew), by_flags(U32, n, kMost), by_flags(U8, n),
                                   by_flags(U64, n / 16), by_value(n), without_repetitions(n)})},
        {"one_pass_flagged_bytes", up_to({1, 16}, {by_flags(U32, n), by_flags(U32, n, kFew), by_flags(U32, n, kMost)},
                                         set_item_bytes, power_of_two)},
        // Wider items than those that always go in one pass.
        {"one_pass_array_bytes",
         from({1 << 24, 1 << 29}, {by_flags(U64), by_flags(U64, 0, kFew), by_flags(U64, 0, kMost), by_flags(B128)},
              set_bytes, multiples_of(bench_size(B128)))},
    };
}

const Probing entered("compact", table);
} // namespace
