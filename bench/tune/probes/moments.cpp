/* SPDX-License-Identifier: Apache-2.0 */
/* Moments of segments of one size around the threshold, in many of them and in few. */
#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const uint64_t kPart = 16; // of a large input: a small one

bench::Row moments(tcu_type in, tcu_type out, uint64_t n)
{
    return {BENCH_SEGMENTED_MOMENTS, BENCH_NO_FORM, in, out, n};
}

std::vector<Probing::Entry> table(tcu_type, const Scale &scale)
{
    return {{"warp_bytes", up_to({256, 1 << 20},
                                 {moments(F32, F32, scale.elements(F32)),
                                  moments(F32, F32, scale.elements(F32) / kPart), moments(U8, F32, scale.elements(U8)),
                                  moments(F16, F32, scale.elements(F16)), moments(F64, F64, scale.elements(F64))},
                                 set_segment_bytes, multiples_of(bench_size(F64)))}};
}

const Probing entered("moments", table);
} // namespace
