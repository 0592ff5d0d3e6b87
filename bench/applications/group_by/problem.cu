/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    group_by &p = *static_cast<group_by *>(problem);
    p.num_rows = small ? 100003 : uint64_t(1) << 28;
    const uint64_t n = p.num_rows, groups = n / 256;
    p.keys = make_input<uint32_t>(arrays, n, stream, [groups] __device__(uint64_t i) {
        return uint32_t(random_bits(i) % groups) * 0x9e3779b1u; // (the factor is odd: no two groups share a key)
    });
    p.values = make_input<float>(arrays, n, stream, [] __device__(uint64_t i) { return random_unit(i, 1); });
    app_output(arrays, &p.num_groups, 1, TCU_TYPE_U64, {0, 0}, nullptr);
    app_output(arrays, &p.group_keys, n, TCU_TYPE_U32, {0, 0}, &p.num_groups);
    // Groups have some 256 values, none of more than 512: each of two sums is at most 512 roundings of 2^-24 off.
    app_output(arrays, &p.sums, n, TCU_TYPE_F32, {2 * 512 * 0x1p-24, 0}, &p.num_groups);
    app_output(arrays, &p.maxima, n, TCU_TYPE_F32, {0, 0}, &p.num_groups);
}

const char *const kCases[] = {"group by u32 key, 2^28 rows"};
} // namespace

const application application_group_by = {"group_by", kCases, 1, sizeof(group_by), make, &group_by_tcu, &group_by_cub};
