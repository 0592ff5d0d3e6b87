/* SPDX-License-Identifier: Apache-2.0 */
/* AND, OR and XOR of integers of a width, of which 0 is neutral: AND as the OR of complements. */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_BITWISE_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_BITWISE_CUH

#include "bits.cuh"
#include "primitives/reduce/backend.h"

namespace tcu
{

template <class Bits>
class bitwise
{
  public:
    using in = Bits;
    using acc = std::conditional_t<sizeof(Bits) == 8, u64, u32>; /* results of several places of a word, side by side */
    using wide = acc;
    using results = type_list<Bits>;
    static constexpr bool is_plain = false;

    explicit bitwise(const tcui_reduce_task *task) : out(static_cast<Bits *>(task->out))
    {
        const tcui_reduction &reduction = task->reduction;
        complement = reduction.op == TCU_OPERATOR_AND ? ~acc(0) : 0;
        both = reduction.op == TCU_OPERATOR_XOR ? 0 : ~acc(0);
        initial = reduction.has_initial ? static_cast<Bits>(reduction.initial ^ complement) : 0;
    }

    __device__ __forceinline__ element_vector<Bits> encode(element_vector<Bits> x) const
    {
#pragma unroll
        for (int w = 0; w < 4; w++) {
            x.words[w] ^= static_cast<u32>(complement);
        }
        return x;
    }

    __device__ __forceinline__ element_vector<Bits> encode_unmapped(const element_vector<Bits> &x) const
    {
        return encode(x);
    }
    __device__ __forceinline__ Bits encode(Bits x) const { return encode_element(*this, x); }

    template <int V>
    __device__ __forceinline__ acc of_vector(const element_vector<Bits, V> &x) const
    {
        acc result = 0;
#pragma unroll
        for (int at = 0; at < element_vector<Bits, V>::bytes; at += sizeof(acc)) {
            if constexpr (sizeof(acc) == 8) {
                result = combine(result, x.at(at / 8));
            } else {
                result = combine(result, x.words[at / 4]);
            }
        }
        return result;
    }

    __device__ __forceinline__ acc of_element(Bits x) const { return x; }
    /* OR, or XOR: one instruction with three operands for each word. */
    __device__ __forceinline__ acc combine(acc a, acc b) const { return (a ^ b) | (a & b & both); }
    __device__ __forceinline__ acc widen(acc x) const { return x; }
    __device__ __forceinline__ acc narrow(acc x) const { return x; }
    const bitwise &of_parts() const { return *this; }
    __device__ __forceinline__ acc total(acc x) const { return shuffle_total(*this, x); }

    __device__ __forceinline__ bitwise from(uint64_t first) const
    {
        bitwise other = *this;
        other.out += first;
        return other;
    }

    __device__ __forceinline__ void store(uint64_t k, acc x) const { out[k] = value_of(x); }
    __device__ __forceinline__ void store_streaming(uint64_t k, acc x) const { store_result(out + k, value_of(x)); }

    template <class Out>
    __device__ __forceinline__ Out result(acc x) const
    {
        return value_of(x);
    }

  private:
    __device__ __forceinline__ Bits value_of(acc x) const
    {
#pragma unroll
        for (int distance = 4 * sizeof(acc); distance >= 8 * static_cast<int>(sizeof(Bits)); distance /= 2) {
            x = combine(x, x >> distance);
        }
        return static_cast<Bits>(combine(x, initial) ^ complement);
    }

    Bits *out;
    acc complement; /* all bits, or none */
    acc both;       /* whether 1 and 1 make 1: all bits, or none */
    acc initial;
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_BITWISE_CUH */
