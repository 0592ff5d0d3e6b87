/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a thread's rows, in registers. */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_VALUES_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_VALUES_CUH

#include "keys.cuh"
#include "operators.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"

namespace tcu
{

template <class Operator>
class row_values
{
    using In = typename Operator::in;
    using row = element_vector<In, row_elements>;
    row rows[by_key_rows];

    /* Operators encode vectors of 16 bytes. */
    __device__ __forceinline__ static void encode_row(const Operator &op, row &x)
    {
        constexpr int words = row::bytes / 4, step = words < 4 ? words : 4;
#pragma unroll
        for (int w = 0; w < words; w += step) {
            element_vector<In> vector = {};
            memcpy(vector.words, x.words + w, 4 * step);
            vector = op.encode(vector);
            memcpy(x.words + w, vector.words, 4 * step);
        }
    }

  public:
    /* Whole tiles as of find_heads(). */
    template <bool IsWhole>
    __device__ __forceinline__ void load(const In *values, uint64_t begin, uint64_t n, cache_policy policy)
    {
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            const In *const from = values + begin + row_place(v);
            if constexpr (!IsWhole) {
                rows[v] = gather_inside<row_elements>(values, static_cast<int64_t>(begin + row_place(v)),
                                                      static_cast<int64_t>(n));
            } else if constexpr (sizeof(In) == 4) {
                rows[v] = load_vector(from, policy);
            } else {
                In row[row_elements];
                load_row(row, from);
                memcpy(rows[v].words, row, sizeof row);
            }
        }
    }

    /* Elements outside of the array are neutral then. */
    __device__ __forceinline__ void encode(const Operator &op, uint64_t begin, uint64_t n)
    {
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            encode_row(op, rows[v]);
        }
        if (begin + by_key_tile > n) {
            const uint32_t inside = bits_inside(tile_length(begin, n));
#pragma unroll
            for (int v = 0; v < by_key_rows; v++) {
                In elements[row_elements];
                memcpy(elements, rows[v].words, sizeof elements);
#pragma unroll
                for (int i = 0; i < row_elements; i++) {
                    if ((inside >> (8 * v + i) & 1u) == 0) {
                        memset(elements + i, 0, sizeof elements[i]);
                    }
                }
                memcpy(rows[v].words, elements, sizeof elements);
            }
        }
    }

    __device__ __forceinline__ typename Operator::acc at(const Operator &op, int v, int i) const
    {
        return op.of_element(rows[v].at(i));
    }
};

/* (Nothing is loaded.) */
template <>
class row_values<no_values>
{
  public:
    template <bool IsWhole>
    __device__ __forceinline__ void load(const u8 *, uint64_t, uint64_t, cache_policy)
    {
    }
    __device__ __forceinline__ void encode(const no_values &, uint64_t, uint64_t) {}
    __device__ __forceinline__ u32 at(const no_values &, int, int) const { return 0; }
};

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_VALUES_CUH */
