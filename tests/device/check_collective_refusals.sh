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
              warp_segmented_reduce<32, layout::striped>(items, results); plain::warp_reduce(pair, plain::minimum());
              warp_segmented_scan<64>(pair, pair); warp_reduce(items, 5); block_reduce<96>(items, storage, 7);
              block_scan<96>(items, results, storage); plain::block_scan<96>(items, results, storage, plain::maximum());
              block_storage<float, 96, 3> wider; block_scan<96, scan_kind::exclusive, layout::striped>(items, results, wider);
              block_reduce<96>(items, wider);'
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
refused 'warp_segmented_scan<64, scan_kind::inclusive, layout::striped>(items, results);' "the warp's 32 Items elements must be whole segments"
refused 'block_storage<float, 64> storage; block_scan<64, scan_kind::inclusive, layout::striped>(items, results, storage);' 'keeps a total of each item'
refused 'block_storage<float, 64, 17> storage; block_reduce<64>(items, storage);' 'a warp leaves 1 to 16 totals'
operator='the operator is plain::sum, plain::minimum or plain::maximum'
refused 'plain::warp_reduce(items, [](float a, float b) { return a - b; });' "$operator"
refused 'struct product {}; plain::warp_scan(items, results, product());' "$operator"
refused 'block_storage<float, 64> storage; plain::block_reduce<64>(items, storage, 0.0f);' "$operator"
# (Overloads that do not take the storage: the compiler lists what they take.)
refused 'block_storage<double, 64> storage; block_reduce<64>(items, storage);' 'no matching function'
refused 'block_storage<float, 64> storage; block_reduce<96>(items, storage);' 'no matching function'
finish collectives
