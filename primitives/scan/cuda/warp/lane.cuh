/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums within one lane's vector, cut at heads of segments, and the results once it is known what comes in from
 * the left. All forms have the same members:
 *
 *     constants               what the form looks up in shared memory
 *     scan(x, heads, op, ...) heads: bit i set where element i begins a segment
 *     tail()                  the sum since the vector's last head
 *     results(left, op)       left: what elements before the first head add
 *
 * Heads cut sums by masks, not by predicates: a lane has only seven of those, and a comparison's result has three times
 * an addition's latency.
 */
#ifndef TCUI_SCAN_CUDA_WARP_LANE_CUH
#define TCUI_SCAN_CUDA_WARP_LANE_CUH

#include "primitives/scan/cuda/operators/plain_sum.cuh"

namespace tcu
{

/* Where heads of segments can be in a lane's vector. */
enum class head_places {
    none,     /* one segment: no heads but the array's first element */
    elements, /* anywhere */
};

template <class Acc>
__device__ __forceinline__ Acc masked(Acc value, uint32_t mask)
{
    if constexpr (std::is_same_v<Acc, f32>) {
        return __uint_as_float(__float_as_uint(value) & mask);
    } else if constexpr (std::is_same_v<Acc, f64>) {
        return __hiloint2double(__double2hiint(value) & mask, __double2loint(value) & mask);
    } else if constexpr (sizeof(Acc) == 8) {
        return value & (static_cast<uint64_t>(mask) << 32 | mask);
    } else {
        return value & mask;
    }
}

/* Bit i of up to 8 bits as a mask of 32. */
template <int V>
struct bit_masks {
    static_assert(V <= 8, "two words of four signs");
    uint32_t signs[(V + 3) / 4]; /* bit i as the sign of byte i */

    __device__ __forceinline__ void set(uint32_t bits)
    {
#pragma unroll
        for (int w = 0; w < (V + 3) / 4; w++) {
            signs[w] = (bits >> (4 * w) & 15u) * 0x10204080u;
        }
    }

    __device__ __forceinline__ uint32_t operator[](int i) const
    {
        return permute_bytes(signs[i / 4], 0u, 0x8888u + 0x1111u * (i % 4));
    }
};

/* For forms that look up nothing. */
struct no_constants {
    __device__ __forceinline__ void set_constants(int) {}
};

/* Element by element. */
template <class Operator, class Out, int V, head_places Heads>
class lane_scan
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;

  public:
    using constants = no_constants;

    __device__ __forceinline__ void scan(const element_vector<In, V> &x, uint32_t head_bits, const Operator &op,
                                         const constants & = {})
    {
        heads.set(head_bits);
        const element_vector<In, V> kept = op.encode(x);
        inclusive[0] = op.of_element(kept.at(0));
#pragma unroll
        for (int i = 1; i < V; i++) {
            inclusive[i] = op.combine(until_head(inclusive[i - 1], i), op.of_element(kept.at(i)));
        }
    }

    __device__ __forceinline__ Acc tail() const { return inclusive[V - 1]; }

    template <bool Exclusive>
    __device__ __forceinline__ element_vector<Out, V> results(Acc left, const Operator &op) const
    {
        Acc y[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            left = until_head(left, i);
            const Acc sum = op.combine(left, inclusive[i]);
            if (!Exclusive) {
                y[i] = sum;
            } else if (i == 0) {
                y[0] = left;
            }
            if (Exclusive && i + 1 < V) {
                y[i + 1] = until_head(sum, i + 1);
            }
        }
        return op.template results<Out>(y);
    }

  private:
    /* The sum before element i as element i sees it: 0 where it begins a segment. */
    __device__ __forceinline__ Acc until_head(Acc sum, int i) const
    {
        return Heads == head_places::elements ? masked(sum, ~heads[i]) : sum;
    }

    Acc inclusive[V]; /* since the last head in the vector */
    bit_masks<V> heads;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_WARP_LANE_CUH */
