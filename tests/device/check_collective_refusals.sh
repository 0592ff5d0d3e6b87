#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_collective_refusals.sh CXX: bad uses of collectives do not compile, and the compiler says the sentence that belongs
# to each.
set -eu
cxx=$1
cd "$(dirname "$0")/../.."
# Of a kernel with 3 items a thread.
before() {
    printf '%s\n' '#include <tcu/device/collectives.cuh>' 'using namespace tcu::device;' \
        'void kernel() { float items[3] = {}, results[3], many[17] = {}; double pair[2] = {}; int64_t wide[2] = {};' \
        '(void)results, (void)many, (void)pair, (void)wide;'
}
. tests/device/refusals.sh

accepted 'warp_reduce(items); warp_scan(items, results); block_storage<float, 96> storage; block_reduce<96>(items, storage);
              warp_segmented_reduce<32, layout::striped>(items, results); plain::warp_reduce(pair, plain::minimum());'
refused 'warp_reduce(many);' 'a thread has 1 to 16 items'
refused 'plain::warp_reduce(many, plain::sum());' 'a thread has 1 to 16 items'
refused 'warp_reduce(wide);' 'collectives take __half, __nv_bfloat16, float, double, int8_t, uint8_t, int32_t and uint32_t'
refused 'warp_segmented_reduce<24>(items, results);' 'segments have 16, 32, 64, 128 or 256 elements'
refused 'warp_segmented_reduce<8>(items, results);' 'segments have 16, 32, 64, 128 or 256 elements'
refused 'warp_segmented_scan<512>(items, results);' 'segments have 16, 32, 64, 128 or 256 elements'
refused 'warp_segmented_scan<64>(items, results);' "the warp's 32 Items elements must be whole segments"
refused 'warp_segmented_scan<32>(items, results);' 'in the blocked layout a segment must be whole lanes'
refused 'plain::warp_segmented_scan<32>(items, results, plain::sum());' 'in the blocked layout a segment must be whole lanes'
refused 'block_storage<float, 100> storage; block_reduce<100>(items, storage);' 'blocks have a multiple of 32 threads, up to 1024'
refused 'block_storage<float, 2048> storage; block_reduce<2048>(items, storage);' 'blocks have a multiple of 32 threads, up to 1024'
finish collectives
