/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the runs of each value begin, from the values' counts. Values in their order (key_order.h) make 256 groups: of 8
 * bits one value each, of 16 bits the 256 values of one upper byte. Runs of 16-bit values are listed group by group,
 * without values that do not occur; so no block has to know more than the groups' sums to find its runs, and looks at
 * no more of these than it writes keys, and those of two groups.
 */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_SCAN_CUH
#define TCUI_RADIX_SORT_CUDA_COUNTED_SCAN_CUH

#include "algorithms/radix_sort/cuda/scan_256.cuh"
#include "primitives/context/key_order.h"

namespace tcu
{

constexpr int count_groups = 256, group_values = 256;

/* Keys and runs of a group, or before it, as one number, so that one scan adds up both: there are up to 2^16 runs, and
 * fewer than 2^47 keys. */
constexpr int run_count_bits = 17;

/* A run in its group: where it begins there, and the lower byte of its value. */
constexpr int run_value_bits = 8;

/* counts: of keys' bits as they are. A warp a group. */
template <int Warps>
__global__ void __launch_bounds__(Warps *TCUI_WARP_LANES)
    list_values(const uint64_t *counts, const tcui_key_order order, uint64_t *runs, uint64_t *group_counts)
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const uint32_t group = blockIdx.x * Warps + threadIdx.x / TCUI_WARP_LANES, first = group * group_values;
    const uint32_t lanes_before = (1u << lane) - 1;
    uint32_t listed = 0;
    const uint64_t keys =
        scan_256_counts([&](int i) { return counts[tcui_key_of_order_bits(order, first + i)]; },
                        [&](int i, const element_vector<u64, 2> &count, const element_vector<u64, 2> &start) {
                            const uint32_t have[2] = {__ballot_sync(all_lanes, count.at(0) > 0),
                                                      __ballot_sync(all_lanes, count.at(1) > 0)};
                            uint32_t place =
                                first + listed + __popc(have[0] & lanes_before) + __popc(have[1] & lanes_before);
#pragma unroll
                            for (int k = 0; k < 2; k++) {
                                if (count.at(k) > 0) {
                                    runs[place++] = start.at(k) << run_value_bits | static_cast<uint32_t>(i + k);
                                }
                            }
                            listed += __popc(have[0]) + __popc(have[1]);
                        });
    if (lane == 0) {
        group_counts[group] = keys << run_count_bits | listed;
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_SCAN_CUH */
