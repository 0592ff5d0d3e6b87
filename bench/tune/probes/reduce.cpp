/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions: segments of one size around each threshold, and whole arrays and long segments for the unit of chunks. */
#include "bench/inputs/keys.h"
#include "bench/tune/probes.h"
#include "primitives/context/types.h"
#include "primitives/reduce/cuda/tuning.h"

namespace
{
using namespace tune;

constexpr uint64_t kVector = 16; // bytes: segments of whole vectors begin at their multiples
constexpr uint64_t kPart = 16;   // of a large input: a small one

bench::Row segments(bench_form form, tcu_type type, uint64_t n, double size = NAN)
{
    return {BENCH_SEGMENTED_REDUCE, form, type, type, n, size};
}

uint64_t no_vectors(uint64_t bytes)
{
    return bytes / kVector * kVector + kVector / 2;
}

// (The matrix unit forms sums alone.)
std::vector<Probing::Entry> table(tcu_type type, const Scale &scale)
{
    const uint64_t n = scale.elements(type), vector = kVector / bench_size(type);
    const uint64_t most_thread_bytes =
        bench_is_float(type) ? TCUI_REDUCE_MOST_THREAD_BYTES_OF_REALS : TCUI_REDUCE_MOST_THREAD_BYTES;
    std::vector<bench::Row> problems = {segments(BENCH_NO_FORM, type, n), segments(BENCH_NO_FORM, type, n / kPart)};
    if (bench_is_float(type) || !bench_is_signed(type)) { // of which the benchmark can check maxima
        problems.push_back(segments(BENCH_MAXIMUM, type, n));
    }
    return {
        {"chunks", no_threshold({{BENCH_REDUCE, BENCH_NO_FORM, type, type, n},
                                 {BENCH_REDUCE, BENCH_NO_FORM, type, type, n / 4},
                                 segments(BENCH_NO_FORM, type, n, 1 << 17),
                                 segments(BENCH_NO_FORM, type, n, 1 << 20)})},
        // Whole vectors: others go by threads up to the other row.
        {"thread_elements",
         up_to({vector, most_thread_bytes / bench_size(type)}, problems, set_segment, multiples_of(vector))},
        {"thread_bytes", up_to({2 * kVector, most_thread_bytes}, problems, set_segment_bytes, no_vectors)},
        {"lanes_bytes", up_to({512, TCUI_REDUCE_MOST_LANES_BYTES}, problems, set_segment_bytes, multiples_of(kVector))},
        {"warp_bytes", up_to({1024, 1 << 20}, problems, set_segment_bytes, multiples_of(kVector))},
    };
}

const Probing entered("reduce", table);
} // namespace
