/* SPDX-License-Identifier: Apache-2.0 */
/* Moments of segments of one size around the threshold. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

Probes warp_bytes(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t bytes) {
        return bench::Row{BENCH_SEGMENTED_MOMENTS,        BENCH_NO_FORM, F32, F32, scale.elements(F32),
                          double(bytes / bench_size(F32))};
    };
    return {Acts::up_to, at, {256, 1 << 20}, multiples_of(bench_size(F32))};
}

const Probing entered("moments", {{"warp_bytes", warp_bytes}});
} // namespace
