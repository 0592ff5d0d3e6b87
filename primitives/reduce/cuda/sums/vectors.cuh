/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of the vectors that a warp loads, 16 bytes a lane, with plain adds or on the matrix unit.
 *
 * On the matrix unit two vectors of each lane are rows g and g + 8 of A (<tcu/device/layout.cuh>: g is the lane's group of
 * four), and A * 1 gives all four lanes of the group the sums of its two rows: Dakkak et al., ICS'19, algorithm 1, with rows
 * of four vectors. All of B is ones, so an infinity or a NaN stays in its row.
 */
#ifndef TCUI_REDUCE_CUDA_SUMS_VECTORS_CUH
#define TCUI_REDUCE_CUDA_SUMS_VECTORS_CUH

#include "primitives/reduce/cuda/operators/plain_sum.cuh"
#include "primitives/tile/element_mma.cuh"
#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* Where segments end. */
enum class segment_ends {
    elements, /* anywhere */
    vectors,  /* behind whole vectors */
    quads,    /* behind whole lane groups of four vectors; taken with the matrix unit only */
};

/* Which sums of vectors exist on the matrix unit. (Wider integers would need a product for each of their bytes.) */
template <class In, class Acc>
constexpr bool has_matrix_sum = has_matrix_path<In, Acc> && (!std::is_integral_v<In> || sizeof(In) == 1);

/* Word w of a mask of the first `bits` bits of a vector. */
__device__ __forceinline__ uint32_t word_mask(int bits, int w)
{
    return __funnelshift_lc(~0u, 0u, max(bits - 32 * w, 0));
}

/* total[h]: the sum of vectors x[h] of the lane's group of four, the same in all four lanes. */
template <class In, class Acc>
__device__ __forceinline__ void quad_totals(Acc (&total)[2], const element_vector<In> &first,
                                            const element_vector<In> &second)
{
    static_assert(has_matrix_sum<In, Acc>, "no path to the matrix unit");
    if constexpr (std::is_same_v<Acc, f64>) {
        f64 d[2][2] = {};
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i++) {
            device::mma_m8n8k4_f64(d[0], to_accumulator<f64>(first.at(i)), 1.0, d[0]);
            device::mma_m8n8k4_f64(d[1], to_accumulator<f64>(second.at(i)), 1.0, d[1]);
        }
        total[0] = d[0][0];
        total[1] = d[1][0];
    } else {
        /* Columns of A in any order: words 2 s and 2 s + 1 of a lane's vector are its columns in step s. */
        const uint32_t low[4] = {first.words[0], second.words[0], first.words[1], second.words[1]};
        const uint32_t high[4] = {first.words[2], second.words[2], first.words[3], second.words[3]};
        if constexpr (std::is_integral_v<In>) {
            const uint32_t ones[2] = {0x01010101u, 0x01010101u};
            int32_t d[4] = {};
            mma_plane<In>(d, low, ones, 0);
            mma_plane<In>(d, high, ones, 0);
            total[0] = static_cast<Acc>(d[0]);
            total[1] = static_cast<Acc>(d[2]);
        } else {
            const uint32_t ones[2] = {operands<In>::ones, operands<In>::ones};
            float d[4] = {};
            operands<In>::multiply(d, low, ones);
            operands<In>::multiply(d, high, ones);
            total[0] = d[0];
            total[1] = d[2];
        }
    }
}

/* A lane's share of a running result: add() vectors, then total() over all lanes is the result. */
template <class Operator, bool Matrix>
class lane_sum
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    static_assert(!Matrix || Operator::is_plain, "products are for plain sums");

  public:
    template <int Vectors>
    __device__ __forceinline__ void add(const Operator &op, const element_vector<In> (&x)[Vectors])
    {
        static_assert(Vectors % 2 == 0, "the matrix unit takes pairs");
        if constexpr (Matrix) {
#pragma unroll
            for (int b = 0; b < Vectors; b += 2) {
                Acc sum[2];
                quad_totals<In, Acc>(sum, x[b], x[b + 1]);
                part[b / 2 % parts] += sum[0] + sum[1];
            }
        } else {
#pragma unroll
            for (int b = 0; b < Vectors; b++) {
                combine_into(op, part[b % parts], op.of_vector(x[b]));
            }
        }
    }

    /* The first `count` of them, the same number in all lanes of the block; the others are zeros. */
    template <int Vectors>
    __device__ __forceinline__ void add_first(const Operator &op, const element_vector<In> (&x)[Vectors], int count)
    {
        if constexpr (Matrix) {
            add(op, x);
        } else {
#pragma unroll
            for (int b = 0; b < Vectors; b++) {
                if (b < count) {
                    combine_into(op, part[b % parts], op.of_vector(x[b]));
                }
            }
        }
    }

    __device__ __forceinline__ Acc total(const Operator &op) const
    {
        /* On the matrix unit the four lanes of a group hold the same. */
        if (Matrix && device::lane_in_group(threadIdx.x % TCUI_WARP_LANES) != 0) {
            return Acc(0);
        }
        return op.combine(op.combine(part[0], part[1]), op.combine(part[2], part[3]));
    }

  private:
    static constexpr int parts = 4;
    Acc part[parts] = {};
};

/* f64 sums: one chain of products for each place of a pair, four lanes and one element of each a product. */
template <class In, class Out>
class lane_sum<plain_sum<In, f64, Out>, true>
{
    using Operator = plain_sum<In, f64, Out>;

  public:
    template <int Vectors>
    __device__ __forceinline__ void add(const Operator &, const element_vector<In> (&x)[Vectors])
    {
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
#pragma unroll
            for (int i = 0; i < vector_elements<In>; i++) {
                device::mma_m8n8k4_f64(d[b % 2], to_accumulator<f64>(x[b].at(i)), 1.0, d[b % 2]);
            }
        }
    }

    template <int Vectors>
    __device__ __forceinline__ void add_first(const Operator &op, const element_vector<In> (&x)[Vectors], int)
    {
        add(op, x);
    }

    __device__ __forceinline__ f64 total(const Operator &) const
    {
        return device::lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 0 ? d[0][0] + d[1][0] : 0.0;
    }

  private:
    f64 d[2][2] = {};
};

template <class In>
__device__ __forceinline__ element_vector<In> load_vector(const In *in, cache_policy policy)
{
    const uint4 loaded = load_vector_by(policy, in);
    return {{loaded.x, loaded.y, loaded.z, loaded.w}};
}

/* Of the vector's V elements those in [from, to), zeros for the others. */
template <class In>
__device__ __forceinline__ element_vector<In> elements_of(const element_vector<In> &x, int from, int to)
{
    element_vector<In> y;
#pragma unroll
    for (int w = 0; w < 4; w++) {
        y.words[w] = x.words[w] & ~word_mask(from * 8 * static_cast<int>(sizeof(In)), w) &
                     word_mask(to * 8 * static_cast<int>(sizeof(In)), w);
    }
    return y;
}

/* Elements [first, first + V) of [0, n), encoded, zero outside; in + first is at a 16-byte boundary. */
template <class In, class Operator = unencoded>
__device__ __forceinline__ element_vector<In> load_vector_inside(const In *in, int64_t first, uint64_t n,
                                                                 cache_policy policy, const Operator &op = {})
{
    constexpr int V = vector_elements<In>;
    const int64_t end = static_cast<int64_t>(n);
    if (first >= 0 && first + V <= end) {
        return op.encode(load_vector(in + first, policy));
    }
    if (first >= end || first + V <= 0) {
        return {};
    }
    const element_vector<In> x = op.encode(gather_inside<V>(in, first, end));
    if constexpr (is_encoded<Operator>) {
        return elements_of(x, static_cast<int>(max(-first, int64_t(0))),
                           static_cast<int>(min(end - first, int64_t(V))));
    }
    return x;
}

/*
 * Elements [first, first + length) of the array as encoded vectors, all in flight together: the thread's are its own of
 * each `Threads` vectors; zeros outside [0, n) and from vectors behind the length. in + first is at a 16-byte boundary.
 */
template <int Threads, class Operator, class In, int Vectors>
__device__ __forceinline__ void load_vectors(element_vector<In> (&x)[Vectors], const Operator &op, const In *in,
                                             int64_t first, int64_t length, uint64_t n, cache_policy policy)
{
    constexpr int V = vector_elements<In>;
    if (first >= 0 && first + (length + V - 1) / V * V <= static_cast<int64_t>(n)) {
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            const int place = (b * Threads + threadIdx.x) * V;
            x[b] = {};
            if (place < length) {
                x[b] = load_vector(in + first + place, policy);
            }
        }
        if constexpr (is_encoded<Operator>) {
#pragma unroll
            for (int b = 0; b < Vectors; b++) {
                const int place = (b * Threads + threadIdx.x) * V;
                x[b] = place < length ? op.encode(x[b]) : element_vector<In>{};
            }
        }
    } else {
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            const int place = (b * Threads + threadIdx.x) * V;
            x[b] = place < length ? load_vector_inside(in, first + place, n, policy, op) : element_vector<In>{};
        }
    }
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_VECTORS_CUH */
