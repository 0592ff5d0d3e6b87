/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions: segments of one size around each threshold, and whole arrays and long segments for the unit of chunks. */
#include "bench/tune/probes.h"
#include "primitives/context/types.h"
#include "primitives/reduce/cuda/tuning.h"

namespace
{
using namespace tune;

constexpr uint64_t kVector = 16; // bytes: segments of whole vectors begin at their multiples

Probes by_elements(tcu_type type, const Scale &scale, Range sizes, Snap snap)
{
    const auto at = [type, scale](uint64_t size) {
        return bench::Row{BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM, type, type, scale.elements(type), double(size)};
    };
    return {Acts::up_to, at, sizes, snap};
}

Probes by_bytes(tcu_type type, const Scale &scale, Range sizes, Snap snap)
{
    const Probes probes = by_elements(type, scale, sizes, snap);
    return {Acts::up_to, [probes, type](uint64_t bytes) { return probes.at(bytes / bench_size(type)); }, sizes, snap};
}

uint64_t most_thread_bytes(tcu_type type)
{
    return bench_is_float(type) ? TCUI_REDUCE_MOST_THREAD_BYTES_OF_REALS : TCUI_REDUCE_MOST_THREAD_BYTES;
}

// Whole vectors: others go by threads up to the other row.
Probes thread_elements(tcu_type type, const Scale &scale)
{
    const uint64_t vector = kVector / bench_size(type), most = most_thread_bytes(type) / bench_size(type);
    return by_elements(type, scale, {vector, most}, multiples_of(vector));
}

Probes thread_bytes(tcu_type type, const Scale &scale)
{
    return by_bytes(type, scale, {2 * kVector, most_thread_bytes(type)},
                    [](uint64_t bytes) { return bytes / kVector * kVector + kVector / 2; });
}

Probes lanes_bytes(tcu_type type, const Scale &scale)
{
    return by_bytes(type, scale, {512, TCUI_REDUCE_MOST_LANES_BYTES}, multiples_of(kVector));
}

Probes warp_bytes(tcu_type type, const Scale &scale)
{
    return by_bytes(type, scale, {1024, 1 << 20}, multiples_of(kVector));
}

Probes chunks(tcu_type type, const Scale &scale)
{
    const uint64_t n = scale.elements(type);
    Probes probes = {Acts::value, nullptr};
    for (const uint64_t elements : {n, n / 4}) {
        probes.problems.push_back({BENCH_REDUCE, BENCH_NO_FORM, type, type, elements});
    }
    for (const double size : {double(1 << 17), double(1 << 20)}) {
        probes.problems.push_back({BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM, type, type, n, size});
    }
    return probes;
}

const Probing entered("reduce", {{"chunks", chunks},
                                 {"thread_elements", thread_elements},
                                 {"thread_bytes", thread_bytes},
                                 {"lanes_bytes", lanes_bytes},
                                 {"warp_bytes", warp_bytes}});
} // namespace
