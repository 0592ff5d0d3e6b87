/* SPDX-License-Identifier: Apache-2.0 */
/* How a reproducible sum is stored: with the initial value, rounded once, and one NaN for all. */
#ifndef TCUI_REDUCE_CUDA_SUMS_REPRODUCIBLE_RESULT_CUH
#define TCUI_REDUCE_CUDA_SUMS_REPRODUCIBLE_RESULT_CUH

#include "primitives/reduce/backend.h"
#include "primitives/tile/element.cuh"

namespace tcu
{

struct reproducible_result {
    void *out;
    tcu_type type;
    bool has_initial;
    uint64_t initial; /* an element of the type, in the lowest bytes */
    uint64_t nan;     /* likewise */

    /* (One lane of a segment does it: kernels need not be made for each type of results.) */
    template <class Acc>
    __device__ __forceinline__ void store(uint64_t k, Acc sum) const
    {
        if constexpr (sizeof(Acc) == 8) {
            store_as<f64>(k, sum);
        } else if (type == TCU_TYPE_F16) {
            store_as<f16>(k, sum);
        } else if (type == TCU_TYPE_BF16) {
            store_as<bf16>(k, sum);
        } else {
            store_as<f32>(k, sum);
        }
    }

  private:
    template <class Out, class Acc>
    __device__ __forceinline__ void store_as(uint64_t k, Acc sum) const
    {
        if (has_initial) {
            Out first;
            memcpy(&first, &initial, sizeof first);
            sum = to_accumulator<Acc>(first) + sum;
        }
        Out result = from_accumulator<Out>(sum);
        if (sum != sum) {
            memcpy(&result, &nan, sizeof result);
        }
        static_cast<Out *>(out)[k] = result;
    }
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_REPRODUCIBLE_RESULT_CUH */
