/* SPDX-License-Identifier: Apache-2.0 */
/* A key and what belongs to it, in a thread's registers. */
#ifndef TCUI_RADIX_SORT_CUDA_COMPARISONS_ELEMENT_CUH
#define TCUI_RADIX_SORT_CUDA_COMPARISONS_ELEMENT_CUH

#include <cstdint>

#include "algorithms/radix_sort/cuda/block/task.h"

namespace tcu
{

/* Up to 4 * Words bytes: 1, 2, or whole words. */
template <int Words>
class word_element
{
  public:
    __device__ __forceinline__ void load(const void *array, int bytes, int i)
    {
        if (bytes == 1) {
            words[0] = static_cast<const uint8_t *>(array)[i];
        } else if (bytes == 2) {
            words[0] = static_cast<const uint16_t *>(array)[i];
        } else {
#pragma unroll
            for (int w = 0; w < Words; w++) {
                if (w < bytes / 4) {
                    words[w] = static_cast<const uint32_t *>(array)[i * (bytes / 4) + w];
                }
            }
        }
    }

    __device__ __forceinline__ void store(void *array, int bytes, int i) const
    {
        if (bytes == 1) {
            static_cast<uint8_t *>(array)[i] = static_cast<uint8_t>(words[0]);
        } else if (bytes == 2) {
            static_cast<uint16_t *>(array)[i] = static_cast<uint16_t>(words[0]);
        } else {
#pragma unroll
            for (int w = 0; w < Words; w++) {
                if (w < bytes / 4) {
                    static_cast<uint32_t *>(array)[i * (bytes / 4) + w] = words[w];
                }
            }
        }
    }

    __device__ __forceinline__ void set_index(int i)
    {
        words[0] = static_cast<uint32_t>(i);
#pragma unroll
        for (int w = 1; w < Words; w++) {
            words[w] = 0;
        }
    }

  private:
    uint32_t words[Words];
};

class sort_element
{
  public:
    __device__ __forceinline__ void load(const tcui_block_sort &sort, int i)
    {
        if (sort.keys_out != nullptr) {
            key.load(sort.keys_in, sort.key_bytes, i);
        }
        if (sort.makes_indices) {
            value.set_index(i);
        } else if (sort.values_out != nullptr) {
            value.load(sort.values_in, sort.value_bytes, i);
        }
    }

    __device__ __forceinline__ void store(const tcui_block_sort &sort, int i) const
    {
        if (sort.keys_out != nullptr) {
            key.store(sort.keys_out, sort.key_bytes, i);
        }
        if (sort.values_out != nullptr) {
            value.store(sort.values_out, sort.value_bytes, i);
        }
    }

  private:
    word_element<2> key;
    word_element<4> value;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COMPARISONS_ELEMENT_CUH */
