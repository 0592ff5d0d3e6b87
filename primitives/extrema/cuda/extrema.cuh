/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operator of minima and maxima with their positions, a parameter of the reductions' kernels. Values are unsigned
 * codes of which the greater one wins, of the minimum those of the reverse order. Positions do not travel with
 * elements: of a vector of 16 bytes the greatest codes are found, and a lane keeps them with the vector's number where
 * they are greater than what it has; the element itself is looked up once, in the vectors that win.
 *
 * A partial result is a code for each extremum and `before`, the complement of the element's place in the array: so of
 * equal codes the lower place is the greater `before`, and zero bits are no element.
 */
#ifndef TCUI_EXTREMA_CUDA_EXTREMA_CUH
#define TCUI_EXTREMA_CUDA_EXTREMA_CUH

#include "extremum_codes.cuh"
#include "primitives/extrema/backend.h"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/reduce/cuda/tuning.h"

namespace tcu
{

/* [0] of the maximum, [1] of the minimum. */
template <class Code>
struct extreme_pair {
    Code code[2];
    u64 before[2];

    extreme_pair() = default;
    __device__ __forceinline__ extreme_pair(int) : code{}, before{} {} /* no element */
};

template <class Code>
__device__ __forceinline__ extreme_pair<Code> shuffle_xor(extreme_pair<Code> x, int distance)
{
#pragma unroll
    for (int w = 0; w < 2; w++) {
        x.code[w] = __shfl_xor_sync(all_lanes, x.code[w], distance);
        x.before[w] = __shfl_xor_sync(all_lanes, x.before[w], distance);
    }
    return x;
}

template <class Bits>
class extrema : public located
{
    using codes_of = extremum_codes<Bits>;
    using code = typename codes_of::code;
    static constexpr int V = vector_elements<Bits>;

  public:
    using in = Bits;
    using acc = extreme_pair<code>;
    using wide = acc;
    static constexpr bool is_plain = false;

    explicit extrema(const tcui_extrema_task *task)
        : codes(task->type, task->nan_mode), value{static_cast<Bits *>(task->max), static_cast<Bits *>(task->min)},
          position{task->argmax, task->argmin}, offsets(task->segments.offsets), size(task->segments.size)
    {
    }

    __device__ __forceinline__ acc combine(const acc &a, const acc &b) const
    {
        acc result;
#pragma unroll
        for (int w = 0; w < 2; w++) {
            const bool takes_b = b.code[w] > a.code[w] || (b.code[w] == a.code[w] && b.before[w] > a.before[w]);
            result.code[w] = takes_b ? b.code[w] : a.code[w];
            result.before[w] = takes_b ? b.before[w] : a.before[w];
        }
        return result;
    }

    __device__ __forceinline__ acc total(acc x) const { return shuffle_total(*this, x); }
    __device__ __forceinline__ acc widen(const acc &x) const { return x; }
    const extrema &of_parts() const { return *this; }

    __device__ __forceinline__ extrema at(int64_t first) const
    {
        extrema other = *this;
        other.first_place = first;
        return other;
    }

    __device__ __forceinline__ extrema from(uint64_t segment) const
    {
        extrema other = *this;
        other.first_segment = segment;
        return other;
    }

    __device__ __forceinline__ acc of_stretch(const element_vector<Bits> *vectors, int from, int to, int lane,
                                              int lanes) const
    {
        const vectors_found found = find_vectors(vectors, from, to, lane, lanes);
        acc result;
#pragma unroll
        for (int w = 0; w < 2; w++) {
            const int place = place_of(vectors, from, to, w, found.greatest[w], found.vector[w]);
            result.code[w] = place >= 0 ? found.greatest[w] : 0;
            result.before[w] = place >= 0 ? ~static_cast<u64>(first_place + place) : 0;
        }
        return result;
    }

    /*
     * Stores the extrema of elements [from, to) of a tile as those of segment k. `lanes` lanes look for the vectors that
     * have them; the first two lanes, or the only one, then find the elements in these vectors and store. All lanes of
     * the warp call it, with a stretch of elements that is not empty even if they store nothing.
     */
    __device__ __forceinline__ void store_stretch(uint64_t k, bool stores, const element_vector<Bits> *vectors,
                                                  int from, int to, int lane, int lanes) const
    {
        vectors_found found = find_vectors(vectors, from, to, lane, lanes);
        for (int distance = lanes / 2; distance > 0; distance /= 2) {
            found.take_of_lane(distance);
        }
        /* A NaN is the minimum, too. */
        const bool is_nan = codes.is_nan(found.greatest[0]);
        for (int w = lane; w < 2 && stores; w += lanes) {
            const bool is_maximum = w == 0 || is_nan;
            const code greatest = is_maximum ? found.greatest[0] : found.greatest[1];
            const int place = place_of(vectors, from, to, is_maximum ? 0 : 1, greatest,
                                       is_maximum ? found.vector[0] : found.vector[1]);
            store_one(k, w, is_nan, place < 0, greatest, static_cast<u64>(static_cast<int64_t>(place - from)));
        }
    }

    /* Of codes and places of vectors to those of the elements. */
    __device__ __forceinline__ acc finish(acc x, const Bits *in, int64_t end) const
    {
        if (threadIdx.x != 0) {
            return x;
        }
        const int64_t phase = reinterpret_cast<uintptr_t>(in) % 16 / sizeof(Bits);
#pragma unroll
        for (int w = 0; w < 2; w++) {
            const int64_t begin = (static_cast<int64_t>(~x.before[w]) + phase) / V * V - phase;
            int i = V;
            if (x.before[w] != 0) {
                i = codes.find(gather_inside<V>(in, begin, end), static_cast<int>(max(-begin, int64_t(0))),
                               static_cast<int>(min(end - begin, int64_t(V))), w, x.code[w]);
            }
            x.code[w] = i < V ? x.code[w] : 0;
            x.before[w] = i < V ? ~static_cast<u64>(first_place + begin + i) : 0;
        }
        return x;
    }

    __device__ __forceinline__ void store(uint64_t k, const acc &x) const
    {
        const uint64_t segment = first_segment + k;
        const u64 begin = offsets != nullptr ? static_cast<u64>(offsets[segment]) : segment * size;
        const bool is_nan = codes.is_nan(x.code[0]);
#pragma unroll
        for (int w = 0; w < 2; w++) {
            const u64 before = is_nan ? x.before[0] : x.before[w];
            store_one(k, w, is_nan, before == 0, x.code[w], ~before - begin);
        }
    }

    __device__ __forceinline__ void store_streaming(uint64_t k, const acc &x) const { store(k, x); }

    /* The greatest codes of a vector; of its elements [from, to). */
    __device__ __forceinline__ typename codes_of::pair of_vector(const element_vector<Bits> &x) const
    {
        return codes.of_vector(x);
    }
    __device__ __forceinline__ typename codes_of::pair of_part(const element_vector<Bits> &x, int from, int to) const
    {
        return codes.of_part(x, from, to);
    }

    /* Keeps what is greater of vector number `v`; vectors come in their order. */
    template <class Index>
    __device__ __forceinline__ static void take(code (&greatest)[2], Index (&vector)[2],
                                                const typename codes_of::pair &next, Index v)
    {
#pragma unroll
        for (int w = 0; w < 2; w++) {
            vector[w] = next.of[w] > greatest[w] ? v : vector[w];
            greatest[w] = max(greatest[w], next.of[w]);
        }
    }

  private:
    /* The greatest codes of some vectors of a tile, and the first vectors that have them. */
    struct vectors_found {
        code greatest[2];
        int vector[2];

        __device__ __forceinline__ void take_of_lane(int distance)
        {
#pragma unroll
            for (int w = 0; w < 2; w++) {
                const code other = __shfl_xor_sync(all_lanes, greatest[w], distance);
                const int its_vector = __shfl_xor_sync(all_lanes, vector[w], distance);
                const bool is_first = its_vector < vector[w];
                vector[w] = other > greatest[w] || (other == greatest[w] && is_first) ? its_vector : vector[w];
                greatest[w] = max(greatest[w], other);
            }
        }
    };

    __device__ __forceinline__ vectors_found find_vectors(const element_vector<Bits> *vectors, int from, int to,
                                                          int lane, int lanes) const
    {
        const int first = from / V + lane, last = (to - 1) / V;
        vectors_found found = {{0, 0}, {first, first}};
        for (int v = first; v <= last; v += lanes) {
            const int begin = v * V;
            const bool is_whole = begin >= from && begin + V <= to;
            take(found.greatest, found.vector,
                 is_whole ? of_vector(vectors[v]) : of_part(vectors[v], from - begin, to - begin), v);
        }
        return found;
    }

    /* The place in the tile of the vector's first element with this code, or -1 if there is none. */
    __device__ __forceinline__ int place_of(const element_vector<Bits> *vectors, int from, int to, int which,
                                            code greatest, int vector) const
    {
        const int begin = vector * V;
        if (begin >= to) {
            return -1;
        }
        const int i = codes.find(vectors[vector], from - begin, to - begin, which, greatest);
        return i < V ? begin + i : -1;
    }

    __device__ __forceinline__ void store_one(uint64_t k, int which, bool is_nan, bool is_none, code x,
                                              u64 position_in_it) const
    {
        const uint64_t segment = first_segment + k;
        Bits *const to = which == 0 ? value[0] : value[1];
        int64_t *const position_to = which == 0 ? position[0] : position[1];
        if (to != nullptr) {
            store_result(to + segment, is_nan ? codes.nan() : codes.value_of(which, is_none, x));
        }
        if (position_to != nullptr) {
            store_result(reinterpret_cast<u64 *>(position_to) + segment, is_none ? ~u64(0) : position_in_it);
        }
    }

    codes_of codes;
    Bits *value[2];
    int64_t *position[2];
    const int64_t *offsets; /* or nullptr: segments of one size */
    uint64_t size;
    uint64_t first_segment = 0;
    int64_t first_place = 0;
};

template <class Bits>
inline constexpr bool stores_stretches<extrema<Bits>> = true;

/* A thread's vectors of a chunk. */
template <class Bits>
class lane_sum<extrema<Bits>, false>
{
    using code = typename extremum_codes<Bits>::code;
    static constexpr int V = vector_elements<Bits>;

  public:
    template <int Vectors>
    __device__ __forceinline__ void add_at(const extrema<Bits> &op, const element_vector<Bits> (&x)[Vectors],
                                           int64_t first, int64_t end)
    {
        constexpr int threads = TCUI_REDUCE_CHUNK_THREADS;
        const int64_t place = first + threadIdx.x * V;
        if (count == 0) {
            first_place = place;
        }
        if (first >= 0 && first + Vectors * threads * V <= end) {
#pragma unroll
            for (int b = 0; b < Vectors; b++) {
                extrema<Bits>::take(greatest, vector, op.of_vector(x[b]), count + b);
            }
        } else {
#pragma unroll
            for (int b = 0; b < Vectors; b++) {
                const int64_t begin = place + b * threads * V;
                if (begin < end) {
                    extrema<Bits>::take(greatest, vector,
                                        op.of_part(x[b], static_cast<int>(max(-begin, int64_t(0))),
                                                   static_cast<int>(min(end - begin, int64_t(V)))),
                                        count + b);
                }
            }
        }
        has_any = has_any || place < end;
        count += Vectors;
    }

    /* Of all lanes, with places of vectors in place of elements. */
    __device__ __forceinline__ extreme_pair<code> total(const extrema<Bits> &) const
    {
        extreme_pair<code> result = 0;
#pragma unroll
        for (int w = 0; w < 2 && has_any; w++) {
            const int64_t place = first_place + static_cast<int64_t>(vector[w]) * TCUI_REDUCE_CHUNK_THREADS * V;
            result.code[w] = greatest[w];
            result.before[w] = ~static_cast<u64>(max(place, int64_t(0)));
        }
        return result;
    }

  private:
    code greatest[2] = {};
    int vector[2] = {};
    int count = 0; /* vectors so far */
    int64_t first_place = 0;
    bool has_any = false;
};

} // namespace tcu

#endif /* TCUI_EXTREMA_CUDA_EXTREMA_CUH */
