/* SPDX-License-Identifier: Apache-2.0 */
/* The results of top-k and nth from the workspace to where the caller wants them: as many as there are. */
#ifndef TCUI_SELECTION_CUDA_ARRAY_OUTPUTS_CUH
#define TCUI_SELECTION_CUDA_ARRAY_OUTPUTS_CUH

#include "ranks.cuh"

namespace tcu::array_selection
{

/* What is NULL is not wanted. */
template <class Key>
struct selection_outputs {
    Key *keys;
    void *positions;
    bool has_wide_positions;
    u64 *num_out;
    u64 first_index; /* of keys[0] */
    bool is_whole;   /* else a segment of one size, which is not there if a count says that there are no keys */
};

/* From the results, or from the positions of all keys in order (`is_whole_order`). */
template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads)
    write_results(const __grid_constant__ selection_call<Key> call, const Key *keys, const Index *positions,
                  bool is_whole_order, selection_outputs<Key> to)
{
    follow_kernel();
    const u64 results = is_whole_order ? results_of(call, call.length()) : call.state->results;
    const u64 begin = is_whole_order && call.kind == TCUI_SELECTION_NTH ? call.k : 0;
    const u64 first = static_cast<u64>(blockIdx.x) * selection_threads + threadIdx.x;
    for (u64 i = first; i < results; i += static_cast<u64>(gridDim.x) * selection_threads) {
        const Index position = positions[begin + i];
        if (to.keys != nullptr) {
            to.keys[i] = is_whole_order ? call.keys[position] : keys[i];
        }
        if (to.positions != nullptr) {
            const u64 number = to.first_index + position;
            if (to.has_wide_positions) {
                static_cast<u64 *>(to.positions)[i] = number;
            } else {
                static_cast<u32 *>(to.positions)[i] = static_cast<u32>(number);
            }
        }
    }
    if (first == 0) {
        if (is_whole_order) {
            call.state->results = results; /* of which values are gathered */
        }
        if (to.num_out != nullptr && (to.is_whole || results > 0)) {
            *to.num_out = results;
        }
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_OUTPUTS_CUH */
