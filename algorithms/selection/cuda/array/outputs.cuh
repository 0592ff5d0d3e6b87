/* SPDX-License-Identifier: Apache-2.0 */
/* The results of top-k and nth from the workspace to where the caller wants them: as many as there are. */
#ifndef TCUI_SELECTION_CUDA_ARRAY_OUTPUTS_CUH
#define TCUI_SELECTION_CUDA_ARRAY_OUTPUTS_CUH

#include "state.cuh"

namespace tcu
{

/* What is NULL is not wanted. */
template <class Key>
struct selection_outputs {
    Key *keys;
    void *positions;
    bool has_long_positions;
    u64 *num_out;
};

template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads)
    write_results(const selection_state *state, const Key *keys, const Index *positions, selection_outputs<Key> to)
{
    const u64 results = state->results, step = static_cast<u64>(gridDim.x) * selection_threads;
    const u64 first = static_cast<u64>(blockIdx.x) * selection_threads + threadIdx.x;
    for (u64 i = first; i < results; i += step) {
        if (to.keys != nullptr) {
            to.keys[i] = keys[i];
        }
        if (to.positions != nullptr) {
            const Index position = positions[i];
            if (to.has_long_positions) {
                static_cast<u64 *>(to.positions)[i] = position;
            } else {
                static_cast<u32 *>(to.positions)[i] = static_cast<u32>(position);
            }
        }
    }
    if (first == 0 && to.num_out != nullptr) {
        *to.num_out = results;
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ARRAY_OUTPUTS_CUH */
